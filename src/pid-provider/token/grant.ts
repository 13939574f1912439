/**
 * Records of one issuance, from the pushed request to the access token. These records are the only link between the
 * endpoints, so any replica can serve any endpoint. Stores keep most members as JSON under the member names of these
 * interfaces.
 */
import type { JsonObject, NumericDate, PublicJwk } from '../../base/index.ts'
import type { PageLanguage } from '../../http/index.ts'
import type { AuthorizationDetail, RequestedConfigurations } from '../../oauth/index.ts'
import type { StatusReference } from '../../status-list/index.ts'
import type { Ending } from '../authorization/ending.ts'
import type { PersonSubjects, PidClaims } from '../issuance/pid-claims.ts'

/** An accepted pushed authorization request (RFC 9126 §2.2). */
export interface PushedRequest {
  readonly requestUri: string
  /** Thumbprint of the attested key, the wallet's `client_id` on the wire. */
  readonly clientId: string
  readonly attestedKey: PublicJwk
  readonly walletProvider: string
  /** Name in the provider's federation metadata, for the consent page. */
  readonly walletProviderName?: string
  /** Client authentication of the pushed request and of the token request. Defaults to `client_assertion` (D-112). */
  readonly clientAuthentication?: 'headers'
  /** Expiry of the Wallet Attestation that authenticated the push. */
  readonly attestationExpiresAt: NumericDate
  /** Status list reference in the attestation, if any, for the checks at the token and credential endpoints (PP-34). */
  readonly attestationStatus?: StatusReference
  /** Language of the pages, if the wallet requested one (PP-122). */
  readonly language?: PageLanguage
  readonly redirectUri: string
  readonly state: string
  readonly codeChallenge: string
  /** Granted authorization details: type, format and credential type of each. */
  readonly authorizationDetails: readonly AuthorizationDetail[]
  /** Requested configurations of OpenID4VCI 1.0. Absent for a request of the draft (profile `specification`, D-42). */
  readonly configurations?: RequestedConfigurations
  /** Thumbprint of the DPoP key that the pushed request is bound to, if any (RFC 9449 §10). */
  readonly dpopThumbprint?: string
  readonly expiresAt: NumericDate
}

/** One authorization in one browser, through login and consent. */
export interface AuthorizationSession {
  /** Session id in the cookie. It changes with the login (D-143). */
  readonly id: string
  /** Copy of the request, because login and consent may take longer than the `request_uri` is valid. */
  readonly request: PushedRequest
  /** `id` of the chosen identity provider. */
  readonly provider: string
  /** State of the identity provider's adapter until the browser returns. */
  readonly pendingLogin: JsonObject
  /** Identifier of the login request, so that only one answer is accepted (PP-65). */
  readonly loginRequestId: string
  /** Protects the consent form against forged posts. */
  readonly consentToken: string
  readonly login?: UserLogin
  /** Result of a failed login. The session cannot continue; the same answer sent again gets the same result (D-413). */
  readonly ended?: Ending
  readonly expiresAt: NumericDate
}

/**
 * The person of an accepted login. The identity provider and its identifier for the person are not stored. Older
 * fiducia versions stored the provider.
 */
export interface UserLogin {
  readonly claims: PidClaims
  /** Pseudonyms of the person (D-1092). Absent in records of older fiducia versions. */
  readonly subjects?: PersonSubjects
}

/** A person's consent to one issuance. The wallet gets the code. Deleted once code and token have expired. */
export interface Grant {
  readonly code: string
  readonly codeExpiresAt: NumericDate
  readonly request: PushedRequest
  readonly login: UserLogin
  /** Pairwise identifier: the same person has another identifier at another wallet (PP-86). */
  readonly subject: string
  readonly token?: GrantedToken
  readonly revokedAt?: NumericDate
}

/** The access token that was issued for a code. */
export interface GrantedToken {
  readonly jti: string
  readonly expiresAt: NumericDate
}
