/**
 * Client authentication of a wallet with a verified attestation: proof of possession of the attested key, and the
 * status of the attestation. Used at PAR (D-112), and at the token endpoint if the wallet sends an attestation (D-428).
 */
import type { Decision, NumericDate, Rules, Verified } from '../../base/index.ts'
import { type AttestationPop, verifyAttestationPop } from '../../oauth/index.ts'
import type { StatusReference } from '../../status-list/index.ts'
import type { VerifiedWalletAttestation } from '../../wallet-attestation/index.ts'
import type { PpAnswer } from '../answers.ts'
import { ATTESTATION_POP_RULES, ATTESTATION_RULES } from '../authorization/push-rules.ts'
import { jwtPolicy, type PidProviderServices } from '../context.ts'
import { type AttestationStatusCode, checkAttestationStatus, parseStatusClaim } from './attestation-status.ts'

type WalletContext = Pick<PidProviderServices, 'config' | 'crypto' | 'trust' | 'attestationStatus'>

/**
 * Verifies the proof of possession of the attested key. The audience of the proof must be the provider or one of
 * `proof.endpoints` (PP-09). Rejects with a `Refusal` for any fault.
 */
export const verifyPossession = (
  ctx: WalletContext,
  decision: Decision<PpAnswer>,
  { cnf, thumbprint }: VerifiedWalletAttestation,
  proof: { readonly compact: string; readonly endpoints: readonly string[] },
  now: NumericDate,
): Promise<Verified<AttestationPop>> =>
  decision.check(ATTESTATION_POP_RULES, () =>
    verifyAttestationPop(ctx, proof.compact, {
      ...jwtPolicy(ctx, now),
      key: cnf,
      clientId: thumbprint,
      audiences: [ctx.config.entityId, ...proof.endpoints],
      lifetime: ctx.config.proofLifetimeSeconds,
    }),
  )

/**
 * Refuses an attestation whose status is not valid. Returns its status reference, for the checks at the token and
 * credential endpoints. Accepts an attestation without a status list, and then returns `undefined`.
 */
export async function requireValidStatus(
  ctx: WalletContext,
  decision: Decision<PpAnswer>,
  { claims, walletProvider }: VerifiedWalletAttestation,
  rules: Rules<AttestationStatusCode, PpAnswer>,
  now: NumericDate,
): Promise<StatusReference | undefined> {
  const { reference } = decision.checkNow(ATTESTATION_RULES, () => parseStatusClaim(claims.status))
  if (reference === undefined) return undefined
  await decision.check(rules, () => checkAttestationStatus(ctx, reference, walletProvider, now))
  return reference
}
