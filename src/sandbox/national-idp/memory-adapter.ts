/** Store of the sandbox's OpenID Provider: a map in memory that deletes expired entries. */
type Payload = Record<string, unknown> & { uid?: string; grantId?: string; consumed?: number }

interface Entry {
  readonly payload: Payload
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly expiresAt: number
}

const wholeSeconds = (): number => Math.floor(Date.now() / 1000)

export interface MemoryAdapterOptions {
  /** Defaults to an empty map. */
  readonly entries?: Map<string, Entry>
  /** Returns seconds since 1970-01-01T00:00:00Z. Defaults to the system clock. */
  readonly now?: () => number
}

/** Creates the adapter class. `oidc-provider` creates one instance of the class for each of its models. */
export function createMemoryAdapter({ entries = new Map(), now = wholeSeconds }: MemoryAdapterOptions = {}) {
  let swept = now()
  /**
   * Deletes expired entries, at most once a second. Most entries of a login are never read again, so a read would not
   * notice that they have expired.
   */
  const sweep = (): void => {
    if (now() === swept) return
    swept = now()
    for (const [key, { expiresAt }] of entries) if (expiresAt <= swept) entries.delete(key)
  }
  const findLive = (key: string): Payload | undefined => {
    const entry = entries.get(key)
    return entry && entry.expiresAt > now() ? entry.payload : undefined
  }

  return class MemoryAdapter {
    readonly model: string

    constructor(model: string) {
      this.model = model
    }

    /** `expiresIn` is in seconds. Without it, the entry does not expire. */
    async upsert(id: string, payload: Payload, expiresIn?: number): Promise<void> {
      sweep()
      const entry = { payload, expiresAt: now() + (expiresIn ?? Number.POSITIVE_INFINITY) }
      entries.set(`${this.model}:${id}`, entry)
      if (payload.uid !== undefined) entries.set(`${this.model} by uid:${payload.uid}`, entry)
    }

    async find(id: string): Promise<Payload | undefined> {
      return findLive(`${this.model}:${id}`)
    }

    async findByUid(uid: string): Promise<Payload | undefined> {
      return findLive(`${this.model} by uid:${uid}`)
    }

    async findByUserCode(): Promise<undefined> {
      return undefined
    }

    async consume(id: string): Promise<void> {
      const payload = findLive(`${this.model}:${id}`)
      if (payload) payload.consumed = now()
    }

    async destroy(id: string): Promise<void> {
      const entry = entries.get(`${this.model}:${id}`)
      const byUid = `${this.model} by uid:${entry?.payload.uid}`
      entries.delete(`${this.model}:${id}`)
      if (entries.get(byUid) === entry) entries.delete(byUid)
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key)
    }
  }
}
