/**
 * Checks that the wallet makes before it stores an SD-JWT credential, for example a PID (WI-10): signature and issuer,
 * binding to the wallet's key, disclosures, type and claims. If the type requires certificates of the issuer, they are
 * checked too.
 */
import {
  type Decision,
  failed,
  isJsonObject,
  type JsonObject,
  joinRules,
  type NumericDate,
  type PublicJwk,
  rows,
} from '../../base/index.ts'
import { credentialKeyOf, protocolKeys, type TrustedEntity } from '../../federation/index.ts'
import { parsePublicJwk, sameKey } from '../../jose/index.ts'
import { formatSdJwt, sdJwtTypes } from '../../oauth/index.ts'
import { findClaims } from '../../oid4vp/index.ts'
import { certificateRules, sdJwtRules } from '../../rules/index.ts'
import { parseSdJwt, type SdJwtCode, verifySdJwt } from '../../sd-jwt/index.ts'
import { type WalletAnswer, WI } from '../answers.ts'
import type { WalletContext } from '../context.ts'
import { claimForms } from './pid-forms.ts'
import {
  type AcceptedCredential,
  evaluateIssuerWithKey,
  type ReceivedCredential,
  statusOf,
} from './received-credential.ts'

const discarded = WI.credentialDiscarded

export const SD_JWT_CREDENTIAL_RULES = joinRules<SdJwtCode>()(
  sdJwtRules<WalletAnswer>('WI-60', discarded),
  rows(discarded, {
    'WI-58': [
      'alg_none',
      'alg_mac',
      'alg_unsupported',
      'jws_unsigned',
      'key_mismatch',
      'key_unusable',
      'signature_invalid',
    ],
    'WI-61': ['typ_mismatch', 'expired', 'not_yet_valid'],
  }),
)

export const ISSUER_CERTIFICATE_RULES = certificateRules<WalletAnswer>(discarded, WI.unreachable)

/**
 * Verifies a received SD-JWT credential and returns what the wallet stores of it. Rejects with a `Refusal` if a check
 * fails.
 */
export async function acceptSdJwtCredential(
  ctx: WalletContext,
  decision: Decision<WalletAnswer>,
  { credential, issuer, credentialKey, type }: ReceivedCredential,
): Promise<AcceptedCredential> {
  const { algorithms, clockSkewSeconds: skew } = ctx.config
  const now = ctx.clock.now()
  const parsed = await decision.check(SD_JWT_CREDENTIAL_RULES, () =>
    parseSdJwt(credential, { typ: sdJwtTypes, algorithms }, 'pid'),
  )
  const { header, payload } = parsed.issuerJws
  const entity = await evaluateIssuerWithKey(ctx, decision, { issuer, type }, header.kid)
  decision.that('WI-58', discarded, payload.iss === entity.entityId, 'iss_mismatch', 'pid.payload.iss', {
    expected: entity.entityId,
    found: payload.iss,
  })
  decision.that('WI-60', discarded, parsed.keyBindingJwt === undefined, 'key_binding_unexpected', 'pid')
  const issuerKey = decision.found('WI-58', discarded, credentialKeyOf(entity, header), 'kid_unknown', 'pid.header.kid')
  const { claims } = await decision.check(SD_JWT_CREDENTIAL_RULES, () =>
    verifySdJwt(ctx, parsed, issuerKey, { now, skew }, 'pid'),
  )
  if (type.sdJwt?.requiresX5c) await checkIssuerCertificates(ctx, decision, header, { entity, issuerKey })
  const { cnf } = claims
  const lacksKey = isJsonObject(cnf) && cnf.jwk === undefined
  decision.that('WI-59', discarded, !lacksKey, 'cnf_jwk_missing', 'pid.payload.cnf')
  decision.that('WI-59', discarded, isBoundTo(claims, credentialKey.publicJwk), 'cnf_mismatch', 'pid.payload.cnf')
  const isOtherType = typeof claims.type === 'string' && claims.type !== type.credentialType
  const isRequestedType = (claims.vct ?? claims.type) === type.credentialType && !isOtherType
  decision.that('WI-61', discarded, isRequestedType, 'type_mismatch', 'pid.payload.vct', {
    expected: type.credentialType,
    found: claims.vct ?? claims.type,
  })
  const claimOf = (name: string) => findClaims(claims, [name])[0]?.value ?? undefined
  for (const [name, { form, isOptional, unless }] of Object.entries(type.claims)) {
    const value = claimOf(name)
    const isReplaced = unless !== undefined && claimOf(unless) !== undefined
    if (value === undefined && (isOptional || isReplaced)) continue
    decision.that('WI-61', discarded, value !== undefined, 'claim_missing', `pid.${name}`)
    const hasForm = form === undefined || claimForms[form](value)
    decision.that('WI-61', discarded, hasForm, 'claim_malformed', `pid.${name}`)
  }
  return {
    format: formatSdJwt,
    issuer: entity.entityId,
    type: type.credentialType,
    alg: header.alg,
    expiresAt: claims.exp as NumericDate | undefined, // WI-114
    status: statusOf(claims.status),
  }
}

/** Checks that the certificates in the header are valid and certify the issuer's key (WI-151). */
async function checkIssuerCertificates(
  ctx: Pick<WalletContext, 'certificates'>,
  decision: Decision<WalletAnswer>,
  { x5c }: JsonObject,
  { entity, issuerKey }: { readonly entity: TrustedEntity; readonly issuerKey: PublicJwk },
): Promise<void> {
  const evaluator = decision.found('WI-151', discarded, ctx.certificates, 'certificates_unsupported', 'pid.header.x5c')
  const certified = await decision.check(ISSUER_CERTIFICATE_RULES, () =>
    evaluator.evaluate(x5c, entity.entityId, 'pid.header.x5c', {
      federationKeys: entity.federationKeys,
      protocolKeys: protocolKeys(entity, 'openid_credential_issuer'),
    }),
  )
  const isIssuerKey = sameKey(certified.publicJwk, issuerKey)
  decision.that('WI-151', discarded, isIssuerKey, 'certificate_key_mismatch', 'pid.header.x5c')
}

function isBoundTo({ cnf }: JsonObject, walletKey: PublicJwk): boolean {
  const jwk = parsePublicJwk((cnf as JsonObject | null | undefined)?.jwk, 'pid.payload.cnf.jwk')
  return !failed(jwk) && sameKey(jwk, walletKey)
}
