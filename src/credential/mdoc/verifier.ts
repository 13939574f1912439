/** Verifier facet of mdocs. */
import { isElementPath } from '../claim-path.ts'
import type { VerifierFacet } from '../facets.ts'

/**
 * Operations of a verifier on an mdoc. A path must have exactly two elements, namespace and element identifier
 * (OpenID4VP 1.0 §7.2). Any other path selects nothing.
 */
export const mdocVerifierFacet: VerifierFacet = {
  typeMember: 'doctype_value',
  queriedTypes: (meta) => (meta?.doctype_value === undefined ? undefined : [meta.doctype_value]),
  acceptsPath: isElementPath,
  select: (select, path) => (isElementPath(path) ? select(path) : []),
  claimPath: (path) => path.slice(1),
  isTechnical: () => false,
  isNamedById: true,
  allowsIntentToRetain: true,
}
