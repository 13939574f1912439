/** Verifies the Wallet Attestation in a response (RP-14). */
import type { Decision, JsonObject } from '../../base/index.ts'
import { trustPath } from '../../federation/index.ts'
import { RP, type RpAnswer } from '../answers.ts'
import type { RelyingPartyServices } from '../context.ts'
import { attestationRulesOf } from './attestation-rules.ts'
import { checkStatus } from './check-status.ts'
import type { PresentationExpectation, VerifiedPresentation } from './verified-presentation.ts'

export const ATTESTATION_RULES = attestationRulesOf('RP-14', RP.untrusted)

/**
 * Verifies the attestation, evaluates trust in the Wallet Provider and checks the status. Rejects with a `Refusal` at
 * the first fault, and for a suspended attestation. Does not check that the sender of the response possesses the
 * attested key.
 */
export async function verifyAttestationPresentation(
  ctx: Pick<RelyingPartyServices, 'config' | 'trust' | 'attestations' | 'status'>,
  decision: Decision<RpAnswer>,
  text: string,
  { now }: PresentationExpectation,
): Promise<VerifiedPresentation> {
  const attestation = await decision.check(ATTESTATION_RULES, () => ctx.attestations.verify(text, now))
  const { claims, walletProvider } = attestation
  const by = { issuer: walletProvider, type: 'wallet_provider' } as const
  const subject = { status: claims.status, ...by, acceptSuspended: false, answer: RP.untrusted }
  const state = await checkStatus(ctx, decision, subject, now)
  return {
    credential: {
      format: 'jwt',
      claims: claims as unknown as JsonObject,
      disclosed: [],
      authorities: [{ type: 'openid_federation', values: trustPath(walletProvider) }],
    },
    issuer: claims.iss,
    status: state,
    attestation,
  }
}
