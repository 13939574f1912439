/**
 * The national identity provider as the PID Provider sees it: one port for both channels, OpenID Connect and SAML 2.0
 * (CIE id and SPID over either). An adapter sends the browser away and later judges what comes back; it decides nothing. Which
 * level suffices (PP-13), who may answer twice (PP-65) and which browser asked (PP-60) are rules of the use case.
 *
 * it-wallet §PID Provider requirements; national rules for SPID and CIE OpenID Connect of 2023-10; SPID SAML
 * rules of 2022-05.
 */
import type { Failure, JsonObject, NumericDate, Verified } from '../../base/index.ts'
import type { JwsCode } from '../../jose/index.ts'
import type { AttributesCode, LoginAttributes } from './national-attributes.ts'
import type { SamlAnswerCode } from './saml/saml-codes.ts'

/** eIDAS levels of assurance (Regulation (EU) No 910/2014, Article 8). */
export type LevelOfAssurance = 'low' | 'substantial' | 'high'

/** The names of the levels on both wires: AuthnContextClassRef and `acr`. Older spellings are not accepted. */
export const levelsOfAssurance: Readonly<Record<string, LevelOfAssurance>> = {
  'https://www.spid.gov.it/SpidL1': 'low',
  'https://www.spid.gov.it/SpidL2': 'substantial',
  'https://www.spid.gov.it/SpidL3': 'high',
}

/** What is asked for, always: a PID takes level High. */
export const requestedAcr = 'https://www.spid.gov.it/SpidL3'

/** The user did not get through, or did not want to (PP-66): a page in plain words, then `access_denied`. */
export type UserLoginCode =
  /** Refused consent or cancelled; OpenID Connect does not say which. */
  | 'user_denied'
  | 'user_login_required'
  | 'user_consent_required'
  /** SAML anomalies nr19 to nr23, nr25 and nr30, which OpenID Connect does not tell apart. */
  | 'user_credentials_failed'
  | 'user_level_unavailable'
  | 'user_timed_out'
  | 'user_consent_refused'
  | 'user_blocked'
  /** CIE id: the card has expired or was revoked. */
  | 'user_card_invalid'
  | 'user_cancelled'
  /** That of an organization, say. */
  | 'user_identity_unsuitable'

/** The provider is out of reach, or says that it is (PP-58: `temporarily_unavailable`), or finds fault with us. */
export type ProviderCode = 'provider_unreachable' | 'provider_untrusted' | 'provider_malformed' | 'provider_error'

/** The answer belongs to no login that is open in this session (PP-65). */
export type PendingCode = 'pending_malformed' | 'pending_foreign' | 'pending_expired'

/** What is wrong with an OpenID Connect answer (PP-62); the faults of its JWTs are those of every JWS. */
export type OidcAnswerCode =
  | JwsCode
  | 'state_missing'
  | 'state_mismatch'
  | 'response_iss_missing'
  | 'response_iss_mismatch'
  | 'code_missing'
  /** The token endpoint refuses the code: used, expired, issued to another, or the PKCE verifier does not fit. */
  | 'code_rejected'
  | 'client_rejected'
  | 'token_response_malformed'
  | 'kid_unknown'
  | 'id_token_missing'
  | 'id_token_malformed'
  | 'nonce_mismatch'
  | 'iss_mismatch'
  | 'aud_mismatch'
  /** The ID Token is of another access token than came with it. */
  | 'at_hash_mismatch'
  /** Issued, or the user logged in, before this login began: no fresh login (PP-61). */
  | 'login_stale'
  | 'acr_missing'
  | 'acr_unknown'
  | 'userinfo_unsigned'
  /** Not encrypted to our key, or not as we published, or changed on its way. */
  | 'userinfo_undecryptable'
  | 'userinfo_malformed'
  | 'userinfo_iss_mismatch'
  | 'userinfo_aud_mismatch'
  | 'userinfo_sub_mismatch'

/** Why an answer of a national identity provider is no login. */
export type NationalLoginCode =
  | UserLoginCode
  | ProviderCode
  | PendingCode
  | OidcAnswerCode
  | SamlAnswerCode
  | AttributesCode

/** A login that the national identity provider vouches for. */
export interface NationalLogin {
  /** The adapter's `id`: which channel it was. */
  readonly provider: string
  /** Entity identifier of the identity provider that answered. */
  readonly issuer: string
  /** As it came back, not as it was asked for (PP-61). Whether it suffices is PP-13's to say. */
  readonly levelOfAssurance: LevelOfAssurance
  /** The user as this provider names them to us: pairwise, and for SAML even transient. */
  readonly subject: string
  readonly authenticatedAt: NumericDate
  /** Whether they suffice for a PID is the person source's to say (PP-67). */
  readonly attributes: LoginAttributes
}

/** A login that waits for the browser to come back. */
export interface BegunLogin {
  /** Where the browser goes. */
  readonly location: string
  /** What `complete` must be given back. Holds secrets: the caller keeps it, and shows it to no browser. */
  readonly pending: JsonObject
  /**
   * Names this request (`state`, or the AuthnRequest's ID). The caller claims it before it calls `complete`, so that an
   * answer is taken once (PP-65).
   */
  readonly requestId: string
}

/** What the browser came back with. */
export interface NationalAnswer {
  /** Parameters of the callback: its query, or the form of an HTTP POST binding. Doubled ones were refused before. */
  readonly parameters: ReadonlyMap<string, string>
  /** What `begin` gave, from the session of the same browser (PP-60). */
  readonly pending: JsonObject
  readonly now: NumericDate
}

/** The national profile of a login over SAML: that of SPID or of CIE id. Stands in settings and in paths. */
export type SamlProfileName = 'spid' | 'cie'

/** One identity provider by its channel. Keeps nothing between `begin` and `complete`: any replica can complete. */
export interface NationalIdentityProvider {
  /** Stands in paths, sessions and records: `cie`, `spid`. */
  readonly id: string
  readonly displayName: { readonly it: string; readonly en: string }
  /**
   * How the browser brings the answer to `callbackUrl`: by a GET with its query, or by another site's form. It decides
   * which cookie reaches us, and in which metadata the URL stands.
   */
  readonly channel: 'openid_connect' | 'saml'
  /** Over SAML: which national profile the provider follows. Defaults to `spid`. */
  readonly samlProfile?: SamlProfileName
  /** Asks for level High with a forced fresh login (PP-61). `callbackUrl` is one of the registered redirect URIs. */
  begin(input: { readonly callbackUrl: string; readonly now: NumericDate }): Promise<BegunLogin | Failure<ProviderCode>>
  /**
   * Judges an answer: that it is genuine, meant for us, fresh, to this request, and says who it is (PP-67). Does not judge
   * the level, nor whether the answer was seen before in this session. Answers any input with a login or a failure.
   */
  complete(answer: NationalAnswer): Promise<Verified<NationalLogin> | Failure<NationalLoginCode>>
}
