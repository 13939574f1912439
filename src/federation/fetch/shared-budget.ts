/**
 * What one build of trust chains may spend, of steps or of documents. Each superior of an entity has a part of its own
 * before any may draw on what is left: so none can spend what the way over another one needs (D-326, D-309). A reserve is
 * for the preferred way alone, so that many ways do not leave each of them too little (D-487).
 */
export class SharedBudget {
  #own: number
  readonly #above: SharedBudget | undefined
  readonly #reserve: SharedBudget | undefined

  constructor(own: number, above?: SharedBudget, reserve?: SharedBudget) {
    this.#own = own
    this.#above = above
    this.#reserve = reserve
  }

  /** A budget of so many in all, with a reserve of at most `reserve` of them. */
  static withReserve(all: number, reserve: number): SharedBudget {
    const reserved = Math.min(reserve, all)
    return new SharedBudget(all - reserved, undefined, new SharedBudget(reserved))
  }

  /** Takes one, of its own first, and of the reserve last. */
  take(): boolean {
    return this.#takeShared() || (this.#reserve?.take() ?? false)
  }

  /**
   * Sets a part aside for each of so many: `each`, or an equal part of what is left where that is less. The first one has the
   * reserve besides.
   */
  share(parts: number, each: number): readonly SharedBudget[] {
    const size = Math.min(each, Math.floor(this.#left / Math.max(1, parts)))
    for (let taken = 0; taken < size * parts; taken += 1) this.#takeShared()
    return Array.from(
      { length: parts },
      (_, index) => new SharedBudget(size, this, index === 0 ? this.#reserve : undefined),
    )
  }

  /** Its way has ended: what it has not taken of its own is there for others. */
  release(): void {
    if (this.#above) this.#above.#own += this.#own
    this.#own = 0
  }

  /** What can be shared: its own, and what nobody above has set aside for others. */
  get #left(): number {
    return this.#own + (this.#above ? this.#above.#left : 0)
  }

  #takeShared(): boolean {
    if (this.#own === 0) return this.#above ? this.#above.#takeShared() : false
    this.#own -= 1
    return true
  }
}
