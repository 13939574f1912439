/** An mdoc that is asked for. */
import { isElementPath, selectClaims } from '../claim-path.ts'
import type { VerifierFacet } from '../facets.ts'

/**
 * The verifier's side of `mso_mdoc`. A path is a namespace and an element, spelt as they are: a path of another length would
 * show or send another thing than it names, and selects nothing (OpenID4VP 1.0 §7.2).
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
