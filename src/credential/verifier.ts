/** Verifier facets of all formats. */

import type { VerifierFacet } from './facets.ts'
import { type CredentialFormat, credentialFormat, formatMdoc, formatSdJwt } from './formats.ts'
import { mdocVerifierFacet } from './mdoc/verifier.ts'
import { sdJwtVerifierFacet } from './sd-jwt/verifier.ts'

export type { VerifierFacet } from './facets.ts'

const verifierFacets: Readonly<Record<CredentialFormat, VerifierFacet>> = {
  [formatSdJwt]: sdJwtVerifierFacet,
  [formatMdoc]: mdocVerifierFacet,
}

/** Returns the verifier facet of a format, by any name of the format. Returns the SD-JWT facet for any other format. */
export const verifierFacet = (format: string): VerifierFacet => verifierFacets[credentialFormat(format) ?? formatSdJwt]
