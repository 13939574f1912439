/**
 * One presentation, from the page that begins it to the browser that ends it: issued → fetched → completed, and from the
 * first two to rejected or expired, with no way back (it-wallet §States, RP-77). One that an application orders is
 * _ordered_ before that: no browser has begun it, and no wallet can fetch or answer it.
 */
import { type FoundEvidence, type JsonObject, type NumericDate, type Random, randomDigits } from '../../base/index.ts'
import type { ResponseMode } from '../../oid4vp/index.ts'
import type { RelyingPartyConfig } from '../config.ts'

/** Makes the nonce of a Request Object: 48 decimal digits, 159 random bits (it-wallet §Limits; D-14). */
export const createPresentationNonce = (random: Random): string => randomDigits(random, 48)

/** Where a presentation is in its life; it never goes back. */
export type PresentationStatus = 'ordered' | 'issued' | 'fetched' | 'completed' | 'rejected'

/** In whose words a wallet is asked: `scope` is variant 1, `dcql` variant 2. */
export type PresentationVariant = 'scope' | 'dcql'
/** Whether wallet and browser are on one device. */
export type PresentationFlow = 'same-device' | 'cross-device'

/** What an application said when it asked for a presentation through the API (RP-90). */
export interface PresentationOrder {
  /** Of the application, as configured. */
  readonly application: string
  /** One of the application's own, exactly. */
  readonly returnUrl: string
  /** The application's own value, given back unchanged. */
  readonly state?: string
  /** Why the data is asked for: shown to the person. */
  readonly purpose?: string
}

/** All that is kept of one presentation. */
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
  /** The browser that began it: the SHA-256 of its session cookie's value, base64url. Empty while it is ordered only. */
  readonly cookie: string
  /** Whether the cookie was renewed on completion (RP-78). */
  readonly cookieRenewed?: true
  readonly createdAt: NumericDate
  /** Until when a wallet may fetch and answer. */
  readonly expiresAt: NumericDate
  readonly status: PresentationStatus
  /** The level that the wallet attested when it fetched the request (variant 1, RP-04). */
  readonly attestedLevel?: string
  /** The thumbprint of the attested key that proved itself when the wallet fetched the request (RP-108). */
  readonly attestedKey?: string
  /** Why a wallet or a person rejected, as an OAuth error code. */
  readonly rejection?: string
  /** The fresh random part of `redirect_uri`. */
  readonly responseCode?: string
  /** What was verified: claims by credential. Personal data; goes some time after it was redeemed, or with the session. */
  readonly result?: JsonObject
  readonly completedAt?: NumericDate
  /** When the browser that began it first brought the response code. */
  readonly returnedAt?: NumericDate
  readonly order?: PresentationOrder
  /** The SHA-256 of the one-time reference that the browser took to the application, base64url (RP-91). */
  readonly reference?: string
  readonly referenceExpiresAt?: NumericDate
  readonly redeemedAt?: NumericDate
}

/** What the status endpoint says (RP-16): a session that nobody answered in time is as good as rejected. */
export type VisibleStatus = PresentationStatus | 'expired'

/** The record's status, or `expired`. Ended ones stay what they are. */
export const visibleStatus = (session: PresentationSession, now: NumericDate): VisibleStatus =>
  session.status !== 'completed' && session.status !== 'rejected' && now >= session.expiresAt
    ? 'expired'
    : session.status

/** Whether a wallet may still fetch and answer. */
export const isOpen = (session: PresentationSession, now: NumericDate): boolean => {
  const status = visibleStatus(session, now)
  return status === 'issued' || status === 'fetched'
}

/** The evidence of a session that takes no more: what became of it, and of one that expired when. */
export const endOf = (session: PresentationSession, now: NumericDate): FoundEvidence => {
  const status = visibleStatus(session, now)
  const when = status === 'expired' ? ` ${now - session.expiresAt} seconds ago` : ''
  return { expected: 'an open presentation session', found: `${status}${when}`, isOwnWords: true }
}

type ResultConfig = Pick<RelyingPartyConfig, 'resultLifetimeSeconds'>

/** Until when the result of a completed session waits for the browser (RP-20). */
export const resultExpiresAt = (config: ResultConfig, session: PresentationSession): NumericDate =>
  (session.completedAt ?? session.expiresAt) + config.resultLifetimeSeconds

/** Whether the page that shows the request has something to wait for: an answer, or one to go on with. */
export const isWaiting = (config: ResultConfig, session: PresentationSession, now: NumericDate): boolean =>
  isOpen(session, now) || (session.result !== undefined && now < resultExpiresAt(config, session))

const transitions: Readonly<Record<PresentationStatus, readonly PresentationStatus[]>> = {
  ordered: ['issued'],
  issued: ['fetched', 'completed', 'rejected'],
  fetched: ['completed', 'rejected'],
  completed: [],
  rejected: [],
}

/** Whether a session may change so (RP-77). Does not look at the time: see `isOpen`. */
export const presentationMayBecome = (from: PresentationStatus, to: PresentationStatus): boolean =>
  transitions[from].includes(to)

/** What a session becomes whose browser has this cookie; when it first came back stays what it was. */
export const renewed = (
  { returnedAt: first }: PresentationSession,
  cookie: string,
  returnedAt: NumericDate | undefined,
): Pick<PresentationSession, 'cookie' | 'cookieRenewed' | 'returnedAt'> => {
  const at = first ?? returnedAt
  return { cookie, cookieRenewed: true, ...(at !== undefined && { returnedAt: at }) }
}
