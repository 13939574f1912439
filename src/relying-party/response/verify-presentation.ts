/** Verifies one presentation by its format. A new format needs a row in `verifiers` and a file. */
import type { Decision } from '../../base/index.ts'
import { formatDcSdJwt, formatMdoc } from '../../oauth/index.ts'
import { canonicalFormat } from '../../oid4vp/index.ts'
import { RP, type RpAnswer } from '../answers.ts'
import type { RelyingPartyServices } from '../context.ts'
import type { PresentationExpectation, VerifiedPresentation } from './verified-presentation.ts'
import { verifyAttestationPresentation } from './verify-attestation-presentation.ts'
import { verifyMdocPresentation } from './verify-mdoc-presentation.ts'
import { verifySdJwtPresentation } from './verify-sd-jwt-presentation.ts'

type PresentationVerifier = (
  ctx: RelyingPartyServices,
  decision: Decision<RpAnswer>,
  text: string,
  expected: PresentationExpectation,
) => Promise<VerifiedPresentation>

const verifiers: ReadonlyMap<string, PresentationVerifier> = new Map<string, PresentationVerifier>([
  [formatDcSdJwt, verifySdJwtPresentation],
  [formatMdoc, verifyMdocPresentation], // RP-12
  ['jwt', verifyAttestationPresentation],
])

/**
 * Verifies a presentation of a requested format. Throws a `Refusal` if the format is not supported. Rejects with a
 * `Refusal` for any other fault. The whole response is then refused (RP-11), except in a profile that discards
 * presentations (RP-216).
 */
export function verifyPresentation(
  ctx: RelyingPartyServices,
  decision: Decision<RpAnswer>,
  presented: { readonly format: string; readonly text: string },
  expected: PresentationExpectation,
): Promise<VerifiedPresentation> {
  const verifier = verifiers.get(canonicalFormat(presented.format))
  const verify = decision.found('RP-13', RP.responseInvalid, verifier, 'format_unsupported', 'vp_token')
  return verify(ctx, decision, presented.text, expected)
}
