/** Verifier facet of SD-JWTs. */
import { findClaimsWith, isTechnicalClaim } from '../claim-path.ts'
import type { VerifierFacet } from '../facets.ts'

/** Operations of a verifier on an SD-JWT. `select` also tries a path's spellings in other drafts (RP-57). */
export const sdJwtVerifierFacet: VerifierFacet = {
  typeMember: 'vct_values',
  queriedTypes: (meta) => meta?.vct_values,
  acceptsPath: () => true,
  select: findClaimsWith,
  claimPath: (path) => path,
  isTechnical: ([head]) => isTechnicalClaim(head),
  isNamedById: false,
  allowsIntentToRetain: false,
}
