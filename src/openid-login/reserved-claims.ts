/**
 * Names of claims that the protocol reserves (RFC 7519 §4.1, OpenID Connect Core 1.0 §2). No claim of a credential may
 * have one of them, whether or not the OpenID Provider issues it.
 */
export const reservedClaims: readonly string[] =
  'acr amr at_hash aud auth_time azp c_hash exp iat iss jti nbf nonce s_hash sid sub'.split(' ')
