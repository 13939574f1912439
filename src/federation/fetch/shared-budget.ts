/**
 * Budget of steps or documents of one build. Each superior of an entity first gets its own share, so that no path can
 * use up what another path needs (D-326, D-309). With very many paths, each share is too small for a whole path. The
 * path through the first superior of each entity, and no other path, can therefore also use the reserve (D-487).
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

  /** Creates a budget of `all` units, of which at most `reserve` are the reserve. */
  static withReserve(all: number, reserve: number): SharedBudget {
    const reserved = Math.min(reserve, all)
    return new SharedBudget(all - reserved, undefined, new SharedBudget(reserved))
  }

  /**
   * Takes one unit: from this share, then from the budgets from which it was split, then from the reserve. Returns
   * false if nothing is left.
   */
  take(): boolean {
    return this.#takeShared() || (this.#reserve?.take() ?? false)
  }

  /**
   * Splits the budget: each part gets `each` units, or an equal share of the units left if that is less. The first part
   * also has the reserve.
   */
  share(parts: number, each: number): readonly SharedBudget[] {
    const size = Math.min(each, Math.floor(this.#left / Math.max(1, parts)))
    for (let taken = 0; taken < size * parts; taken += 1) this.#takeShared()
    return Array.from(
      { length: parts },
      (_, index) => new SharedBudget(size, this, index === 0 ? this.#reserve : undefined),
    )
  }

  /** Gives the unused units of this share back to the budget above. Call it when the path has ended. */
  release(): void {
    if (this.#above) this.#above.#own += this.#own
    this.#own = 0
  }

  /** Units that can be split: those of this share and those left in the budgets above. Does not include the reserve. */
  get #left(): number {
    return this.#own + (this.#above ? this.#above.#left : 0)
  }

  #takeShared(): boolean {
    if (this.#own === 0) return this.#above ? this.#above.#takeShared() : false
    this.#own -= 1
    return true
  }
}
