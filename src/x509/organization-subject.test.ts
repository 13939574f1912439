import assert from 'node:assert/strict'
import { test } from 'node:test'
import { organizationSubject } from './organization-subject.ts'

const subjectOf = (organizationName: string, host = 'a.example') =>
  organizationSubject({ country: 'IT', organizationName }, { entityId: `https://${host}`, test: false })

test('FED-90 a long name of an organization is cut after a whole character', () => {
  const subject = subjectOf(`${'a'.repeat(63)}\u{1F3DB}b`)
  assert.ok(subject.includes(`${'a'.repeat(63)}\u{1F3DB}`))
  assert.ok(!subject.includes('\u{1F3DB}b'))
})

test('FED-102 a subject has only visible characters of a name, and the cut counts only these', () => {
  assert.equal(subjectOf('\u202eBanca\u0000 di\u200b\nProva\u202c'), 'C=IT, O=Banca di Prova, CN=a.example')
  assert.equal(subjectOf(`${'\u200b'.repeat(64)}Ente`), 'C=IT, O=Ente, CN=a.example')
  assert.equal(subjectOf('\u200b'), 'C=IT, CN=a.example')
})

test('FED-102 a subject has no common name if the host is longer than a common name may be', () => {
  const host = `${'a'.repeat(57)}.example`
  assert.equal(subjectOf('Ente', host.slice(1)), `C=IT, O=Ente, CN=${host.slice(1)}`)
  assert.equal(subjectOf('Ente', host), 'C=IT, O=Ente')
})
