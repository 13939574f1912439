/** The holder's side of each format. */
import { type CredentialFormat, formatMdoc, formatSdJwt } from './formats.ts'
import type { HolderFacet } from './holder-facet.ts'
import { mdocHolderFacet } from './mdoc/holder.ts'
import { sdJwtHolderFacet } from './sd-jwt/holder.ts'

export type { PresentationSession } from './holder-facet.ts'

/** The holder's side of each format. */
export const holderFacets: Readonly<Record<CredentialFormat, HolderFacet>> = {
  [formatSdJwt]: sdJwtHolderFacet,
  [formatMdoc]: mdocHolderFacet,
}
