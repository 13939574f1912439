/** The PID Provider's stores. Each method except `prune` is one atomic round trip, including the single-use claims. */
import type { Claim, Lost, NumericDate } from '../base/index.ts'
import type { PlaceRegister } from '../status-list/index.ts'
import type { CredentialChange, CredentialStatus, IssuedCredential } from './register/issued-credential.ts'
import type { AuthorizationSession, Grant, GrantedToken, PushedRequest, UserLogin } from './token/grant.ts'

/** Single-use values that a pushed request spends. */
export type PushClaim = 'request_object_jti' | 'attestation_pop_jti' | 'dpop_jti'
/** Single-use values that a token request spends, in addition to its code. */
export type TokenClaim = 'client_assertion_jti' | 'attestation_pop_jti' | 'dpop_jti'
/** Single-use values that a credential request spends. */
export type CredentialClaim = 'c_nonce' | 'dpop_jti' | 'access_token'

/** Returns the name of the claim that was spent before, `status_index` for a taken place, or `undefined`. */
export const lostClaim = <N extends string>(outcome: string | Lost<N>): N | undefined =>
  typeof outcome === 'string' ? undefined : outcome.lost

/** Pushed requests by their `request_uri`. */
export interface PushedRequests {
  push(input: {
    readonly claims: readonly Claim<PushClaim>[]
    readonly pushed: PushedRequest
  }): Promise<'pushed' | Lost<PushClaim>>
  /**
   * Extends the lifetime of a request to `until`, while the person chooses an identity provider (D-229). Never shortens
   * it. Also revives an expired request: the caller must have found it before.
   */
  keep(input: { readonly requestUri: string; readonly until: NumericDate }): Promise<void>
  /** Returns the request, or `undefined` if it is unknown, has expired or was used by an authorization. */
  find(requestUri: string, now: NumericDate): Promise<PushedRequest | undefined>
}

/** Authorizations, each in one browser until its consent. `gone` means that there is no session with this id. */
export interface AuthorizationSessions {
  begin(session: AuthorizationSession): Promise<void>
  /** Returns the session, or `undefined` if it is unknown or has expired. */
  find(id: string, now: NumericDate): Promise<AuthorizationSession | undefined>
  /**
   * Records that the login was answered, before the answer is verified with the identity provider, so that only one
   * answer is accepted (PP-65).
   */
  takeLoginAnswer(input: {
    readonly id: string
    readonly claims: readonly Claim<'login_response'>[]
  }): Promise<'taken' | 'gone' | Lost<'login_response'>>
  /** Stores the login and gives the session a new id. The old id finds nothing afterwards (PP-60). */
  recordLogin(input: {
    readonly id: string
    readonly newId: string
    readonly login: UserLogin
  }): Promise<'recorded' | 'gone'>
  /**
   * Spends the `request_uri` and ends the session, with a grant if the person consented. `refused` replaces the session
   * after a refusal or a failed login, under another id (D-228, D-413).
   */
  end(input: {
    readonly id: string
    readonly requestUri: string
    readonly claims: readonly Claim<'request_uri'>[]
    readonly grant?: Grant
    readonly refused?: AuthorizationSession | undefined
  }): Promise<'ended' | 'gone' | Lost<'request_uri'>>
}

/** Consents of persons, each to one issuance. Found by the code, and by the token once the code is redeemed. */
export interface Grants {
  /** Returns the grant, also after its code or token has expired, until `prune` deletes it. */
  findByCode(code: string): Promise<Grant | undefined>
  /**
   * Spends the code and the claims and records the token, all or nothing. Claims are checked first: `{lost: 'code'}`
   * means that the code was spent by a request with other claims (D-61). Returns `gone` if there is no such grant.
   */
  redeem(input: {
    readonly code: string
    readonly claims: readonly Claim<TokenClaim>[]
    readonly token: GrantedToken
  }): Promise<'redeemed' | 'gone' | Lost<TokenClaim | 'code'>>
  findByToken(tokenId: string): Promise<Grant | undefined>
  /** Revokes the grant after a second use of its code: the access token of the first use becomes invalid (PP-75). */
  revokeByCode(code: string, now: NumericDate): Promise<void>
  /**
   * Deletes grants, with their personal data, whose code and token have expired, and watched lists whose last watch has
   * ended. May also delete other expired records. Begins no further step after `end` aborts.
   */
  prune(now: NumericDate, end?: AbortSignal): Promise<void>
}

