/**
 * Texts as bytes. What is signed and hashed is a few kilobytes that live for a moment: buffers of their own would cost
 * more than the encoding, so the bytes are cut from a larger one, each for one text and never given out again.
 */
const utf8 = new TextEncoder()
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const stockBytes = 65_536
let stock = new Uint8Array(stockBytes)
let used = 0

/** The UTF-8 of a text. */
export function encodeUtf8(text: string): Uint8Array {
  const most = text.length * 3
  if (most > stockBytes / 2) return utf8.encode(text)
  if (used + most > stockBytes) {
    stock = new Uint8Array(stockBytes)
    used = 0
  }
  const { written } = utf8.encodeInto(text, stock.subarray(used))
  used += written
  return stock.subarray(used - written, used)
}

/** Decodes UTF-8 strictly; `undefined` for a broken sequence. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return undefined
  }
}
