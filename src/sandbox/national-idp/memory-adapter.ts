/**
 * The store of the sandbox's OpenID Provider: a map that forgets what has expired. Gone when the process ends.
 */
type Payload = Record<string, unknown> & { uid?: string; grantId?: string; consumed?: number }

interface Entry {
  readonly payload: Payload
  readonly expiresAt: number
}

const seconds = (): number => Math.floor(Date.now() / 1000)

/** Creates the adapter class that `oidc-provider` makes one instance of for each of its models. */
export function createMemoryAdapter() {
  const entries = new Map<string, Entry>()
  const live = (key: string): Payload | undefined => {
    const entry = entries.get(key)
    if (entry === undefined || entry.expiresAt > seconds()) return entry?.payload
    entries.delete(key)
    return undefined
  }

  return class MemoryAdapter {
    readonly model: string

    constructor(model: string) {
      this.model = model
    }

    async upsert(id: string, payload: Payload, expiresIn?: number): Promise<void> {
      entries.set(`${this.model}:${id}`, { payload, expiresAt: seconds() + (expiresIn ?? Number.POSITIVE_INFINITY) })
    }

    async find(id: string): Promise<Payload | undefined> {
      return live(`${this.model}:${id}`)
    }

    async findByUid(uid: string): Promise<Payload | undefined> {
      for (const key of entries.keys()) {
        const payload = key.startsWith(`${this.model}:`) ? live(key) : undefined
        if (payload?.uid === uid) return payload
      }
      return undefined
    }

    async findByUserCode(): Promise<undefined> {
      return undefined
    }

    async consume(id: string): Promise<void> {
      const payload = live(`${this.model}:${id}`)
      if (payload) payload.consumed = seconds()
    }

    async destroy(id: string): Promise<void> {
      entries.delete(`${this.model}:${id}`)
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key)
    }
  }
}
