/**
 * Checks whether a credential or a Wallet Attestation was revoked or suspended, by the status list to which it refers
 * (RP-70, RP-71). A revoked or outdated one is always refused (RP-214). A suspended one is refused unless the caller
 * accepts it (RP-19).
 */
import {
  type Decision,
  type FetchCode,
  failed,
  isJsonObject,
  type Json,
  type NumericDate,
  shownValue,
} from '../../base/index.ts'
import { type EntityType, statusKeysOf, type TrustedEntity } from '../../federation/index.ts'
import { statusWithoutList } from '../../member/index.ts'
import { relyingPartyWire } from '../../profiles/index.ts'
import { isOutdatedStatus, statusReference, statusValues } from '../../status-list/index.ts'
import type { RpAnswer } from '../answers.ts'
import type { RelyingPartyServices } from '../context.ts'
import { STATUS_RULES } from './attestation-rules.ts'
import type { CredentialStatus } from './verified-presentation.ts'

interface StatusSubject {
  /** The `status` claim. */
  readonly status: Json | undefined
  readonly issuer: TrustedEntity
  /** Role in which the issuer issued the credential. */
  readonly type: EntityType
  readonly acceptSuspended: boolean
  /**
   * Answer for a credential that is revoked, suspended or outdated, or whose `status` is missing, malformed or has an
   * undefined value. The faults of a list have the answers of `STATUS_RULES`.
   */
  readonly answer: RpAnswer
}

/**
 * Failure codes of a list that cannot be fetched, which `acceptUnknownStatus` accepts. An invalid list has other codes.
 */
const unavailableCodes: ReadonlySet<string> = new Set<FetchCode>([
  'unreachable',
  'status_unexpected',
  'media_type_unexpected',
  'coding_unexpected',
  'answer_too_large',
  'not_text',
])

/**
 * Returns the status of a credential. Returns `none` if the credential has no `status` and the configuration does not
 * require one. Returns `unknown` if the list cannot be fetched and the configuration has `acceptUnknownStatus`. Also
 * returns `unknown` if a test switch names the issuer and `status` has no `status_list`, and with `acceptUnknownStatus`
 * for a credential of a profile with status assertions whose `status` has only `status_assertion` (RP-218). Rejects
 * with a `Refusal` for every other fault. Fetches the list unless a fresh one is cached
 * (draft-ietf-oauth-status-list-12 §8.3).
 */
export async function checkStatus(
  ctx: Pick<RelyingPartyServices, 'config' | 'status' | 'trust' | 'testSwitches'>,
  decision: Decision<RpAnswer>,
  { status, issuer, type, acceptSuspended, answer }: StatusSubject,
  now: NumericDate,
): Promise<CredentialStatus> {
  const { config } = ctx
  decision.that('RP-70', answer, status !== undefined || !config.requireStatus, 'status_missing', 'status')
  if (status === undefined) return 'none'
  const parsed = statusReference.safeParse(status)
  if (!parsed.data?.status_list && statusWithoutList(ctx.testSwitches)(issuer.entityId) !== undefined) return 'unknown'
  const { statusAssertions } = relyingPartyWire[config.profile]
  if (statusAssertions && type === 'openid_credential_issuer' && hasOnlyAssertion(status)) {
    decision.that('RP-218', answer, config.acceptUnknownStatus, 'status_assertion_unsupported', 'status')
    return 'unknown'
  }
  const reference = decision.found('RP-70', answer, parsed.data?.status_list, 'status_reference_unusable', 'status')
  const keys = statusKeysOf(ctx.trust, issuer, type)
  const policy = { ...keys, algorithms: config.algorithms, now, skew: config.clockSkewSeconds }
  const resolved = await ctx.status.resolve(reference, policy)
  if (failed(resolved) && config.acceptUnknownStatus && unavailableCodes.has(resolved.code)) return 'unknown'
  const { status: value } = decision.checkNow(STATUS_RULES, () => resolved)
  const evidence = {
    found: `status ${value} in ${shownValue(reference.uri)}, issued by ${shownValue(issuer.entityId)}`,
    isShownAnywhere: true,
  } as const
  decision.that('RP-70', answer, value !== statusValues.invalid, 'revoked', 'status', evidence)
  decision.that('RP-19', answer, value !== statusValues.suspended || acceptSuspended, 'suspended', 'status', evidence)
  const isOutdated = type === 'openid_credential_issuer' && isOutdatedStatus(value)
  decision.that('RP-214', answer, !isOutdated, 'credential_outdated', 'status', evidence)
  const isDefined = Object.values(statusValues).some((defined) => defined === value)
  decision.that('RP-71', answer, isDefined, 'status_value_unknown', 'status')
  return value === statusValues.suspended ? 'suspended' : 'valid'
}

/** Returns true for a `status` with `status_assertion` and no other member (IT-Wallet 1.0.2). */
const hasOnlyAssertion = (status: Json): boolean =>
  isJsonObject(status) && Object.keys(status).length === 1 && isJsonObject(status.status_assertion)
