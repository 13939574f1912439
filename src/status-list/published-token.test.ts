/** The Status List Token of draft-ietf-oauth-status-list §5.1, read by a verifier. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerWith, crypto, resolverWith } from '../../test/support/status-list.ts'
import { publishedToken, smallLists } from '../../test/vectors/token-status-list.ts'
import { Failure } from '../base/index.ts'
import { verifyStatusListToken } from './status-list-token.ts'

const { compact, uri, iat, exp, ttl, key } = publishedToken
const policy = { uri, keys: [key], algorithms: ['ES256'] as const, now: iat, skew: 0 }

test('RP-71 the published token is verified, and is fresh for its ttl', async () => {
  const read = await verifyStatusListToken({ crypto }, compact, policy)
  assert.ok(!(read instanceof Failure))
  assert.deepEqual([...read.list.bytes], smallLists[0].bytes)
  assert.equal(read.freshUntil, iat + ttl)
  for (const [change, code] of [
    [{ now: exp }, 'expired'],
    [{ now: iat - 1 }, 'not_yet_valid'],
    [{ uri: 'https://example.com/statuslists/2' }, 'status_uri_mismatch'],
    [{ keys: [{ ...key, kid: '11' }] }, 'status_key_unknown'],
  ] as const) {
    const refused = await verifyStatusListToken({ crypto }, compact, { ...policy, ...change })
    assert.equal(refused instanceof Failure && refused.code, code)
  }
})

test('RP-71 the published token has its sixteen statuses, and an index beyond them is refused', async () => {
  const resolver = resolverWith(async () => answerWith(compact))
  const { now, skew, keys, algorithms } = policy
  const at = (idx: number) => resolver.resolve({ idx, uri }, { keys, algorithms, now, skew })
  for (const [index, status] of smallLists[0].statuses.entries()) assert.deepEqual(await at(index), { status })
  const beyond = await at(16)
  assert.equal(beyond instanceof Failure && beyond.code, 'index_out_of_range')
})
