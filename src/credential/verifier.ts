/** The verifier's side of each format. */

import type { VerifierFacet } from './facets.ts'
import { type CredentialFormat, credentialFormat, formatMdoc, formatSdJwt } from './formats.ts'
import { mdocVerifierFacet } from './mdoc/verifier.ts'
import { sdJwtVerifierFacet } from './sd-jwt/verifier.ts'

export type { VerifierFacet } from './facets.ts'

const verifierFacets: Readonly<Record<CredentialFormat, VerifierFacet>> = {
  [formatSdJwt]: sdJwtVerifierFacet,
  [formatMdoc]: mdocVerifierFacet,
}

/** Returns the verifier's side of a format, under any of its names. Any other JWT is read as an SD-JWT. */
export const verifierFacet = (format: string): VerifierFacet => verifierFacets[credentialFormat(format) ?? formatSdJwt]
