/** Time until which a fetched list may be used (draft-ietf-oauth-status-list-12 §5.1). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerWith, crypto, now, resolverWith, signList, uri } from '../../test/support/status-list.ts'
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

for (const [title, times, seconds] of [
  ['a list whose ttl counts from a signature of two hours ago', { ttl: 3600, exp: now + 86_400 }, 3600],
  ['a list without ttl that was signed two hours ago', { exp: now + 86_400 }, 300],
  ['a list that expires before its ttl has passed', { ttl: 3600, exp: now + 7300 }, 100],
  ['a list whose next update lies ahead', { ttl: 7260, exp: now + 86_400 }, 60],
] as const)
  test(`RP-71 ${title} is fetched once in ${seconds} s (§13.7, D-1126)`, async () => {
    const compact = await signList(signer, times)
    let [fetched, time] = [0, now + 7200]
    const fetch = async () => {
      fetched += 1
      return answerWith(compact)
    }
    const resolver = resolverWith(fetch, { clock: { now: () => time } })
    const resolve = () => resolver.resolve({ idx: 7, uri }, { ...policy, now: time })
    for (const later of [0, seconds / 2, seconds - 1]) {
      time = now + 7200 + later
      assert.deepEqual(await resolve(), { status: 0 })
    }
    assert.equal(fetched, 1)
    time = now + 7200 + seconds
    await resolve()
    assert.equal(fetched, 2)
  })
