/**
 * The stores without a database: the reference of the contract suite, and what unit tests run on. Forgets at exit.
 */
import { createMemoryClaims, type MemoryClaims, type NumericDate } from '../base/index.ts'
import { isOpen, type PresentationSession, presentationMayBecome, renewed } from './session/presentation-session.ts'
import type {
  PresentationAudit,
  PresentationAuditEntry,
  PresentationLookups,
  PresentationOrders,
  PresentationTransitions,
  RelyingPartyStores,
} from './stores.ts'

/** Passes the contract of `store-contracts/`; one process only. */
export function createMemoryRelyingPartyStores(): RelyingPartyStores {
  const table = createSessionTable()
  const used = createMemoryClaims()
  const audited: PresentationAuditEntry[] = []
  return {
    presentationSessions: {
      ...lookupsOf(table),
      ...transitionsOf(table, used),
      ...ordersOf(table, audited),
    },
    presentationAudit: auditOf(audited),
  }
}

interface SessionTable {
  get(id: string): PresentationSession | undefined
  find(by: keyof SessionIndexes, value: string): PresentationSession | undefined
  /** One that a wallet may still bring to this status. */
  findOpen(id: string, to: PresentationSession['status'], now: NumericDate): PresentationSession | undefined
  /** Writes a record in the place of the one with its id. */
  put(session: PresentationSession): void
  erase(session: PresentationSession): void
  all(): Iterable<PresentationSession>
}

/** What a session is found by, and its id. */
type SessionIndexes = Readonly<Record<'state' | 'responseCode' | 'reference', Map<string, string>>>

function createSessionTable(): SessionTable {
  const sessions = new Map<string, PresentationSession>()
  const indexes: SessionIndexes = { state: new Map(), responseCode: new Map(), reference: new Map() }
  const names = ['state', 'responseCode', 'reference'] as const
  const get = (id: string): PresentationSession | undefined => sessions.get(id)
  const entriesOf = (session: PresentationSession) =>
    names.flatMap((name) => (session[name] === undefined ? [] : [[indexes[name], session[name]] as const]))
  const erase = (session: PresentationSession): void => {
    sessions.delete(session.id)
    for (const [index, value] of entriesOf(session)) index.delete(value)
  }
  return {
    get,
    find: (by, value) => get(indexes[by].get(value) ?? ''),
    findOpen: (id, to, now) => {
      const session = get(id)
      return session && isOpen(session, now) && presentationMayBecome(session.status, to) ? session : undefined
    },
    put: (session) => {
      const before = get(session.id)
      if (before) erase(before)
      sessions.set(session.id, session)
      for (const [index, value] of entriesOf(session)) index.set(value, session.id)
    },
    erase,
    all: () => [...sessions.values()],
  }
}

const lookupsOf = ({ get, find }: SessionTable): PresentationLookups => ({
  find: async (id) => get(id),
  findByState: async (state) => find('state', state),
  findByResponseCode: async (responseCode) => find('responseCode', responseCode),
  findByReference: async (reference) => find('reference', reference),
})

const transitionsOf = (
  { get, findOpen, put, erase, all }: SessionTable,
  used: MemoryClaims,
): PresentationTransitions => ({
  begin: async (session) => put(session),
  recordFetch: async ({ id, claims, expiresAt, responseMode, attestedLevel, attestedKey, now }) => {
    const session = findOpen(id, 'completed', now)
    if (session === undefined) return 'over'
    return used.claim(claims, () => {
      put({
        ...session,
        status: 'fetched',
        ...(session.status === 'issued' && { expiresAt, responseMode }),
        ...(attestedLevel !== undefined && { attestedLevel }),
        ...(attestedKey !== undefined && { attestedKey }),
      })
      return 'fetched' as const
    })
  },
  complete: async ({ id, result, responseCode, now }) => {
    const session = findOpen(id, 'completed', now)
    if (session === undefined) return 'over'
    put({ ...session, status: 'completed', result, responseCode, completedAt: now })
    return 'completed'
  },
  reject: async ({ id, rejection, responseCode, now }) => {
    const session = findOpen(id, 'rejected', now)
    if (session === undefined) return 'over'
    put({ ...session, status: 'rejected', rejection, ...(responseCode !== undefined && { responseCode }) })
    return 'rejected'
  },
  renewCookie: async ({ id, from, to, returnedAt }) => {
    const session = get(id)
    if (session?.cookie !== from && session?.cookie !== to) return 'lost'
    put({ ...session, ...renewed(session, to, returnedAt) })
    return 'renewed'
  },
  prune: async (createdBefore) => {
    for (const session of all()) if (session.createdAt < createdBefore) erase(session)
  },
})

const ordersOf = ({ get, put, erase, all }: SessionTable, audited: PresentationAuditEntry[]): PresentationOrders => ({
  order: async ({ session }) => put(session),
  open: async ({ id, cookie, expiresAt, now, audit }) => {
    const session = get(id)
    if (session?.status !== 'ordered' || now >= session.expiresAt) return 'over'
    put({ ...session, status: 'issued', cookie, expiresAt })
    audited.push(audit)
    return 'opened'
  },
  forgetUnbegun: async (createdBefore) => {
    for (const session of all()) if (session.status === 'ordered' && session.createdAt < createdBefore) erase(session)
  },
  refer: async ({ id, renewCookie: { from, to }, returnedAt, reference, expiresAt }) => {
    const session = get(id)
    if (session?.cookie !== from && session?.cookie !== to) return 'lost'
    const { redeemedAt, referenceExpiresAt = expiresAt } = session
    const until = redeemedAt === undefined ? expiresAt : referenceExpiresAt
    put({ ...session, ...renewed(session, to, returnedAt), reference, referenceExpiresAt: until })
    return 'referred'
  },
  redeemReference: async ({ id, reference, now, audit }) => {
    const session = get(id)
    if (session?.reference !== reference) return 'gone'
    if (session.redeemedAt !== undefined) return session
    put({ ...session, redeemedAt: now })
    audited.push(audit)
    return session
  },
  forgetRedeemed: async (until) => {
    for (const { result, ...session } of all())
      if (result !== undefined && session.redeemedAt !== undefined && session.redeemedAt <= until) put(session)
  },
  eraseOrder: async ({ id, application, audit }) => {
    const session = get(id)
    if (session?.order?.application !== application) return 'unknown'
    erase(session)
    audited.push(audit)
    return 'erased'
  },
})

const auditOf = (audited: PresentationAuditEntry[]): PresentationAudit => ({
  list: async ({ application, since, limit }) =>
    audited.filter((entry) => entry.application === application && entry.at >= since).slice(0, limit),
  prune: async (before) => {
    const kept = audited.filter(({ at }) => at >= before)
    audited.splice(0, audited.length, ...kept)
  },
})
