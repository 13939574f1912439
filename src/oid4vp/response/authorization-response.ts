/**
 * The Authorization Response (it-wallet §Remote presentation; OpenID4VP D20 §6, JARM draft 03): the wallet posts a form
 * to `response_uri`. In the mode `direct_post`, the form is plain. In the mode `direct_post.jwt`, it has one JWT, which
 * is encrypted, signed or both. This file has the functions of wallet and Relying Party. The caller provides the
 * encryption. `presentation-submission.ts` and `vp-token.ts` have parts of the response.
 */
import { type Failure, fail, failed, type JsonObject, type NumericDate } from '../../base/index.ts'
import { type EncryptCode, type Signer, signJwt } from '../../jose/index.ts'
import { type ProfileName, relyingPartyWire } from '../../profiles/index.ts'
import type { ResponseMode } from '../request/request-object-claims.ts'
import {
  type AuthorizationErrorResponse,
  type ErrorResponseCode,
  parseErrorResponse,
} from './authorization-error-response.ts'
import type { PresentationSubmission } from './presentation-submission.ts'

/** Content of the response, by the variant of the request (WI-85). */
export type ResponseContent =
  | {
      readonly kind: 'scope'
      readonly presentations: readonly string[]
      readonly submission: PresentationSubmission
    }
  | {
      readonly kind: 'dcql'
      /** Presentations by query id. Several only if the query has `multiple`. */
      readonly presentations: readonly { readonly id: string; readonly presentation: string | readonly string[] }[]
    }

/** Returns the members of the response for a form or a JWT. */
function responseMembers(
  content: ResponseContent,
  state: string | undefined,
  profile: ProfileName = 'seed',
): JsonObject {
  if (content.kind === 'dcql') {
    const { listedPresentations: inLists } = relyingPartyWire[profile]
    const entries = content.presentations.map(
      ({ id, presentation }) => [id, inLists ? [presentation].flat() : presentation] as const,
    )
    return { vp_token: Object.fromEntries(entries), ...stateOf(state) } // WI-85
  }
  const { presentations, submission } = content
  return {
    vp_token: presentations.length === 1 ? (presentations[0] ?? '') : [...presentations], // WI-85
    presentation_submission: submission as unknown as JsonObject, // WI-84
    ...stateOf(state), // WI-84
  }
}

/** Returns the `state` member, or no member if the request had none (IT-Wallet 1.4). */
const stateOf = (state: string | undefined): { readonly state?: string } => (state === undefined ? {} : { state })

/**
 * Creates the form of `direct_post` in the shape of the specification's own profile (`seed`): strings unchanged, other
 * values as JSON (WI-84).
 */
