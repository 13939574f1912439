/**
 * Posts damaged responses to a Relying Party and checks the results: no response with another meaning is accepted, none
 * causes an internal error, every refusal names its rule and leaves the session unchanged.
 */
import assert from 'node:assert/strict'
import { failed } from '../../../src/base/index.ts'
import { generateSigner, jwkThumbprint } from '../../../src/jose/index.ts'
import { type ProfileName, relyingPartyWire } from '../../../src/profiles/index.ts'
import { createKeyBindingJwt, presentSdJwt } from '../../../src/sd-jwt/index.ts'
import { askedElements, mdocQuery, mdocScope, mdocSubmission, presentedMdoc } from '../mdoc-presentation.ts'
import {
  attestationOf,
  type Bend,
  fetchRequest,
  issuePid,
  presentPid,
  type RelyingPartyFixture,
  type RequestObject,
  requestObjectOf,
  rpId,
  start,
  submission,
  type TestWallet,
  testWallet,
} from '../relying-party-fixture.ts'
import { answerIn, profileFixture } from '../relying-party-profiles.ts'
import { presentedAttestation } from '../sd-jwt-attestation.ts'
import { seededChance } from '../seeded-chance.ts'
import { certificates } from './certificates.ts'
import { form, jwe, plaintext } from './envelope.ts'
import { mdoc } from './mdoc.ts'
import { attestation, keyBinding, sdJwt } from './sd-jwt.ts'
import { sdJwtAttestation } from './sd-jwt-attestation.ts'
import { base, type Mutation, type Mutator, sealed, type ValidResponse } from './valid-response.ts'

const layers = { form, jwe, plaintext, sdJwt, keyBinding, attestation, mdoc, certificates, sdJwtAttestation } as const
type Layer = keyof typeof layers

interface Kind {
  readonly variant: 'dcql' | 'scope'
  readonly layers: readonly Layer[]
  readonly config?: object
  readonly plain?: true
  readonly signed?: true
  readonly mdoc?: true
  /** True for an answer with an attestation in a profile that does not require one. */
  readonly attested?: true
  /** Defaults to `seed`. */
  readonly profile?: ProfileName
}

const ofSdJwt: readonly Layer[] = ['form', 'plaintext', 'sdJwt', 'sdJwt', 'keyBinding', 'attestation']
/** Layers without the Wallet Attestation, which later profiles do not need. */
const inProfiles: readonly Layer[] = ['form', 'jwe', 'plaintext', 'sdJwt', 'sdJwt', 'keyBinding']
const plain = { plain: true, config: { responseModes: ['direct_post'] } } as const

/** Kinds of responses: both variants, every protection of a response, both credential formats. */
export const kinds: Readonly<Record<string, Kind>> = {
  'dcql, encrypted': { variant: 'dcql', layers: [...ofSdJwt, 'jwe'] },
  'scope, encrypted': { variant: 'scope', layers: [...ofSdJwt, 'jwe'] },
  'dcql, plain': { variant: 'dcql', layers: ofSdJwt, ...plain },
  'scope, plain': { variant: 'scope', layers: ofSdJwt, ...plain },
  'dcql, signed and encrypted': { variant: 'dcql', layers: ['plaintext', 'jwe'], signed: true },
  'scope, signed and encrypted': { variant: 'scope', layers: ['plaintext', 'jwe'], signed: true },
  'dcql, mdoc': { variant: 'dcql', layers: ['mdoc'], mdoc: true, config: { dcqlQuery: mdocQuery } },
  'it-wallet-1.0': { variant: 'dcql', layers: inProfiles, profile: 'it-wallet-1.0' },
  'it-wallet-1.0, attested': {
    ...{ variant: 'dcql', profile: 'it-wallet-1.0', attested: true },
    layers: ['sdJwtAttestation', 'sdJwtAttestation', 'sdJwt', 'form', 'jwe'],
  },
  'it-wallet-1.4': { variant: 'dcql', layers: [...inProfiles, 'certificates'], profile: 'it-wallet-1.4' },
  'it-wallet-1.4, mdoc': {
    ...{ variant: 'dcql', profile: 'it-wallet-1.4', mdoc: true, config: { dcqlQuery: mdocQuery } },
    layers: ['mdoc', 'mdoc', 'form', 'jwe'],
  },
  'scope, mdoc': { variant: 'scope', layers: ['mdoc', 'plaintext'], mdoc: true, config: mdocScope },
}

