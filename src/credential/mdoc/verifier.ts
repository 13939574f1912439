/** Requests for an mdoc. */
import { isElementPath, selectClaims } from '../claim-path.ts'
import type { VerifierFacet } from '../facets.ts'

/**
 * The verifier's side of `mso_mdoc`. A path is exactly a namespace and an element. A path of another length selects
 * nothing, because it would show or send something else than it names (OpenID4VP 1.0 §7.2).
 */
export const mdocVerifierFacet: VerifierFacet = {
  typeMember: 'doctype_value',
  queriedTypes: (meta) => (meta?.doctype_value === undefined ? undefined : [meta.doctype_value]),
  takesPath: isElementPath,
  select: (claims, path) => (isElementPath(path) ? selectClaims(claims, path) : []),
  claimPath: (path) => path.slice(1),
  isTechnical: () => false,
  isNamedById: true,
  statesRetention: true,
}
