/** A PID Provider that the federation trusts. Its metadata come from a verified trust chain only (WI-06). */
import { type Decision, joinRules, rows } from '../../base/index.ts'
import type { TrustCode, TrustedEntity, TrustHint } from '../../federation/index.ts'
import { type IssuerMetadata, type IssuerMetadataCode, parseIssuerMetadata } from '../../oid4vci/index.ts'
import { certificateRules } from '../../rules/index.ts'
import { type WalletAnswer, WI } from '../answers.ts'
import { checkAnchorProfile } from '../check-anchor-profile.ts'
import type { WalletContext } from '../context.ts'

export const ISSUER_TRUST_RULES = joinRules<TrustCode>()(
  rows(WI.unreachable, { 'GEN-27': ['trust_unavailable'] }),
  rows(WI.issuerUntrusted, {
    'WI-06': ['no_trust_chain', 'trust_chain_expired'],
    'WI-34': ['entity_type_missing', 'trust_mark_missing'],
    'FED-131': ['key_set_by_reference'],
  }),
  certificateRules<WalletAnswer>(WI.issuerUntrusted, WI.unreachable),
)

export const ISSUER_METADATA_RULES = joinRules<IssuerMetadataCode>()(
  rows(WI.issuerFaulty, {
    'GEN-19': ['endpoint_malformed'],
    'WI-06': ['issuer_metadata_malformed', 'issuer_mismatch'],
    'WI-34': ['dpop_alg_unsupported', 'credential_type_missing'],
  }),
  rows(WI.issuerUntrusted, { 'WI-34': ['issuance_not_allowed'] }),
)

export interface TrustedIssuer {
  readonly entity: TrustedEntity
  readonly metadata: IssuerMetadata
}

/**
 * Evaluates a PID Provider and returns it with its parsed metadata. Rejects with a `Refusal` if the provider is not
 * trusted, the federation cannot be reached, or the metadata are not usable.
 */
export async function requireTrustedIssuer(
  ctx: Pick<WalletContext, 'trust' | 'config' | 'anchorProfiles'>,
  decision: Decision<WalletAnswer>,
  issuer: string,
  hint: TrustHint = {},
): Promise<TrustedIssuer> {
  const { config } = ctx
  decision.note('entity', issuer)
  const entity = await decision.check(ISSUER_TRUST_RULES, () =>
    ctx.trust.evaluate(issuer, ['openid_credential_issuer'], hint),
  )
  checkAnchorProfile(ctx, decision, { entity, profile: 'seed', answer: WI.issuerUntrusted })
  const policy = { issuer, credentialType: config.pidType, algorithms: ['ES256'], urls: config } as const
  const metadata = await decision.check(ISSUER_METADATA_RULES, () => parseIssuerMetadata(entity.metadata, policy))
  return { entity, metadata }
}

/**
 * Evaluates the issuer again. Returns the issuer if its metadata now name another endpoint for pushed requests, else
 * `undefined` (D-391). Rejects with a `Refusal` as `requireTrustedIssuer` does.
 */
export async function findMovedIssuer(
  ctx: Pick<WalletContext, 'trust' | 'config' | 'anchorProfiles'>,
  decision: Decision<WalletAnswer>,
  { entity: { entityId }, metadata: before }: TrustedIssuer,
): Promise<TrustedIssuer | undefined> {
  const reevaluated = await requireTrustedIssuer(ctx, decision, entityId, { unverified: true })
  const { pushedAuthorizationRequestEndpoint: current } = reevaluated.metadata
  return current === before.pushedAuthorizationRequestEndpoint ? undefined : reevaluated
}
