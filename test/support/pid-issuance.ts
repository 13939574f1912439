/**
 * The steps of an issuance at the fixture's PID Provider, with the create functions of the artefacts. Each step takes
 * changes: form fields or headers (`undefined` removes one), or members of a JWT, which is signed again.
 */

import assert from 'node:assert/strict'
import type { JsonObject } from '../../src/base/index.ts'
import { encodeParameters } from '../../src/http/index.ts'
import {
  codeChallengeOf,
  createAttestationPop,
  createAuthorizationDetail,
  createClientAssertion,
  createCodeVerifier,
  createDpopProof,
  createPushedAuthorizationForm,
  createRequestObject,
  createResourceHeaders,
  createTokenRequestForm,
  formatSdJwt,
} from '../../src/oauth/index.ts'
import { createCredentialRequest, createKeyProof, pidSupport } from '../../src/oid4vci/index.ts'
import { forgeJwt, type JwtChange } from './forge-jwt.ts'
import { formTexts } from './form-texts.ts'
import { type IssuanceFixture, pidProviderId, type TestWallet, testWallet } from './pid-provider-fixture.ts'

export const redirectUri = 'https://wallet.example/cb?app=1'
export const state = 'a state, with ünïcode & reserved = characters'

export const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

/** Fields or headers to replace; `undefined` removes one. */
export type Changes = Readonly<Record<string, string | undefined>>

const changed = (base: Readonly<Record<string, string>>, changes: Changes = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...base, ...changes }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )

export interface Push {
  readonly form?: Changes
  readonly headers?: Changes
  readonly object?: JwtChange
  /** Replaces the Request Object. */
  readonly request?: string
  readonly attestation?: string
  readonly format?: string
}

/** A wallet on its way through one issuance. */
export interface Issuance {
  readonly fixture: IssuanceFixture
  readonly wallet: TestWallet
  readonly verifier: string
}

export async function beginIssuance<F extends IssuanceFixture>(
  fixture: F,
  wallet?: TestWallet,
): Promise<Issuance & { readonly fixture: F }> {
  return { fixture, wallet: wallet ?? (await testWallet(fixture)), verifier: createCodeVerifier(fixture.random) }
}

export async function requestObject({ fixture, wallet, verifier }: Issuance, change?: JwtChange): Promise<string> {
  const object = await createRequestObject(fixture, wallet.attested, {
    clientId: wallet.clientId,
    audience: pidProviderId,
    state,
    codeChallenge: codeChallengeOf(fixture, verifier),
    authorizationDetails: [createAuthorizationDetail(formatSdJwt, pidSupport)],
    redirectUri,
    now: fixture.clock.now(),
  })
  return change ? forgeJwt(object, wallet.attested, change) : object
}

/** Sends the pushed authorization request. */
export async function push(issuance: Issuance, bend: Push = {}): Promise<Response> {
  const { fixture, wallet, verifier } = issuance
  const form = createPushedAuthorizationForm({
    client_id: wallet.clientId,
    code_challenge: codeChallengeOf(fixture, verifier),
    request: bend.request ?? (await requestObject(issuance, bend.object)),
    attestation: bend.attestation ?? wallet.attestation,
  })
  return fixture.send('/as/par', {
    method: 'POST',
    headers: changed(formHeaders, bend.headers),
    body: encodeParameters(changed(form, bend.form)),
  })
}

export const bodyOf = async (response: Response): Promise<Record<string, unknown>> =>
  (await response.json()) as Record<string, unknown>

/** Sends the pushed authorization request. Returns its `request_uri`. */
export async function pushed(issuance: Issuance, bend: Push = {}): Promise<string> {
  const response = await push(issuance, bend)
  const body = await bodyOf(response)
  assert.equal(response.status, 201, JSON.stringify(body))
  return body.request_uri as string
}

export const authorize = (
  { fixture, wallet }: Issuance,
  requestUri: string,
  changes: Changes = {},
  cookie?: string,
): Promise<Response> =>
  fixture.send(
    `/authorize?${encodeParameters(changed({ client_id: wallet.clientId, request_uri: requestUri }, changes))}`,
    cookie === undefined ? {} : { headers: { cookie } },
  )

/** Requirements of the PID Provider for the faults of a DPoP proof, by code. */
export const dpopProofRules = {
  typ_mismatch: 'PP-79',
  alg_none: 'PP-79',
  alg_mac: 'PP-79',
  alg_unsupported: 'PP-79',
  signature_invalid: 'PP-80',
  not_yet_valid: 'PP-82',
}

