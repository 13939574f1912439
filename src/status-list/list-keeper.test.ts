import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeJwt } from '../../test/support/forge-jwt.ts'
import { generateSigner } from '../jose/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { createStatusListKeeper } from './list-keeper.ts'

const signer = await generateSigner({ crypto: createNodeCrypto() })
const begun = 1_768_478_400

const keeperOf = (ttlSeconds: number, lifetimeSeconds = 7200) =>
  createStatusListKeeper({
    config: { places: 1000, ttlSeconds, lifetimeSeconds },
    signer,
    bits: 1,
    uriOf: (list) => `https://issuer.example/statuslists/${list}`,
    exceptions: async () => [],
  })

for (const ttlSeconds of [2, 3, 60, 3601])
  test(`PP-110 WP-75 a list of ${ttlSeconds} s is trusted no longer, also by who counts its ttl from a cache's answer`, async () => {
    const lists = keeperOf(ttlSeconds)
    const first = await lists.token(0, begun)
    const { ttl } = decodeJwt(first.jwt).payload as { ttl: number }
    let cachedUntil = begun
    for (let now = begun; now <= begun + ttlSeconds; now += 1) {
      const { jwt, maxAge } = await lists.token(0, now)
      assert.ok(maxAge > 0)
      if (jwt === first.jwt) cachedUntil = now + maxAge
    }
    assert.ok(cachedUntil + ttl <= begun + ttlSeconds)
    assert.ok(cachedUntil + ttl >= begun + ttlSeconds - 1, 'and no time is given away')
  })

test('PP-110 no list is given out after its end, where ttlSeconds is longer than its life', async () => {
  const lists = keeperOf(86_400, 60)
  for (let now = begun; now < begun + 200; now += 1) {
    const { jwt, maxAge } = await lists.token(0, now)
    const { exp } = decodeJwt(jwt).payload as { exp: number }
    assert.ok(now + maxAge < exp)
  }
})

test('PP-110 a clock that is set back keeps no list from being signed, nor a reader from seeing it', async () => {
  const lists = keeperOf(60)
  const before = await lists.token(0, begun)
  for (const [now, fresh] of [
    [begun - 3600, true],
    [begun - 3590, false],
    [begun - 3570, true],
  ] as const) {
    const asked = await lists.token(0, now)
    assert.ok(asked.maxAge <= 30)
    assert.equal(decodeJwt(asked.jwt).payload.iat, fresh ? now : begun - 3600)
    assert.notEqual(asked.jwt, before.jwt)
  }
})