interface MutationReport {
  refused: number
  /** Number of accepted responses, by the rule under which they keep their meaning. */
  readonly kept: Map<string, number>
  /** Number of refusals, by rule. */
  readonly rules: Map<string, number>
}

const count = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1)

/** Damages valid responses of one kind `times` times. */
export async function runMutations(name: string, seed: string, times: number): Promise<MutationReport> {
  const kind = kinds[name]
  assert.ok(kind, name)
  const fixture = await profileFixture(kind.profile ?? 'seed', { ...(kind.config && { config: kind.config }) })
  const wallet = await testWallet(fixture)
  const report: MutationReport = { refused: 0, kept: new Map(), rules: new Map() }
  let { valid, sessionId } = await validResponse(fixture, wallet, kind)
  const expected = await acceptedResult(fixture, sessionId, await sealed(valid, base(valid)))
  for (let index = 0; index < times; index += 1) {
    const label = `${name}, ${seed} ${index}`
    const chance = seededChance(`${seed} ${name} ${index}`)
    if (index === 0 || (await isOver(fixture, sessionId)))
      ({ valid, sessionId } = await validResponse(fixture, wallet, kind))
    const mutator: Mutator = chance.pick(layers[chance.pick(kind.layers)])
    const mutation = await mutator(chance, valid)
    await checkMutation({ fixture, sessionId, expected, report, label }, mutation)
  }
  return report
}

const post = (fixture: RelyingPartyFixture, body: string): Promise<Response> => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return fixture.send(new Request(`${rpId}/response`, { method: 'POST', headers, body }))
}

/** Returns the result that the application gets, without the trace of the decision and the names of dropped members. */
async function resultOf(fixture: RelyingPartyFixture, id: string) {
  const { trace: _, ...result } = (await fixture.stores.presentationSessions.find(id))?.result ?? {}
  if (Object.keys(result).length === 0) return undefined
  const credentials = (result.credentials ?? []) as unknown as readonly Record<string, unknown>[]
  return { ...result, credentials: credentials.map(({ surplus: _dropped, ...said }) => said) }
}

const isOver = async (fixture: RelyingPartyFixture, id: string): Promise<boolean> =>
  (await fixture.stores.presentationSessions.find(id))?.status !== 'fetched'

async function acceptedResult(fixture: RelyingPartyFixture, id: string, body: string) {
  const response = await post(fixture, body)
  assert.equal(response.status, 200, await response.text())
  const result = await resultOf(fixture, id)
  assert.ok(result)
  return result
}

interface MutationCase {
  readonly fixture: RelyingPartyFixture
  readonly sessionId: string
  readonly expected: object
  readonly report: MutationReport
  readonly label: string
}

async function checkMutation(
  { fixture, sessionId, expected, report, label }: MutationCase,
  mutation: Mutation,
): Promise<void> {
  fixture.sink.decisions.length = 0
  fixture.network.exchanges.length = 0
  const response = await post(fixture, mutation.body)
  const text = await response.text()
  const what = `${label}: ${response.status} ${text}\n${mutation.body.slice(0, 2000)}`
  assert.deepEqual(fixture.faults, [], what)
  const result = await resultOf(fixture, sessionId)
  if (response.status === 200) {
    assert.ok(mutation.kept, `accepted, ${what}`)
    assert.deepEqual(result, expected, what)
    count(report.kept, mutation.kept)
    return
  }
  assert.ok(response.status >= 400 && response.status < 500, what)
  const check = fixture.sink.lastRefusal()?.checks.at(-1)
  assert.ok(check?.requirement && check.code, what)
  assert.ok(JSON.parse(text).error_description.includes(`) [${check.requirement}] `), what)
  assert.equal(result, undefined, what)
  assert.equal(await isOver(fixture, sessionId), false, what)
  report.refused += 1
  count(report.rules, `${check.requirement} ${check.code}`)
}

