/**
 * The Wallet Provider's nonce endpoint.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unavailable } from '../../../src/base/index.ts'
import { observeOutput } from '../../support/decisions.ts'
import { createWalletProviderBench, jsonType } from '../../support/wallet-provider-bench.ts'
import { assertErrorBody } from '../../support/wire-refusal.ts'

const bench = await createWalletProviderBench()
const { devices } = bench

test('WP-01 WP-33 gives a challenge without authentication: 200, JSON with only nonce, no-store', async () => {
  const response = await bench.send('/nonce')
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), jsonType)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const body = (await response.json()) as Record<string, unknown>
  assert.deepEqual(Object.keys(body), ['nonce'])
  assert.match(String(body.nonce), /^[0-9a-f]{76}$/)
  observeOutput('WP-01')
})

test('GEN-20 1000 challenges of one second are distinct, in their random part too', async () => {
  const challenges = await Promise.all(Array.from({ length: 1000 }, () => bench.challenge()))
  assert.equal(new Set(challenges).size, 1000)
  assert.equal(new Set(challenges.map((text) => text.slice(12, 44))).size, 1000)
  assert.equal(new Set(challenges.map((text) => text.slice(44))).size, 1000)
})

test('GEN-26 a GET with a Content-Type and no body is answered as usual', async () => {
  for (const type of [jsonType, 'application/x-www-form-urlencoded', 'text/plain'])
    assert.equal((await bench.send('/nonce', { headers: { 'content-type': type } })).status, 200)
})

test('GEN-21 ignores unknown parameters', async () => {
  assert.equal((await bench.send('/nonce?lang=it')).status, 200)
})

test('WP-34 an internal fault is 500 server_error, an outage is 503 temporarily_unavailable with Retry-After', async () => {
  const failing = async (fault: Error) => {
    const hmac = (): never => {
      throw fault
    }
    return (await createWalletProviderBench({ devices, crypto: { hmac } })).send('/nonce')
  }
  const fault = await failing(new Error('the house is on fire'))
  const outage = await failing(new Unavailable('the key store is away', 9))
  for (const [response, status, error] of [
    [fault, 500, 'server_error'],
    [outage, 503, 'temporarily_unavailable'],
  ] as const) {
    assert.equal(response.status, status)
    const body = (await response.json()) as Record<string, unknown>
    assertErrorBody(response, body)
    assert.equal(body.error, error)
    assert.doesNotMatch(String(body.error_description), /fire|key store/)
  }
  assert.equal(outage.headers.get('retry-after'), '9')
  observeOutput('WP-34')
})
