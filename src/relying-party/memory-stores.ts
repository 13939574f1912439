/**
 * The stores without a database: the reference of the contract suite, and what unit tests run on. Forgets at exit.
 */
import { createMemoryClaims, type JsonObject } from '../base/index.ts'
import { isOpen, type PresentationSession, presentationMayBecome } from './presentation-session.ts'
import type { PresentationAuditEntry, RelyingPartyStores } from './stores.ts'

export function createMemoryRelyingPartyStores(): RelyingPartyStores {
  const sessions = new Map<string, PresentationSession>()
  const idByState = new Map<string, string>()
  const idByCode = new Map<string, string>()
  const idByReference = new Map<string, string>()
  let audited: PresentationAuditEntry[] = []
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
    if (session.reference !== undefined) idByReference.delete(session.reference)
  }
  const begin = (session: PresentationSession): void => {
    sessions.set(session.id, session)
    idByState.set(session.state, session.id)
  }
  return {
    presentationSessions: {
      begin: async (session) => begin(session),
      find: async (id) => sessions.get(id),
      findByState: async (state) => sessions.get(idByState.get(state) ?? ''),
      findByResponseCode: async (responseCode) => sessions.get(idByCode.get(responseCode) ?? ''),
      recordFetch: async ({ id, claims, expiresAt, responseMode, attestedLevel, now }) => {
        const session = open(id, 'completed', now)
        if (session === undefined) return 'over'
        return used.claim(claims, () => {
          change(session, {
            status: 'fetched',
            ...(session.status === 'issued' && { expiresAt, responseMode }),
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
      reject: async ({ id, rejection, responseCode, now }) => {
        const session = open(id, 'rejected', now)
        if (session === undefined) return 'over'
        change(session, { status: 'rejected', rejection, ...(responseCode !== undefined && { responseCode }) })
        if (responseCode !== undefined) idByCode.set(responseCode, id)
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
      order: async ({ session, audit }) => {
        begin(session)
        audited.push(audit)
      },
      open: async ({ id, cookie, expiresAt, now }) => {
        const session = sessions.get(id)
        if (session?.status !== 'ordered' || now >= session.expiresAt) return 'over'
        change(session, { status: 'issued', cookie, expiresAt })
        return 'opened'
      },
      refer: async ({ id, claims, renewCookie: { from, to }, reference, expiresAt }) => {
        const session = sessions.get(id)
        if (session?.cookie !== from || session.redeemedAt !== undefined) return 'lost'
        return used.claim(claims, () => {
          if (session.reference !== undefined) idByReference.delete(session.reference)
          change(session, { cookie: to, cookieRenewed: true, reference, referenceExpiresAt: expiresAt })
          idByReference.set(reference, id)
          return 'referred' as const
        })
      },
      findByReference: async (reference) => sessions.get(idByReference.get(reference) ?? ''),
      redeemReference: async ({ id, reference, keepResult, now, audit }) => {
        const session = sessions.get(id)
        if (session?.reference !== reference || session.redeemedAt !== undefined) return 'used'
        const { result, ...rest } = session
        sessions.set(id, { ...rest, redeemedAt: now, ...(keepResult && result !== undefined && { result }) })
        audited.push(audit)
        return session
      },
      eraseOrder: async ({ id, application, audit }) => {
        const session = sessions.get(id)
        if (session?.order?.application !== application) return 'unknown'
        erase(session)
        audited.push(audit)
        return 'erased'
      },
      prune: async (createdBefore) => {
        for (const session of sessions.values()) if (session.createdAt < createdBefore) erase(session)
      },
    },
    presentationAudit: {
      list: async ({ application, since, limit }) =>
        audited.filter((entry) => entry.application === application && entry.at >= since).slice(0, limit),
      prune: async (before) => {
        audited = audited.filter(({ at }) => at >= before)
      },
    },
  }
}
