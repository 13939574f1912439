import assert from 'node:assert/strict'
import { test } from 'node:test'
import { organization } from '../../../test/support/federation.ts'
import { decodeJwt } from '../../../test/support/forge-jwt.ts'
import { fixedRingKeys } from '../../federation/index.ts'
import { generateSigner, type Signer } from '../../jose/index.ts'
import { createNodeCrypto } from '../../node/node-crypto.ts'
import { trustAnchorConfig } from '../config.ts'
import type { Subordinate } from '../stores.ts'
import { createStatementCache } from './statement-cache.ts'

const begun = 1_768_478_500
const key = await generateSigner({ crypto: createNodeCrypto() })
const config = trustAnchorConfig.parse({ entityId: 'https://ta.example', organization })

const subordinate = (number: number, revision = 1): Subordinate => ({
  entityId: `https://member-${number}.example`,
  keys: [key.publicJwk],
  entityTypes: ['openid_relying_party'],
  intermediate: false,
  status: 'active',
  revision,
})

function setUp(maximumBytes?: number) {
  let signatures = 0
  const signer: Signer = {
    ...key,
    sign: (data) => {
      signatures += 1
      return key.sign(data)
    },
  }
  const cache = createStatementCache({ config, keys: fixedRingKeys(signer) }, maximumBytes)
  return { cache, signatures: () => signatures }
}

test('FED-19 a client that fetches all statements does not fill the memory: the oldest are dropped', async () => {
  const { cache, signatures } = setUp(16 * 1024)
  for (let member = 0; member < 50; member += 1) await cache.statement(subordinate(member), begun)
  assert.equal(signatures(), 50)
  await cache.statement(subordinate(49), begun)
  assert.equal(signatures(), 50, 'the latest statement is kept')
  for (let member = 0; member < 30; member += 1) await cache.statement(subordinate(member), begun)
  assert.equal(signatures(), 80)
})

test('a statement is signed once for concurrent requests, again for a new revision, and after the clock is set back', async () => {
  const { cache, signatures } = setUp()
  const [one, other] = await Promise.all([1, 1].map((member) => cache.statement(subordinate(member), begun)))
  assert.equal(one, other)
  assert.equal(signatures(), 1)
  assert.notEqual(await cache.statement(subordinate(1, 2), begun), one)
  const earlier = await cache.statement(subordinate(1, 2), begun - 1)
  assert.equal(decodeJwt(earlier).payload.iat, begun - 1)
  assert.equal(await cache.statement(subordinate(1, 2), begun), earlier)
  assert.equal(signatures(), 3)
})
