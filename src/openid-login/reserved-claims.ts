/**
 * Names of claims that the protocols reserve (RFC 7519 §4.1, OpenID Connect Core 1.0 §2 and §3.3.2.11, FAPI, Session
 * Management). No claim of a credential may have one of these names in an ID Token. That includes names that this
 * OpenID Provider does not use itself.
 */
export const reservedClaims: readonly string[] =
  'acr amr at_hash aud auth_time azp c_hash exp iat iss jti nbf nonce s_hash sid sub'.split(' ')
