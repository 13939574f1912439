/**
 * The port to a national identity provider, for both channels: OpenID Connect and SAML 2.0 (CIE id and SPID over
 * either). An adapter creates the redirect to the provider, and verifies the provider's answer. The use case checks the
 * level (PP-13), repeated answers (PP-65) and the browser (PP-60).
 *
 * it-wallet §PID Provider requirements; national rules for SPID and CIE OpenID Connect of 2023-10; SPID SAML rules of
 * 2022-05.
 */
import type { Failure, JsonObject, NumericDate, Verified } from '../../base/index.ts'
import type { JwsCode } from '../../jose/index.ts'
import type { AttributesCode, LoginAttributes } from './national-attributes.ts'
import type { SamlAnswerCode } from './saml/saml-codes.ts'

/** eIDAS levels of assurance (Regulation (EU) No 910/2014, Article 8). */
export type LevelOfAssurance = 'low' | 'substantial' | 'high'

/** Levels by their value on the wire, in AuthnContextClassRef and `acr`. Older spellings are not accepted. */
export const levelsOfAssurance: Readonly<Record<string, LevelOfAssurance>> = {
  'https://www.spid.gov.it/SpidL1': 'low',
  'https://www.spid.gov.it/SpidL2': 'substantial',
  'https://www.spid.gov.it/SpidL3': 'high',
}

/** Requested level in every login: a PID requires level High. */
export const requestedLevel = 'https://www.spid.gov.it/SpidL3'

/**
 * Failures and refusals of the user (PP-66). A page explains them, then the wallet gets `access_denied`. Over OpenID
 * Connect, only the first three codes and `user_level_unavailable` occur. The numbers at the codes are those of the
 * StatusMessage in SAML: `ErrorCode nr19`.
 */
export type UserFailureCode =
  /** The user refused consent or cancelled. OpenID Connect does not distinguish the two. */
  | 'user_denied'
  | 'user_login_required'
  | 'user_consent_required'
  /** Nr19. */
  | 'user_credentials_failed'
  /** Nr20. */
  | 'user_level_unavailable'
  /** Nr21. */
  | 'user_timed_out'
  /** Nr22. */
  | 'user_consent_refused'
  /** Nr23 of SPID. */
  | 'user_blocked'
  /** Nr23 of CIE id: the card has expired or was revoked. */
  | 'user_card_invalid'
  /** Nr25. */
  | 'user_cancelled'
  /** Nr30: the user logged in with the identity of an organization, for example. */
  | 'user_identity_unsuitable'

/**
 * Faults of the provider or of its registration (PP-58):
 * - `provider_unreachable`: the provider does not answer, or reports that it cannot answer now
 * - `provider_untrusted`: the registration has no valid trust chain, or is that of another entity
 * - `provider_malformed`: the registration or an HTTP response is unusable, or a URL in the registration is forbidden
 * - `provider_error`: the provider reports any other error, or rejects the request
 */
export type ProviderCode = 'provider_unreachable' | 'provider_untrusted' | 'provider_malformed' | 'provider_error'

/**
 * The answer does not belong to an open login of this session (PP-65). `pending_foreign` means that the login was begun
 * with another provider. `pending_expired` means that the login took too long, which a page explains to the user.
 */
export type PendingCode = 'pending_malformed' | 'pending_foreign' | 'pending_expired'

/** Reasons to refuse an OpenID Connect answer (PP-62), including those of every JWS. */
export type OidcAnswerCode =
  | JwsCode
  | 'state_missing'
  | 'state_mismatch'
  | 'response_iss_missing'
  | 'response_iss_mismatch'
  | 'code_missing'
  /** The token endpoint refuses the code: used, expired, of another client, or of another PKCE verifier. */
  | 'code_rejected'
  | 'client_rejected'
  | 'token_response_malformed'
  | 'kid_unknown'
  | 'id_token_missing'
  | 'id_token_malformed'
  | 'nonce_mismatch'
  | 'iss_mismatch'
  | 'aud_mismatch'
  /** The ID Token belongs to another access token. */
  | 'at_hash_mismatch'
  /** The token was issued, or the user logged in, before this login began (PP-61). */
  | 'login_stale'
  | 'acr_missing'
  | 'acr_unknown'
  | 'userinfo_unsigned'
  /** The response is encrypted to another key or with other algorithms than the published ones, or was modified. */
  | 'userinfo_undecryptable'
  | 'userinfo_malformed'
  | 'userinfo_iss_mismatch'
  | 'userinfo_aud_mismatch'
  | 'userinfo_sub_mismatch'

