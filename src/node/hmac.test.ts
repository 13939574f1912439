import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { hmacSha256 } from './hmac.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

test('reproduces the test vectors of HMAC-SHA-256 (RFC 4231 §4)', () => {
  const text = (value: string): Buffer => Buffer.from(value)
  const rows: [key: Buffer, message: Buffer, mac: string][] = [
    [Buffer.alloc(20, 0x0b), text('Hi There'), 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      text('Jefe'),
      text('what do ya want for nothing?'),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      Buffer.alloc(20, 0xaa),
      Buffer.alloc(50, 0xdd),
      '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
    ],
    [
      Buffer.alloc(131, 0xaa),
      text('Test Using Larger Than Block-Size Key - Hash Key First'),
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
  ]
  for (const [key, message, mac] of rows) assert.equal(hex(hmacSha256(key, message)), mac)
})

test('equals OpenSSL’s HMAC for keys and messages of lengths around the block size', () => {
  const random = seededRandom('hmac')
  for (const keyLength of [0, 1, 32, 63, 64, 65, 200])
    for (const length of [0, 1, 55, 56, 63, 64, 65, 1000]) {
      const [key, message] = [random.bytes(keyLength), random.bytes(length)]
      assert.equal(hex(hmacSha256(key, message)), createHmac('sha256', key).update(message).digest('hex'))
    }
})

test('a text is encoded as UTF-8, and one key can be used for many messages', () => {
  const key = seededRandom('hmac key').bytes(32)
  for (const text of ['', 'è', 'a\0b', 'nonce'])
    assert.equal(hex(hmacSha256(key, text)), createHmac('sha256', key).update(text).digest('hex'))
})
