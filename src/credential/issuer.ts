/** Issuer facets of all formats. A wallet does not load this file. */

import type { IssuerFacet } from './facets.ts'
import { type CredentialFormat, formatMdoc, formatSdJwt } from './formats.ts'
import { mdocIssuerFacet } from './mdoc/issuer.ts'
import { sdJwtIssuerFacet } from './sd-jwt/issuer.ts'

export type { CredentialContent, MdocIssuer } from './facets.ts'
export { claimsPathOf } from './sd-jwt/issuer.ts'

/** Operations of an issuer on a credential, by format: limit its lifetime, create and sign it. */
export const issuerFacets: Readonly<Record<CredentialFormat, IssuerFacet>> = {
  [formatSdJwt]: sdJwtIssuerFacet,
  [formatMdoc]: mdocIssuerFacet,
}
