import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBase64url } from '../../base/index.ts'
import { trustPath } from '../index.ts'

const statement = (payload: string): string => `e30.${encodeBase64url(payload)}.AA`
const by = (iss: unknown): string => statement(JSON.stringify({ iss }))

test('FED-03 a trust path contains the entity, its superiors and the anchor, each once', () => {
  const [own, above, anchor] = ['https://a.example', 'https://b.example', 'https://c.example']
  const trustChain = [by(own), by(above), by(anchor), by(anchor)]
  assert.deepEqual(trustPath({ entityId: own as string, trustChain }), [own, above, anchor])
})

test('a statement that cannot be read adds no entity to the path', () => {
  const trustChain = ['', 'x', by(7), statement('{'), statement('[]')]
  assert.deepEqual(trustPath({ entityId: 'https://a.example', trustChain }), ['https://a.example'])
})
