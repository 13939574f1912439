import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testCryptoContract } from '../../test/contract/crypto.ts'
import { type Crypto, runGrouped, type SignatureScheme } from '../base/index.ts'
import { withTurns } from './crypto-in-turns.ts'
import { createNodeCrypto } from './node-crypto.ts'

const es256: SignatureScheme = { name: 'ecdsa', curve: 'P-256', hash: 'sha-256' }
const bytes = new Uint8Array([1, 2, 3])

testCryptoContract({
  name: 'node in turns',
  crypto: withTurns(createNodeCrypto()),
  other: createNodeCrypto(),
  secp256k1: true,
})

test('the signatures of the requests of one turn are verified one right after the other, however late each request asks', async () => {
  const inner = createNodeCrypto()
  const signer = await inner.generateSigningKey(es256)
  const signature = await inner.sign(es256, signer, bytes)
  const steps: string[] = []
  const verify: Crypto['verify'] = (...given) => {
    steps.push('verified')
    return inner.verify(...given)
  }
  const crypto = withTurns({ ...inner, verify })
  const request = async (promises: number): Promise<void> => {
    for (let at = 0; at < promises; at += 1) await Promise.resolve()
    const key = await crypto.importVerificationKey(signer.publicJwk, es256)
    assert.ok(key)
    assert.equal(await crypto.verify(es256, key, bytes, signature), true)
    steps.push('answered')
  }
  await Promise.all([request(0), request(50), request(10)])
  assert.deepEqual(steps, ['verified', 'verified', 'verified', 'answered', 'answered', 'answered'])
})

test('the wrapped adapter may be an instance of a class', () => {
  class Adapter {
    readonly #inner = createNodeCrypto()

    digestText(...given: Parameters<Crypto['digestText']>): string {
      return this.#inner.digestText(...given)
    }
  }
  const crypto = withTurns(new Adapter() as unknown as Crypto)
  assert.equal(crypto.digestText('sha-256', 'text'), createNodeCrypto().digestText('sha-256', 'text'))
})

test('other work with keys of the requests of a turn is grouped, and is done at once without turns', async () => {
  const inner = createNodeCrypto()
  const steps: string[] = []
  const request = async (crypto: Crypto): Promise<void> => {
    assert.equal(await runGrouped({ crypto }, () => steps.push('worked') > 0), true)
    steps.push('answered')
  }
  const crypto = withTurns(inner)
  await Promise.all([request(crypto), request(crypto)])
  assert.deepEqual(steps, ['worked', 'worked', 'answered', 'answered'])
  assert.equal(
    runGrouped({ crypto: inner }, () => 7),
    7,
  )
})

test('an operation that costs less than waiting is done at once', () => {
  const crypto = withTurns(createNodeCrypto())
  assert.ok(crypto.digest('sha-256', bytes) instanceof Uint8Array)
  assert.equal(typeof crypto.digestText('sha-256', bytes), 'string')
  assert.ok(crypto.hmac(bytes, bytes) instanceof Uint8Array)
})
