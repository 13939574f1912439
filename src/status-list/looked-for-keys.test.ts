/**
 * A Status List Token with an unknown key: when the reader asks the issuer for newer keys (D-306, D-371), and when it
 * does not.
 */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../../test/support/cases.ts'
import { codeOf } from '../../test/support/refuses.ts'
import { answerWith, crypto, now, resolverWith, signList, uri } from '../../test/support/status-list.ts'
import { fail, type Json, type PublicJwk } from '../base/index.ts'
import { generateSigner } from '../jose/index.ts'
import { type StatusListPolicy, verifyStatusListToken } from './status-list-token.ts'

const [signer, other, third] = [
  await generateSigner({ crypto }),
  await generateSigner({ crypto }),
  await generateSigner({ crypto }),
]
const [ours, theirs] = [signer.publicJwk, other.publicJwk]
/** Signs a token with `signer` and any `kid`. */
const tokenOf = (kid: Json | undefined) => signList(signer, {}, kid === undefined ? {} : { kid })
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
    'a known key': [named, [ours], [ours], []],
    'a key that shares its kid with one of other use': [
      named,
      [{ ...theirs, kid: signer.kid, use: 'enc' }, ours],
      [],
      [],
    ],
    'a new key': [named, [theirs], [theirs, ours], [signer.kid]],
    'no kid and a known key': [unnamed, [theirs, ours], [ours], []],
    'no kid and a new key': [unnamed, [theirs], [theirs, ours], [undefined]],
    'no kid, a new key, and as many known keys as are tried': [unnamed, Array(8).fill(theirs), [ours], [undefined]],
  },
  signature_invalid: {
    'the kid of a known key, and another key': [await tokenOf(other.kid), [theirs], [ours], []],
    'no kid and a key that the issuer does not have': [unnamed, [theirs], [theirs], [undefined]],
    'no kid and no known key': [unnamed, [], [theirs], [undefined]],
  },
  status_key_unknown: {
    'a key that the issuer does not have': [named, [theirs], [theirs], [signer.kid]],
    'a kid that is not a text': [await tokenOf(7), [theirs], [ours], []],
    'no kid and more known keys than are tried': [unnamed, Array(9).fill(theirs), [ours], []],
    'no kid and more new keys than are tried': [unnamed, [theirs], Array(9).fill(ours), [undefined]],
  },
  trust_chain_expired: { 'a key of an issuer that is no longer trusted': [named, [theirs], untrusted, [signer.kid]] },
})
for (const [title, [token, keys, present, looked], code] of rows)
  test(`RP-71 a list signed with ${title}: ${code}`, async () => {
    const asked: (string | undefined)[] = []
    const lookFor: LookFor = async (kid) => {
      asked.push(kid)
      return present
    }
    const verdict = await verifyStatusListToken({ crypto }, token, { ...base, keys, lookFor })
    assert.deepEqual([codeOf(verdict), asked], [code, looked])
  })

test('RP-71 a key that was tried and does not verify is not tried again if the issuer still has it', async () => {
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

test('RP-71 a cached list is accepted for a reader without its key only if the issuer still has that key', async () => {
  let fetched = 0
  const fetch = async () => {
    fetched += 1
    return answerWith(named)
  }
  const resolver = resolverWith(fetch)
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

test('RP-71 a list that is cached under a key without kid is verified again for a reader with other keys', async () => {
  const { kid: _, ...withoutKid } = ours
  const resolver = resolverWith(async () => answerWith(unnamed))
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
