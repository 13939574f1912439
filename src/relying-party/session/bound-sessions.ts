/**
 * Sessions of one entity. Entities of one service share a store; a session of another entity is treated as unknown
 * (RP-130).
 */
import type { ProfileName } from '../../profiles/index.ts'
import type { PresentationSessions } from '../stores.ts'
import type { PresentationSession } from './presentation-session.ts'

/**
 * Returns the sessions of the entity with this profile. Does not check the id in an operation that changes a session:
 * find the session here first.
 */
export function bindSessions(sessions: PresentationSessions, profile: ProfileName): PresentationSessions {
  const own = (session: PresentationSession | undefined): PresentationSession | undefined =>
    session && belongsTo(session, profile) ? session : undefined
  return {
    ...sessions,
    find: async (id) => own(await sessions.find(id)),
    findByState: async (state) => own(await sessions.findByState(state)),
    findByResponseCode: async (code) => own(await sessions.findByResponseCode(code)),
    findByReference: async (reference) => own(await sessions.findByReference(reference)),
  }
}

/** Returns true for a session of the profile's entity, and for an order that it may still become. */
function belongsTo({ status, order, profile: own = 'seed' }: PresentationSession, profile: ProfileName): boolean {
  const { queries } = order ?? {}
  return status === 'ordered' && queries !== undefined ? Object.hasOwn(queries, profile) : own === profile
}
