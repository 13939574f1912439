/** Finds the operator of the console in the claims of an ID Token and of userinfo. */
import { type JsonObject, withoutNulls } from '../../base/index.ts'
import { operatorNamePattern } from '../../member/index.ts'

/** Settings that decide who is an operator. */
export interface OperatorClaims {
  /** Claim with the operator's name, as logs contain it. */
  readonly nameClaim: string
  /** An operator has at least one of these claims with this value, or with an array that contains it. */
  readonly allowed: readonly { readonly claim: string; readonly value: string }[]
}

type Claims = Readonly<Record<string, unknown>>

/**
 * Returns the operator's name. Returns `undefined` without an allowed claim, and for a name that does not match
 * `operatorNamePattern`. If `nameClaim` or any claim of `allowed` is `email`, also returns `undefined` unless the
 * provider has verified the address, even if the operator has another allowed claim. Accepts the text `true`, which
 * Amazon Cognito and others send instead of the boolean (D-1039).
 */
export function operatorOf({ nameClaim, allowed }: OperatorClaims, claims: Claims): string | undefined {
  const has = (claim: unknown, value: string): boolean =>
    Array.isArray(claim) ? claim.includes(value) : claim === value
  if (!allowed.some(({ claim, value }) => has(claims[claim], value))) return undefined
  const usesAddress = nameClaim === 'email' || allowed.some(({ claim }) => claim === 'email')
  if (usesAddress && claims.email_verified !== true && claims.email_verified !== 'true') return undefined
  const name = claims[nameClaim]
  return typeof name === 'string' && operatorNamePattern.test(name) ? name : undefined
}

/**
 * Returns the claims of userinfo and of the ID Token. A claim of the ID Token takes precedence, unless it is null.
 * `email_verified` counts only for the address beside which it is (OpenID Connect Core §5.1).
 */
export function mergeClaims(userinfo: JsonObject, idToken: JsonObject): JsonObject {
  const own = withoutNulls(idToken)
  const { email_verified: _, ...claims } = { ...userinfo, ...own }
  const verified = [own, userinfo].find((set) => set.email === claims.email && set.email_verified !== undefined)
  return { ...claims, ...(verified && { email_verified: verified.email_verified ?? null }) }
}
