import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '../../console/index.ts'
import { isMessage } from './faulty-network.ts'

const name = { to: 'national-idp', method: 'GET', path: '/auth' }
const record = (url: string): Message => ({
  ...{ id: 'm1', at: 0, from: 'unknown', to: 'national-idp', milliseconds: 1, traces: [] },
  request: { method: 'GET', url, headers: [] },
})

test('a record belongs to a request by its path, and an unreadable URL to none', () => {
  for (const [url, expected] of [
    ['http://localhost:4005/auth?a=1', true],
    ['http://localhost:4005/jwks', false],
    ['http://localhost:4005http://elsewhere.example/auth', false],
  ] as const)
    assert.equal(isMessage(record(url), name), expected)
})
