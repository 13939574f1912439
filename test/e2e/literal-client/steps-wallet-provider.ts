/**
 * Requests of a Wallet Instance to its Wallet Provider. A case changes the draft before it is signed, or the request
 * before it is sent.
 */
import { type Answer, type Change, formOf, get, jsonOf, requireAnswer, type Sent, send } from './http.ts'
import { type Json, type Key, newKey, now, signJwt } from './jose.ts'
import type { World } from './world.ts'

export interface Phone {
  readonly url: string
  readonly hardware_key_tag: string
}

export interface Attested {
  readonly key: Key
  readonly jwt: string
}

export const challengeOf = async (world: World): Promise<string> =>
  String(requireAnswer('nonce', await get(`${world.sandbox.wallet_provider}/nonce`)).json.nonce)

export async function newPhone(world: World, platform: string, profile?: string): Promise<Phone> {
  const devices = `${world.sandbox.console}/devices`
  const { json } = requireAnswer('device', await send(jsonOf(devices, { platform, ...(profile && { profile }) })))
  return { url: `${devices}/${json.id}`, hardware_key_tag: String(json.hardware_key_tag) }
}

/** Returns the phone's evidence that it has the hardware key, for this challenge. */
export async function keyAttestation(phone: Phone, challenge: string): Promise<Json> {
  return requireAnswer('key attestation', await send(jsonOf(`${phone.url}/key-attestation`, { challenge }))).json
}

export interface Registration {
  body: Json
}

export async function register(
  world: World,
  phone: Phone,
  change: Change<Registration> = () => {},
  late: Change<Sent> = () => {},
): Promise<Answer> {
  const challenge = await challengeOf(world)
  const draft: Registration = { body: { challenge, ...(await keyAttestation(phone, challenge)) } }
  await change(draft)
  const sent = jsonOf(`${world.sandbox.wallet_provider}/wallet-instance`, draft.body)
  await late(sent)
  return send(sent)
}

export interface AttestationRequest {
  key: Key
  header: Json
  claims: Json
  /** Signs the header and the claims. */
  sign: (draft: AttestationRequest) => string
  form: Record<string, string>
  /** Replaces the key, and builds the header and the claims for it. */
  useKey(key: Key): void
}

/** Asks the phone for evidence over the client data, and the Wallet Provider for an attestation. */
export async function attest(
  world: World,
  change: Change<AttestationRequest> = () => {},
  { phone, clientData, challenge: ahead, late = () => {} }: AttestOptions = {},
): Promise<Answer> {
  const { wallet_provider } = world.sandbox
  const device = phone ?? (await world.phone())
  const challenge = ahead ?? (await challengeOf(world))
  const draft: AttestationRequest = {
    key: newKey(),
    header: {},
    claims: {},
    sign: ({ key, header, claims }) => signJwt(key, header, claims),
    form: { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer' },
    useKey: (key) => {
      draft.key = key
      draft.header = { typ: 'war+jwt', kid: key.thumbprint }
      draft.claims = {
        iss: `${wallet_provider}/instance/${key.thumbprint}`,
        sub: wallet_provider,
        aud: wallet_provider,
        exp: now() + 300,
        iat: now(),
        challenge,
        hardware_key_tag: device.hardware_key_tag,
        cnf: { jwk: key.jwk },
        vp_formats_supported: { 'dc+sd-jwt': { alg_values_supported: ['ES256'] } },
        authorization_endpoint: 'https://wallet.example/authorization',
        response_types_supported: ['vp_token'],
        response_modes_supported: ['form_post.jwt'],
        request_object_signing_alg_values_supported: ['ES256'],
        presentation_definition_uri_supported: false,
      }
    },
  }
  draft.useKey(draft.key)
  draft.claims.hardware_signature = undefined
  await change(draft)
  const shown = clientData ?? ((text: string, thumbprint: string) => ({ challenge: text, jwk_thumbprint: thumbprint }))
  const client_data = JSON.stringify(shown(challenge, draft.key.thumbprint))
  const evidence = requireAnswer('assertion', await send(jsonOf(`${device.url}/assertion`, { client_data }))).json
  draft.claims = { ...evidence, ...definedMembers(draft.claims) }
  for (const [name, value] of Object.entries(draft.claims)) if (value === absent) delete draft.claims[name]
  draft.form.assertion ??= draft.sign(draft)
  const sent = formOf(`${wallet_provider}/token`, draft.form)
  await late(sent)
  return send(sent)
}

interface AttestOptions {
  readonly phone?: Phone
  /** A challenge that was fetched before. */
  readonly challenge?: string
  /** Replaces the client data that the device signs. */
  readonly clientData?: (challenge: string, thumbprint: string) => unknown
  readonly late?: Change<Sent>
}

/** Value of a claim that is left out. */
export const absent = Symbol('absent')

const definedMembers = (claims: Json): Json =>
  Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
