/** Time until which a fetched list may be used (draft-ietf-oauth-status-list-12 §5.1). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../base/index.ts'
import { generateSigner, signJwt } from '../jose/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { compressStatusList, createStatusList } from './status-list.ts'
import { verifyStatusListToken } from './status-list-token.ts'

const crypto = createNodeCrypto()
const signer = await generateSigner({ crypto })
const lst = await compressStatusList(createStatusList(1, 8))
const now = 1_768_478_400
const uri = 'https://issuer.example/statuslists/1'
const policy = { uri, keys: [signer.publicJwk], algorithms: ['ES256'] as const, now, skew: 30 }

for (const [times, seconds] of [
  [{ exp: now + 60, ttl: 600 }, 60],
  [{ exp: now + 600, ttl: 60 }, 60],
  [{ ttl: 600 }, 600],
  [{ exp: now + 900 }, 300],
  [{}, 300],
] as const)
  test(`RP-71 a list with ${Object.keys(times).join(' and ') || 'neither exp nor ttl'} is fresh for ${seconds} s`, async () => {
    const header = { typ: 'statuslist+jwt', kid: signer.kid }
    const compact = await signJwt(signer, header, { sub: uri, iat: now, status_list: { bits: 1, lst }, ...times })
    const list = await verifyStatusListToken({ crypto }, compact, policy)
    assert.ok(!(list instanceof Failure))
    assert.equal(list.freshUntil - now, seconds)
  })
