/** Decides by claims of an OpenID Provider whether a person is an operator of the console, and names them. */
import { operatorNamePattern } from '../../member/index.ts'

/** Rules of the settings. */
export interface OperatorClaims {
  /** Claim with the name of the operator in every log. */
  readonly nameClaim: string
  /** An operator has at least one of these claims with this value, or with an array that contains it. */
  readonly allowed: readonly { readonly claim: string; readonly value: string }[]
}

/** Claims of an ID Token. */
type Claims = Readonly<Record<string, unknown>>

/**
 * Returns the operator's name. Returns `undefined` for a person without an allowed claim, without a usable name, or with
 * an address that the provider has not verified.
 */
export function operatorOf({ nameClaim, allowed }: OperatorClaims, claims: Claims): string | undefined {
  const has = (claim: unknown, value: string): boolean =>
    Array.isArray(claim) ? claim.includes(value) : claim === value
  if (!allowed.some(({ claim, value }) => has(claims[claim], value))) return undefined
  const usesAddress = nameClaim === 'email' || allowed.some(({ claim }) => claim === 'email')
  if (usesAddress && claims.email_verified !== true) return undefined
  const name = claims[nameClaim]
  return typeof name === 'string' && operatorNamePattern.test(name) ? name : undefined
}
