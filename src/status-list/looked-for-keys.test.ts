/**
 * A Status List Token with an unknown key: when the reader asks the issuer for newer keys (D-306, D-371), and when it
 * does not.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../../test/support/cases.ts'
import { Failure, fail, type Json, type PublicJwk } from '../base/index.ts'
import { generateSigner, signJwt } from '../jose/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { createStatusResolver } from './resolve-status.ts'
import { compressStatusList, createStatusList } from './status-list.ts'
import { type StatusListPolicy, verifyStatusListToken } from './status-list-token.ts'

const crypto = createNodeCrypto()
const now = 1_768_478_400
const uri = 'https://issuer.example/statuslists/1'
const codeOf = (value: unknown) => (value instanceof Failure ? value.code : 'accepted')
const [signer, other, third] = [
  await generateSigner({ crypto }),
  await generateSigner({ crypto }),
  await generateSigner({ crypto }),
]
const [ours, theirs] = [signer.publicJwk, other.publicJwk]
const lst = await compressStatusList(createStatusList(1, 8))
/** Signs a token with `signer` and any `kid`. */
const tokenOf = (kid: Json | undefined): Promise<string> =>
  signJwt(
    signer,
    { typ: 'statuslist+jwt', ...(kid === undefined ? {} : { kid }) },
    { sub: uri, iat: now, exp: now + 60, status_list: { bits: 1, lst } },
  )
const named = await tokenOf(signer.kid)
const unnamed = await tokenOf(undefined)
const base = { uri, algorithms: ['ES256'], now, skew: 30 } as const
const untrusted = fail('trust_chain_expired', 'issuer')

type LookFor = NonNullable<StatusListPolicy['lookFor']>
type Input = readonly [
  token: string,
  known: readonly PublicJwk[],
  present: Awaited<ReturnType<LookFor>>,
  looked: readonly (string | undefined)[],
]

const rows = casesOf<Input>({
  accepted: {
    'a key that is known': [named, [ours], [ours], []],
    'a key that is new': [named, [theirs], [theirs, ours], [signer.kid]],
    'no name and a key that is known': [unnamed, [theirs, ours], [ours], []],
    'no name and a key that is new': [unnamed, [theirs], [theirs, ours], [undefined]],
    'no name, a new key and as many known as are tried': [unnamed, Array(8).fill(theirs), [ours], [undefined]],
  },
  signature_invalid: {
    'the name of a key that is known, and another key': [await tokenOf(other.kid), [theirs], [ours], []],
    'no name and a key that is not there now either': [unnamed, [theirs], [theirs], [undefined]],
    'no name and no known key': [unnamed, [], [theirs], [undefined]],
  },
  status_key_unknown: {
    'a key that is not there now either': [named, [theirs], [theirs], [signer.kid]],
    'a key whose name is no text': [await tokenOf(7), [theirs], [ours], []],
    'no name and more known keys than are tried': [unnamed, Array(9).fill(theirs), [ours], []],
    'no name and more new keys than are tried': [unnamed, [theirs], Array(9).fill(ours), [undefined]],
  },
  trust_chain_expired: { 'a key of an issuer that is trusted no more': [named, [theirs], untrusted, [signer.kid]] },
})
for (const [title, [token, keys, present, looked], code] of rows)
  test(`RP-71 a list under ${title}: ${code}`, async () => {
    const asked: (string | undefined)[] = []
    const lookFor: LookFor = async (kid) => {
      asked.push(kid)
      return present
    }
    const verdict = await verifyStatusListToken({ crypto }, token, { ...base, keys, lookFor })
    assert.deepEqual([codeOf(verdict), asked], [code, looked])
  })

test('RP-71 a key that was tried and does not verify is not tried again when the issuer still has it', async () => {
  let verified = 0
  const counting = {
    ...crypto,
    verify: (...given: Parameters<typeof crypto.verify>) => {
      verified += 1
      return crypto.verify(...given)
    },
  }
  const lookFor = async () => [theirs, third.publicJwk]
  const verdict = await verifyStatusListToken({ crypto: counting }, unnamed, { ...base, keys: [theirs], lookFor })
  assert.deepEqual([codeOf(verdict), verified], ['signature_invalid', 2])
})

test('RP-71 a list that is kept holds for who does not know its key once its issuer is seen to have it', async () => {
  let fetched = 0
  const fetch = async () => {
    fetched += 1
    return new Response(named, { headers: { 'content-type': 'application/statuslist+jwt' } })
  }
  const resolver = createStatusResolver({ crypto, fetch, urls: { loopbackHttp: false } })
  const policy = { algorithms: ['ES256'] as const, now, skew: 30 }
  const resolve = (keys: readonly PublicJwk[], lookFor?: LookFor) =>
    resolver.resolve({ idx: 0, uri }, { ...policy, keys, ...(lookFor && { lookFor }) })
  assert.deepEqual(await resolve([ours]), { status: 0 })
  assert.deepEqual(await resolve([theirs], async () => [theirs, ours]), { status: 0 })
  assert.equal(fetched, 1)
  assert.equal(codeOf(await resolve([theirs], async () => [theirs])), 'status_key_unknown')
  assert.equal(codeOf(await resolve([theirs], async () => untrusted)), 'trust_chain_expired')
  assert.equal(codeOf(await resolve([theirs])), 'status_key_unknown')
})

test('RP-71 a list that is kept under a key without a name is looked for by nobody', async () => {
  const { kid: _, ...withoutKid } = ours
  const fetch = async () => new Response(unnamed, { headers: { 'content-type': 'application/statuslist+jwt' } })
  const resolver = createStatusResolver({ crypto, fetch, urls: { loopbackHttp: false } })
  const policy = { algorithms: ['ES256'] as const, now, skew: 30 }
  assert.deepEqual(await resolver.resolve({ idx: 0, uri }, { ...policy, keys: [withoutKid] }), { status: 0 })
  const asked: unknown[] = []
  const lookFor = async (kid: string | undefined) => {
    asked.push(kid)
    return [theirs]
  }
  const verdict = await resolver.resolve({ idx: 0, uri }, { ...policy, keys: [theirs], lookFor })
  assert.deepEqual([codeOf(verdict), asked], ['signature_invalid', [undefined]])
})
