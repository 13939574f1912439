/**
 * Verifies the integrity assertion of the device that requests a Wallet Attestation. Revokes or holds the instance if a
 * failure requires it (WP-29, WP-78).
 */
import { type Decision, failed, type NumericDate } from '../../base/index.ts'
import { type EvidenceClass, evidenceClass, type IntegrityAssertionCode } from '../../device-integrity/index.ts'
import type { WalletAttestationRequest } from '../../wallet-attestation/index.ts'
import type { WpAnswer } from '../answers.ts'
import type { WalletProviderServices } from '../context.ts'
import type { EvidenceReason, WalletInstance } from '../lifecycle/wallet-instance.ts'
import { INTEGRITY_ASSERTION_RULES } from '../registration/evidence-rules.ts'
import { revokeByEvidence } from './attestation-status.ts'

type DeviceContext = Pick<WalletProviderServices, 'config' | 'deviceIntegrity' | 'walletInstances' | 'statusLists'>

interface Evidence {
  readonly request: WalletAttestationRequest
  readonly instance: WalletInstance
  readonly clientData: string
  readonly now: NumericDate
}

type Verdict = Awaited<ReturnType<DeviceContext['deviceIntegrity']['verifyIntegrityAssertion']>>

/** Verifies the integrity assertion of the device. May send a request to the vendor. */
export const verifyDevice = (ctx: DeviceContext, { request, instance, clientData, now }: Evidence): Promise<Verdict> =>
  ctx.deviceIntegrity.verifyIntegrityAssertion({
    integrity_assertion: request.integrity_assertion,
    clientData,
    device: instance.device,
    now,
  })

/**
 * Refuses a device without a valid integrity assertion, and revokes or holds its instance if the failure requires that.
 * The caller must have verified the hardware key's signature on this request, so that third parties cannot cause a
 * revocation (WP-29, D-28). An outage of the vendor revokes nothing (WP-64).
 */
export async function requireGenuineDevice(
  ctx: DeviceContext,
  decision: Decision<WpAnswer>,
  { instance: { hardwareKeyTag }, now }: Evidence,
  verdict: Verdict,
): Promise<void> {
  const outcome = failed(verdict) ? await revokeWhenDue(ctx, { code: verdict.code, hardwareKeyTag, now }) : 'unchanged'
  if (outcome !== 'unchanged') decision.note('change', outcome)
  const { isTestResponse } = decision.checkNow(
    INTEGRITY_ASSERTION_RULES,
    () => verdict,
    (answer) => ({ ...answer, consequence: consequences[outcome] }),
  )
  if (isTestResponse) decision.note('vendor_response', 'test') // WP-98
}

/** Reason of the revocation for each class of failures that revokes. The other classes only refuse (WP-29). */
const reasonsToRevoke: { readonly [failureClass in EvidenceClass]?: EvidenceReason } = {
  forged: 'evidence_forged', // WP-29
  denied: 'integrity_denied', // WP-29
  policy: 'device_below_minimum', // WP-78
}

type Outcome = Awaited<ReturnType<typeof revokeByEvidence>>

/** Sentence about each outcome. Our wallet ends its registration by the word `revoked` in a 403 (D-66). */
const consequences: { readonly [outcome in Outcome]?: string } = {
  revoked: 'The Wallet Instance is revoked now: set the wallet up again.', // WP-213
  held: 'The Wallet Instance is on hold now: ask the Wallet Provider to release the instance.', // WP-213
}

/** Revokes or holds the instance if the failure requires a revocation. Returns what changed. */
async function revokeWhenDue(
  ctx: DeviceContext,
  { code, hardwareKeyTag, now }: { code: IntegrityAssertionCode; hardwareKeyTag: string; now: NumericDate },
): Promise<Outcome> {
  const failureClass = evidenceClass(code)
  const reason = reasonsToRevoke[failureClass]
  if (reason === undefined || (failureClass === 'policy' && !ctx.config.revokeBelowMinimum)) return 'unchanged' // WP-78
  const { maxRevocationsPerMinute: maxPerMinute } = ctx.config
  return revokeByEvidence(ctx, { hardwareKeyTag, reason, maxPerMinute, now }) // WP-29, WP-91
}
