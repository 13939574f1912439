/**
 * The signed envelope of drafts of 2023: a JWT that contains the SD-JWT and is signed with the credential's key. It
 * replaces the Key Binding JWT. The Relying Party accepts it only in variant 1 (`scope`), and only with the setting
 * `acceptSignedEnvelope` (RP-52, D-16).
 */
import { type Decision, type JsonObject, joinRules, rows } from '../../base/index.ts'
import { type JwkCode, parsePublicJwk } from '../../jose/index.ts'
import {
  type EnvelopeCode,
  type EnvelopeParseCode,
  type PresentationEnvelope,
  parsePresentationEnvelope,
  verifyPresentationEnvelope,
} from '../../oid4vp/index.ts'
import { jwkRules, jwsRules } from '../../rules/index.ts'
import { RP, type RpAnswer } from '../answers.ts'
import type { RelyingPartyServices } from '../context.ts'
import { urlOf } from '../metadata.ts'
import type { PresentationExpectation } from './verified-presentation.ts'

export const ENVELOPE_RULES = joinRules<EnvelopeParseCode | EnvelopeCode | JwkCode>()(
  jwsRules(RP.bindingBroken),
  jwkRules(RP.bindingBroken),
  rows(RP.responseInvalid, { 'RP-52': ['envelope_presentation_missing'] }),
  rows(RP.bindingBroken, {
    'RP-52': ['exp_missing', 'jti_missing'],
    'RP-63': ['signature_invalid'],
    'RP-65': ['aud_mismatch'],
    'RP-66': ['nonce_mismatch'],
    'RP-68': ['iat_missing'],
  }),
)

/**
 * Returns the envelope, not verified. Returns `undefined` for a bare SD-JWT, and if `envelopeAllowed` is false. Rejects
 * with a `Refusal` for any other text that is not an envelope.
 */
export async function openEnvelope(
  { config }: Pick<RelyingPartyServices, 'config'>,
  decision: Decision<RpAnswer>,
  text: string,
  { envelopeAllowed }: PresentationExpectation,
): Promise<PresentationEnvelope | undefined> {
  if (!envelopeAllowed || text.includes('~')) return undefined
  return decision.check(ENVELOPE_RULES, () => parsePresentationEnvelope(text, config.algorithms))
}

/**
 * Verifies the envelope with the key in `claims`: the claims of the verified credential in the envelope. Rejects with a
 * `Refusal` for any fault.
 */
export async function checkEnvelope(
  ctx: Pick<RelyingPartyServices, 'config' | 'crypto'>,
  decision: Decision<RpAnswer>,
  envelope: PresentationEnvelope,
  claims: JsonObject,
  { presentationNonce, now }: PresentationExpectation,
): Promise<void> {
  const { config } = ctx
  const { jwk = {} } = (claims.cnf ?? {}) as { readonly jwk?: JsonObject }
  const key = decision.checkNow(ENVELOPE_RULES, () => parsePublicJwk(jwk, 'sd_jwt.payload.cnf.jwk'))
  const expected = { responseUri: urlOf(config, 'response'), presentationNonce, now, skew: config.clockSkewSeconds }
  await decision.check(ENVELOPE_RULES, () => verifyPresentationEnvelope(ctx, envelope, key, expected))
}
