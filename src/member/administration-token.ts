/**
 * Bearer tokens of administrators, and tokens with which operators log in at the console (RFC 6750 §5.2; D-335). A
 * token is valid until the process starts with another token. Therefore a member or a console refuses to start with a
 * token that is short enough to be guessed, such as a placeholder from a guide.
 */
import { isBearerToken } from '../oauth/index.ts'

/** Minimum length in characters: 128 random bits in hexadecimal. */
const minimumLength = 32

/** Returns what is wrong with a token, as the end of a sentence, or `undefined` if it is acceptable. */
export function administrationTokenFault(token: string): string | undefined {
  if (token.length < minimumLength) return `has fewer than ${minimumLength} characters`
  return isBearerToken(token) ? undefined : 'cannot be sent as a bearer token: RFC 6750 §2.1, at most 512 characters'
}

/** Throws a TypeError that names the first administrator whose token is too short, too long or malformed. */
export function requireAdministrationTokens(
  administrators: readonly { readonly name: string; readonly token: string }[],
): void {
  for (const { name, token } of administrators) {
    const fault = administrationTokenFault(token)
    if (fault !== undefined) throw new TypeError(`the token of the administrator ${name} ${fault}`)
  }
}
