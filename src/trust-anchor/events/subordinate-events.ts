/**
 * Publishes the events of a subordinate's registration (OpenID Federation Subordinate Events 1.0 draft 00) from the
 * authority's log. Does not publish the actors and reasons in the log.
 */
import { createRecentResults, joinRules, jwsEntityTag, rows } from '../../base/index.ts'
import {
  createSubordinateEvents,
  entityEventsMediaType,
  type FetchRequestCode,
  fetchParameters,
  parseFetchRequest,
  type SubordinateEvent,
  type SubordinateEventKind,
} from '../../federation/index.ts'
import { type Route, respondText } from '../../http/index.ts'
import { TA } from '../answers.ts'
import type { TrustAnchorServices } from '../context.ts'
import { paths } from '../paths.ts'
import type { AuthorityLogEntry, SubordinateEntry } from '../stores.ts'

export const EVENTS_RULES = joinRules<FetchRequestCode>()(
  rows(TA.malformed, { 'FED-110': ['sub_missing'] }),
  rows(TA.ownSubject, { 'FED-110': ['sub_is_issuer'] }),
  rows(TA.foreignIssuer, { 'FED-110': ['iss_mismatch'] }),
)

/**
 * Maximum number of the latest log entries of one entity whose events are published. The same maximum applies a second
 * time to registrations, suspensions, resumptions and removals alone, so that many changes do not displace them
 * (D-1065).
 */
const maximumChanges = 1000
/** Maximum size of the cached answers in characters. One answer can have over a hundred thousand. */
const cacheCapacity = 16_777_216
/** Maximum number of seconds for which a signed answer is reused if nothing changes. */
const reuseSeconds = 300

const kinds: Readonly<Partial<Record<AuthorityLogEntry['action'], SubordinateEventKind>>> = {
  added: 'registration',
  removed: 'revocation',
  suspended: 'suspension',
  resumed: 'registration', // D-736
}

/** Members of a record that the statement does not contain. Changing them causes no event. */
const recordOnlyMembers: readonly string[] = [
  'acceptsAnnouncedKeys',
  'certificateSubject',
] satisfies (keyof SubordinateEntry)[]

/**
 * Returns the kinds of event for a change of these members of a record. A change of any member of the statement except
 * `keys` and `metadata` counts as a policy update (D-736).
 */
function kindsOfChange(members: readonly string[]): readonly SubordinateEventKind[] {
  const policy = members.some((name) => name !== 'keys' && name !== 'metadata' && !recordOnlyMembers.includes(name))
  return [
    ...(members.includes('keys') ? (['jwks_update'] as const) : []),
    ...(members.includes('metadata') ? (['metadata_update'] as const) : []),
    ...(policy ? (['metadata_policy_update'] as const) : []),
  ]
}

/** Returns the events, oldest first. Omits updates at the time of a registration, which includes them (FED-110). */
function eventsOf(log: readonly AuthorityLogEntry[]): readonly SubordinateEvent[] {
  const events = log.toReversed().flatMap(({ action, at, members = [] }) => {
    const kind = kinds[action]
    const eventKinds = kind === undefined ? kindsOfChange(action === 'changed' ? members : []) : [kind]
    return eventKinds.map((event): SubordinateEvent => ({ event, at }))
  })
  const registered = new Set(events.flatMap(({ event, at }) => (event === 'registration' ? [at] : [])))
  return events.filter(({ event, at }) => !event.endsWith('_update') || !registered.has(at))
}

/** Creates the route `GET /subordinate_events`. It caches signed answers in memory. */
export function subordinateEventsEndpoint(ctx: TrustAnchorServices): Route {
  const signed = createRecentResults<string>(cacheCapacity, ({ length }) => length)
  const signEvents = (parameters: ReadonlyMap<string, string>): Promise<string> =>
    ctx.decide('trust-anchor/subordinate_events', async (decision) => {
      const now = ctx.clock.now()
      const { entityId: issuer } = ctx.config
      const { sub: subject } = decision.checkNow(EVENTS_RULES, () => parseFetchRequest(parameters, issuer))
      const log = await ctx.subordinates.history(subject, maximumChanges)
      decision.that('FED-110', TA.unknownSubject, log.length > 0, 'subject_unknown', 'sub')
      decision.note('entity', subject)
      const events = eventsOf(log)
      const { signer, signsSince = 0 } = await ctx.keys.current(now)
      const epoch = Math.floor(now / reuseSeconds) * reuseSeconds
      const issuedAt = Math.max(epoch, signsSince, ...events.map(({ at }) => at)) // D-188
      const name = ctx.crypto.digestText('sha-256', JSON.stringify([subject, issuedAt, signer.kid, events]))
      return signed.findOrCreate(name, () => createSubordinateEvents(signer, { issuer, subject, issuedAt, events }))
    })
  return {
    method: 'GET',
    path: paths.subordinateEvents,
    kind: 'document',
    parameters: fetchParameters, // FED-130
    handle: async ({ query }) => {
      const jwt = await signEvents(query)
      return respondText(jwt, entityEventsMediaType, { 'cache-control': 'no-cache', etag: jwsEntityTag(jwt) }) // FED-110
    },
  }
}
