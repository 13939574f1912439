/**
 * What the PID Provider keeps, in the protocol's verbs: each one round trip, atomic, with the claims that go with it.
 */
import type { Claim, Lost, NumericDate } from '../base/index.ts'
import type { CredentialChange, CredentialStatus, IssuedCredential } from './register/issued-credential.ts'
import type { AuthorizationSession, Grant, GrantedToken, PushedRequest, UserLogin } from './token/grant.ts'

/** Single uses that a pushed request spends. */
export type PushClaim = 'request_object_jti' | 'attestation_pop_jti' | 'dpop_jti'
/** Single uses that a token request spends. */
export type TokenClaim = 'code' | 'client_assertion_jti' | 'attestation_pop_jti' | 'dpop_jti'
/** Single uses that a credential request spends. */
export type CredentialClaim = 'c_nonce' | 'dpop_jti' | 'access_token'

/** The claim that a verb says somebody else had. */
export const lostClaim = <N extends string>(outcome: string | Lost<N>): N | undefined =>
  typeof outcome === 'string' ? undefined : outcome.lost

/** Pushed requests by their `request_uri`. */
export interface PushedRequests {
  push(input: {
    readonly claims: readonly Claim<PushClaim>[]
    readonly pushed: PushedRequest
  }): Promise<'pushed' | Lost<PushClaim>>
  /** A request that has come in time is found until then, while the person chooses where to log in (D-229). */
  keep(input: { readonly requestUri: string; readonly until: NumericDate }): Promise<void>
  /** Until its `expiresAt`, or for as long as it is kept, or until an authorization has used it. */
  find(requestUri: string, now: NumericDate): Promise<PushedRequest | undefined>
}

/** One authorization in one browser: from the pushed request over the login to the person's consent. */
export interface AuthorizationSessions {
  begin(session: AuthorizationSession): Promise<void>
  find(id: string, now: NumericDate): Promise<AuthorizationSession | undefined>
  /** Spends the login's one answer, before the identity provider is asked what it is worth (PP-65). */
  takeLoginAnswer(input: {
    readonly id: string
    readonly claims: readonly Claim<'login_response'>[]
  }): Promise<'taken' | 'gone' | Lost<'login_response'>>
  /** From here on the session has another id, and the one that it began with names nothing (PP-60). */
  recordLogin(input: {
    readonly id: string
    readonly newId: string
    readonly login: UserLogin
  }): Promise<'recorded' | 'gone'>
  /**
   * Spends the `request_uri` and ends the session: with a grant when the person consented, without when not. `refused` is
   * what a refusal or a failed login leaves in its place, to be found by an id of its own (D-228, D-413).
   */
  end(input: {
    readonly id: string
    readonly requestUri: string
    readonly claims: readonly Claim<'request_uri'>[]
    readonly grant?: Grant
    readonly refused?: AuthorizationSession | undefined
  }): Promise<'ended' | 'gone' | Lost<'request_uri'>>
}

/** What a person has agreed to: by its code until that is redeemed, then by its token. */
export interface Grants {
  findByCode(code: string): Promise<Grant | undefined>
  /** Spends the code and the proofs, and records the token: all or nothing. */
  redeem(input: {
    readonly code: string
    readonly claims: readonly Claim<TokenClaim>[]
    readonly token: GrantedToken
  }): Promise<'redeemed' | 'gone' | Lost<TokenClaim>>
  findByToken(tokenId: string): Promise<Grant | undefined>
  /** After a second use of the code: what the first one issued is worth nothing any more (PP-75). */
  revokeByCode(code: string, now: NumericDate): Promise<void>
  /** Forgets grants, with their personal data, whose code and token are over. */
  prune(now: NumericDate): Promise<void>
}

/** What narrows a search; each that is said must hold. */
export interface CredentialSearch {
  readonly holderThumbprint?: string
  readonly subject?: string
  readonly clientId?: string
  readonly status?: CredentialStatus
  /** A thousand when not said. */
  readonly limit?: number
}

/** A status list that attestations named at the issuance of PIDs. */
export interface WatchedList {
  readonly walletProvider: string
  readonly uri: string
  /** One more than the highest index that an attestation named. */
  readonly places: number
}

/** The status lists in which the register looks for Wallet Instances that were suspended or revoked (PP-32, D-110). */
export interface WatchedLists {
  /**
   * Takes lists that are due, those first that are due the longest, and makes each due again at `nextDue`: of several
   * replicas one gets a list. A list is due from the first credential on that names it, until it is forgotten: `prune` of
   * the grants does so within an hour after the last place in it is watched.
   */
  takeDueLists(input: {
    readonly now: NumericDate
    readonly nextDue: NumericDate
    readonly limit: number
  }): Promise<readonly WatchedList[]>
  /** When the next list is due, which may be past. */
  nextListDue(now: NumericDate): Promise<NumericDate | undefined>
  /** The credentials that are not revoked, and of which these places of the list still speak. */
  watchedAt(input: {
    readonly walletProvider: string
    readonly uri: string
    readonly indexes: readonly number[]
    readonly now: NumericDate
  }): Promise<readonly IssuedCredential[]>
}

/** The register of PIDs. */
export interface IssuedCredentials extends WatchedLists {
  /**
   * Spends proof and nonce and writes the entry: both or neither. Claims are judged first; every outcome but `registered`
   * spends and changes nothing. A grant that was revoked in the meantime issues nothing (`grant_revoked`). A credential of
   * the same token with the same key and format is revoked (PP-114). Others of the token stay as they are: when as many as
   * `mostCredentialsPerToken` of them are not revoked, no further one is written (`too_many`, PP-125). No further one is
   * written either while a credential of the token is suspended, or once one was revoked by another change than
   * `supersession` (`withdrawn`, PP-158). A place in a status list is given once for ever: `{lost: 'status_index'}` says
   * that it was taken.
   */
  register(input: {
    readonly claims: readonly Claim<CredentialClaim>[]
    readonly credential: IssuedCredential
  }): Promise<'registered' | 'grant_revoked' | 'withdrawn' | 'too_many' | Lost<CredentialClaim | 'status_index'>>
  find(id: string): Promise<IssuedCredential | undefined>
  /** Newest first. */
  search(by: CredentialSearch): Promise<readonly IssuedCredential[]>
  /** Follows the transitions of a credential and appends the change; `final` when there is no way from here. */
  changeStatus(change: CredentialChange): Promise<'changed' | 'unchanged' | 'final' | 'unknown'>
  /** Every entry of a list that is not valid. */
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
