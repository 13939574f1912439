/**
 * What the PID Provider remembers of one issuance, from the pushed request to the access token. The grant is the only
 * link between the endpoints: any replica can serve any of them.
 */
import type { JsonObject, NumericDate, PublicJwk } from '../../base/index.ts'
import type { Language } from '../../http/index.ts'
import type { AuthorizationDetail, RequestedConfigurations } from '../../oauth/index.ts'
import type { StatusReference } from '../../status-list/index.ts'
import type { Ending } from '../authorization/ending.ts'
import type { PidClaims } from '../issuance/pid-claims.ts'

/** A pushed authorization request that was found good (RFC 9126 §2.2). */
export interface PushedRequest {
  readonly requestUri: string
  /** Thumbprint of the attested key: the wallet's `client_id` on the wire. */
  readonly clientId: string
  readonly attestedKey: PublicJwk
  readonly walletProvider: string
  /** As its federation metadata names it, for the consent page. */
  readonly walletProviderName?: string
  /** How the push was authenticated, and so must be what follows; by `client_assertion` when not said (D-112). */
  readonly clientAuthentication?: 'headers'
  /** When the Wallet Attestation that authenticated the push ends. */
  readonly attestationExpiresAt: NumericDate
  /** The attestation's `status` claim, to be looked at again at every later step (PP-34). */
  readonly attestationStatus?: StatusReference
  /** That of our pages, when the wallet named one (PP-122). */
  readonly language?: Language
  readonly redirectUri: string
  readonly state: string
  readonly codeChallenge: string
  /** As granted: type, format and credential type of each object. */
  readonly authorizationDetails: readonly AuthorizationDetail[]
  /** What was asked for in the words of the final profile; of a flow in the specification's own there is none (D-42). */
  readonly configurations?: RequestedConfigurations
  /** The DPoP key that the push was bound to, if it was (RFC 9449 §10). */
  readonly dpopThumbprint?: string
  readonly expiresAt: NumericDate
}

/** One browser's way through login and consent. */
export interface AuthorizationSession {
  /** Stands in the cookie that the login's answer comes with; it is a new one from the login on (D-143). */
  readonly id: string
  /** Kept here too: login and consent may take longer than the `request_uri` lives. */
  readonly request: PushedRequest
  /** `id` of the identity provider that the person was sent to. */
  readonly provider: string
  /** What the identity provider's adapter must remember until the browser comes back. */
  readonly pendingLogin: JsonObject
  /** Names the login request, so that one answer to it is taken (PP-65). */
  readonly loginRequestId: string
  /** Against forged posts of the consent form. */
  readonly consentToken: string
  readonly login?: UserLogin
  /** How a login that failed was answered; nothing follows it, and the same answer sent again is shown it (D-413). */
  readonly ended?: Ending
  readonly expiresAt: NumericDate
}

/** A login that was judged, with the person's attributes mapped to PID claims. */
export interface UserLogin {
  /** `id` of the identity provider. Its own name for the person is not kept: nothing here needs it. */
  readonly provider: string
  readonly authenticatedAt: NumericDate
  readonly claims: PidClaims
}

/** The consent of a person to one issuance; its code is handed to the wallet. Holds personal data until it expires. */
export interface Grant {
  readonly code: string
  readonly codeExpiresAt: NumericDate
  readonly request: PushedRequest
  readonly login: UserLogin
  /** Pairwise: the same person at another wallet has another one (PP-86). */
  readonly subject: string
  readonly token?: GrantedToken
  readonly revokedAt?: NumericDate
}

/** The access token that a code was exchanged for. */
export interface GrantedToken {
  readonly jti: string
  readonly dpopThumbprint: string
  readonly expiresAt: NumericDate
}
