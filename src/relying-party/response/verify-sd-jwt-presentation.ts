/**
 * Verifies an SD-JWT presentation: `<issuer JWT>~<disclosures>~<KB-JWT>` (it-wallet §SD-JWT presentation; RP-60 to
 * RP-71). Checks the credential, the issuer, that the holder presents the credential to this Relying Party for this
 * request, and the status. Does not check that the credential answers the query.
 */
import {
  type Decision,
  isEntityId,
  type Json,
  type JsonObject,
  joinRules,
  type PublicJwk,
  rows,
} from '../../base/index.ts'
import {
  anchorOf,
  credentialKeyOf,
  type EntityType,
  isTrustChainHeader,
  organizationNameOf,
  protocolKeys,
  type TrustCode,
  type TrustedEntity,
  trustPath,
} from '../../federation/index.ts'
import { type ParsedJws, sameKey } from '../../jose/index.ts'
import { formatDcSdJwt, sdJwtTypes } from '../../oauth/index.ts'
import { certificateRules, jwkRules, jwsRules, sdJwtRules, trustRules } from '../../rules/index.ts'
import {
  checkKeyBindingClaims,
  type KeyBindingCode,
  type ParsedSdJwt,
  parseSdJwt,
  type SdJwtCode,
  sdAlgOf,
  verifyKeyBindingSignature,
  verifySdJwt,
} from '../../sd-jwt/index.ts'
import { RP, type RpAnswer } from '../answers.ts'
import type { RelyingPartyServices } from '../context.ts'
import { audiencesOf } from '../metadata.ts'
import { checkStatus } from './check-status.ts'
import { isConfiguredIssuer, mayIssue, statedTypes } from './credential-issuers.ts'
import { checkEnvelope, openEnvelope } from './signed-envelope.ts'
import type { PresentationExpectation, VerifiedPresentation } from './verified-presentation.ts'

export const SD_JWT_RULES = joinRules<SdJwtCode>()(
  sdJwtRules<RpAnswer>('RP-62', RP.credentialInvalid),
  rows(RP.responseInvalid, { 'RP-11': ['sd_jwt_malformed', 'sd_jwt_too_large'] }),
  rows(RP.credentialInvalid, {
    'RP-60': ['signature_invalid'],
    'RP-61': ['alg_unsupported'],
    'RP-69': ['expired', 'not_yet_valid'],
  }),
)

export const ISSUER_RULES = joinRules<TrustCode>()(
  trustRules<RpAnswer>(RP.untrusted, RP.unavailable),
  rows(RP.untrusted, { 'RP-60': ['entity_type_missing'], 'RP-84': ['no_trust_chain'] }),
)

export const ISSUER_CERTIFICATE_RULES = certificateRules<RpAnswer>(RP.untrusted, RP.unavailable)

export const KEY_BINDING_RULES = joinRules<KeyBindingCode>()(
  jwsRules(RP.bindingBroken),
  jwkRules(RP.bindingBroken),
  rows(RP.bindingBroken, {
    'RP-63': ['key_binding_missing', 'cnf_missing', 'cnf_jwk_missing', 'signature_invalid'],
    'RP-64': ['typ_mismatch', 'alg_unsupported'],
    'RP-65': ['aud_missing', 'aud_mismatch'],
    'RP-66': ['nonce_missing', 'nonce_mismatch'],
    'RP-67': ['sd_hash_missing', 'sd_hash_mismatch'],
    'RP-68': ['iat_missing', 'iat_too_old', 'not_yet_valid'],
  }),
)

/**
 * Verifies a presented SD-JWT: issuer, disclosures, key binding or signed envelope, and status. If the presentation may
 * be discarded, checks the claims of the Key Binding JWT before the issuer (D-1100). Rejects with a `Refusal` at the
 * first fault.
 */