export function createDirectPost(
  content: ResponseContent,
  state: string | undefined,
): Readonly<Record<string, string>> {
  const members = Object.entries(responseMembers(content, state))
  return Object.fromEntries(
    members.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}

/** Encrypts a plaintext to the Relying Party as a compact JWE with additional header members. */
export type EncryptResponse = (
  plaintext: Uint8Array,
  header: Readonly<Record<string, string>>,
) => Promise<string | Failure<EncryptCode>>

/** Protection of a `direct_post.jwt` response: `encrypt`, `sign` or both. */
export interface ResponseProtectionSettings {
  /** Profile of the Relying Party. It defines the shape of the response. Defaults to `seed`. */
  readonly profile?: ProfileName
  /** Encrypts the members or, if `sign` is present, the signed JWT. */
  readonly encrypt?: EncryptResponse
  /** Signs with the attested key (JARM). The response is valid for `lifetimeSeconds`. */
  readonly sign?: {
    readonly signer: Signer
    readonly iss: string
    readonly aud: string
    readonly now: NumericDate
    readonly lifetimeSeconds: number
  }
}

/**
 * Creates the form of `direct_post.jwt` (WI-84): the members as JSON in a JWE, as a signed JWT, or as a signed JWT in a
 * JWE. Returns the failure of `encrypt` unchanged. Rejects with a TypeError if neither `encrypt` nor `sign` is given,
 * because this mode requires a protection.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { encryptJwe, generateDecrypter } from 'fiducia/jose'
 * import { createNodeCrypto, createNodeRandom } from 'fiducia/node'
 * import { createDirectPostJwt } from 'fiducia/oid4vp'
 *
 * const ctx = { crypto: createNodeCrypto(), random: createNodeRandom() }
 * const { publicJwk: recipient } = await generateDecrypter(ctx) // the key of the Relying Party's metadata
 * const encrypt = (text: Uint8Array) => encryptJwe(ctx, { alg: 'ECDH-ES', enc: 'A256GCM', recipient }, text)
 * const presentations = [{ id: 'pid', presentation: 'eyJhbGciOi…~' }]
 * const form = await createDirectPostJwt({ kind: 'dcql', presentations }, 'state', { encrypt })
 * assert.ok(!failed(form))
 * assert.equal(form.response.split('.').length, 5)
 * ```
 */
export async function createDirectPostJwt(
  content: ResponseContent,
  state: string | undefined,
  { encrypt, sign, profile = 'seed' }: ResponseProtectionSettings,
): Promise<DirectPostJwtForm | Failure<EncryptCode>> {
  const members = responseMembers(content, state, profile)
  const signed = sign && (await signMembers(members, sign))
  const plaintext = utf8.encode(signed ?? JSON.stringify(members))
  const response = encrypt ? await encrypt(plaintext, signed === undefined ? {} : { cty: 'JWT' }) : signed
  if (response === undefined) throw new TypeError('direct_post.jwt needs encryption or a signature')
  if (failed(response)) return response
  return { response, ...(relyingPartyWire[profile].stateBesideResponse && stateOf(state)) } // WI-84
}

/** The form of `direct_post.jwt`. */
export type DirectPostJwtForm = Readonly<{ response: string; state?: string }>

function signMembers(members: JsonObject, sign: NonNullable<ResponseProtectionSettings['sign']>): Promise<string> {
  const { signer, iss, aud, now, lifetimeSeconds } = sign
  const claims = { iss, aud, iat: now, exp: now + lifetimeSeconds, ...members } // RP-49
  return signJwt(signer, { typ: 'oauth-authz-resp+jwt', kid: signer.kid }, claims)
}

const utf8 = new TextEncoder()

/** The parsed form of a response. Its content is neither decrypted nor verified. */
export type ResponseForm =
  | { readonly kind: 'plain'; readonly members: JsonObject; readonly state: string }
  | {
      readonly kind: 'jwt'
      readonly response: string
      readonly form: 'jwe' | 'jws'
      /** Optional `state` of the form. Only the `state` in the JWT identifies the session (RP-50). */
      readonly outerState: string | undefined
    }
  | AuthorizationErrorResponse

/**
 * Reasons to refuse the form before anything is decrypted or verified. `response_ambiguous` means more than one of
 * `vp_token`, `response` and `error`.
 */
export type ResponseFormCode = ErrorResponseCode | 'response_missing' | 'response_ambiguous' | 'response_jwt_malformed'

/**
 * Parses the form of a response: an error, a plain response or a JWT, but no mixture. Does not refuse unknown fields.
 * Does not look up the session, because the `state` in a JWT is known only after the JWT is opened.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { parseResponseForm } from 'fiducia/oid4vp'
 *
 * const form = parseResponseForm(new Map([['error', 'access_denied'], ['state', 'state']]))
 * assert.equal(failed(form) ? form.code : form.kind, 'error')
 * ```
 */
export function parseResponseForm(form: ReadonlyMap<string, string>): ResponseForm | Failure<ResponseFormCode> {
  const { vp_token: token, response, state, ...rest } = Object.fromEntries(form)
  const kinds = [token, response, rest.error].filter((value) => value !== undefined)
  if (kinds.length > 1) return fail('response_ambiguous', 'response')
  if (rest.error !== undefined || (kinds.length === 0 && rest.error_description !== undefined))
    return parseErrorResponse({ ...rest, ...(state === undefined ? {} : { state }) })
  if (response !== undefined) {
    const parts = response.split('.').length
    if (parts !== 5 && parts !== 3) return fail('response_jwt_malformed', 'response') // RP-49
    return { kind: 'jwt', response, form: parts === 5 ? 'jwe' : 'jws', outerState: state }
  }
  if (token === undefined) return fail('response_missing', 'vp_token') // RP-52
  if (state === undefined) return fail('state_missing', 'state') // RP-50
  return { kind: 'plain', members: { ...rest, vp_token: token, state }, state }
}

/** Checks that the response has the requested mode (RP-48). Accepts errors in both modes (RP-83). */
export function checkResponseMode(
  { kind }: ResponseForm,
  requested: ResponseMode,
): undefined | Failure<'response_mode_mismatch'> {
  const found = kind === 'jwt' ? 'direct_post.jwt' : 'direct_post'
  if (kind !== 'error' && found !== requested)
    return fail('response_mode_mismatch', 'response', { expected: requested, found, isShownAnywhere: true }) // RP-48
  return undefined
}
