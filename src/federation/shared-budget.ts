/**
 * What one build of trust chains may spend, of steps or of documents. Each superior of the subject has a share of its own
 * before any may draw on what is left: so none can spend what the way over another one needs (D-326).
 */
export interface SharedBudget {
  /** Sets the same share aside for each, and at most `each`. */
  share(among: readonly string[], each: number): void
  /** Takes one, out of the share of its own first. */
  take(who: string | undefined): boolean
}

export function createSharedBudget(total: number): SharedBudget {
  let common = total
  const shares = new Map<string | undefined, number>()
  return {
    share: (among, each) => {
      const own = Math.min(each, Math.floor(common / Math.max(1, among.length)))
      for (const one of among) shares.set(one, own)
      common -= own * among.length
    },
    take: (who) => {
      const own = shares.get(who) ?? 0
      if (own > 0) shares.set(who, own - 1)
      else common -= 1
      return own > 0 || common >= 0
    },
  }
}
