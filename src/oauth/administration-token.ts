/**
 * Bearer tokens for administration. Each one belongs to a person and lives until it is replaced. A guessable token,
 * such as the placeholder of a guide, is refused (RFC 6750 §5.2; D-335).
 */
import { isBearerToken } from './protected-resource.ts'

/** Minimum length in characters: 128 random bits in hexadecimal. */
const shortest = 32

/** Returns the fault of an administration token, or `undefined` for an acceptable one. */
export function administrationTokenFault(token: string): string | undefined {
  if (token.length < shortest) return `has less than ${shortest} characters`
  return isBearerToken(token) ? undefined : 'can be shown by no request: RFC 6750 §2.1, 512 characters'
}

/** Throws a TypeError that names the administrator whose token is unacceptable. */
export function requireAdministrationTokens(
  administrators: readonly { readonly name: string; readonly token: string }[],
): void {
  for (const { name, token } of administrators) {
    const fault = administrationTokenFault(token)
    if (fault !== undefined) throw new TypeError(`the token of the administrator ${name} ${fault}`)
  }
}
