import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appendixA3 } from '../../test/vectors/rfc7515.ts'
import type { Crypto, VerificationKey } from '../base/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { createWebCrypto } from '../web/index.ts'
import { jwsAlgorithms } from './algorithms.ts'
import { withKeyCache } from './key-cache.ts'

const { ES256, ES256K, PS256, RS256, RS512 } = jwsAlgorithms
const jwk = appendixA3.jwk

function counting(below: Crypto): Crypto & { imports: number } {
  const crypto = {
    ...below,
    imports: 0,
    importVerificationKey: (...key: Parameters<Crypto['importVerificationKey']>) => {
      crypto.imports += 1
      return below.importVerificationKey(...key)
    },
  }
  return crypto
}

/** Counts imports, and accepts any key. */
const countingAny = () =>
  counting({ ...createNodeCrypto(), importVerificationKey: () => ({ kind: 'verification' }) as VerificationKey })

for (const [name, make] of [
  ['node', createNodeCrypto],
  ['web', createWebCrypto],
] as const) {
  test(`${name}: a key is imported once, whatever its members besides its material`, async () => {
    const below = counting(make())
    const crypto = withKeyCache(below)
    const first = await crypto.importVerificationKey(jwk, ES256.scheme)
    assert.ok(first)
    for (const dress of [{ kid: 'other', use: 'sig' }, { n: 'another type has it' }, { e: 'AQAB' }])
      assert.equal(await crypto.importVerificationKey({ ...jwk, ...dress }, ES256.scheme), first)
    assert.equal(below.imports, 1)
  })

  test(`${name}: a cached key is not returned for a scheme with another curve`, async () => {
    const crypto = withKeyCache(make())
    assert.ok(await crypto.importVerificationKey(jwk, ES256.scheme))
    assert.equal(await crypto.importVerificationKey(jwk, ES256K.scheme), undefined)
  })

  test(`${name}: a key that cannot be used is not cached`, async () => {
    const below = counting(make())
    const crypto = withKeyCache(below)
    for (let time = 0; time < 2; time += 1)
      assert.equal(await crypto.importVerificationKey({ ...jwk, y: jwk.x }, ES256.scheme), undefined)
    assert.equal(below.imports, 2)
  })
}

test('the least recently used key is removed first', async () => {
  const below = countingAny()
  const crypto = withKeyCache(below, { capacity: 2 })
  const use = (x: string) => crypto.importVerificationKey({ ...jwk, x }, ES256.scheme)
  for (const x of ['a', 'b', 'a', 'c']) use(x)
  assert.equal(below.imports, 3)
  use('a')
  assert.equal(below.imports, 3, 'a was used after b')
  use('b')
  assert.equal(below.imports, 4)
})

test('with a clock, a key that was not used for four minutes is removed when another key is imported', () => {
  const below = countingAny()
  let now = 1000
  const crypto = withKeyCache(below, { clock: { now: () => now } })
  const imported = (x: string, at: number): number => {
    now = at
    const before = below.imports
    crypto.importVerificationKey({ ...jwk, x }, ES256.scheme)
    return below.imports - before
  }
  assert.deepEqual([imported('a', 1000), imported('b', 1120), imported('a', 1239)], [1, 1, 0])
  assert.deepEqual([imported('c', 1240), imported('b', 1240), imported('d', 1480), imported('b', 1480)], [1, 0, 1, 0])
  assert.deepEqual([imported('e', 1600), imported('a', 1600), imported('c', 1600)], [1, 1, 1])
})

test('one RSA key is imported once for each scheme', () => {
  const below = countingAny()
  const crypto = withKeyCache(below)
  for (const { scheme } of [RS256, RS512, PS256, RS256])
    crypto.importVerificationKey({ kty: 'RSA', n: 'n', e: 'e' }, scheme)
  assert.equal(below.imports, 3)
})

test('every other function is that of the wrapped adapter', () => {
  const below = createNodeCrypto()
  const { importVerificationKey: _, ...rest } = withKeyCache(below)
  const { importVerificationKey: __, ...expected } = below
  assert.deepEqual(rest, expected)
})

test('the wrapped adapter may be an instance of a class', async () => {
  class Adapter {
    readonly #inner = createNodeCrypto()

    digestText(...given: Parameters<Crypto['digestText']>): string {
      return this.#inner.digestText(...given)
    }

    importVerificationKey(...given: Parameters<Crypto['importVerificationKey']>) {
      return this.#inner.importVerificationKey(...given)
    }
  }
  const crypto = withKeyCache(new Adapter() as unknown as Crypto)
  assert.equal(crypto.digestText('sha-256', 'text'), createNodeCrypto().digestText('sha-256', 'text'))
  const key = await crypto.importVerificationKey(jwk, ES256.scheme)
  assert.ok(key)
  assert.equal(await crypto.importVerificationKey(jwk, ES256.scheme), key)
})
