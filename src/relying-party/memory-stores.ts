/**
 * The stores without a database: the reference of the contract suite, and what unit tests run on. Forgets at exit.
 */
import { createMemoryClaims } from '../base/index.ts'
import { type PresentationSession, presentationMayBecome, visibleStatus } from './presentation-session.ts'
import type { RelyingPartyStores } from './stores.ts'

export function createMemoryRelyingPartyStores(): RelyingPartyStores {
  const sessions = new Map<string, PresentationSession>()
  const used = createMemoryClaims()
  const change = (session: PresentationSession, changes: Partial<PresentationSession>): void =>
    void sessions.set(session.id, { ...session, ...changes })
  const open = (id: string, to: PresentationSession['status'], now: number): PresentationSession | undefined => {
    const session = sessions.get(id)
    const isOpen = session && visibleStatus(session, now) !== 'expired' && presentationMayBecome(session.status, to)
    return isOpen ? session : undefined
  }
  return {
    presentationSessions: {
      begin: async (session) => void sessions.set(session.id, session),
      find: async (id) => sessions.get(id),
      findByState: async (state) => [...sessions.values()].find((session) => session.state === state),
      recordFetch: async ({ id, claims, attestedLevel, now }) => {
        const session = open(id, 'completed', now)
        if (session === undefined) return 'over'
        return used.claim(claims, () => {
          change(session, { status: 'fetched', ...(attestedLevel === undefined ? {} : { attestedLevel }) })
          return 'fetched' as const
        })
      },
      complete: async ({ id, result, responseCode, now }) => {
        const session = open(id, 'completed', now)
        if (session === undefined) return 'over'
        change(session, { status: 'completed', result, responseCode, completedAt: now })
        return 'completed'
      },
      reject: async ({ id, rejection, now }) => {
        const session = open(id, 'rejected', now)
        if (session === undefined) return 'over'
        change(session, { status: 'rejected', rejection })
        return 'rejected'
      },
      renewCookie: async ({ id, from, to }) => {
        const session = sessions.get(id)
        if (session?.cookie !== from) return 'lost'
        change(session, { cookie: to })
        return 'renewed'
      },
      redeemResponseCode: async ({ claims }) => used.claim(claims, () => 'redeemed' as const),
      erase: async (id) => void sessions.delete(id),
      prune: async (createdBefore) => {
        for (const [id, session] of sessions) if (session.createdAt < createdBefore) sessions.delete(id)
      },
    },
  }
}