/** Requirements of the PID Provider for the faults of a Wallet Attestation, by code. */
export const attestationRules = {
  typ_mismatch: 'PP-04',
  expired: 'PP-04',
  not_yet_valid: 'PP-04',
  signature_invalid: 'PP-04',
}

/** Creates the client assertion of a token request. */
export const tokenAssertion = ({ fixture, wallet }: Issuance): Promise<string> =>
  createClientAssertion(fixture, wallet.attested, {
    clientId: wallet.clientId,
    audience: pidProviderId,
    now: fixture.clock.now(),
  })

/** Creates the DPoP proof of a token request. */
export const tokenProof = ({ fixture, wallet }: Issuance): Promise<string> =>
  createDpopProof(fixture, wallet.dpop, {
    method: 'POST',
    url: `${pidProviderId}/token`,
    now: fixture.clock.now(),
  })

/** Creates a proof of possession of the attested key. */
export const attestationPop = ({ fixture, wallet }: Issuance, audience = pidProviderId): Promise<string> =>
  createAttestationPop(fixture, wallet.attested, {
    clientId: wallet.clientId,
    audience,
    now: fixture.clock.now(),
  })

/** A browser after the redirect to the identity provider. */
export interface Browser {
  /** The session cookie that was set last. */
  cookie: string
  readonly state: string
}

/**
 * Returns the session cookie of an answer in the form that a browser sends back; `undefined` if the answer sets none or
 * removes it.
 */
export const sessionCookieOf = (response: Response): string | undefined =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .find((pair) => pair?.match(/^(__Host-)?pid-provider-session=./))

/** Opens the authorization endpoint in a new browser, up to the redirect to the identity provider. */
export async function openBrowser(issuance: Issuance, requestUri: string): Promise<Browser> {
  const response = await authorize(issuance, requestUri)
  assert.equal(response.status, 302, await response.clone().text())
  return { cookie: sessionCookieOf(response) ?? '', state: locationOf(response).searchParams.get('state') ?? '' }
}

/**
 * Sends the browser back from the identity provider to the callback. The browser keeps the session cookie of the
 * response.
 */
export async function callback({ fixture }: Issuance, browser: Browser, changes: Changes = {}): Promise<Response> {
  const query = encodeParameters(changed({ state: browser.state, code: 'x' }, changes))
  const response = await fixture.send(`/login/callback/${fixture.identityProvider.id}?${query}`, {
    headers: { cookie: browser.cookie },
  })
  browser.cookie = sessionCookieOf(response) ?? browser.cookie
  return response
}

export const consentPage = ({ fixture }: Issuance, { cookie }: Browser, headers: Changes = {}): Promise<Response> =>
  fixture.send('/consent', { headers: changed({ cookie }, headers) })

export const consentTokenOf = (html: string): string => /name="consent_token" value="([^"]+)"/.exec(html)?.[1] ?? ''

/** Gets the consent page and submits its form. By default, the person consents. */
export const decide = async (
  issuance: Issuance,
  browser: Browser,
  form: Changes = {},
  headers: Changes = {},
): Promise<Response> =>
  answerConsent(
    issuance,
    browser,
    { consent_token: consentTokenOf(await (await consentPage(issuance, browser)).text()), ...form },
    headers,
  )

/** Submits a form of the consent page, for example one that has expired. */
export const answerConsent = (
  { fixture }: Issuance,
  { cookie }: Browser,
  form: Changes,
  headers: Changes = {},
): Promise<Response> =>
  fixture.send('/consent', {
    method: 'POST',
    headers: changed({ ...formHeaders, cookie }, headers),
    body: encodeParameters(changed({ decision: 'accept' }, form)),
  })

export const locationOf = (response: Response): URL => new URL(response.headers.get('location') ?? 'about:blank')

/** Returns the URL that leads back to the wallet: that of the redirect, or of the link on a page. */
export async function endingOf(response: Response): Promise<URL> {
  const [, href] = /id="return-to-wallet"[^>]* href="([^"]+)"/.exec(await response.clone().text()) ?? []
  return href === undefined ? locationOf(response) : new URL(href.replaceAll('&amp;', '&'))
}

/** Runs PAR, login and consent. Returns the code. */
export async function obtainCode(issuance: Issuance, bend: Push = {}): Promise<string> {
  const browser = await openBrowser(issuance, await pushed(issuance, bend))
  const login = await callback(issuance, browser)
  assert.equal(login.status, 302, await login.clone().text())
  const response = await decide(issuance, browser)
  const code = locationOf(response).searchParams.get('code')
  assert.ok(code, await response.clone().text())
  return code
}

