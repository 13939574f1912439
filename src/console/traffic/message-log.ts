/** The last messages of a sandbox, in memory. Above the limits, the oldest are dropped. */
import type { Message } from './message.ts'

/** Recorded messages. */
export interface MessageLog {
  /**
   * Adds a message, or replaces the one with the same ID in its place. `characters` is the length of its bodies. By
   * default, the log reads the bodies and counts their characters.
   */
  record(message: Message, characters?: number): void
  find(id: string): Message | undefined
  /** Returns all kept messages, oldest first. */
  all(): readonly Message[]
  clear(): void
  /**
   * Calls `onRecord` with each recorded message, then `onRemove` with each message that is dropped for it. A message
   * that replaces an old one has the old one's place, so it can be dropped itself. `clear` calls `onRemove` too.
   * Returns a function that removes both listeners.
   */
  watch(onRecord: (message: Message) => void, onRemove?: (message: Message) => void): () => void
}

/** Maximum number of kept messages. */
const defaultCapacity = 20_000
/** Maximum size of all kept messages together: the characters of the bodies, and `otherCharacters` for each message. */
const defaultCharacters = 64 * 1024 * 1024
/** Estimated size of the other parts of a message, in characters. */
const otherCharacters = 512

const charactersOf = ({ request, response }: Message): number =>
  (request.body?.length ?? 0) + (response?.body?.length ?? 0)

interface LoggedMessage {
  readonly message: Message
  readonly size: number
}

interface Watcher {
  readonly onRecord: (message: Message) => void
  readonly onRemove: ((message: Message) => void) | undefined
}

/**
 * Creates an empty log of at most `capacity` messages with a total size of `characters`. Drops the oldest, several at
 * once. Never drops the newest one.
 */
export function createMessageLog(capacity = defaultCapacity, characters = defaultCharacters): MessageLog {
  const kept = new Map<string, LoggedMessage>()
  const watchers = new Set<Watcher>()
  let size = 0
  const forget = ({ message, size: freed }: LoggedMessage): void => {
    size -= freed
    kept.delete(message.id)
    for (const { onRemove } of watchers) onRemove?.(message)
  }
  /** Drops several messages at once, because each deletion makes finding the first entry of a `Map` slower. */
  const forgetOldest = (): void => {
    let toDrop = Math.ceil(capacity / 64)
    for (const logged of kept.values()) {
      const isFull = kept.size > capacity || size > characters
      if (kept.size === 1 || (toDrop <= 0 && !isFull)) return
      forget(logged)
      toDrop -= 1
    }
  }
  return {
    record: (message, length = charactersOf(message)) => {
      const added = { message, size: otherCharacters + length }
      size += added.size - (kept.get(message.id)?.size ?? 0)
      kept.set(message.id, added)
      for (const { onRecord } of watchers) onRecord(message)
      if (kept.size > capacity || size > characters) forgetOldest()
    },
    find: (id) => kept.get(id)?.message,
    all: () => Array.from(kept.values(), ({ message }) => message),
    clear: () => {
      for (const logged of [...kept.values()]) forget(logged)
    },
    watch: (onRecord, onRemove) => {
      const watcher = { onRecord, onRemove }
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}
