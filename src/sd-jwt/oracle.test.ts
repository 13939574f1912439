import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SDJwtInstance } from '@sd-jwt/core'
import {
  ctx,
  holder,
  issue,
  issuer,
  nested,
  now,
  personal,
  plain,
  times,
  verifiedClaims,
  verify,
} from '../../test/support/credential.ts'
import { damageParts, flipLetter } from '../../test/support/mutations/tools.ts'
import { expectSuccess } from '../../test/support/refuses.ts'
import { type Chance, seededChance } from '../../test/support/seeded-chance.ts'
import { encodeBase64url, failed, type JsonObject } from '../base/index.ts'
import type { Signer } from '../jose/index.ts'
import { createKeyBindingJwt, verifyKeyBindingJwt } from './key-binding-jwt.ts'
import { presentSdJwt } from './present.ts'

const binding = { aud: 'a', nonce: 'n', issuedNotBefore: now, algorithms: ['ES256'], ...times } as const
const utf8 = new TextEncoder()
const oracle = new SDJwtInstance({
  hashAlg: 'sha-256',
  hasher: (data, alg) => ctx.crypto.digest(alg as 'sha-256', typeof data === 'string' ? data : new Uint8Array(data)),
  saltGenerator: (length) => encodeBase64url(ctx.random.bytes(length)),
  signAlg: 'ES256',
  signer: async (data) => encodeBase64url(await issuer.sign(utf8.encode(data))),
  verifier: async (data, signature) => verifiesBy(issuer, data, signature),
  kbSignAlg: 'ES256',
  kbSigner: async (data) => encodeBase64url(await holder.sign(utf8.encode(data))),
  kbVerifier: async (data, signature) => verifiesBy(holder, data, signature),
})
async function verifiesBy(signer: Signer, data: string, signature: string): Promise<boolean> {
  const scheme = { name: 'ecdsa', curve: 'P-256', hash: 'sha-256' } as const
  const key = await ctx.crypto.importVerificationKey(signer.publicJwk, scheme)
  return key !== undefined && ctx.crypto.verify(scheme, key, utf8.encode(data), Buffer.from(signature, 'base64url'))
}

test('@sd-jwt/core accepts what we issue and present', async () => {
  const text = await issue({ plain: { ...plain, ...verifiedClaims }, nested })
  const { payload } = await oracle.verify(text, { currentDate: now })
  assert.deepEqual(payload, { ...plain, ...verifiedClaims, ...personal })
  const selection = [['given_name'], ['verified_claims', 'verification', 'evidence', 0]]
  const presented = expectSuccess(presentSdJwt(ctx, text, selection))
  const kb = expectSuccess(await createKeyBindingJwt(ctx, holder, presented, { aud: 'a', nonce: 'n', now }))
  const shown = await oracle.verify(presented + kb, { currentDate: now, keyBindingNonce: 'n' })
  assert.deepEqual(shown.payload, expectSuccess(await verify(presented + kb)).claims)
})

test('we accept what @sd-jwt/core issues and presents', async () => {
  const claims = { ...plain, ...personal, nationalities: ['IT', 'FR'] }
  const text = await oracle.issue(
    claims,
    {
      _sd: ['given_name', 'family_name', 'place_of_birth'],
      _sd_decoy: 2,
      place_of_birth: { _sd: ['locality'] },
      nationalities: { _sd: [0, 1] },
    },
    { header: { typ: 'dc+sd-jwt' } },
  )
  assert.deepEqual(expectSuccess(await verify(text)).claims, claims)
  const presented = await oracle.present(
    text,
    { given_name: true, nationalities: { 1: true } },
    { kb: { payload: { iat: now, aud: 'a', nonce: 'n' } } },
  )
  const opened = expectSuccess(await verify(presented))
  assert.deepEqual(opened.claims, { ...plain, given_name: 'Ada', nationalities: ['FR'] })
  expectSuccess(await verifyKeyBindingJwt(ctx, opened, binding))
})

/** Returns our claims of a presentation with its Key Binding JWT, or `undefined` if it is refused. */
async function acceptedHere(text: string): Promise<JsonObject | undefined> {
  const opened = await verify(text)
  if (failed(opened)) return undefined
  return failed(await verifyKeyBindingJwt(ctx, opened, binding)) ? undefined : opened.claims
}

/** Returns the claims of the other library, or `undefined` if it throws. */
const acceptedThere = (text: string): Promise<unknown> =>
  oracle.verify(text, { currentDate: now, keyBindingNonce: 'n' }).then(
    ({ payload }) => payload,
    () => undefined,
  )

const damages = [
  flipLetter,
  (chance: Chance, text: string) => damageParts(chance, text.split('~')).join('~'),
  (chance: Chance, text: string) => damageParts(chance, text.split('.')).join('.'),
]

test('RP-62 both libraries accept a damaged credential only with its own disclosures, each once: 150 of each library', async () => {
  const ours = await issue({ plain: { ...plain, ...verifiedClaims }, nested })
  const hidden = { _sd: ['given_name', 'family_name', 'place_of_birth'], place_of_birth: { _sd: ['locality'] } }
  const theirs = await oracle.issue({ ...plain, ...personal }, hidden as never, { header: { typ: 'dc+sd-jwt' } })
  for (const valid of [ours, theirs]) {
    const [jwt, ...own] = valid.slice(0, -1).split('~')
    let fewer = 0
    for (let index = 0; index < 150; index += 1) {
      const chance = seededChance(`sd-jwt issued ${index}`)
      const damaged = chance.pick(damages)(chance, valid)
      const opened = await verify(damaged)
      if (failed(opened) || opened.keyBindingJwt !== undefined) continue
      const [taken, ...shown] = damaged.slice(0, -1).split('~')
      assert.deepEqual([taken, new Set(shown).size], [jwt, shown.length], damaged)
      assert.ok(
        shown.every((one) => own.includes(one)),
        damaged,
      )
      const { payload } = await oracle.verify(damaged, { currentDate: now })
      assert.deepEqual(payload, opened.claims, damaged)
      if (shown.length < own.length) fewer += 1
    }
    assert.ok(fewer > 0, 'a damaged credential lacked a disclosure')
  }
})

test('RP-11 RP-62 we refuse damaged presentations, and the oracle reads no other claims in them: 150 of each library', async () => {
  const selection = [['given_name'], ['family_name']]
  const presented = expectSuccess(
    presentSdJwt(ctx, await issue({ plain: { ...plain, ...verifiedClaims }, nested }), selection),
  )
  const ours =
    presented + expectSuccess(await createKeyBindingJwt(ctx, holder, presented, { aud: 'a', nonce: 'n', now }))
  const issued = await oracle.issue(
    { ...plain, ...personal },
    { _sd: ['given_name', 'family_name'] },
    { header: { typ: 'dc+sd-jwt' } },
  )
  const shown = { given_name: true, family_name: true }
  const theirs = await oracle.present(issued, shown, { kb: { payload: { iat: now, aud: 'a', nonce: 'n' } } })
  for (const valid of [ours, theirs]) {
    const [here, there] = [await acceptedHere(valid), await acceptedThere(valid)]
    assert.ok(here && there)
    for (let index = 0; index < 150; index += 1) {
      const chance = seededChance(`sd-jwt oracle ${index}`)
      const damaged = chance.pick(damages)(chance, valid)
      if (damaged === valid) continue
      assert.equal(await acceptedHere(damaged), undefined, damaged)
      const verdict = await acceptedThere(damaged)
      if (verdict !== undefined) assert.deepEqual(verdict, there, `the oracle reads something else: ${damaged}`)
    }
  }
})
