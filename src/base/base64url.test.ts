import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeBase64url, decodeLenientBase64, encodeBase64, encodeBase64url } from './base64url.ts'

test('the vectors of RFC 4648 §10 are encoded without padding, and "-" and "_" replace "+" and "/"', () => {
  const vectors = ['', 'Zg', 'Zm8', 'Zm9v', 'Zm9vYg', 'Zm9vYmE', 'Zm9vYmFy']
  for (const [length, encoded] of vectors.entries()) {
    assert.equal(encodeBase64url('foobar'.slice(0, length)), encoded)
    assert.equal(new TextDecoder().decode(decodeBase64url(encoded)), 'foobar'.slice(0, length))
  }
  assert.equal(encodeBase64url(Uint8Array.of(0xfb, 0xff, 0xfe)), '-__-')
})

test('the example of RFC 7515 Appendix C is encoded', () => {
  assert.equal(encodeBase64url(Uint8Array.of(3, 236, 255, 224, 193)), 'A-z_4ME')
})

test('a text is encoded as UTF-8', () => {
  assert.equal(encodeBase64url('è'), encodeBase64url(Uint8Array.of(0xc3, 0xa8)))
})

for (const [what, text] of [
  ['padding', 'Zg=='],
  ['the standard alphabet', '+/+/'],
  ['white space', 'Zm9v\n'],
  ['white space inside', 'Zm 9v'],
  ['a single letter', 'A'],
  ['five letters', 'AAAAA'],
  ['bits left over after one byte', 'Zh'],
  ['bits left over after two bytes', 'Zm9'],
  ['a letter beyond ASCII', 'Zm9v\u0141AAA'],
  ['a NUL', 'Zm9\0'],
] as const) {
  test(`base64url decoding refuses ${what}`, () => assert.equal(decodeBase64url(text), undefined))
}

test('standard base64 uses "+" and "/", and pads with "="', () => {
  assert.equal(encodeBase64(Uint8Array.of(0xfb, 0xff)), '+/8=')
  assert.equal(encodeBase64(Uint8Array.of(0xfb)), '+w==')
  assert.equal(encodeBase64(Uint8Array.of(1, 2, 3)), 'AQID')
  assert.equal(encodeBase64(new Uint8Array(0)), '')
})

test('lenient decoding accepts either alphabet, with or without padding and white space, and no other text', () => {
  for (const text of ['+/8=', '-_8', '+/8', ' +/\r\n8= '])
    assert.deepEqual(decodeLenientBase64(text), Uint8Array.of(0xfb, 0xff))
  for (const text of ['+/8===', '*', 'A', '=+/8']) assert.equal(decodeLenientBase64(text), undefined)
})

test('lenient decoding reads "-" as "+" and "_" as "/", even in a text that mixes both alphabets', () => {
  for (const text of [
    '-_8',
    '-/8',
    '+_8=',
    '_-_-',
    '-_8\n',
    '-_\n8=\n',
    '\r\n+/8=\r\n',
    '+/8\n=',
    '_w=\n=',
    '\t-_8=',
    '-_ 8==',
    '_w==',
    '_w=',
    '_w',
  ]) {
    const standard = text.replace(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/')
    assert.deepEqual(decodeLenientBase64(text), Uint8Array.from(Buffer.from(standard, 'base64')), text)
  }
  for (const text of ['-_8===', '-', '_w=w', '-_9', '-_9=', '-_9 ', '-_9\x1f=', '_x', '_x==', '_x=\n= ', '-_8*'])
    assert.equal(decodeLenientBase64(text), undefined, text)
})