/** Criteria of a search, combined with AND. */
export interface CredentialSearch {
  readonly holderThumbprint?: string
  readonly subject?: string
  readonly clientId?: string
  readonly status?: CredentialStatus
  /** Compared exactly: `vc+sd-jwt` or `mso_mdoc`. */
  readonly format?: string
  /** Inclusive. */
  readonly issuedFrom?: NumericDate
  /** Inclusive. */
  readonly issuedTo?: NumericDate
  /** Id of a credential. Only credentials that are older match. No credential matches if the id is unknown. */
  readonly before?: string
  /** Defaults to 1000. */
  readonly limit?: number
}

/** A status list that the attestations of wallets named when their PIDs were issued. */
export interface WatchedList {
  readonly walletProvider: string
  readonly uri: string
  /** The highest index that an attestation named, plus one. At most `Number.MAX_SAFE_INTEGER`. */
  readonly places: number
}

/** Status lists of Wallet Providers, in which this provider finds suspended and revoked instances (PP-32, D-110). */
export interface WatchedLists {
  /**
   * Takes the lists that are due, the longest due first, and sets their next due time to `nextDue`, so that only one of
   * several replicas gets a list. A list is due as soon as a credential names it. A list whose due time is more than
   * `clocksApartSeconds` after `nextDue` is due too (D-1160). `Grants.prune` does not delete a list before its last
   * watch has ended, and may keep it for one hour more.
   */
  takeDueLists(input: {
    readonly now: NumericDate
    readonly nextDue: NumericDate
    readonly limit: number
  }): Promise<readonly WatchedList[]>
  /**
   * Returns the time when the next list is due, possibly in the past. Returns `undefined` without watched lists. May
   * count a list whose watch has ended, until `Grants.prune` deletes it.
   */
  nextListDue(now: NumericDate): Promise<NumericDate | undefined>
  /** Returns the credentials that are not revoked and are still watched at these indexes of the list. */
  watchedAt(input: {
    readonly walletProvider: string
    readonly uri: string
    readonly indexes: readonly number[]
    readonly now: NumericDate
  }): Promise<readonly IssuedCredential[]>
}

/** The register of issued PIDs. */
export interface IssuedCredentials extends WatchedLists, Required<PlaceRegister> {
  /**
   * Spends the claims and writes the entry, all or nothing. Claims are checked first. Every result except `registered`
   * spends and changes nothing.
   *
   * A revoked or unknown grant issues nothing (`grant_revoked`). Nothing is written if a credential of the token is
   * suspended, or was revoked by another change than `supersededChange` (`withdrawn`, PP-158). An earlier credential of
   * the token with the same key and format is revoked (PP-114). If the token already has `maximumCredentialsPerToken`
   * other credentials that are not revoked, nothing is written (`too_many`, PP-125). An index of a status list is never
   * assigned twice before it is freed: `{lost: 'status_index'}` means that it was taken.
   */
  register(input: {
    readonly claims: readonly Claim<CredentialClaim>[]
    readonly credential: IssuedCredential
  }): Promise<'registered' | 'grant_revoked' | 'withdrawn' | 'too_many' | Lost<CredentialClaim | 'status_index'>>
  find(id: string): Promise<IssuedCredential | undefined>
  /** Returns the matching credentials, newest first. */
  search(by: CredentialSearch): Promise<readonly IssuedCredential[]>
  /**
   * Changes the status of a credential and records the change. Returns `unchanged` if the credential has this status
   * already, `final` if the current status does not permit the change, and `unknown` if there is no such credential.
   */
  changeStatus(change: CredentialChange): Promise<'changed' | 'unchanged' | 'final' | 'unknown'>
  /** Returns every entry of a list whose status is not valid, except those whose place is free again. */
  exceptions(statusList: number): Promise<readonly { readonly index: number; readonly status: CredentialStatus }[]>
  changes(credentialId: string): Promise<readonly CredentialChange[]>
}

/** All stores of a PID Provider. */
export interface PidProviderStores {
  readonly pushedRequests: PushedRequests
  readonly authorizationSessions: AuthorizationSessions
  readonly grants: Grants
  readonly issuedCredentials: IssuedCredentials
}
