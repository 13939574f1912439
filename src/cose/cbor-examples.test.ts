/** The examples of RFC 8949, and the byte strings that it calls malformed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { examples, indefinite, notWellFormed, wholeFloats } from '../../test/vectors/rfc8949.ts'
import { Failure } from '../base/index.ts'
import { type Cbor, decodeCbor, encodeCbor, WholeFloat } from './cbor.ts'

const decode = (hex: string, anyValue = false) => decodeCbor(Buffer.from(hex, 'hex'), 'cbor', { anyValue })
const isRefused = (hex: string): void => {
  for (const anyValue of [false, true]) {
    const answer = decode(hex, anyValue)
    assert.equal(answer instanceof Failure && answer.code, 'cbor_malformed', hex)
  }
}

test('RFC 8949 Appendix A: each example is read as its value and written as the same bytes', () => {
  for (const [hex, value] of examples) {
    assert.deepEqual(decode(hex), value, hex)
    assert.equal(Buffer.from(encodeCbor(value)).toString('hex'), hex)
  }
  for (const [hex, value] of wholeFloats)
    for (const anyValue of [false, true]) {
      const float = decode(hex, anyValue)
      assert.deepEqual(float, new WholeFloat(value), hex)
      assert.equal(Buffer.from(encodeCbor(float as Cbor)).toString('hex'), hex)
    }
})

test('GEN-23 RFC 8949 Appendix A: an item of indefinite length is refused', () => {
  for (const hex of indefinite) isRefused(hex)
})

test('GEN-23 RFC 8949 Appendix F.1: an item that is not well-formed is refused', () => {
  for (const hex of notWellFormed) isRefused(hex)
})
