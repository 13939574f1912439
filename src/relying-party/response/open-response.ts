/**
 * Parses the posted form, decrypts a JWE, and parses the JSON or the signed JWT. Returns the members of the response
 * (RP-10, RP-49, RP-50, RP-52). The result is not verified. Does not change a session.
 */
import { type Decision, type JsonObject, joinRules, type NumericDate, rows, rules } from '../../base/index.ts'
import { type Decrypter, type JweCode, type ParsedJws, parseJwe } from '../../jose/index.ts'
import {
  type AuthorizationErrorResponse,
  parseResponseForm,
  parseResponseJwt,
  type ResponseForm,
  type ResponseFormCode,
  type ResponseJwtCode,
  responseSizeLimit,
  type VpTokenCode,
} from '../../oid4vp/index.ts'
import { jwsParseRules } from '../../rules/index.ts'
import { RP, type RpAnswer } from '../answers.ts'
import type { RelyingPartyServices } from '../context.ts'
import { decryptResponse, type OpenedJwe, sessionDecrypterOf, sessionIdOfKid } from '../request/response-keys.ts'
import { acceptedEncryptions, acceptedProtections } from '../request/response-protections.ts'
import type { PresentationSession } from '../session/presentation-session.ts'

type ResponseContext = Pick<
  RelyingPartyServices,
  'config' | 'crypto' | 'decrypter' | 'furtherResponseKeys' | 'sessions'
>

export const RESPONSE_FORM_RULES = rules<ResponseFormCode>()(RP.malformed, {
  'RP-49': ['response_jwt_malformed'],
  'RP-50': ['state_missing'],
  'RP-52': ['response_missing', 'response_ambiguous'],
  'RP-83': ['error_missing', 'error_malformed'],
})

export const JWE_RULES = rules<JweCode>()(RP.malformed, {
  'GEN-23': ['json_malformed', 'json_too_large', 'json_too_deep', 'jwe_too_large', 'jwe_malformed'],
  'GEN-28': ['json_duplicate_member'],
  'RP-49': [
    'jwe_alg_dir',
    'jwe_alg_rsa1_5',
    'jwe_alg_rsa_oaep',
    'jwe_alg_unsupported',
    'jwe_alg_mismatch',
    'jwe_enc_unsupported',
    'jwe_enc_unpublished',
    'jwe_zip',
    'jwe_crit',
    'jwe_kid_mismatch',
    'jwe_epk_invalid',
    'jwe_undecryptable',
  ],
})

export const RESPONSE_JWT_RULES = joinRules<ResponseJwtCode>()(
  jwsParseRules(RP.malformed),
  rows(RP.malformed, {
    'GEN-23': ['response_not_text'],
    'RP-49': ['response_protection_mismatch', 'exp_malformed', 'expired'],
    'RP-50': ['state_missing', 'state_mismatch'],
    'RP-83': ['error_missing', 'error_malformed'],
  }),
)

export const VP_TOKEN_RULES = rules<VpTokenCode>()(RP.malformed, {
  'RP-52': ['vp_token_missing', 'vp_token_malformed', 'vp_token_shape_mismatch', 'vp_token_empty', 'vp_token_too_many'],
  'RP-53': ['presentation_submission_missing', 'presentation_submission_malformed'],
})

/** The members of an opened response. Not verified. */
export interface OpenedResponse {
  readonly kind: 'response'
  readonly members: JsonObject
  readonly state: string
  /** The signed JWT, to be verified with the attested key; `undefined` for an unsigned response. */
  readonly jws: ParsedJws | undefined
  /** True if the members come from a form and are text; false if they come from a JWT and are JSON. */
  readonly isForm: boolean
  /** Key that the response was encrypted to; `undefined` if it was not encrypted. */
  readonly encryptedTo: Decrypter | undefined
}

/**
 * Returns the parsed form, and the response or the wallet's error. Rejects with a `Refusal` if the response cannot be
 * opened, or has a protection that the configuration does not accept. Does not verify the signature of a signed
 * response, because the key comes from the Wallet Attestation in the response (RP-49).
 */
export async function openResponse(
  ctx: ResponseContext,
  decision: Decision<RpAnswer>,
  form: ReadonlyMap<string, string>,
  now: NumericDate,
): Promise<{ readonly posted: ResponseForm; readonly response: OpenedResponse | AuthorizationErrorResponse }> {
  const posted = decision.checkNow(RESPONSE_FORM_RULES, () => parseResponseForm(form))
  if (posted.kind === 'error') return { posted, response: posted }
  if (posted.kind === 'plain') {
    const { members, state } = posted
    const plain = { isForm: true, jws: undefined, encryptedTo: undefined }
    return { posted, response: { kind: 'response', members, state, ...plain } }
  }
  const { responseProtections, algorithms, clockSkewSeconds } = ctx.config
  const protections = acceptedProtections(responseProtections)
  const opened = posted.form === 'jws' ? undefined : await decrypt(ctx, decision, posted.response, now)
  const source = opened ? { decrypted: opened.plaintext } : { signed: posted.response }
  const response = decision.checkNow(RESPONSE_JWT_RULES, () =>
    parseResponseJwt(source, { protections, algorithms, outerState: posted.outerState, now, skew: clockSkewSeconds }),
  )
  const isStateOfKey = opened?.session === undefined || opened.session.state === response.state
  decision.that('RP-133', RP.malformed, isStateOfKey, 'state_mismatch', 'response.state')
  if (response.kind === 'error') return { posted, response }
  return { posted, response: { ...response, isForm: false, encryptedTo: opened?.decrypter } }
}

interface Decrypted extends OpenedJwe {
  /** Session whose own key decrypted the response. `undefined` if a response key of the entity decrypted it. */
  readonly session: PresentationSession | undefined
}

/**
 * Decrypts with the key that was created for one request, if `kid` names such a key. Otherwise decrypts with a response
 * key of this entity. Rejects with a `Refusal` if no key decrypts the response, and for a content encryption that is
 * not accepted.
 */
async function decrypt(
  ctx: ResponseContext,
  decision: Decision<RpAnswer>,
  compact: string,
  now: NumericDate,
): Promise<Decrypted> {
  const jwe = decision.checkNow(JWE_RULES, () => parseJwe(compact, 'response', responseSizeLimit))
  const id = sessionIdOfKid(jwe)
  const session = id === undefined ? undefined : await ctx.sessions.find(id)
  const sessionDecrypter = session && (await sessionDecrypterOf(ctx, session))
  const opened = await decision.check(JWE_RULES, () => decryptResponse(ctx, jwe, now, 'response', sessionDecrypter))
  const { enc } = opened.header
  const accepted = acceptedEncryptions(ctx.config)
  const isPublished = accepted.some((one) => one === enc)
  const evidence = { expected: accepted, found: enc }
  decision.that('RP-49', RP.malformed, isPublished, 'jwe_enc_unpublished', 'response.header.enc', evidence)
  return { ...opened, session: opened.decrypter === sessionDecrypter ? session : undefined }
}
