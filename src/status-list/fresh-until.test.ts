/** Time until which a fetched list may be used (draft-ietf-oauth-status-list-12 §5.1). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crypto, now, signList, uri } from '../../test/support/status-list.ts'
import { Failure } from '../base/index.ts'
import { generateSigner } from '../jose/index.ts'
import { verifyStatusListToken } from './status-list-token.ts'

const signer = await generateSigner({ crypto })
const policy = { uri, keys: [signer.publicJwk], algorithms: ['ES256'] as const, now, skew: 30 }

for (const [times, seconds] of [
  [{ exp: now + 60, ttl: 600 }, 60],
  [{ exp: now + 600, ttl: 60 }, 60],
  [{ ttl: 600 }, 600],
  [{ exp: now + 900 }, 300],
  [{}, 300],
] as const)
  test(`RP-71 a list with ${Object.keys(times).join(' and ') || 'neither exp nor ttl'} is fresh for ${seconds} s`, async () => {
    const compact = await signList(signer, { exp: undefined, ...times })
    const list = await verifyStatusListToken({ crypto }, compact, policy)
    assert.ok(!(list instanceof Failure))
    assert.equal(list.freshUntil - now, seconds)
  })
