import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeJwt } from '../../test/support/forge-jwt.ts'
import { generateSigner } from '../jose/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { createStatusListKeeper } from './list-keeper.ts'

const signer = await generateSigner({ crypto: createNodeCrypto() })
const begun = 1_768_478_400

for (const ttlSeconds of [2, 3, 60, 3601])
  test(`PP-110 WP-75 a list of ${ttlSeconds} s is trusted no longer, also by who counts its ttl from a cache's answer`, async () => {
    const lists = createStatusListKeeper({
      config: { places: 1000, ttlSeconds, lifetimeSeconds: 7200 },
      signer,
      bits: 1,
      uriOf: (list) => `https://issuer.example/statuslists/${list}`,
      exceptions: async () => [],
    })
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
