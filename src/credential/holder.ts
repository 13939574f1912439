/** The holder's side of each format. */

import type { HolderFacet } from './facets.ts'
import { type CredentialFormat, formatMdoc, formatSdJwt } from './formats.ts'
import { mdocHolderFacet } from './mdoc/holder.ts'
import { sdJwtHolderFacet } from './sd-jwt/holder.ts'

/** The holder's side of each format. */
export const holderFacets: Readonly<Record<CredentialFormat, HolderFacet>> = {
  [formatSdJwt]: sdJwtHolderFacet,
  [formatMdoc]: mdocHolderFacet,
}
