/**
 * What the Relying Party keeps, in the protocol's verbs: each one round trip and atomic.
 */
import type { Claim, JsonObject, Lost, NumericDate } from '../base/index.ts'
import type { PresentationSession } from './presentation-session.ts'

export type PresentationClaim = 'dpop_jti' | 'response_code'

export interface PresentationSessions {
  begin(session: PresentationSession): Promise<void>
  /** Whatever its state, until it is forgotten. */
  find(id: string): Promise<PresentationSession | undefined>
  findByState(state: string): Promise<PresentationSession | undefined>
  /**
   * issued → fetched; a session that is fetched stays so (a repeated fetch is answered again, RP-33). Spends the proof
   * that came with the fetch. `over` once it is completed, rejected or expired.
   */
  recordFetch(input: {
    readonly id: string
    readonly claims: readonly Claim<'dpop_jti'>[]
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
  /** Spends the response code. The caller has judged cookie and code before. */
  redeemResponseCode(input: {
    readonly claims: readonly Claim<'response_code'>[]
  }): Promise<'redeemed' | Lost<'response_code'>>
  /** Erases a session with all that it holds. */
  erase(id: string): Promise<void>
  /** Forgets sessions, with their personal data, that were created before. */
  prune(createdBefore: NumericDate): Promise<void>
}

export interface RelyingPartyStores {
  readonly presentationSessions: PresentationSessions
}
