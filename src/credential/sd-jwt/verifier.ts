/** Claims paths in requests for an SD-JWT. */
import { findWith, isTechnicalClaim } from '../claim-path.ts'
import type { VerifierFacet } from '../facets.ts'

/** The verifier's side of `dc+sd-jwt`. */
export const sdJwtVerifierFacet: VerifierFacet = {
  typeMember: 'vct_values',
  queriedTypes: (meta) => meta?.vct_values,
  takesPath: () => true,
  select: findWith,
  claimPath: (path) => path,
  isTechnical: ([head]) => isTechnicalClaim(head),
  isNamedById: false,
  statesRetention: false,
}
