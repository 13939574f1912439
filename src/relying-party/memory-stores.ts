/**
 * The stores without a database: the reference of the contract suite, and what unit tests run on. Forgets at exit.
 */
import { createMemoryClaims, type JsonObject } from '../base/index.ts'
import { isOpen, type PresentationSession, presentationMayBecome } from './presentation-session.ts'
import type { RelyingPartyStores } from './stores.ts'

export function createMemoryRelyingPartyStores(): RelyingPartyStores {
  const sessions = new Map<string, PresentationSession>()
  const idByState = new Map<string, string>()
  const idByCode = new Map<string, string>()
  const used = createMemoryClaims()
  const change = (session: PresentationSession, changes: Partial<PresentationSession>): void =>
    void sessions.set(session.id, { ...session, ...changes })
  const open = (id: string, to: PresentationSession['status'], now: number): PresentationSession | undefined => {
    const session = sessions.get(id)
    return session && isOpen(session, now) && presentationMayBecome(session.status, to) ? session : undefined
  }
  const erase = (session: PresentationSession): void => {
    sessions.delete(session.id)
    idByState.delete(session.state)
    if (session.responseCode !== undefined) idByCode.delete(session.responseCode)
  }
  return {
    presentationSessions: {
      begin: async (session) => {
        sessions.set(session.id, session)
        idByState.set(session.state, session.id)
      },
      find: async (id) => sessions.get(id),
      findByState: async (state) => sessions.get(idByState.get(state) ?? ''),
      findByResponseCode: async (responseCode) => sessions.get(idByCode.get(responseCode) ?? ''),
      recordFetch: async ({ id, claims, expiresAt, responseMode, attestedLevel, now }) => {
        const session = open(id, 'completed', now)
        if (session === undefined) return 'over'
        return used.claim(claims, () => {
          change(session, {
            status: 'fetched',
            responseMode,
            ...(session.status === 'issued' && { expiresAt }),
            ...(attestedLevel !== undefined && { attestedLevel }),
          })
          return 'fetched' as const
        })
      },
      complete: async ({ id, result, responseCode, now }) => {
        const session = open(id, 'completed', now)
        if (session === undefined) return 'over'
        change(session, { status: 'completed', result, responseCode, completedAt: now })
        idByCode.set(responseCode, id)
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
        change(session, { cookie: to, cookieRenewed: true })
        return 'renewed'
      },
      redeemResponseCode: async ({ id, claims, renewCookie: { from, to } }) => {
        const session = sessions.get(id)
        if (session?.cookie !== from) return 'lost'
        return used.claim(claims, (): { readonly result: JsonObject } => {
          const { result = {}, ...rest } = session
          sessions.set(id, { ...rest, cookie: to, cookieRenewed: true })
          return { result }
        })
      },
      erase: async (id) => {
        const session = sessions.get(id)
        if (session) erase(session)
      },
      prune: async (createdBefore) => {
        for (const session of sessions.values()) if (session.createdAt < createdBefore) erase(session)
      },
    },
  }
}
