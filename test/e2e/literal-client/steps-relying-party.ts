/** Requests of a Wallet Instance and a browser to a Relying Party. */
import { type Answer, Browser, type Change, formOf, get, requireAnswer, type Sent, send } from './http.ts'
import { claimsOf, encrypt, type Json, type Key, now, sha256, signJwt } from './jose.ts'
import { type DpopDraft, dpopOf, newDpop, type Pid } from './steps-pid-provider.ts'
import type { Attested } from './steps-wallet-provider.ts'
import type { World } from './world.ts'

export type Variant = 'scope' | 'dcql'

export interface Started {
  readonly browser: Browser
  readonly answer: Answer
  /** The link to the wallet. */
  readonly link: URL
  readonly requestUri: string
}

export async function start(world: World, variant: Variant, flow = 'same-device'): Promise<Started> {
  const browser = new Browser()
  const url = `${world.sandbox.relying_party}/presentations/new?variant=${variant}&flow=${flow}`
  const answer = requireAnswer('start', await browser.open({ method: 'GET', url, headers: {} }))
  const inPage = /id="wallet-link"[^>]*href="([^"]*)"/.exec(answer.text)?.[1]?.replaceAll('&amp;', '&')
  const link = new URL(answer.headers.get('location') ?? inPage ?? '')
  return { browser, answer, link, requestUri: link.searchParams.get('request_uri') ?? '' }
}

export interface AttestedFetch {
  attested: Attested
  dpop: DpopDraft
  headers: Record<string, string>
}

/** Fetches the Request Object by GET with a Wallet Attestation and a DPoP proof (variant 1). */
export async function fetchAttested(
  world: World,
  started: Started,
  change: Change<AttestedFetch> = () => {},
  late: Change<Sent> = () => {},
): Promise<Answer> {
  const attested = await world.attested()
  const dpop = newDpop(attested.key, 'GET', started.requestUri.split('?')[0] ?? '', attested.jwt)
  const draft: AttestedFetch = { attested, dpop, headers: {} }
  await change(draft)
  const headers = { authorization: `DPoP ${draft.attested.jwt}`, dpop: dpopOf(draft.dpop), ...draft.headers }
  const sent: Sent = { method: 'GET', url: started.requestUri, headers }
  await late(sent)
  return send(sent)
}

export const walletMetadata = (): Json => ({
  vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } },
  client_id_schemes_supported: ['entity_id'],
  authorization_endpoint: 'https://wallet.example/authorization',
  response_types_supported: ['vp_token'],
  response_modes_supported: ['direct_post.jwt'],
  request_object_signing_alg_values_supported: ['ES256'],
  presentation_definition_uri_supported: false,
})

/** Asks for the Request Object by POST (variant 2). */
export async function postRequest(
  started: Started,
  form: Readonly<Record<string, string>>,
  late: Change<Sent> = () => {},
): Promise<Answer> {
  const sent = formOf(started.requestUri, form)
  await late(sent)
  return send(sent)
}

export interface Response {
  readonly started: Started
  readonly asked: Json
  readonly pid: Pid
  attested: Attested
  /** The presented disclosures. */
  disclosures: string[]
  holder: Key
  keyBinding: { header: Json; claims: Json }
  /** The presented SD-JWT. Built before it is sent, unless the case has set it. */
  presentation?: string
  vpToken?: unknown
  /** The content of the Authorization Response except `vp_token`. */
  content: Json
  /** Returns the form of the content. */
  form: (content: Json) => Record<string, string>
}

const nameOf = (disclosure: string): unknown => JSON.parse(Buffer.from(disclosure, 'base64url').toString())[1]

export async function encryptionKey(world: World): Promise<Json> {
  const { metadata } = await world.configuration(world.sandbox.relying_party)
  const { wallet_relying_party } = metadata as { wallet_relying_party: { jwks: { keys: Json[] } } }
  return wallet_relying_party.jwks.keys.find(({ use }) => use === 'enc') ?? {}
}

interface RespondOptions {
  readonly started?: Started
  readonly pid?: Pid
  readonly late?: Change<Sent>
}

interface Responded {
  readonly draft: Response
  readonly sent: Sent
  readonly answer: Answer
}

export async function respond(
  world: World,
  variant: Variant,
  change: Change<Response> = () => {},
  { started, pid, late = () => {} }: RespondOptions = {},
): Promise<Responded> {
  const begun = started ?? (await start(world, variant))
  const asked = claimsOf(requireAnswer('Request Object', await get(begun.requestUri)).text)
  const shown = pid ?? (await world.pid())
  const recipient = await encryptionKey(world)
  const wanted = ['given_name', 'family_name', 'tax_id_number']
  const draft: Response = {
    started: begun,
    asked,
    pid: shown,
    attested: await world.attested(),
    disclosures: shown.disclosures.filter((one) => wanted.includes(String(nameOf(one)))),
    holder: shown.key,
    keyBinding: { header: { typ: 'kb+jwt' }, claims: { iat: now(), aud: asked.client_id, nonce: asked.nonce } },
    content: { state: asked.state },
    form: (content) => ({ response: encrypt(recipient, JSON.stringify(content)) }),
  }
  await change(draft)
  draft.presentation ??= present(draft)
  draft.vpToken ??= vpTokenOf(draft, variant)
  if (variant === 'scope') draft.content.presentation_submission ??= submission()
  const sent = formOf(String(asked.response_uri), draft.form({ vp_token: draft.vpToken, ...draft.content }))
  await late(sent)
  return { draft, sent, answer: await send(sent) }
}

export function present({ pid, disclosures, holder, keyBinding }: Response): string {
  const shown = [pid.issued, ...disclosures, ''].join('~')
  return shown + signJwt(holder, keyBinding.header, { sd_hash: sha256(shown), ...keyBinding.claims })
}

export function vpTokenOf({ asked, presentation, attested }: Response, variant: Variant): unknown {
  if (variant === 'scope') return [presentation, attested.jwt]
  const { credentials } = asked.dcql_query as { credentials: { id: string; format: string }[] }
  return Object.fromEntries(credentials.map(({ id, format }) => [id, format === 'jwt' ? attested.jwt : presentation]))
}

export const submission = (): Json => ({
  id: 'submission',
  definition_id: 'pid-login',
  descriptor_map: [
    { id: 'PersonIdentificationData', path: '$[0]', format: 'vc+sd-jwt' },
    { id: 'WalletAttestation', path: '$[1]', format: 'jwt' },
  ],
})
