/**
 * What one build of trust chains may ask of an origin of which nothing is known. A subject can name any host as its superior,
 * or as a superior's endpoint: without this budget one question to us would be many questions to that host (FED-51).
 */

/** Documents of one way that fails at its first step, and of a whole way beside it. */
const documentsOfUnknown = 3

interface OriginBudget {
  left: number
  /** Requests that have no answer yet. */
  running: number
  /** Called when one of them has its answer. */
  waiting: (() => void)[]
}

/** The budgets of all origins in one build. Origins of the anchors have none: only the limits of the build hold there. */
export class OriginBudgets {
  readonly #anchors: ReadonlySet<string>
  readonly #budgets = new Map<string, OriginBudget>()

  constructor(anchors: Iterable<string>) {
    this.#anchors = new Set([...anchors].map(originOf))
  }

  /** Groups superiors that are to be followed one after another, so that the budget of their origin serves whole ways. */
  group(superiors: readonly string[]): readonly (readonly string[])[] {
    return [...Map.groupBy(superiors, (url) => (this.#isUnknown(url) ? originOf(url) : url)).values()]
  }

  /**
   * Runs a request within the budget of its origin; `undefined` when nothing is left. While requests at the origin run, it
   * waits for what these give back.
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

  /** Gives one request back, since the origin gave a statement about an entity on the way. */
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
