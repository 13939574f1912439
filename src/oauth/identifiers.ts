/**
 * The fixed strings of the OAuth wire, each defined once and cited. Everything that compares or emits one of them takes
 * it from here.
 */

/** RFC 6749 §4.1.3. */
export const grantTypeAuthorizationCode = 'authorization_code'
/** RFC 7523 §2.1: the grant for an assertion. */
export const grantTypeJwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** RFC 7523 §2.2: private_key_jwt at the PID Provider's token endpoint. */
export const assertionTypeJwtBearer = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
/** it-wallet §Pushed authorization request: the Wallet Attestation alone. */
export const assertionTypeKeyAttestation = 'urn:ietf:params:oauth:client-assertion-type:jwt-key-attestation'
/** OAuth 2.0 Attestation-Based Client Authentication (draft 01): the same, or followed by `~` and its proof. */
export const assertionTypeClientAttestation = 'urn:ietf:params:oauth:client-assertion-type:jwt-client-attestation'

/** RFC 9126 §2.2, registered by RFC 9101 §9.1. */
export const requestUriPrefix = 'urn:ietf:params:oauth:request_uri:'

/** RFC 7636 §4.3: the only method that anybody here speaks. */
export const codeChallengeMethod = 'S256'
/** RFC 6749 §4.1.1. */
export const responseTypeCode = 'code'
/** RFC 9449 §5: compared without regard to letter case (RFC 6749 §5.1). */
export const tokenTypeDpop = 'DPoP'
/** OpenID4VCI D13 §5.1.1. */
export const authorizationDetailType = 'openid_credential'

/** `typ` of a DPoP proof (RFC 9449 §4.2); without `application/`, as each of these. */
export const typDpopProof = 'dpop+jwt'
/** `typ` of an access token (RFC 9068 §2.1). */
export const typAccessToken = 'at+jwt'
/** `typ` of a Request Object (RFC 9101 §10.8). */
export const typRequestObject = 'oauth-authz-req+jwt'
/** As a media type; RFC 9101 §10.8. */
export const requestObjectMediaType = `application/${typRequestObject}`
/** `typ` of a JWT that says no more of itself (RFC 7519 §5.1). */
export const typJwt = 'JWT'
/** `typ` of the proof that a wallet has its attested key, in IT-Wallet 0.7 to 1.0. */
export const typAttestationPop = 'jwt-client-attestation-pop'
/** The same in Attestation-Based Client Authentication, draft 05 on. */
export const typOauthAttestationPop = 'oauth-client-attestation-pop+jwt'