export interface TokenBend {
  readonly form?: Changes
  readonly headers?: Changes
  readonly assertion?: JwtChange
  readonly dpop?: JwtChange
  /** Replaces the client assertion, or the proof. */
  readonly compactAssertion?: string
  readonly compactDpop?: string
}

export async function tokenMessage(issuance: Issuance, code: string, bend: TokenBend = {}): Promise<RequestInit> {
  const { fixture, wallet, verifier } = issuance
  const now = fixture.clock.now()
  const assertion = await createClientAssertion(fixture, wallet.attested, {
    clientId: wallet.clientId,
    audience: pidProviderId,
    now,
  })
  const proof = await createDpopProof(fixture, wallet.dpop, { method: 'POST', url: `${pidProviderId}/token`, now })
  const form = createTokenRequestForm({
    client_id: wallet.clientId,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    client_assertion:
      bend.compactAssertion ??
      (bend.assertion ? await forgeJwt(assertion, wallet.attested, bend.assertion) : assertion),
  })
  const dpop = bend.compactDpop ?? (bend.dpop ? await forgeJwt(proof, wallet.dpop, bend.dpop) : proof)
  return {
    method: 'POST',
    headers: changed({ ...formHeaders, dpop }, bend.headers),
    body: encodeParameters(changed(form, bend.form)),
  }
}

export const redeem = async (issuance: Issuance, code: string, bend: TokenBend = {}): Promise<Response> =>
  issuance.fixture.send('/token', await tokenMessage(issuance, code, bend))

export interface Tokens {
  readonly access_token: string
  readonly c_nonce: string
}

export async function obtainTokens(issuance: Issuance, bend: Push = {}): Promise<Tokens> {
  const response = await redeem(issuance, await obtainCode(issuance, bend))
  const body = await bodyOf(response)
  assert.equal(response.status, 200, JSON.stringify(body))
  return body as unknown as Tokens
}

export interface CredentialBend {
  readonly headers?: Changes
  readonly dpop?: JwtChange
  readonly compactDpop?: string
  readonly proof?: JwtChange
  readonly compactProof?: string
  readonly cNonce?: string
  /** Changes members of the JSON body; `undefined` removes one. */
  readonly body?: Readonly<Record<string, unknown>>
  /** Replaces the body. */
  readonly text?: string
  readonly as?: 'json' | 'form'
}

export async function credentialMessage(
  issuance: Issuance,
  tokens: Tokens,
  bend: CredentialBend = {},
): Promise<RequestInit & { headers: Record<string, string> }> {
  const { fixture, wallet } = issuance
  const now = fixture.clock.now()
  const accessToken = tokens.access_token
  const url = `${pidProviderId}/credential`
  const proof = await createDpopProof(fixture, wallet.dpop, { method: 'POST', url, now, accessToken })
  const dpop = bend.compactDpop ?? (bend.dpop ? await forgeJwt(proof, wallet.dpop, bend.dpop) : proof)
  const made = await createKeyProof(fixture, wallet.holder, {
    clientId: wallet.clientId,
    audience: pidProviderId,
    cNonce: bend.cNonce ?? tokens.c_nonce,
    now,
  })
  const keyProof = bend.compactProof ?? (bend.proof ? await forgeJwt(made, wallet.holder, bend.proof) : made)
  const members = JSON.parse(
    JSON.stringify({ ...createCredentialRequest(formatSdJwt, pidSupport, keyProof), ...bend.body }),
  ) as JsonObject
  const asForm = bend.as === 'form'
  return {
    method: 'POST',
    headers: changed(
      {
        ...createResourceHeaders(accessToken, dpop),
        'content-type': asForm ? formHeaders['content-type'] : 'application/json',
      },
      bend.headers,
    ),
    body: bend.text ?? (asForm ? encodeParameters(formTexts(members)) : JSON.stringify(members)),
  }
}

export const requestCredential = async (
  issuance: Issuance,
  tokens: Tokens,
  bend: CredentialBend = {},
): Promise<Response> => issuance.fixture.send('/credential', await credentialMessage(issuance, tokens, bend))

interface IssuedPid {
  readonly credential: string
  readonly c_nonce: string
}

export async function obtainPid(issuance: Issuance, tokens: Tokens, bend: CredentialBend = {}): Promise<IssuedPid> {
  const response = await requestCredential(issuance, tokens, bend)
  const body = await bodyOf(response)
  assert.equal(response.status, 200, JSON.stringify(body))
  return body as unknown as IssuedPid
}
