import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  decodeBase64url,
  decodeBase64urlText,
  decodeLenientBase64,
  decodeUtf8,
  encodeBase64url,
  isBase64urlOf,
} from '../../src/base/index.ts'

const seed = 4648

const bytes = fc.uint8Array({ maxLength: 200 })

/** Runs a function without the platform's native base64. Each call of the codec selects its implementation. */
function withoutNative<T>(run: () => T): T {
  const from = Object.getOwnPropertyDescriptor(Uint8Array.prototype, 'setFromBase64')
  const to = Object.getOwnPropertyDescriptor(Uint8Array.prototype, 'toBase64')
  if (from === undefined || to === undefined) return run() // Node 24 is such a platform.
  Reflect.deleteProperty(Uint8Array.prototype, 'setFromBase64')
  Reflect.deleteProperty(Uint8Array.prototype, 'toBase64')
  try {
    return run()
  } finally {
    Object.defineProperty(Uint8Array.prototype, 'setFromBase64', from)
    Object.defineProperty(Uint8Array.prototype, 'toBase64', to)
  }
}

/** Decodes leniently: converts every spelling to the canonical one first. */
const lenient = (text: string): Uint8Array | undefined =>
  decodeBase64url(
    text
      .replace(/\s+/g, '')
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/={1,2}$/, ''),
  )

test('decoding returns the bytes that were encoded', () => {
  fc.assert(
    fc.property(bytes, (data) => {
      assert.deepEqual(decodeBase64url(encodeBase64url(data)), data)
    }),
    { seed },
  )
})

test('the table agrees with the native path, and both with Buffer', () => {
  fc.assert(
    fc.property(bytes, (data) => {
      const encoded = encodeBase64url(data)
      assert.equal(encoded, Buffer.from(data).toString('base64url'))
      withoutNative(() => {
        assert.equal(encodeBase64url(data), encoded)
        assert.deepEqual(decodeBase64url(encoded), data)
      })
    }),
    { seed },
  )
})

test('only canonical texts are accepted: one text for each sequence of bytes', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'ABCDwxyz0189-_+/= \n'), maxLength: 12 })
  fc.assert(
    fc.property(letters, (text) => {
      const decoded = decodeBase64url(text)
      const byTable = withoutNative(() => decodeBase64url(text))
      assert.deepEqual(byTable, decoded)
      if (decoded !== undefined) assert.equal(encodeBase64url(decoded), text)
      assert.deepEqual(decodeLenientBase64(text), lenient(text))
      assert.deepEqual(
        withoutNative(() => decodeLenientBase64(text)),
        lenient(text),
      )
      assert.equal(decodeBase64urlText(text), decoded && decodeUtf8(decoded))
      for (let size = 0; size < 10; size += 1) assert.equal(isBase64urlOf(text, size), decoded?.length === size)
    }),
    { numRuns: 2000, seed },
  )
})

test('a text of any length is encoded and decoded without a change', () => {
  for (const length of [0, 1, 2, 3, 8_191, 8_192, 8_193, 30_000]) {
    const text = 'è€𝒳'.repeat(Math.ceil(length / 9)).slice(0, length)
    assert.equal(decodeBase64urlText(encodeBase64url(text)), text.toWellFormed())
  }
})
