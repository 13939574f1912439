/**
 * Entity tags (RFC 9110 §8.8.3). A client that has a document sends its tag to learn whether the document has changed
 * (§13.1.2).
 */

/**
 * Returns the strong entity tag of a JWS. The tag is the signature, which covers all other bytes, so no hash is
 * computed. `coding` is the content coding of an encoded representation. It becomes part of the tag (§8.8.3.3).
 */
export const jwsEntityTag = (jws: string, coding?: string): string =>
  `"${jws.slice(jws.lastIndexOf('.') + 1)}${coding === undefined ? '' : `-${coding}`}"`

const listedTag = /(?:^|,)[ \t]*(?:W\/)?("[^"]*")[ \t]*(?=,|$)/g

/** Returns true if an `If-None-Match` header names this tag. The comparison is weak. `*` matches every tag. */
export function namesEntityTag(header: string, tag: string): boolean {
  if (header.trim() === '*') return true
  for (const [, one] of header.matchAll(listedTag)) if (one === tag) return true
  return false
}
