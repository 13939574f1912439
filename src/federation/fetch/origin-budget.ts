/**
 * Limits the requests of one build to an unknown origin. A subject can name any host as its superior or as a superior's
 * endpoint. Without this limit, one request to us would cause many requests to that host (FED-51).
 */

/** Number of documents of a path that fails at its first step, and of one complete path. */
const documentsOfUnknown = 3

interface OriginBudget {
  left: number
  /** Number of pending requests. */
  running: number
  /** Called when a pending request has ended. */
  waiting: (() => void)[]
}

/** Budgets of all origins in one build. Origins of anchors have no budget. The limits of the build apply to them. */
export class OriginBudgets {
  readonly #anchors: ReadonlySet<string>
  readonly #budgets = new Map<string, OriginBudget>()

  constructor(anchors: Iterable<string>) {
    this.#anchors = new Set([...anchors].map(originOf))
  }

  /**
   * Groups superiors by origin. Those of a group are followed one after the other, so that the budget of the origin
   * suffices for whole paths.
   */
  group(superiors: readonly string[]): readonly (readonly string[])[] {
    return [...Map.groupBy(superiors, (url) => (this.#isUnknown(url) ? originOf(url) : url)).values()]
  }

  /**
   * Runs a request within the budget of its origin. Waits for pending requests, which may return their share. Resolves
   * to `undefined` if nothing is left.
   */
  async run<T>(url: string, request: () => Promise<T>): Promise<T | undefined> {
    if (!this.#isUnknown(url)) return request()
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

  /** Returns one request to the budget, because the origin answered with a statement about an entity on the path. */
  giveBack(url: string): void {
    if (this.#isUnknown(url)) this.#of(url).left += 1
  }

  #isUnknown(url: string): boolean {
    return !this.#anchors.has(originOf(url))
  }

  #of(url: string): OriginBudget {
    const origin = originOf(url)
    const budget = this.#budgets.get(origin) ?? { left: documentsOfUnknown, running: 0, waiting: [] }
    this.#budgets.set(origin, budget)
    return budget
  }
}

const originOf = (url: string): string => URL.parse(url)?.origin ?? url
