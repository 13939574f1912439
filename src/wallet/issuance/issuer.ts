/**
 * A PID Provider as the federation vouches for it. Its metadata comes out of a verified trust chain and from nowhere else
 * (WI-06).
 */
import type { Decision, Rules } from '../../base/index.ts'
import type { TrustCode, TrustedEntity, TrustHint } from '../../federation/index.ts'
import { type IssuerMetadata, type IssuerMetadataCode, parseIssuerMetadata } from '../../oid4vci/index.ts'
import { type WalletAnswer, WI } from '../answers.ts'
import type { WalletContext } from '../context.ts'

export const ISSUER_TRUST_RULES = {
  no_trust_chain: ['WI-06', WI.issuerUntrusted],
  entity_type_missing: ['WI-34', WI.issuerUntrusted],
  trust_chain_expired: ['WI-06', WI.issuerUntrusted],
  trust_mark_missing: ['WI-34', WI.issuerUntrusted],
  trust_unavailable: ['GEN-27', WI.unreachable],
} as const satisfies Rules<TrustCode, WalletAnswer>

export const ISSUER_METADATA_RULES = {
  issuer_metadata_malformed: ['WI-06', WI.issuerFaulty],
  issuer_mismatch: ['WI-06', WI.issuerFaulty],
  endpoint_malformed: ['GEN-19', WI.issuerFaulty],
  dpop_alg_unsupported: ['WI-34', WI.issuerFaulty],
  credential_type_missing: ['WI-34', WI.issuerFaulty],
  credential_type_not_allowed: ['WI-34', WI.issuerUntrusted],
} as const satisfies Rules<IssuerMetadataCode, WalletAnswer>

export interface TrustedIssuer {
  readonly entity: TrustedEntity
  readonly metadata: IssuerMetadata
}

/** Trust and metadata in one, inside of a decision. */
export async function trustedIssuer(
  ctx: Pick<WalletContext, 'trust' | 'config'>,
  decision: Decision<WalletAnswer>,
  issuer: string,
  hint: TrustHint = {},
): Promise<TrustedIssuer> {
  const { config } = ctx
  decision.note('entity', issuer)
  const entity = await decision.check(ISSUER_TRUST_RULES, () =>
    ctx.trust.evaluate(issuer, ['openid_credential_issuer'], hint),
  )
  const policy = { issuer, credentialType: config.pidType, algorithms: ['ES256'], urls: config } as const
  const metadata = await decision.check(ISSUER_METADATA_RULES, () => parseIssuerMetadata(entity.metadata, policy))
  return { entity, metadata }
}

/**
 * The issuer, looked at anew, when its metadata name another endpoint for pushed requests than the one at which there is
 * none (D-391).
 */
export async function movedIssuer(
  ctx: Pick<WalletContext, 'trust' | 'config'>,
  decision: Decision<WalletAnswer>,
  { entity: { entityId }, metadata: before }: TrustedIssuer,
): Promise<TrustedIssuer | undefined> {
  const found = await trustedIssuer(ctx, decision, entityId, { unverified: true })
  const { pushedAuthorizationRequestEndpoint: now } = found.metadata
  return now === before.pushedAuthorizationRequestEndpoint ? undefined : found
}
