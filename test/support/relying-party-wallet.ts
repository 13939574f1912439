/**
 * A wallet that answers a Relying Party with a valid response; a test may change every step of the answer before it is
 * signed.
 */

import assert from 'node:assert/strict'
import { failed } from '../../src/base/index.ts'
import {
  bareJwk,
  encryptJwe,
  generateSigner,
  type JweRecipient,
  jwkThumbprint,
  type Signer,
  signJwt,
} from '../../src/jose/index.ts'
import { relyingPartyWire } from '../../src/profiles/index.ts'
import { createKeyBindingJwt, issueSdJwt, presentSdJwt } from '../../src/sd-jwt/index.ts'
import { createWalletAttestation, type WalletAttestationContent } from '../../src/wallet-attestation/index.ts'
import { attestationClaims } from './attestation-claims.ts'
import { formTexts } from './form-texts.ts'
import { answerIn } from './relying-party-profiles.ts'
import {
  type Bendable,
  type Bent,
  fetchRequest,
  issuerId,
  type RelyingPartyFixture,
  type RequestObject,
  requestObjectOf,
  rpId,
  start,
  statusIndexes,
  statusUri,
} from './relying-party-service.ts'
import { assertRefusal } from './wire-refusal.ts'

/** Steps in which a valid answer is built; a test may change each one before the next. */
export interface Bend {
  /** Header, plain and disclosable claims of the credential, and its signer. */
  credential?: (content: Bendable) => Bent<void>
  /** The names of the claims that are disclosed. */
  disclose?: readonly string[]
  /** The SD-JWT as presented, before the key binding. */
  presented?: (text: string) => Bent<string>
  /** `aud`, `nonce`, `now` and the signer of the KB-JWT. */
  binding?: (binding: Bendable) => Bent<void>
  kbJwt?: (jwt: string, signer: Signer) => Bent<string>
  attestation?: (content: Bendable) => Bent<void>
  attestationJwt?: (jwt: string, signer: Signer) => Bent<string>
  /** `vp_token`, `state`, … before they are signed and encrypted. */
  members?: (members: Bendable) => Bent<void>
  protection?: 'encrypted' | 'signed' | 'signed_encrypted' | 'plain'
  /** The JWT of a signed response. */
  signedResponse?: (jwt: string, signer: Signer) => Bent<string>
  recipient?: (recipient: Bendable) => void
  form?: (form: Bendable) => Bent<void>
}

/** Changes only the members of the response. */
export const members = (change: (members: Bendable) => void): Bend => ({ members: change })

export interface TestWallet {
  readonly holder: Signer
  readonly attested: Signer
}

export const testWallet = async ({ crypto }: Pick<RelyingPartyFixture, 'crypto'>): Promise<TestWallet> => ({
  holder: await generateSigner({ crypto }),
  attested: await generateSigner({ crypto }),
})

export const person = {
  given_name: 'Ada',
  family_name: 'Rossi',
  birthdate: '1980-01-10',
  place_of_birth: { country: 'IT', locality: 'Roma' },
  tax_id_number: 'TINIT-RSSDAA80A50H501X',
}

/** Issues a PID for the wallet's holder key. */
export async function issuePid(fixture: RelyingPartyFixture, wallet: TestWallet, bend: Bend = {}): Promise<string> {
  const now = fixture.clock.now()
  const content: Bendable = {
    signer: fixture.credentialSigner,
    header: {
      ...{ typ: 'dc+sd-jwt', kid: fixture.credentialSigner.kid },
      ...(relyingPartyWire[fixture.config.profile].credentialCertificates && { x5c: fixture.issuerX5c }),
    },
    plain: {
      iss: issuerId,
      iat: now - 60,
      exp: now + 86_400,
      vct: 'eu.eudiw.pid.it',
      cnf: { jwk: bareJwk(wallet.holder.publicJwk) },
      status: { status_list: { idx: statusIndexes.pid, uri: statusUri } },
    },
    disclosable: { ...person },
  }
  await bend.credential?.(content)
  return issueSdJwt(fixture, content.signer, content)
}

/** Returns the credential with its disclosures and a KB-JWT for this request. */
export async function presentPid(
  fixture: RelyingPartyFixture,
  wallet: TestWallet,
  request: RequestObject,
  bend: Bend = {},
): Promise<string> {
  const pid = await issuePid(fixture, wallet, bend)
  const names = bend.disclose ?? ['given_name', 'family_name', 'tax_id_number']
  const selected = presentSdJwt(
    fixture,
    pid,
    names.map((name) => [name]),
  )
  assert.ok(!failed(selected))
  const presented = (await bend.presented?.(selected)) ?? selected
  const binding = { aud: rpId, nonce: request.payload.nonce, now: fixture.clock.now(), signer: wallet.holder }
  await bend.binding?.(binding)
  const jwt = await createKeyBindingJwt(fixture, binding.signer, selected, binding)
  assert.ok(!failed(jwt))
  return presented + (bend.kbJwt ? await bend.kbJwt(jwt, binding.signer) : jwt)
}

