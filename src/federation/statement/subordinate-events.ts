/**
 * Events of a subordinate's registration (OpenID Federation Subordinate Events 1.0 draft 00). A Trust Anchor or
 * intermediate publishes one signed list for each current or former immediate subordinate.
 */
import type { NumericDate } from '../../base/index.ts'
import { type Signer, signJwt } from '../../jose/index.ts'

/** `typ` of the signed list (Subordinate Events draft 00 §2.3.1). */
const entityEventsType = 'entity-events-statement+jwt'
/** Media type of the signed list (Subordinate Events draft 00 §2.3.1). */
export const entityEventsMediaType = 'application/entity-events-statement+jwt'

/** Kind of an event (Subordinate Events draft 00 §2.3.3). */
export type SubordinateEventKind =
  | 'registration'
  | 'revocation'
  | 'suspension'
  | 'jwks_update'
  | 'metadata_update'
  | 'metadata_policy_update'

/** An event, and the time at which it happened. */
export interface SubordinateEvent {
  readonly event: SubordinateEventKind
  readonly at: NumericDate
}

/** Creates and signs the list of events. */
export const createSubordinateEvents = (
  signer: Signer,
  input: {
    readonly issuer: string
    readonly subject: string
    readonly issuedAt: NumericDate
    /** Oldest first. */
    readonly events: readonly SubordinateEvent[]
  },
): Promise<string> =>
  signJwt(
    signer,
    { typ: entityEventsType, kid: signer.kid }, // FED-110
    {
      iss: input.issuer,
      sub: input.subject,
      iat: input.issuedAt,
      federation_registration_events: input.events.map(({ event, at }) => ({ iat: at, event })), // FED-110
    },
  )
