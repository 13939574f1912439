/** Holder facets of all formats, for wallets. */

import type { HolderFacet } from './facets.ts'
import { type CredentialFormat, formatMdoc, formatSdJwt } from './formats.ts'
import { mdocHolderFacet } from './mdoc/holder.ts'
import { sdJwtHolderFacet } from './sd-jwt/holder.ts'

/** Operations of a wallet on a credential, by format: open, display, present. */
export const holderFacets: Readonly<Record<CredentialFormat, HolderFacet>> = {
  [formatSdJwt]: sdJwtHolderFacet,
  [formatMdoc]: mdocHolderFacet,
}
