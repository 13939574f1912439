import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logAnswer, ofEntity, revocationListAnswer } from './federation-answers.ts'

test('a revocation list without a next update has none in its answer', () => {
  const list = { size: 2, thisUpdate: 1_768_478_400, nextUpdate: undefined }
  const url = 'https://anchor.example/crl/a'
  const { data, text } = revocationListAnswer(url, list, undefined)
  assert.deepEqual(data, { url, entries: 2, this_update: 1_768_478_400 })
  assert.doesNotMatch(text, /next_update|1970/)
  const next = revocationListAnswer(url, { ...list, nextUpdate: 1_768_482_000 }, 'list.crl')
  assert.deepEqual(next.data, {
    ...{ url, entries: 2, this_update: 1_768_478_400 },
    ...{ next_update: 1_768_482_000, file: 'list.crl' },
  })
  assert.match(next.text, /^next_update {2}2026-01-15T13:00:00\.000Z$/m)
})

test('the log names the trust mark, the certificate or the members of an entry', () => {
  const entry = { at: 1_768_478_400, entity_id: 'https://a.example', actor: 'ada' }
  const { text } = logAnswer(
    [
      { ...entry, action: 'mark_granted', trust_mark_type: 'https://anchor.example/mark' },
      { ...entry, action: 'certificate_revoked', serial: '1f' },
      { ...entry, action: 'changed', members: ['keys', 'protocolKeys'] },
      { ...entry, action: 'suspended' },
    ],
    1_768_478_400,
  )
  const whats = text.split('\n').map((line) => /ada {2}(\S+)/.exec(line)?.[1])
  assert.deepEqual(whats, [undefined, 'https://anchor.example/mark', '1f', 'keys,protocolKeys', '-'])
})

test('a named entity selects its own entries', () => {
  const entries = [{ sub: 'https://a.example' }, { sub: 'https://b.example' }, { entity_id: 'https://b.example' }]
  assert.deepEqual(ofEntity(entries, 'sub', 'https://b.example'), [{ sub: 'https://b.example' }])
  assert.deepEqual(ofEntity(entries, 'entity_id', 'https://c.example'), [])
  assert.deepEqual(ofEntity(entries, 'sub', undefined), entries)
})
