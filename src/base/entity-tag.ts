/**
 * Entity tags (RFC 9110 §8.8.3): by them whoever holds a document asks whether it is still this one, and is told so
 * without it (§13.1.2).
 */

/**
 * The strong tag of a JWS: its signature, which stands for every byte before it. It is there since the document was signed,
 * so nothing is computed. `coding` names the content coding of a representation that is not the text itself (§8.8.3.3).
 */
export const jwsEntityTag = (jws: string, coding?: string): string =>
  `"${jws.slice(jws.lastIndexOf('.') + 1)}${coding === undefined ? '' : `-${coding}`}"`

const listed = /(?:^|,)[ \t]*(?:W\/)?("[^"]*")[ \t]*(?=,|$)/g

/** Whether an `If-None-Match` names this tag. Tags are compared weakly there, and `*` names whatever there is. */
export function namesEntityTag(header: string, tag: string): boolean {
  if (header.trim() === '*') return true
  for (const [, one] of header.matchAll(listed)) if (one === tag) return true
  return false
}
