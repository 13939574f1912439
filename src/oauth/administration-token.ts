/**
 * Bearer tokens that open an administration: each stands for a person and lives until somebody replaces it, so one that
 * could be guessed, such as the placeholder of a guide, opens nothing (RFC 6750 §5.2; D-335).
 */
import { isBearerToken } from './protected-resource.ts'

/** Characters: 128 random bits in hexadecimal. */
const shortest = 32

/** Why a token may not open an administration; `undefined` when it may. */
export function administrationTokenFault(token: string): string | undefined {
  if (token.length < shortest) return `has less than ${shortest} characters`
  return isBearerToken(token) ? undefined : 'can be shown by no request: RFC 6750 §2.1, 512 characters'
}

/** Throws a TypeError that names whose token may not. */
export function requireAdministrationTokens(
  administrators: readonly { readonly name: string; readonly token: string }[],
): void {
  for (const { name, token } of administrators) {
    const fault = administrationTokenFault(token)
    if (fault !== undefined) throw new TypeError(`the token of the administrator ${name} ${fault}`)
  }
}
