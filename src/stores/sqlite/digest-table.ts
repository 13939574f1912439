/**
 * Digests with times of expiry in a hash table of numbers. A `Map` takes four times the memory, and its entries take
 * three times as long to read after a restart (ADR 4).
 */

/**
 * Table of SHA-256 digests. Digests with the same first 8 bytes are one digest. For claims, such a coincidence refuses a
 * value that was not used, and never accepts a used value.
 */
interface DigestTable {
  has(digest: Uint8Array): boolean
  /** Adds a digest that the table does not contain. `expiresAt` is in seconds. */
  add(digest: Uint8Array, expiresAt: number): void
  /** Removes a digest. Does nothing if the table does not contain it. */
  delete(digest: Uint8Array): void
  /** Removes the digests that expire earlier than `before`, in one pass over the table. */
  deleteExpired(before: number): void
}

/** Words of a slot: two of the digest, and the time of expiry. */
const width = 3
const minimumSlots = 1024
/** Latest time that a slot stores, in the year 2106. A later time is stored as this one. 0 marks an empty slot. */
const latest = 0xffffffff
const wordOf = (expiresAt: number): number => Math.min(Math.max(expiresAt, 1), latest)

export function createDigestTable(): DigestTable {
  let slots = new Uint32Array(width * minimumSlots)
  /** Number of slots minus 1. The number of slots is a power of two. */
  let mask = minimumSlots - 1
  let count = 0

  /** Returns the slot with the two words, or the empty slot in which a search for them ends. */
  const slotOf = (high: number, low: number): number => {
    let slot = low & mask
    while (slots[width * slot + 2] !== 0 && (slots[width * slot] !== high || slots[width * slot + 1] !== low))
      slot = (slot + 1) & mask
    return slot
  }
  /** Adds an entry that the table does not contain. */
  const put = (high: number, low: number, expiry: number): void => {
    const slot = width * slotOf(high, low)
    count += 1
    slots[slot] = high
    slots[slot + 1] = low
    slots[slot + 2] = expiry
  }
  /** Moves the digests that expire at `from` or later to a new table, of which they fill at most a third. */
  const rebuild = (from: number): void => {
    const old = slots
    let kept = 0
    for (let at = 2; at < old.length; at += width) kept += (old[at] ?? 0) >= from ? 1 : 0
    mask = minimumSlots - 1
    while (mask < 3 * kept) mask = 2 * mask + 1
    slots = new Uint32Array(width * (mask + 1))
    count = 0
    for (let at = 0; at < old.length; at += width) {
      const expiry = old[at + 2] ?? 0
      if (expiry >= from) put(old[at] ?? 0, old[at + 1] ?? 0, expiry)
    }
  }
  return {
    has: (digest) => slots[width * slotOf(wordAt(digest, 0), wordAt(digest, 4)) + 2] !== 0,
    add: (digest, expiresAt) => {
      if (3 * count > 2 * mask) rebuild(1)
      put(wordAt(digest, 0), wordAt(digest, 4), wordOf(expiresAt))
    },
    // Knuth, The Art of Computer Programming, §6.4, algorithm R: fills the gap, so that later searches do not end in it.
    delete: (digest) => {
      let gap = slotOf(wordAt(digest, 0), wordAt(digest, 4))
      if (slots[width * gap + 2] === 0) return
      count -= 1
      for (let next = (gap + 1) & mask; slots[width * next + 2] !== 0; next = (next + 1) & mask) {
        const home = (slots[width * next + 1] ?? 0) & mask
        // Moves an entry unless its search begins after the gap.
        if (((next - home) & mask) < ((next - gap) & mask)) continue
        slots.copyWithin(width * gap, width * next, width * (next + 1))
        gap = next
      }
      slots[width * gap + 2] = 0
    },
    deleteExpired: (before) => rebuild(wordOf(before)),
  }
}

/** Returns four bytes of a digest as a number. */
const wordAt = (digest: Uint8Array, at: number): number =>
  (((digest[at] ?? 0) << 24) | ((digest[at + 1] ?? 0) << 16) | ((digest[at + 2] ?? 0) << 8) | (digest[at + 3] ?? 0)) >>>
  0
