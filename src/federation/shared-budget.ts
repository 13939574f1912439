/**
 * What one build of trust chains may spend, of steps or of documents. Each superior of an entity has a part of its own
 * before any may draw on what is left: so none can spend what the way over another one needs (D-326, D-309).
 */
export class SharedBudget {
  #own: number
  readonly #above: SharedBudget | undefined

  constructor(own: number, above?: SharedBudget) {
    this.#own = own
    this.#above = above
  }

  /** What can be taken: its own, and what nobody above has set aside for others. */
  get left(): number {
    return this.#own + (this.#above?.left ?? 0)
  }

  /** Takes one, of its own first. */
  take(): boolean {
    if (this.#own === 0) return this.#above?.take() ?? false
    this.#own -= 1
    return true
  }

  /** Sets a part aside for each of so many: `each`, or an equal part of what is left where that is less. */
  share(parts: number, each: number): readonly SharedBudget[] {
    const size = Math.min(each, Math.floor(this.left / Math.max(1, parts)))
    for (let taken = 0; taken < size * parts; taken += 1) this.take()
    return Array.from({ length: parts }, () => new SharedBudget(size, this))
  }

  /** Its way has ended: what it has not taken of its own is there for others. */
  release(): void {
    if (this.#above) this.#above.#own += this.#own
    this.#own = 0
  }
}
