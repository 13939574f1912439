import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOfMessage } from './flow-kind.ts'

test('a user who revokes an instance begins a revocation, and one who reads its status does not', () => {
  const url = 'https://wallet-provider.example/wallet-instances/i-1/status'
  const kindOf = (method: string) => kindOfMessage({ to: 'wallet-provider', request: { method, url, headers: [] } })
  assert.deepEqual([kindOf('PUT'), kindOf('GET')], ['revocation', 'other'])
})
