import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeUtf8, encodeUtf8 } from './utf8.ts'

test('encodeUtf8 encodes texts of any length and script as TextEncoder does', () => {
  const plain = new TextEncoder()
  for (const length of [0, 1, 63, 1_000, 10_922, 10_923, 40_000])
    for (const letter of ['a', 'è', '€', '𝒳', '\ud800']) {
      const text = letter.repeat(length)
      assert.deepEqual(encodeUtf8(text), plain.encode(text))
    }
})

test('later calls do not change the bytes of earlier calls', () => {
  const texts = Array.from({ length: 5_000 }, (_, index) => `${index} è`.repeat(index % 50))
  const encoded = texts.map(encodeUtf8)
  assert.deepEqual(encoded.map(decodeUtf8), texts)
})

test('UTF-8 is strict and keeps a byte order mark', () => {
  assert.equal(decodeUtf8(Uint8Array.of(0xc3, 0xa8)), 'è')
  assert.equal(decodeUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61)), '\ufeffa')
  for (const bytes of [[0xc3], [0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80]])
    assert.equal(decodeUtf8(Uint8Array.from(bytes)), undefined)
})
