/**
 * Sessions of one entity. Entities of one service share a store. Each entity treats the sessions of the others as
 * unknown (RP-130).
 */
import type { ProfileName } from '../../profiles/index.ts'
import type { PresentationSessions } from '../stores.ts'
import type { PresentationSession } from './presentation-session.ts'

/**
 * Returns the sessions of the entity with this profile. Operations that change a session do not check its profile. The
 * caller must first find the session with the `find…` operations of the returned object. `prune` and the `forget…`
 * operations apply to all entities.
 */
export function bindSessions(sessions: PresentationSessions, profile: ProfileName): PresentationSessions {
  const ownOnly = (session: PresentationSession | undefined): PresentationSession | undefined =>
    session && belongsTo(session, profile) ? session : undefined
  return {
    find: async (id) => ownOnly(await sessions.find(id)),
    findByState: async (state) => ownOnly(await sessions.findByState(state)),
    findByResponseCode: async (code) => ownOnly(await sessions.findByResponseCode(code)),
    findByReference: async (reference) => ownOnly(await sessions.findByReference(reference)),
    begin: (session) => sessions.begin(session),
    recordFetch: (input) => sessions.recordFetch(input),
    complete: (input) => sessions.complete(input),
    reject: (input) => sessions.reject(input),
    renewCookie: (input) => sessions.renewCookie(input),
    showElsewhere: (input) => sessions.showElsewhere(input),
    prune: (createdBefore, end) => sessions.prune(createdBefore, end),
    order: (input) => sessions.order(input),
    open: (input) => sessions.open(input),
    forgetUnbegun: (createdBefore, end) => sessions.forgetUnbegun(createdBefore, end),
    refer: (input) => sessions.refer(input),
    redeemReference: (input) => sessions.redeemReference(input),
    forgetRedeemed: (redeemedUntil, end) => sessions.forgetRedeemed(redeemedUntil, end),
    eraseOrder: (input) => sessions.eraseOrder(input),
  }
}

/**
 * Returns true for a session of the profile's entity. An order with a choice of entities belongs to each of these
 * entities until a browser begins it.
 */
function belongsTo({ status, order, profile: stored = 'seed' }: PresentationSession, profile: ProfileName): boolean {
  const { queries } = order ?? {}
  return status === 'ordered' && queries !== undefined ? Object.hasOwn(queries, profile) : stored === profile
}
