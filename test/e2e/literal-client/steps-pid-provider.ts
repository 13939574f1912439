/** Requests of a Wallet Instance to a PID Provider, with the login of its user. */
import * as crypto from 'node:crypto'
import { type Answer, Browser, type Change, formOf, jsonOf, requireAnswer, type Sent, send } from './http.ts'
import { type Json, type Key, newKey, now, randomText, sha256, signJwt } from './jose.ts'
import type { Attested } from './steps-wallet-provider.ts'
import { type World, walletRedirectUri } from './world.ts'

export const clientAssertionTypes = {
  attestation: 'urn:ietf:params:oauth:client-assertion-type:jwt-key-attestation',
  privateKey: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
} as const
export const pidType = 'eu.eudiw.pid.it'
export const mdocType = 'eu.europa.ec.eudiw.pid.1'

export interface PushedRequest {
  readonly attested: Attested
  readonly verifier: string
  readonly state: string
  header: Json
  claims: Json
  sign: (draft: PushedRequest) => string
  form: Record<string, string>
}

interface Pushed {
  readonly draft: PushedRequest
  readonly answer: Answer
}

/** Pushes an authorization request with exactly the claims of the specification's table. */
export async function push(
  world: World,
  change: Change<PushedRequest> = () => {},
  { attested, late = () => {} }: { readonly attested?: Attested; readonly late?: Change<Sent> } = {},
): Promise<Pushed> {
  const by = attested ?? (await world.attested())
  const verifier = randomText()
  const common = {
    response_type: 'code',
    client_id: by.key.thumbprint,
    code_challenge: sha256(verifier),
    code_challenge_method: 'S256',
  }
  const state = randomText()
  const draft: PushedRequest = {
    attested: by,
    verifier,
    state,
    header: { kid: by.key.thumbprint },
    claims: {
      ...common,
      state,
      authorization_details: [
        { type: 'openid_credential', format: 'vc+sd-jwt', credential_definition: { type: [pidType] } },
      ],
      redirect_uri: walletRedirectUri,
      client_assertion_type: clientAssertionTypes.attestation,
    },
    sign: (one) => signJwt(one.attested.key, one.header, one.claims),
    form: { ...common, client_assertion_type: clientAssertionTypes.attestation, client_assertion: by.jwt },
  }
  await change(draft)
  draft.form.request ??= draft.sign(draft)
  const sent = formOf(`${world.sandbox.pid_provider}/as/par`, draft.form)
  await late(sent)
  return { draft, answer: await send(sent) }
}

export const authorizeUrl = (world: World, clientId: string, requestUri: string): string =>
  `${world.sandbox.pid_provider}/authorize?${new URLSearchParams({ client_id: clientId, request_uri: requestUri })}`

interface LoggedIn {
  readonly draft: PushedRequest
  /** Parameters of the authorization response. */
  readonly back: URLSearchParams
}

/** Pushes a request and has the user log in and consent. */
export async function logIn(
  world: World,
  change: Change<PushedRequest> = () => {},
  user = 'mario.rossi',
): Promise<LoggedIn> {
  const { draft, answer } = await push(world, change)
  const url = authorizeUrl(world, draft.attested.key.thumbprint, String(requireAnswer('PAR', answer).json.request_uri))
  return { draft, back: await passLogin(world, url, String(draft.claims.redirect_uri), user) }
}

async function passLogin(world: World, url: string, stop: string, username: string): Promise<URLSearchParams> {
  const password = world.sandbox.users.find((one) => one.username === username)?.password ?? ''
  const end = await new Browser().submitUntil(url, stop, { username, password })
  if (typeof end !== 'string') throw new Error(`preparation failed: the login ended with ${end.status}`)
  return new URL(end).searchParams
}

export interface DpopDraft {
  key: Key
  header: Json
  claims: Json
}

export const dpopOf = ({ key, header, claims }: DpopDraft): string => signJwt(key, header, claims)

export const newDpop = (key: Key, htm: string, htu: string, accessToken?: string): DpopDraft => ({
  key,
  header: { typ: 'dpop+jwt', jwk: key.jwk },
  claims: { jti: crypto.randomUUID(), htm, htu, iat: now(), ...(accessToken && { ath: sha256(accessToken) }) },
})

