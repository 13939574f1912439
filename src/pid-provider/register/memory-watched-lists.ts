/** The watched status lists without a database: worked out of the credentials each time. */
import type { NumericDate } from '../../base/index.ts'
import type { WatchedList, WatchedLists } from '../stores.ts'
import type { IssuedCredential } from './issued-credential.ts'

export function createWatchedLists(credentials: ReadonlyMap<string, IssuedCredential>): WatchedLists {
  const dueOf = new Map<string, NumericDate>()
  const watched = (now: NumericDate) => {
    const lists = new Map<string, WatchedList & { readonly due: NumericDate }>()
    for (const { walletProvider, attestationWatch: watch, issuedAt } of credentials.values()) {
      if (watch === undefined) continue
      const key = JSON.stringify([walletProvider, watch.uri])
      const known = lists.get(key)
      const places = Math.max(watch.idx + 1, known?.places ?? 0)
      const due = dueOf.get(key) ?? known?.due ?? issuedAt
      if (known || now < watch.until) lists.set(key, { walletProvider, uri: watch.uri, places, due })
    }
    return [...lists].toSorted(([, one], [, other]) => one.due - other.due)
  }
  return {
    takeDueLists: async ({ now, nextDue, limit }) => {
      const due = watched(now).filter(([, list]) => list.due <= now)
      return due.slice(0, limit).map(([key, { due: _, ...list }]) => {
        dueOf.set(key, nextDue)
        return list
      })
    },
    nextListDue: async (now) => watched(now)[0]?.[1].due,
    watchedAt: async ({ walletProvider, uri, indexes, now }) =>
      [...credentials.values()].filter(
        ({ attestationWatch: watch, status, ...credential }) =>
          credential.walletProvider === walletProvider &&
          watch?.uri === uri &&
          indexes.includes(watch.idx) &&
          now < watch.until &&
          status !== 'revoked',
      ),
  }
}