export async function attestationOf(
  fixture: RelyingPartyFixture,
  wallet: TestWallet,
  bend: Bend = {},
): Promise<string> {
  const content: Bendable = {
    signer: fixture.attestationSigner,
    iss: fixture.provider.entityId,
    ephemeralKey: wallet.attested.publicJwk,
    ...attestationClaims,
    trustChain: fixture.providerChain,
    iat: fixture.clock.now() - 10,
    status: { status_list: { idx: statusIndexes.attestation, uri: statusUri.replace(/1$/, '2') } },
  } satisfies WalletAttestationContent & { signer: Signer }
  await bend.attestation?.(content)
  const jwt = await createWalletAttestation(fixture, content.signer, content)
  return bend.attestationJwt ? bend.attestationJwt(jwt, content.signer) : jwt
}

/** Returns the form of a valid answer to a request, with the changes. */
export async function answerForm(
  fixture: RelyingPartyFixture,
  wallet: TestWallet,
  request: RequestObject,
  bend: Bend = {},
): Promise<Record<string, string>> {
  const pid = await presentPid(fixture, wallet, request, bend)
  const attestation = await attestationOf(fixture, wallet, bend)
  const members: Bendable = request.payload.dcql_query
    ? { vp_token: { pid, wallet_attestation: attestation }, state: request.payload.state }
    : {
        vp_token: [pid, attestation],
        presentation_submission: submission,
        state: request.payload.state,
      }
  await bend.members?.(members)
  const form = await seal(fixture, wallet, request, members, bend)
  await bend.form?.(form)
  return form
}

export const submission = {
  id: 'submission',
  definition_id: 'pid-login',
  descriptor_map: [
    { id: 'PersonIdentificationData', format: 'vc+sd-jwt', path: '$[0]' },
    { id: 'WalletAttestation', format: 'jwt', path: '$[1]' },
  ],
}

async function seal(
  fixture: RelyingPartyFixture,
  wallet: TestWallet,
  request: RequestObject,
  members: Bendable,
  bend: Bend,
): Promise<Bendable> {
  const mode = request.payload.response_mode === 'direct_post' ? 'plain' : 'encrypted'
  const protection = bend.protection ?? mode
  if (protection === 'plain') return formTexts(members)
  const signed = protection === 'encrypted' ? undefined : await signResponse(fixture, wallet, members, bend)
  if (protection === 'signed') return { response: signed }
  const recipient: Bendable = {
    alg: 'ECDH-ES',
    enc: 'A256GCM',
    recipient: fixture.decrypter.publicJwk,
    ...(signed && { header: { cty: 'JWT' } }),
  } satisfies JweRecipient
  bend.recipient?.(recipient)
  const response = await encryptJwe(fixture, recipient, recipient.plaintext ?? signed ?? JSON.stringify(members))
  assert.ok(!failed(response))
  return { response }
}

async function signResponse(fixture: RelyingPartyFixture, { attested }: TestWallet, members: object, bend: Bend) {
  const now = fixture.clock.now()
  const iss = jwkThumbprint(fixture, attested.publicJwk)
  const claims = { iss, aud: rpId, iat: now, exp: now + 60, ...members }
  const jwt = await signJwt(attested, { typ: 'oauth-authz-resp+jwt', kid: attested.kid }, claims)
  return bend.signedResponse ? bend.signedResponse(jwt, attested) : jwt
}

export const post = (fixture: RelyingPartyFixture, form: Record<string, string>): Promise<Response> =>
  fixture.send(new Request(`${fixture.config.entityId}/response`, { method: 'POST', body: new URLSearchParams(form) }))

/** Performs one presentation up to the wallet's post: start, fetch, answer. */
export async function present(
  fixture: RelyingPartyFixture,
  { query, wallet, bend = {} }: { query?: string; wallet?: TestWallet; bend?: Bend } = {},
) {
  const started = await start(fixture, query)
  const request = await requestObjectOf(await fetchRequest(fixture, started))
  const own = wallet ?? (await testWallet(fixture))
  const steps = answerIn(fixture.config.profile, request, bend)
  const response = await post(fixture, await answerForm(fixture, own, request, steps))
  return { started, request, wallet: own, response }
}

export const bodyOf = async (response: Response): Promise<Bendable> => JSON.parse(await response.clone().text())

/** Asserts the rule of the refusal, in the decision's record and in the response, and that there were no faults. */
export async function assertRefused(
  fixture: RelyingPartyFixture,
  response: Response,
  [id, code, status, error = 'invalid_request']: readonly [id: string, code: string, status: number, error?: string],
): Promise<void> {
  await assertRefusal(response.clone(), fixture.sink, { id, code, status, error })
  assert.deepEqual(fixture.faults, [])
}

export type ResponseRow = readonly [
  id: string,
  title: string,
  bend: Bend,
  code: string,
  status?: number,
  error?: string,
]

/** Asserts that this rule refuses the changed response, in both variants, and that the session is unchanged. */
export async function refusesResponse(
  fixture: RelyingPartyFixture,
  [id, , bend, code, status = 400, error]: ResponseRow,
  variants: readonly string[] = ['dcql', 'scope'],
): Promise<void> {
  for (const variant of variants) {
    const { response, started } = await present(fixture, { query: `variant=${variant}&flow=cross-device`, bend })
    await assertRefused(fixture, response, error ? [id, code, status, error] : [id, code, status])
    const session = await fixture.stores.presentationSessions.find(started.id)
    assert.deepEqual([session?.status, session?.result], ['fetched', undefined])
  }
}
