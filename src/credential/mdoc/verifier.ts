/** Claims paths in requests for an mdoc. */
import { isElementPath } from '../claim-path.ts'
import type { VerifierFacet } from '../facets.ts'

/**
 * The verifier's side of `mso_mdoc`. A path has exactly two elements: a namespace and an element of it. Any other path
 * selects nothing, since the selected data would not be the data that the path names (OpenID4VP 1.0 §7.2).
 */
export const mdocVerifierFacet: VerifierFacet = {
  typeMember: 'doctype_value',
  queriedTypes: (meta) => (meta?.doctype_value === undefined ? undefined : [meta.doctype_value]),
  takesPath: isElementPath,
  select: (select, path) => (isElementPath(path) ? select(path) : []),
  claimPath: (path) => path.slice(1),
  isTechnical: () => false,
  isNamedById: true,
  statesRetention: true,
}
