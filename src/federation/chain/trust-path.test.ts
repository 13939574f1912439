import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBase64url } from '../../base/index.ts'
import { trustPath } from '../index.ts'
import { isNewerChain } from './trust-path.ts'

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

test('FED-37 a chain with a large configuration is newer by its time of issue too (D-1131)', () => {
  const padding = 'a'.repeat(300_000)
  const issued = (iat: number): string => statement(JSON.stringify({ iss: 'https://a.example', iat, padding }))
  const known = { trustChain: [issued(100)], establishedAt: 200 }
  assert.equal(isNewerChain([issued(201)], known), true)
  assert.equal(isNewerChain([issued(199)], known), false)
})
