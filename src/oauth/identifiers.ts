/** Fixed strings of OAuth. Each is defined once, with its source. */

/** Grant for an authorization code (RFC 6749 §4.1.3). */
export const grantTypeAuthorizationCode = 'authorization_code'
/** Grant for an assertion (RFC 7523 §2.1). */
export const grantTypeJwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** private_key_jwt at the PID Provider's token endpoint (RFC 7523 §2.2). */
export const assertionTypeJwtBearer = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
/** A Wallet Attestation without proof of possession (it-wallet §Pushed authorization request). */
export const assertionTypeKeyAttestation = 'urn:ietf:params:oauth:client-assertion-type:jwt-key-attestation'
/**
 * A Wallet Attestation, optionally followed by `~` and its proof of possession (OAuth 2.0 Attestation-Based Client
 * Authentication, draft 01).
 */
export const assertionTypeClientAttestation = 'urn:ietf:params:oauth:client-assertion-type:jwt-client-attestation'

/** First part of a `request_uri` (RFC 9126 §2.2, §9.3). */
export const requestUriPrefix = 'urn:ietf:params:oauth:request_uri:'

/** The only supported `code_challenge_method` (RFC 7636 §4.3). */
export const codeChallengeMethod = 'S256'
/** The only supported `response_type` (RFC 6749 §4.1.1). */
export const responseTypeCode = 'code'
/** Token type (RFC 9449 §5). Compared case-insensitively (RFC 6749 §5.1). */
export const tokenTypeDpop = 'DPoP'
/** `type` of an authorization detail that requests a credential (OpenID4VCI D13 §5.1.1). */
export const authorizationDetailType = 'openid_credential'

/** `typ` of a DPoP proof (RFC 9449 §4.2), without `application/` like all values of `typ` here. */
export const typDpopProof = 'dpop+jwt'
/** `typ` of an access token (RFC 9068 §2.1). */
export const typAccessToken = 'at+jwt'
/** `typ` of a Request Object (RFC 9101 §10.8). */
export const typRequestObject = 'oauth-authz-req+jwt'
/** Media type of a Request Object (RFC 9101 §10.8). */
export const requestObjectMediaType = `application/${typRequestObject}`
/** Generic `typ` of a JWT (RFC 7519 §5.1). */
export const typJwt = 'JWT'
/** `typ` of a proof of possession in IT-Wallet 0.7 to 1.0. */
export const typAttestationPop = 'jwt-client-attestation-pop'
/** `typ` of a proof of possession in Attestation-Based Client Authentication, from draft 04. */
export const typOauthAttestationPop = 'oauth-client-attestation-pop+jwt'
/** `typ` of a proof of possession in the examples of drafts 04 and 05 (D-1142). */
export const typDraftAttestationPop = 'oauth-client-attestation-pop'
