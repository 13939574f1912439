/** The last messages of a sandbox, in memory. The oldest are forgotten. */
import type { Message } from './message.ts'

/** Recorded messages. */
export interface MessageLog {
  /** Adds a message, or replaces the one with its id. */
  record(message: Message): void
  find(id: string): Message | undefined
  /** Returns all kept messages, oldest first. */
  all(): readonly Message[]
  clear(): void
  /** Calls the listener with each recorded message. Returns the function that ends it. */
  watch(listener: (message: Message) => void): () => void
}

/** Number of messages that are kept. */
const defaultCapacity = 20_000
/** Characters of all bodies together that are kept. */
const defaultCharacters = 64 * 1024 * 1024

const sizeOf = ({ request, response }: Message): number =>
  512 + (request.body?.length ?? 0) + (response?.body?.length ?? 0)

/** Creates an empty log. Forgets the oldest messages beyond `capacity`, or beyond `characters` of their bodies. */
export function createMessageLog(capacity = defaultCapacity, characters = defaultCharacters): MessageLog {
  const kept = new Map<string, Message>()
  const listeners = new Set<(message: Message) => void>()
  let size = 0
  const forget = (id: string): void => {
    const message = kept.get(id)
    if (message === undefined) return
    size -= sizeOf(message)
    kept.delete(id)
  }
  return {
    record: (message) => {
      const known = kept.get(message.id)
      if (known !== undefined) size -= sizeOf(known)
      kept.set(message.id, message)
      size += sizeOf(message)
      while (kept.size > capacity || (size > characters && kept.size > 1)) forget(kept.keys().next().value as string)
      for (const listener of listeners) listener(message)
    },
    find: (id) => kept.get(id),
    all: () => [...kept.values()],
    clear: () => {
      kept.clear()
      size = 0
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
