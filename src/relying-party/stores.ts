/**
 * What the Relying Party keeps, in the protocol's verbs: each one round trip and atomic.
 */
import type { Claim, JsonObject, Lost, NumericDate } from '../base/index.ts'
import type { ResponseMode } from '../oid4vp/index.ts'
import type { PresentationSession } from './presentation-session.ts'

export type PresentationClaim = 'dpop_jti' | 'response_code'

export interface PresentationSessions {
  begin(session: PresentationSession): Promise<void>
  /** Whatever its state, until it is forgotten. */
  find(id: string): Promise<PresentationSession | undefined>
  findByState(state: string): Promise<PresentationSession | undefined>
  findByResponseCode(responseCode: string): Promise<PresentationSession | undefined>
  /**
   * issued → fetched, with the time that is left for an answer; a session that is fetched stays so and keeps its time (a
   * repeated fetch is answered again, RP-33). Spends the proof that came with the fetch. `over` once it is completed,
   * rejected or expired.
   */
  recordFetch(input: {
    readonly id: string
    readonly claims: readonly Claim<'dpop_jti'>[]
    readonly expiresAt: NumericDate
    readonly responseMode: ResponseMode
    readonly attestedLevel?: string
    readonly now: NumericDate
  }): Promise<'fetched' | 'over' | Lost<'dpop_jti'>>
  /** → completed with its result; of racing responses one wins, the others find it `over` (RP-51). */
  complete(input: {
    readonly id: string
    readonly result: JsonObject
    readonly responseCode: string
    readonly now: NumericDate
  }): Promise<'completed' | 'over'>
  /** → rejected. */
  reject(input: {
    readonly id: string
    readonly rejection: string
    readonly now: NumericDate
  }): Promise<'rejected' | 'over'>
  /** Gives the browser a new cookie on completion (RP-78); `lost` when the old one is not the session's any more. */
  renewCookie(input: { readonly id: string; readonly from: string; readonly to: string }): Promise<'renewed' | 'lost'>
  /**
   * Spends the response code, gives the browser a new cookie and takes the result out of the store, all or nothing. The
   * caller has judged cookie and code before; `renewCookie` as there.
   */
  redeemResponseCode(input: {
    readonly id: string
    readonly claims: readonly Claim<'response_code'>[]
    readonly renewCookie: { readonly from: string; readonly to: string }
  }): Promise<{ readonly result: JsonObject } | 'lost' | Lost<'response_code'>>
  /** Erases a session with all that it holds. */
  erase(id: string): Promise<void>
  /** Forgets sessions, with their personal data, that were created before. */
  prune(createdBefore: NumericDate): Promise<void>
}

export interface RelyingPartyStores {
  readonly presentationSessions: PresentationSessions
}