/** Returns the `vp_token` of a profile with these presentations. */
const vpTokenIn = (profile: ProfileName, texts: Readonly<Record<string, string>>) =>
  relyingPartyWire[profile].listedPresentations
    ? Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, [text]]))
    : texts

const disclosedIn = (profile: ProfileName): readonly string[] => [
  'given_name',
  'family_name',
  relyingPartyWire[profile].pidIdentifiers[0] ?? '',
]

async function presentedPid(
  fixture: RelyingPartyFixture,
  wallet: TestWallet,
  request: RequestObject,
  change: Bend = {},
) {
  const { profile } = fixture.config
  const pid = await issuePid(fixture, wallet, answerIn(profile, request, change))
  const presented = presentSdJwt(
    fixture,
    pid,
    disclosedIn(profile).map((name) => [name]),
  )
  assert.ok(!failed(presented))
  const jwt = await createKeyBindingJwt(fixture, wallet.holder, presented, {
    aud: request.payload.client_id,
    nonce: request.payload.nonce,
    now: fixture.clock.now(),
  })
  assert.ok(!failed(jwt))
  return { credential: presented + jwt, all: pid.split('~').slice(1, -1) }
}

/** Returns an open request, and the parts of a valid answer to it. */
async function validResponse(
  fixture: RelyingPartyFixture,
  wallet: TestWallet,
  kind: Kind,
): Promise<{ readonly valid: ValidResponse; readonly sessionId: string }> {
  const started = await start(fixture, `variant=${kind.variant}&flow=cross-device`)
  const request = await requestObjectOf(await fetchRequest(fixture, started))
  const { client_id: clientId, nonce, state, client_metadata: metadata } = request.payload
  const ownKey = metadata && { encryptionThumbprint: jwkThumbprint(fixture, metadata.jwks.keys[0]) }
  const session = { clientId, ...ownKey }
  const { credential, all } = kind.mdoc
    ? { credential: await presentedMdoc(fixture, wallet, nonce, { session }), all: [] }
    : await presentedPid(fixture, wallet, request)
  const valid: ValidResponse = {
    fixture,
    wallet,
    request,
    stranger: await generateSigner(fixture),
    credential,
    otherCredential: kind.mdoc
      ? ''
      : await presentPid(fixture, wallet, request, answerIn(fixture.config.profile, request)),
    allDisclosures: all,
    attestation: await (kind.attested ? presentedAttestation(fixture, wallet, nonce) : attestationOf(fixture, wallet)),
    remade: (bend) =>
      presentedMdoc(fixture, wallet, nonce, {
        ...{ elements: askedElements, ...bend },
        session: { ...session, ...bend.session },
      }),
    attestedAgain: (change) => presentedAttestation(fixture, wallet, nonce, change),
    certified: async (x5c) => {
      const change: Bend = { credential: ({ header }) => void Object.assign(header, { x5c }) }
      return (await presentedPid(fixture, wallet, request, change)).credential
    },
    plain: kind.plain === true,
    signed: kind.signed === true,
    members: (shown, attested) =>
      kind.profile !== undefined
        ? {
            vp_token: vpTokenIn(kind.profile, { pid: shown, ...(kind.attested && { wallet_attestation: attested }) }),
            state,
          }
        : kind.variant === 'dcql'
          ? { vp_token: { pid: shown, wallet_attestation: attested }, state }
          : {
              vp_token: [shown, attested],
              presentation_submission: structuredClone(kind.mdoc ? mdocSubmission : submission),
              state,
            },
  }
  return { valid, sessionId: started.id }
}
