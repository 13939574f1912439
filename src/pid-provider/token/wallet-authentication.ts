/**
 * What makes a wallet a client of ours, beyond its attestation being genuine: the proof that it has the attested key, and
 * that the attestation has not been revoked. At PAR in either way of D-112, at the token endpoint by attestation (D-428).
 */
import type { Decision, NumericDate, Rules, Verified } from '../../base/index.ts'
import { type AttestationPop, verifyAttestationPop } from '../../oauth/index.ts'
import type { StatusReference } from '../../status-list/index.ts'
import type { VerifiedWalletAttestation } from '../../wallet-attestation/index.ts'
import type { PpAnswer } from '../answers.ts'
import { ATTESTATION_POP_RULES, ATTESTATION_RULES } from '../authorization/push-rules.ts'
import { jwtPolicy, type PidProviderServices } from '../context.ts'
import { type AttestationStatusCode, checkAttestationStatus, readStatusClaim } from './attestation-status.ts'

type WalletContext = Pick<PidProviderServices, 'config' | 'crypto' | 'trust' | 'attestationStatus'>

/** The proof of possession of the attested key, made for us or for one of these endpoints (PP-09). */
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

/** Where to look at every later step; refuses an attestation that is not valid now. */
export async function requireStanding(
  ctx: WalletContext,
  decision: Decision<PpAnswer>,
  { claims, walletProvider }: VerifiedWalletAttestation,
  rules: Rules<AttestationStatusCode, PpAnswer>,
  now: NumericDate,
): Promise<StatusReference | undefined> {
  const { reference } = decision.checkNow(ATTESTATION_RULES, () => readStatusClaim(claims.status))
  if (reference === undefined) return undefined
  await decision.check(rules, () => checkAttestationStatus(ctx, reference, walletProvider, now))
  return reference
}
