/**
 * Limits the requests that one evaluation of an entity, or one check of named superiors, sends to each origin that is
 * not an anchor's. An evaluation builds chains of the entity and of the issuers of its trust marks. A subject can name
 * any host as its superior or as an issuer, and a superior any host as its endpoint. Without this limit, one request to
 * this service would cause many requests to that host (FED-51).
 */

/**
 * Initial number of requests to an origin. Three requests suffice for two paths: one that fails at its first document,
 * and one that is complete (a configuration and a statement).
 */
const initialRequests = 3

interface OriginBudget {
  left: number
  /** Number of pending requests. */
  running: number
  /** Functions to call when a pending request has ended. */
  waiting: (() => void)[]
}

/**
 * Budgets of all origins in one evaluation. Origins of anchors have no budget: only the limits of each build apply to
 * them.
 */
export class OriginBudgets {
  readonly #anchors: ReadonlySet<string>
  readonly #budgets = new Map<string, OriginBudget>()

  constructor(anchors: Iterable<string>) {
    this.#anchors = new Set([...anchors].map(originOf))
  }

  /**
   * Groups superiors by origin. The caller follows the superiors of a group one after the other, so that the budget of
   * the origin suffices for whole paths. A superior at an anchor's origin is in a group of its own.
   */
  group(superiors: readonly string[]): readonly (readonly string[])[] {
    return [...Map.groupBy(superiors, (url) => (this.#isLimited(url) ? originOf(url) : url)).values()]
  }

  /**
   * Runs a request within the budget of its origin. If the budget is spent, waits for the pending requests, because
   * `giveBack` may refund them. If the budget is still spent then, sends nothing and resolves to `undefined`.
   */
  async run<T>(url: string, request: () => Promise<T>): Promise<T | undefined> {
    if (!this.#isLimited(url)) return request()
    const budget = this.#of(url)
    while (budget.left === 0 && budget.running > 0) await new Promise<void>((resolve) => budget.waiting.push(resolve))
    if (budget.left === 0) return undefined
    budget.left -= 1
    budget.running += 1
    try {
      return await request()
    } finally {
      budget.running -= 1
      for (const wake of budget.waiting.splice(0)) wake()
    }
  }

  /**
   * Adds one request to the budget. Call it for a superior and for its fetch endpoint when the superior's statement
   * about an entity on the path has arrived. Call it for the issuer of a trust mark when its chain is valid, and for
   * its status endpoint when a valid status response has arrived.
   */
  giveBack(url: string): void {
    if (this.#isLimited(url)) this.#of(url).left += 1
  }

  #isLimited(url: string): boolean {
    return !this.#anchors.has(originOf(url))
  }

  #of(url: string): OriginBudget {
    const origin = originOf(url)
    const budget = this.#budgets.get(origin) ?? { left: initialRequests, running: 0, waiting: [] }
    this.#budgets.set(origin, budget)
    return budget
  }
}

const originOf = (url: string): string => URL.parse(url)?.origin ?? url
