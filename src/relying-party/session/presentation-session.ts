/**
 * Session of one presentation: issued → fetched → completed. Issued and fetched sessions can be rejected or expire. No
 * session returns to an earlier status (it-wallet §States, RP-77). A session that an application ordered begins as
 * `ordered`: no browser has begun it, and no wallet can fetch or answer it. An ordered session may expire.
 */
import {
  type FoundEvidence,
  type JsonObject,
  type NumericDate,
  type Random,
  randomDigits,
  type StoredAgreementKey,
} from '../../base/index.ts'
import type { ClaimPath, ResponseMode } from '../../oid4vp/index.ts'
import type { LocalizedText } from '../../pages/index.ts'
import type { ProfileName } from '../../profiles/index.ts'
import type { RelyingPartyConfig } from '../config.ts'

/** Creates the nonce of a Request Object: 48 decimal digits, 159 random bits (it-wallet §Limits; D-14). */
export const createPresentationNonce = (random: Random): string => randomDigits(random, 48)

/** Stored status of a session. */
export type PresentationStatus = 'ordered' | 'issued' | 'fetched' | 'completed' | 'rejected'

/** Form of the request: `scope` is variant 1, `dcql` variant 2. */
export type PresentationVariant = 'scope' | 'dcql'
/** `same-device` if wallet and browser are on one device, `cross-device` if they are on two. */
export type PresentationFlow = 'same-device' | 'cross-device'

/**
 * Claim paths in the application's query for one profile, by credential query id. Contains only queries that were
 * translated to that profile (D-747).
 */
export type AskedPaths = Readonly<Record<string, readonly ClaimPath[]>>

/** Values of an application's order through the API (RP-90). */
export interface PresentationOrder {
  /** Id of the application. */
  readonly application: string
  /** Return URL exactly as in the order, permitted for the application. */
  readonly returnUrl: string
  /** The application's own value, returned unchanged. */
  readonly state?: string
  /** Reason for the request, shown to the person, in one or several languages. */
  readonly purpose?: LocalizedText
  /** Response mode that the application requires. Absent if the configuration decides. */
  readonly responseMode?: ResponseMode
  /** Queries by profile, if the person chooses between wallets. Removed after the choice (RP-138). */
  readonly queries?: Readonly<Record<string, JsonObject>>
  /** The application's claim paths by profile (D-747). Contains only profiles with a translated query. */
  readonly askedPaths?: Readonly<Partial<Record<ProfileName, AskedPaths>>>
  /** True if the person chose the wallet, and with it the entity. */
  readonly isChosen?: true
}

/**
 * Stored record of one presentation. The SQL stores read `id`, `order.application`, `result`, `redeemedAt` and `cookie`
 * by name.
 */
export interface PresentationSession {
  /**
   * Opaque random value in `request_uri` and in requests to the status endpoint. It does not authenticate the sender.
   */
  readonly id: string
  /** Profile of the entity that began the presentation. Absent for the profile `seed`, the specification's own. */
  readonly profile?: ProfileName
  /** Key to which the response to this request is encrypted, in a profile with such keys. */
  readonly responseKey?: StoredAgreementKey
  readonly variant: PresentationVariant
  readonly flow: PresentationFlow
  readonly requestUriMethod: 'get' | 'post'
  /** Response mode of the request (RP-48). */
  readonly responseMode: ResponseMode
  readonly state: string
  readonly presentationNonce: string
  /** The requested data: the DCQL query, or the scope. */
  readonly query: JsonObject
  /**
   * SHA-256 of the session cookie's value, base64url. Identifies the browser that began the session. Empty for an
   * ordered session.
   */
  readonly cookie: string
  /** Present once the cookie was renewed, after the session had ended (RP-78). */
  readonly cookieRenewed?: true
  readonly createdAt: NumericDate
  /** Expiry of the current status: `ordered` waits for a browser, `issued` and `fetched` for the wallet. */
  readonly expiresAt: NumericDate
  readonly status: PresentationStatus
  /**
   * Level in the Wallet Attestation with which a wallet fetched the request, or `lowestWalletLevel` if the attestation
   * contains none (RP-04). Absent if the wallet sent no proof.
   */
  readonly attestedLevel?: string
  /** Thumbprint of the attested key that the wallet proved to possess when it fetched the request (RP-108). */
  readonly attestedKey?: string
  /** The wallet's error code, or `cancelled` if the person left. */
  readonly rejection?: string
  /** Random value of `response_code` in the redirect URI. */
  readonly responseCode?: string
  /**
   * Verified claims by credential. Personal data. Deleted with the session, or after redemption unless the
   * configuration keeps redeemed results. An erasure searches `credentials[].selected[].value` by SQL.
   */
  readonly result?: JsonObject
  readonly completedAt?: NumericDate
  /**
   * Time at which the browser first opened the result: with the response code, or in a cross-device session also with
   * the id of the session.
   */
  readonly returnedAt?: NumericDate
  /** Time at which the redirect URI was first shown in a browser without a cookie. */
  readonly shownElsewhereAt?: NumericDate
  readonly order?: PresentationOrder
  /** Present if the person asks for the deletion of presented claims. */
  readonly erasure?: { readonly callbackUrl?: string }
  /** SHA-256 of the reference that the browser brings to the application, base64url (RP-91). */
  readonly reference?: string
  readonly referenceExpiresAt?: NumericDate
  readonly redeemedAt?: NumericDate
}

