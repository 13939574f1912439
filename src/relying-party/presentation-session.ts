/**
 * One presentation, from the page that begins it to the browser that ends it: issued → fetched → completed, and from the
 * first two to rejected or expired, with no way back (it-wallet §States, RP-77).
 */
import type { JsonObject, NumericDate } from '../base/index.ts'
import type { ResponseMode } from '../oid4vp/index.ts'

export type PresentationStatus = 'issued' | 'fetched' | 'completed' | 'rejected'

export type PresentationVariant = 'scope' | 'dcql'
export type PresentationFlow = 'same-device' | 'cross-device'

export interface PresentationSession {
  /** Opaque and random; stands in `request_uri` and names the session at the status endpoint. Proves nothing alone. */
  readonly id: string
  readonly variant: PresentationVariant
  readonly flow: PresentationFlow
  readonly requestUriMethod: 'get' | 'post'
  /** In which mode the response was asked for (RP-48). */
  readonly responseMode: ResponseMode
  readonly state: string
  readonly presentationNonce: string
  /** What was asked: the DCQL query, or the scope. */
  readonly query: JsonObject
  /** The browser that began it: the SHA-256 of its session cookie's value, base64url. */
  readonly cookie: string
  /** Whether the cookie was renewed on completion (RP-78). */
  readonly cookieRenewed?: true
  readonly createdAt: NumericDate
  /** Until when a wallet may fetch and answer. */
  readonly expiresAt: NumericDate
  readonly status: PresentationStatus
  /** The level that the wallet attested when it fetched the request (variant 1, RP-04). */
  readonly attestedLevel?: string
  /** Why a wallet or a person rejected, as an OAuth error code. */
  readonly rejection?: string
  /** The fresh random part of `redirect_uri`. */
  readonly responseCode?: string
  /** What was verified: claims by credential. Personal data; goes when it is handed over, or with the session. */
  readonly result?: JsonObject
  readonly completedAt?: NumericDate
}

/** What the status endpoint says (RP-16): a session that nobody answered in time is as good as rejected. */
export type VisibleStatus = PresentationStatus | 'expired'

export const visibleStatus = (session: PresentationSession, now: NumericDate): VisibleStatus =>
  (session.status === 'issued' || session.status === 'fetched') && now >= session.expiresAt ? 'expired' : session.status

/** Whether a wallet may still fetch and answer. */
export const isOpen = (session: PresentationSession, now: NumericDate): boolean => {
  const status = visibleStatus(session, now)
  return status === 'issued' || status === 'fetched'
}

const transitions: Readonly<Record<PresentationStatus, readonly PresentationStatus[]>> = {
  issued: ['fetched', 'completed', 'rejected'],
  fetched: ['completed', 'rejected'],
  completed: [],
  rejected: [],
}

export const presentationMayBecome = (from: PresentationStatus, to: PresentationStatus): boolean =>
  transitions[from].includes(to)