/** Reasons to refuse the answer of a national identity provider. */
export type NationalLoginCode =
  | UserFailureCode
  | ProviderCode
  | PendingCode
  | OidcAnswerCode
  | SamlAnswerCode
  | AttributesCode

/** A verified login at a national identity provider. */
export interface NationalLogin {
  /** `id` of the adapter. */
  readonly provider: string
  /** Entity identifier of the identity provider that answered. */
  readonly issuer: string
  /** Level in the answer, not the requested one (PP-61). The caller must check that it suffices (PP-13). */
  readonly levelOfAssurance: LevelOfAssurance
  /** The provider's identifier for the user: pairwise in OpenID Connect, transient in SAML. */
  readonly subject: string
  readonly authenticatedAt: NumericDate
  /** The person source checks that the attributes suffice for a PID (PP-67). */
  readonly attributes: LoginAttributes
}

/** A login that was begun and is not answered yet. */
export interface BegunLogin {
  /** URL to which the browser is redirected. */
  readonly location: string
  /** State for `complete`. Contains secrets: the caller must store it and must not send it to a browser. */
  readonly pending: JsonObject
  /**
   * Identifier of this request: `state`, or the ID of the AuthnRequest. The caller must claim it before it calls
   * `complete`, so that only one answer is accepted (PP-65).
   */
  readonly requestId: string
}

/** The identity provider's answer, as the browser brought it. */
export interface NationalAnswer {
  /** Parameters of the callback's query, or of its form for SAML. The HTTP layer has refused repeated ones. */
  readonly parameters: ReadonlyMap<string, string>
  /** `pending` of `begin`, from the session of the same browser (PP-60). */
  readonly pending: JsonObject
  readonly now: NumericDate
}

/** National profile of a SAML login: SPID or CIE id. Appears in settings and paths. */
export type SamlProfileName = 'spid' | 'cie'

/** One identity provider over one channel. Stateless: any replica can complete a login. */
export interface NationalIdentityProvider {
  /** Unique name in paths, sessions and records: lower-case letters, digits and hyphens, for example `cie`. */
  readonly id: string
  readonly displayName: { readonly it: string; readonly en: string }
  /** National scheme, whose official button the login page shows. Without it, the button shows the name. */
  readonly scheme?: 'cie' | 'spid'
  /**
   * URL of the logo on the button, on the origin of the PID Provider: its pages load images only from there.
   * `createPidProvider` does not serve the file. Defaults to the logo of SPID if this is the only provider of scheme
   * `spid`, otherwise to none.
   */
  readonly logoUrl?: string
  /**
   * Channel of the answer at `callbackUrl`: a GET with a query for OpenID Connect, a form that another site posts for
   * SAML. The channel determines which session cookie the browser sends, and which metadata contain the URL.
   */
  readonly channel: 'openid_connect' | 'saml'
  /** National profile of a SAML provider. Defaults to `spid`. */
  readonly samlProfile?: SamlProfileName
  /** Begins a login at level High with forced authentication (PP-61). `callbackUrl` must be registered. */
  begin(input: { readonly callbackUrl: string; readonly now: NumericDate }): Promise<BegunLogin | Failure<ProviderCode>>
  /**
   * Verifies that an answer is genuine, fresh, addressed to this PID Provider, belongs to this request, and identifies
   * a person (PP-67). Does not check the level, nor whether the answer was used before. Returns a login or a failure
   * for any input.
   */
  complete(answer: NationalAnswer): Promise<Verified<NationalLogin> | Failure<NationalLoginCode>>
}