export async function verifySdJwtPresentation(
  ctx: Pick<RelyingPartyServices, 'config' | 'crypto' | 'trust' | 'status' | 'issuerCertificates' | 'testSwitches'>,
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
  const iss = decision.found('RP-60', RP.untrusted, textOf(payload.iss), 'issuer_missing', 'sd_jwt.payload.iss')
  if (isEntityId(iss, config)) decision.note('entity', iss)
  const { kid, trust_chain: trustChain } = header
  const hint = isTrustChainHeader(trustChain) ? { trustChain, kid } : { kid } // RP-84
  const bindingOf = () => (envelope ? undefined : checkKeyBinding(ctx, decision, parsed, expected))
  const checked = expected.mayDiscard ? bindingOf() : undefined // RP-211
  const named = expected.isAttestation || isConfiguredIssuer(config, iss, statedTypes(payload))
  decision.that('RP-60', RP.untrusted, named, 'credential_type_not_issued', 'sd_jwt.payload.vct')
  const type = expected.isAttestation ? 'wallet_provider' : 'openid_credential_issuer' // RP-136
  const issuer = await decision.check(ISSUER_RULES, () => ctx.trust.evaluate(iss, [type], hint))
  const issuerKey = credentialKeyOf(issuer, header, type)
  const key = decision.found('RP-60', RP.untrusted, issuerKey, 'issuer_key_unknown', 'sd_jwt.header.kid')
  const sdJwt = await decision.check(SD_JWT_RULES, () => verifySdJwt(ctx, parsed, key, { now, skew }))
  const authorityKeyIds = await checkIssuerCertificates(ctx, decision, header, { issuer, key, type })
  const accepted = [...new Set([config.entityId, ...audiencesOf(config)])]
  const { aud } = sdJwt.claims
  decision.that('RP-215', RP.credentialInvalid, isForOneOf(accepted, aud), 'aud_mismatch', 'sd_jwt.payload.aud', {
    expected: accepted,
    found: aud,
  })
  const types = statedTypes(sdJwt.claims)
  const issued = expected.isAttestation || mayIssue(config, issuer, types)
  decision.that('RP-60', RP.untrusted, issued, 'credential_type_not_issued', 'sd_jwt.payload.vct')
  if (envelope) await checkEnvelope(ctx, decision, envelope, sdJwt.claims, expected)
  const keyBinding = checked ?? bindingOf()
  if (keyBinding) await decision.check(KEY_BINDING_RULES, () => verifyKeyBindingSignature(ctx, sdJwt, keyBinding))
  const acceptSuspended = config.acceptSuspended && !expected.isAttestation
  const by = { issuer, type } as const
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
      authorities: [
        { type: 'openid_federation', values: trustPath(issuer) },
        { type: 'aki', values: authorityKeyIds }, // RP-220
      ],
    },
    issuer: iss,
    issuerName: organizationNameOf(issuer),
    status: state,
    attestation: undefined,
    ...(expected.isAttestation && { attestedLevel: textOf(sdJwt.claims.aal) ?? config.lowestWalletLevel }),
  }
}

/**
 * Checks the certificates of the issuer's key, in a profile that has them (RP-141). Returns their authority key
 * identifiers. Checks nothing and returns none in another profile, and if a test switch names the anchor of the issuer.
 */
async function checkIssuerCertificates(
  { issuerCertificates, testSwitches }: Pick<RelyingPartyServices, 'issuerCertificates' | 'testSwitches'>,
  decision: Decision<RpAnswer>,
  { x5c }: JsonObject,
  { issuer, key, type }: { readonly issuer: TrustedEntity; readonly key: PublicJwk; readonly type: EntityType },
): Promise<readonly string[]> {
  if (issuerCertificates === undefined || testSwitches?.uncertifiedAnchors?.includes(anchorOf(issuer))) return []
  const certified = await decision.check(ISSUER_CERTIFICATE_RULES, () =>
    issuerCertificates.evaluate(x5c, issuer.entityId, 'sd_jwt.header.x5c', {
      ...{ federationKeys: issuer.federationKeys, protocolKeys: protocolKeys(issuer, type) },
    }),
  )
  const isSameKey = sameKey(certified.publicJwk, key)
  decision.that('RP-141', RP.untrusted, isSameKey, 'certificate_key_mismatch', 'sd_jwt.header.x5c')
  return certified.authorityKeyIds
}

type KeyBindingContext = Pick<RelyingPartyServices, 'config' | 'crypto'>

/** Checks the Key Binding JWT except its signature. */
function checkKeyBinding(
  ctx: KeyBindingContext,
  decision: Decision<RpAnswer>,
  parsed: ParsedSdJwt,
  { now, presentationNonce, requestedAt }: PresentationExpectation,
): ParsedJws {
  const { config } = ctx
  const hash = decision.checkNow(SD_JWT_RULES, () => sdAlgOf(parsed.issuerJws.payload, 'sd_jwt.payload'))
  return decision.checkNow(KEY_BINDING_RULES, () =>
    checkKeyBindingClaims(
      ctx,
      { ...parsed, hash },
      {
        aud: audiencesOf(config),
        nonce: presentationNonce,
        issuedNotBefore: requestedAt,
        algorithms: config.algorithms,
        now,
        skew: config.clockSkewSeconds,
      },
    ),
  )
}

/** Returns true if `aud` is absent or contains one of the names (RFC 7519 §4.1.3, D-1119). */
const isForOneOf = (names: readonly Json[], aud: Json | undefined): boolean =>
  aud === undefined || (Array.isArray(aud) ? aud : [aud]).some((name: Json) => names.includes(name))

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
