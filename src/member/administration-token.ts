/**
 * Bearer tokens of administrators (RFC 6750 §5.2; D-335). A token is valid until the operator replaces it, so a token that
 * could be guessed, such as the placeholder of a guide, is refused at start.
 */
import { isBearerToken } from '../oauth/index.ts'

/** Minimum length in characters: 128 random bits in hexadecimal. */
const shortest = 32

/** Returns why a token cannot open an administration, or `undefined` if it can. */
export function administrationTokenFault(token: string): string | undefined {
  if (token.length < shortest) return `has less than ${shortest} characters`
  return isBearerToken(token) ? undefined : 'can be shown by no request: RFC 6750 §2.1, 512 characters'
}

/** Throws a TypeError that names the first administrator whose token is refused. */
export function requireAdministrationTokens(
  administrators: readonly { readonly name: string; readonly token: string }[],
): void {
  for (const { name, token } of administrators) {
    const fault = administrationTokenFault(token)
    if (fault !== undefined) throw new TypeError(`the token of the administrator ${name} ${fault}`)
  }
}
