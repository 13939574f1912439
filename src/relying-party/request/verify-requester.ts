/**
 * Verifies the wallet that fetches a Request Object (it-wallet §Authentication): the Wallet Attestation under the
 * `DPoP` scheme and a proof with the attested key. The specification describes this only for variant 1 (`scope`). This
 * file does the same for variant 2 (DCQL). Attestation and proof are optional. A proof requires an attestation, and
 * both must then be valid. An attestation without a proof is ignored (RP-04, RP-44, RP-45).
 */
import { type Claim, type Decision, joinRules, type NumericDate, type Rules, rows } from '../../base/index.ts'
import {
  type AuthorizationHeaderCode,
  type DpopHeaderCode,
  type DpopProofCode,
  dpopClaim,
  parseProtectedRequest,
  type ResourceHeaders,
  verifyDpopProof,
} from '../../oauth/index.ts'
import { dpopHeaderRules, dpopRules, requestUriDpop } from '../../rules/index.ts'
import { RP, type RpAnswer } from '../answers.ts'
import type { RelyingPartyServices } from '../context.ts'
import { attestationRulesOf } from '../response/attestation-rules.ts'
import { checkStatus } from '../response/check-status.ts'

export const AUTHORIZATION_RULES = joinRules<AuthorizationHeaderCode | DpopHeaderCode>()(
  dpopHeaderRules(RP.invalidProof, requestUriDpop),
  rows(RP.attestationMissing, { 'RP-45': ['authorization_missing', 'authorization_scheme_unsupported'] }),
  rows(RP.attestationInvalid, { 'RP-45': ['authorization_malformed'] }),
)

export const REQUESTER_ATTESTATION_RULES = attestationRulesOf('RP-45', RP.attestationInvalid)

export const REQUESTER_PROOF_RULES = dpopRules(RP.invalidProof, requestUriDpop) satisfies Rules<DpopProofCode, RpAnswer>

interface VerifiedRequester {
  /** Attested level. `undefined` without a DPoP proof, and if the attestation contains no level. */
  readonly level: string | undefined
  /** Thumbprint of the attested key, whose possession is proved. `undefined` without a DPoP proof. */
  readonly key: string | undefined
  /** Single-use claim on the `jti` of the proof, to be stored together with the fetch. */
  readonly claims: readonly Claim<'dpop_jti'>[]
}

/**
 * Verifies the Wallet Attestation, its status and the DPoP proof of a wallet that fetches the request. Returns the
 * attested level and key, and the single-use claim on the proof. The caller must store this claim. Without a proof,
 * ignores the attestation and returns no level, key or claim. Rejects with a `Refusal` for a proof without an
 * attestation, and if attestation, status or proof is not valid. Does not check that the level suffices (RP-46) or that
 * the proof is new.
 */
export async function verifyRequester(
  ctx: Pick<RelyingPartyServices, 'config' | 'crypto' | 'trust' | 'attestations' | 'status'>,
  decision: Decision<RpAnswer>,
  request: { readonly method: string; readonly url: string; readonly headers: ResourceHeaders },
  now: NumericDate,
): Promise<VerifiedRequester> {
  const { config } = ctx
  const { method, url, headers } = request
  if (headers.dpop === undefined) return { level: undefined, key: undefined, claims: [] } // RP-04
  const { token, proof: compact } = await decision.check(AUTHORIZATION_RULES, () => parseProtectedRequest(headers))
  const attestation = await decision.check(REQUESTER_ATTESTATION_RULES, () => ctx.attestations.verify(token, now))
  const proof = await decision.check(REQUESTER_PROOF_RULES, () =>
    verifyDpopProof(ctx, compact, {
      method,
      url,
      lifetime: config.dpopLifetimeSeconds,
      accessToken: token,
      jkt: attestation.thumbprint,
      algorithms: config.algorithms,
      now,
      skew: config.clockSkewSeconds,
    }),
  )
  const { walletProvider: issuer, claims } = attestation
  const by = { issuer, type: 'wallet_provider' } as const
  const subject = { status: claims.status, ...by, acceptSuspended: false, answer: RP.attestationInvalid }
  await checkStatus(ctx, decision, subject, now)
  return { level: claims.aal, key: attestation.thumbprint, claims: [dpopClaim(proof)] }
}
