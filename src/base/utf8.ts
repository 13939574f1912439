/**
 * Encodes and decodes UTF-8. Small texts are encoded into slices of a shared buffer, because separate buffers would
 * cost more than the encoding. Slices are never reused.
 */
const utf8 = new TextEncoder()
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const sharedBytes = 65_536
let sharedBuffer = new Uint8Array(sharedBytes)
let usedBytes = 0

/** Encodes a text as UTF-8. The result may be a slice of a larger buffer. A lone surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  const maximumBytes = text.length * 3
  if (maximumBytes > sharedBytes / 2) return utf8.encode(text)
  if (usedBytes + maximumBytes > sharedBytes) {
    sharedBuffer = new Uint8Array(sharedBytes)
    usedBytes = 0
  }
  const { written } = utf8.encodeInto(text, sharedBuffer.subarray(usedBytes))
  usedBytes += written
  return sharedBuffer.subarray(usedBytes - written, usedBytes)
}

/** Decodes UTF-8 strictly. Keeps a byte order mark. Returns `undefined` for a malformed sequence. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return undefined
  }
}
