/**
 * Whether what was presented has been revoked or suspended since it was issued, by the status list that it refers to
 * (RP-70, RP-71). A revoked one is always refused; a suspended one by the deployment's policy (RP-19).
 */
import { type Decision, failed, type Json, type NumericDate, shownValue } from '../../base/index.ts'
import { type EntityType, statusKeysOf, type TrustCode, type TrustedEntity } from '../../federation/index.ts'
import { statusReference, statusValues } from '../../status-list/index.ts'
import type { RpAnswer } from '../answers.ts'
import type { RelyingPartyServices } from '../context.ts'
import { STATUS_RULES } from './attestation-rules.ts'
import type { CredentialStatus } from './verified-presentation.ts'

interface StatusSubject {
  /** The `status` claim. */
  readonly status: Json | undefined
  readonly issuer: TrustedEntity
  /** As what it has issued this. */
  readonly type: EntityType
  readonly acceptSuspended: boolean
  /** What is told when it is revoked, suspended, or its reference cannot be read. */
  readonly answer: RpAnswer
}

/** What is said of an issuer that is trusted no more: no setting takes what it has issued. */
const distrusts: ReadonlySet<string> = new Set<TrustCode>([
  'no_trust_chain',
  'trust_chain_expired',
  'entity_type_missing',
  'trust_mark_missing',
])

/**
 * Returns `none` where the credential names no list and none is required, `unknown` for a list out of reach where the
 * configuration takes that. Throws a `Refusal` for everything else that is not valid. May ask the network: the list is taken
 * from a cache while it lives (draft-ietf-oauth-status-list-12 §8.3).
 */
export async function checkStatus(
  ctx: Pick<RelyingPartyServices, 'config' | 'status' | 'trust'>,
  decision: Decision<RpAnswer>,
  { status, issuer, type, acceptSuspended, answer }: StatusSubject,
  now: NumericDate,
): Promise<CredentialStatus> {
  const { config } = ctx
  decision.that('RP-70', answer, status !== undefined || !config.requireStatus, 'status_missing', 'status')
  if (status === undefined) return 'none'
  const parsed = statusReference.safeParse(status)
  const reference = decision.found('RP-70', answer, parsed.data?.status_list, 'status_reference_unusable')
  const keys = statusKeysOf(ctx.trust, issuer, type)
  const policy = { ...keys, algorithms: config.algorithms, now, skew: config.clockSkewSeconds }
  const resolved = await ctx.status.resolve(reference, policy)
  if (failed(resolved) && config.acceptUnknownStatus && !distrusts.has(resolved.code)) return 'unknown'
  const { status: value } = decision.checkNow(STATUS_RULES, () => resolved)
  const evidence = {
    found: `status ${value} in ${shownValue(reference.uri)}, issued by ${shownValue(issuer.entityId)}`,
    isOwnWords: true,
  } as const
  decision.that('RP-70', answer, value !== statusValues.invalid, 'revoked', 'status', evidence)
  decision.that('RP-19', answer, value !== statusValues.suspended || acceptSuspended, 'suspended', 'status', evidence)
  const known = Object.values(statusValues).some((one) => one === value)
  decision.that('RP-71', answer, known, 'status_value_unknown', 'status')
  return value === statusValues.suspended ? 'suspended' : 'valid'
}
