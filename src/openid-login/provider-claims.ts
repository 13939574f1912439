/** Claims that the OpenID Provider creates itself (RFC 7519 §4.1, OpenID Connect Core 1.0 §2). */
export const providerClaims: readonly string[] =
  'acr amr at_hash aud auth_time azp c_hash exp iat iss jti nbf nonce s_hash sid sub'.split(' ')
