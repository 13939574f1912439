/**
 * Sessions of one entity. Entities of one service share a store; a session of another entity is treated as unknown
 * (RP-130).
 */
import type { ProfileName } from '../../profiles/index.ts'
import type { PresentationSessions } from '../stores.ts'
import type { PresentationSession } from './presentation-session.ts'

/**
 * Returns the sessions of the entity with this profile. Operations that change a session do not check its profile: the
 * caller must find the session here first.
 */
export function bindSessions(sessions: PresentationSessions, profile: ProfileName): PresentationSessions {
  const ownOnly = (session: PresentationSession | undefined): PresentationSession | undefined =>
    session && belongsTo(session, profile) ? session : undefined
  return {
    ...sessions,
    find: async (id) => ownOnly(await sessions.find(id)),
    findByState: async (state) => ownOnly(await sessions.findByState(state)),
    findByResponseCode: async (code) => ownOnly(await sessions.findByResponseCode(code)),
    findByReference: async (reference) => ownOnly(await sessions.findByReference(reference)),
  }
}

/** Returns true for a session of the profile's entity, and for an order that may still become one. */
function belongsTo({ status, order, profile: stored = 'seed' }: PresentationSession, profile: ProfileName): boolean {
  const { queries } = order ?? {}
  return status === 'ordered' && queries !== undefined ? Object.hasOwn(queries, profile) : stored === profile
}