/** Status for the status endpoint (RP-16) and for the application. */
export type VisibleStatus = PresentationStatus | 'expired'

/** Returns the stored status, or `expired` for a session that did not end in time. */
export const visibleStatus = (session: PresentationSession, now: NumericDate): VisibleStatus =>
  session.status !== 'completed' && session.status !== 'rejected' && now >= session.expiresAt
    ? 'expired'
    : session.status

/** Returns true if a wallet may still fetch and answer. */
export const isOpen = (session: PresentationSession, now: NumericDate): boolean => {
  const status = visibleStatus(session, now)
  return status === 'issued' || status === 'fetched'
}

/** Returns the evidence for the refusal of a session that is not open: its status, and how long ago it expired. */
export const endOf = (session: PresentationSession, now: NumericDate): FoundEvidence => {
  const status = visibleStatus(session, now)
  const when = status === 'expired' ? ` ${now - session.expiresAt} seconds ago` : ''
  return { expected: 'an open presentation session', found: `${status}${when}`, isShownAnywhere: true }
}

type ResultConfig = Pick<RelyingPartyConfig, 'resultLifetimeSeconds'>

/**
 * Returns the time at which the result of a completed session expires (RP-20). For a session that is not completed,
 * counts from `expiresAt`.
 */
export const resultExpiresAt = (config: ResultConfig, session: PresentationSession): NumericDate =>
  (session.completedAt ?? session.expiresAt) + config.resultLifetimeSeconds

/** Returns true if the session is open, or has a result that has not expired and was not deleted. */
export const isOpenOrHasResult = (config: ResultConfig, session: PresentationSession, now: NumericDate): boolean =>
  isOpen(session, now) || (session.result !== undefined && now < resultExpiresAt(config, session))

const transitions: Readonly<Record<PresentationStatus, readonly PresentationStatus[]>> = {
  ordered: ['issued'],
  issued: ['fetched', 'completed', 'rejected'],
  fetched: ['completed', 'rejected'],
  completed: [],
  rejected: [],
}

/** Returns true if the transition is permitted (RP-77). Does not check the time: see `isOpen`. */
export const presentationMayBecome = (from: PresentationStatus, to: PresentationStatus): boolean =>
  transitions[from].includes(to)

/** Returns the members of a session that change when its cookie is renewed. Keeps the first `returnedAt`. */
export const renewed = (
  { returnedAt: firstReturnedAt }: PresentationSession,
  cookie: string,
  returnedAt: NumericDate | undefined,
): Pick<PresentationSession, 'cookie' | 'cookieRenewed' | 'returnedAt'> => {
  const at = firstReturnedAt ?? returnedAt
  return { cookie, cookieRenewed: true, ...(at !== undefined && { returnedAt: at }) }
}
