/**
 * An SD-JWT presentation: `<issuer JWT>~<disclosures>~<KB-JWT>` (it-wallet §SD-JWT presentation; RP-60 to RP-71). Vouches
 * for what the credential says, for its issuer, that it was shown by its holder to us for this request, and that it is
 * in force. Whether it is what was asked for is seen later.
 */
import { type Decision, isEntityId, type Rules, type Verified } from '../../base/index.ts'
import { credentialKeyOf, isTrustChainHeader, type TrustCode, trustPath } from '../../federation/index.ts'
import type { ParsedJws } from '../../jose/index.ts'
import { formatDcSdJwt, sdJwtTypes } from '../../oauth/index.ts'
import { jwkRules, jwsRules, sdJwtRules, trustRules } from '../../rules/index.ts'
import {
  type KeyBindingCode,
  parseSdJwt,
  type SdJwt,
  type SdJwtCode,
  verifyKeyBindingJwt,
  verifySdJwt,
} from '../../sd-jwt/index.ts'
import { RP, type RpAnswer } from '../answers.ts'
import type { RelyingPartyServices } from '../context.ts'
import { checkStatus } from './check-status.ts'
import { mayIssue, statedTypes } from './credential-issuers.ts'
import { checkEnvelope, openEnvelope } from './signed-envelope.ts'
import type { PresentationExpectation, VerifiedPresentation } from './verified-presentation.ts'

export const SD_JWT_RULES = {
  ...sdJwtRules<RpAnswer>('RP-62', RP.credentialInvalid),
  alg_unsupported: ['RP-61', RP.credentialInvalid],
  signature_invalid: ['RP-60', RP.credentialInvalid],
  expired: ['RP-69', RP.credentialInvalid],
  not_yet_valid: ['RP-69', RP.credentialInvalid],
  sd_jwt_malformed: ['RP-11', RP.responseInvalid],
  sd_jwt_too_large: ['RP-11', RP.responseInvalid],
} as const satisfies Rules<SdJwtCode, RpAnswer>

export const ISSUER_RULES = {
  ...trustRules<RpAnswer>(RP.untrusted, RP.unavailable),
  no_trust_chain: ['RP-84', RP.untrusted],
  entity_type_missing: ['RP-60', RP.untrusted],
} as const satisfies Rules<TrustCode, RpAnswer>

export const KEY_BINDING_RULES = {
  ...jwsRules(RP.bindingBroken),
  ...jwkRules(RP.bindingBroken),
  typ_mismatch: ['RP-64', RP.bindingBroken],
  alg_unsupported: ['RP-64', RP.bindingBroken],
  key_binding_missing: ['RP-63', RP.bindingBroken],
  cnf_missing: ['RP-63', RP.bindingBroken],
  cnf_jwk_missing: ['RP-63', RP.bindingBroken],
  signature_invalid: ['RP-63', RP.bindingBroken],
  aud_missing: ['RP-65', RP.bindingBroken],
  aud_mismatch: ['RP-65', RP.bindingBroken],
  nonce_missing: ['RP-66', RP.bindingBroken],
  nonce_mismatch: ['RP-66', RP.bindingBroken],
  sd_hash_missing: ['RP-67', RP.bindingBroken],
  sd_hash_mismatch: ['RP-67', RP.bindingBroken],
  iat_missing: ['RP-68', RP.bindingBroken],
  iat_too_old: ['RP-68', RP.bindingBroken],
  not_yet_valid: ['RP-68', RP.bindingBroken],
} as const satisfies Rules<KeyBindingCode, RpAnswer>

export async function verifySdJwtPresentation(
  ctx: Pick<RelyingPartyServices, 'config' | 'crypto' | 'trust' | 'status'>,
  decision: Decision<RpAnswer>,
  text: string,
  expected: PresentationExpectation,
): Promise<VerifiedPresentation> {
  const { config } = ctx
  const { now } = expected
  const skew = config.clockSkewSeconds
  const policy = { typ: sdJwtTypes, algorithms: config.sdJwtAlgorithms }
  const envelope = await openEnvelope(ctx, decision, text, expected)
  const parsed = await decision.check(SD_JWT_RULES, () => parseSdJwt(envelope?.presentation ?? text, policy))
  const { header, payload } = parsed.issuerJws
  const iss = decision.found('RP-60', RP.untrusted, textOf(payload.iss), 'issuer_missing')
  if (isEntityId(iss, config)) decision.note('entity', iss)
  const { kid, trust_chain: trustChain } = header
  const hint = isTrustChainHeader(trustChain) ? { trustChain, kid } : { kid } // RP-84
  const issuer = await decision.check(ISSUER_RULES, () => ctx.trust.evaluate(iss, ['openid_credential_issuer'], hint))
  const key = decision.found('RP-60', RP.untrusted, credentialKeyOf(issuer, header), 'issuer_key_unknown')
  const sdJwt = await decision.check(SD_JWT_RULES, () => verifySdJwt(ctx, parsed, key, { now, skew }))
  const types = statedTypes(sdJwt.claims)
  decision.that('RP-60', RP.untrusted, mayIssue(config, issuer, types), 'credential_type_not_issued', 'payload.vct')
  if (envelope) await checkEnvelope(ctx, decision, envelope, sdJwt.claims, expected)
  const keyBinding = envelope ? undefined : await checkKeyBinding(ctx, decision, sdJwt, expected)
  const { acceptSuspended } = config
  const by = { issuer, type: 'openid_credential_issuer' } as const
  const subject = { status: payload.status, ...by, acceptSuspended, answer: RP.credentialInvalid }
  const state = await checkStatus(ctx, decision, subject, now)
  return {
    credential: {
      format: formatDcSdJwt,
      claims: sdJwt.claims,
      alg: parsed.issuerJws.header.alg,
      ...(keyBinding && { keyBindingAlg: keyBinding.header.alg }),
      disclosed: sdJwt.disclosed.map(({ path }) => path),
      withheld: sdJwt.withheld,
      authorities: [{ type: 'openid_federation', values: trustPath(issuer) }],
    },
    issuer: iss,
    status: state,
    attestation: undefined,
  }
}

type Binding = Pick<RelyingPartyServices, 'config' | 'crypto'>

async function checkKeyBinding(
  ctx: Binding,
  decision: Decision<RpAnswer>,
  sdJwt: Verified<SdJwt>,
  { now, presentationNonce, requestedAt }: PresentationExpectation,
): Promise<ParsedJws> {
  const { config } = ctx
  return decision.check(KEY_BINDING_RULES, () =>
    verifyKeyBindingJwt(ctx, sdJwt, {
      aud: config.entityId,
      nonce: presentationNonce,
      issuedNotBefore: requestedAt,
      algorithms: config.algorithms,
      now,
      skew: config.clockSkewSeconds,
    }),
  )
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