export interface TokenRequest {
  readonly loggedIn: LoggedIn
  dpop: DpopDraft
  assertion: { key: Key; header: Json; claims: Json }
  form: Record<string, string>
}

interface Redeemed {
  readonly draft: TokenRequest
  readonly sent: Sent
  readonly answer: Answer
}

export async function redeem(
  world: World,
  change: Change<TokenRequest> = () => {},
  { loggedIn, late = () => {} }: { readonly loggedIn?: LoggedIn; readonly late?: Change<Sent> } = {},
): Promise<Redeemed> {
  const login = loggedIn ?? (await logIn(world))
  const { key } = login.draft.attested
  const { pid_provider } = world.sandbox
  const url = `${pid_provider}/token`
  const times = { iat: now(), exp: now() + 60, jti: crypto.randomUUID() }
  const draft: TokenRequest = {
    loggedIn: login,
    dpop: newDpop(newKey(), 'POST', url),
    assertion: {
      key,
      header: { kid: key.thumbprint },
      claims: { iss: key.thumbprint, sub: key.thumbprint, aud: pid_provider, ...times },
    },
    form: {
      client_id: key.thumbprint,
      grant_type: 'authorization_code',
      code: login.back.get('code') ?? '',
      redirect_uri: String(login.draft.claims.redirect_uri),
      code_verifier: login.draft.verifier,
      client_assertion_type: clientAssertionTypes.privateKey,
    },
  }
  await change(draft)
  draft.form.client_assertion ??= signJwt(draft.assertion.key, draft.assertion.header, draft.assertion.claims)
  const sent = formOf(url, draft.form)
  sent.headers.dpop = dpopOf(draft.dpop)
  await late(sent)
  return { draft, sent, answer: await send(sent) }
}

export interface CredentialRequest {
  readonly redeemed: Redeemed
  readonly accessToken: string
  dpop: DpopDraft
  key: Key
  proof: { header: Json; claims: Json }
  body: Json
}

interface Requested {
  readonly draft: CredentialRequest
  readonly sent: Sent
  readonly answer: Answer
}

export async function requestCredential(
  world: World,
  change: Change<CredentialRequest> = () => {},
  { redeemed, late = () => {}, key }: { redeemed?: Redeemed; late?: Change<Sent>; key?: Key } = {},
): Promise<Requested> {
  const from = redeemed ?? (await redeem(world))
  const { access_token, c_nonce } = requireAnswer('token', from.answer).json
  const accessToken = String(access_token)
  const url = `${world.sandbox.pid_provider}/credential`
  const holder = key ?? newKey()
  const draft: CredentialRequest = {
    redeemed: from,
    accessToken,
    dpop: newDpop(from.draft.dpop.key, 'POST', url, accessToken),
    key: holder,
    proof: {
      header: { typ: 'openid4vci-proof+jwt', kid: holder.thumbprint, jwk: holder.jwk },
      claims: {
        iss: from.draft.loggedIn.draft.attested.key.thumbprint,
        aud: world.sandbox.pid_provider,
        iat: now(),
        nonce: c_nonce,
      },
    },
    body: { credential_definition: { type: [pidType] }, format: 'vc+sd-jwt' },
  }
  await change(draft)
  draft.body.proof ??= { proof_type: 'jwt', jwt: signJwt(draft.key, draft.proof.header, draft.proof.claims) }
  const sent = jsonOf(url, draft.body)
  sent.headers.authorization = `DPoP ${accessToken}`
  sent.headers.dpop = dpopOf(draft.dpop)
  await late(sent)
  return { draft, sent, answer: await send(sent) }
}

export interface Pid {
  readonly key: Key
  readonly issued: string
  readonly disclosures: readonly string[]
}

export async function issuePid(world: World, key: Key = newKey()): Promise<Pid> {
  const { answer } = await requestCredential(world, () => {}, { key })
  const [issued = '', ...disclosures] = String(requireAnswer('credential', answer).json.credential).split('~')
  return { key, issued, disclosures: disclosures.filter((one) => one !== '') }
}
