/**
 * A custom store: the Relying Party's port over texts in a Map, as in a key-value server, tested by the contract that
 * every store must pass. With a database each verb is one statement or one transaction. Here no verb awaits, so nothing
 * can interrupt one.
 *
 *     node add-a-store.ts
 */
import type { Claim, Lost } from 'fiducia/base'
import {
  isOpen,
  type PresentationAuditEntry,
  type PresentationSession,
  type RelyingPartyStores,
  renewed,
} from 'fiducia/relying-party'
import { relyingPartyStoresContract } from 'fiducia/store-contracts'

function createTextStores(): RelyingPartyStores {
  const texts = new Map<string, string>()
  const spent = new Set<string>()
  let audited: PresentationAuditEntry[] = []

  const read = (id: string): PresentationSession | undefined => {
    const text = texts.get(id)
    return text === undefined ? undefined : (JSON.parse(text) as PresentationSession)
  }
  const write = (session: PresentationSession): void => void texts.set(session.id, JSON.stringify(session))
  const search = (matches: (session: PresentationSession) => boolean): PresentationSession | undefined =>
    [...texts.keys()].map(read).find((session) => session !== undefined && matches(session))
  const readOpen = (id: string, now: number): PresentationSession | undefined => {
    const session = read(id)
    return session && isOpen(session, now) ? session : undefined
  }

  // Single use: all claims are spent together with the effect, or none is. A real store also forgets them after
  // `expiresAt`.
  function claim<T, N extends string>(claims: readonly Claim<N>[], effect: () => T): T | Lost<N> {
    const lost = claims.find(({ name, value }) => spent.has(`${name} ${value}`))
    if (lost) return { lost: lost.name }
    for (const { name, value } of claims) spent.add(`${name} ${value}`)
    return effect()
  }

  return {
    presentationSessions: {
      begin: async (session) => write(session),
      find: async (id) => read(id),
      findByState: async (state) => search((session) => session.state === state),
      findByResponseCode: async (code) => search((session) => session.responseCode === code),

      recordFetch: async ({ id, claims, expiresAt, responseMode, attestedLevel, attestedKey, now }) => {
        const session = readOpen(id, now)
        if (session === undefined) return 'over'
        const first = session.status === 'issued' ? { expiresAt, responseMode } : {}
        const wallet = {
          ...(attestedLevel !== undefined && { attestedLevel }),
          ...(attestedKey !== undefined && { attestedKey }),
        }
        return claim(claims, () => {
          write({ ...session, status: 'fetched', ...first, ...wallet })
          return 'fetched' as const
        })
      },

      complete: async ({ id, result, responseCode, now }) => {
        const session = readOpen(id, now)
        if (session === undefined) return 'over'
        write({ ...session, status: 'completed', result, responseCode, completedAt: now })
        return 'completed'
      },

      reject: async ({ id, rejection, responseCode, now }) => {
        const session = readOpen(id, now)
        if (session === undefined) return 'over'
        write({ ...session, status: 'rejected', rejection, ...(responseCode !== undefined && { responseCode }) })
        return 'rejected'
      },

      renewCookie: async ({ id, from, to, returnedAt }) => {
        const session = read(id)
        if (session?.cookie !== from && session?.cookie !== to) return 'lost'
        write({ ...session, ...renewed(session, to, returnedAt) })
        return 'renewed'
      },

      // Orders of applications through the API, up to the reference that they redeem.
      order: async ({ session }) => write(session),
      open: async ({ id, becomes, cookie, expiresAt, now, audit }) => {
        const session = read(id)
        if (session?.status !== 'ordered' || now >= session.expiresAt) return 'over'
        write({ ...(becomes ?? session), status: 'issued', cookie, expiresAt })
        audited.push(audit)
        return 'opened'
      },
      refer: async ({ id, renewCookie: { from, to }, returnedAt, reference, expiresAt }) => {
        const session = read(id)
        if (session?.cookie !== from && session?.cookie !== to) return 'lost'
        const { redeemedAt, referenceExpiresAt = expiresAt } = session
        const until = redeemedAt === undefined ? expiresAt : referenceExpiresAt
        write({ ...session, ...renewed(session, to, returnedAt), reference, referenceExpiresAt: until })
        return 'referred'
      },
      findByReference: async (reference) => search((session) => session.reference === reference),
      redeemReference: async ({ id, reference, now, audit }) => {
        const session = read(id)
        if (session?.reference !== reference) return 'gone'
        if (session.redeemedAt !== undefined) return session
        write({ ...session, redeemedAt: now })
        audited.push(audit)
        return session
      },
      forgetUnbegun: async (createdBefore) => {
        for (const id of [...texts.keys()]) {
          const session = read(id)
          if (session?.status === 'ordered' && session.createdAt < createdBefore) texts.delete(id)
        }
      },
      forgetRedeemed: async (until) => {
        for (const { result: _, ...session } of [...texts.keys()].flatMap((id) => read(id) ?? []))
          if (session.redeemedAt !== undefined && session.redeemedAt <= until) write(session)
      },
      eraseOrder: async ({ id, application, audit }) => {
        if (read(id)?.order?.application !== application) return 'unknown'
        texts.delete(id)
        audited.push(audit)
        return 'erased'
      },

      showElsewhere: async ({ id, now }) => {
        const session = read(id)
        if (session === undefined || session.shownElsewhereAt !== undefined) return 'again'
        write({ ...session, shownElsewhereAt: now })
        return 'first'
      },

      prune: async (createdBefore) => {
        for (const id of [...texts.keys()]) if ((read(id)?.createdAt ?? createdBefore) < createdBefore) texts.delete(id)
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

relyingPartyStoresContract('texts in a Map', createTextStores)
