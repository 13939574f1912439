/** Credential formats that the Relying Party accepts in a DCQL query. */
import { formatDcSdJwt, formatMdoc } from '../../oauth/index.ts'
import { canonicalFormat, type DcqlQuery } from '../../oid4vp/index.ts'

/**
 * Returns the index of the first credential query for a format that the Relying Party cannot verify. Returns -1 if
 * there is none. Accepts the formats of SD-JWTs and `jwt`, and mdocs if `mdocAlgorithms` is not empty.
 */
export function indexOfUnacceptedFormat(
  { mdocAlgorithms }: { readonly mdocAlgorithms: readonly string[] },
  { credentials }: DcqlQuery,
): number {
  const accepted = [formatDcSdJwt, 'jwt', ...(mdocAlgorithms.length > 0 ? [formatMdoc] : [])]
  return credentials.findIndex(({ format }) => !accepted.includes(canonicalFormat(format)))
}
