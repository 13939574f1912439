import assert from 'node:assert/strict'
import { test } from 'node:test'
import { concatBytes } from '../base/index.ts'
import { derInteger, derMembers, derNumber, derOctets, derTags, ecdsaFromDer, readDer } from './der.ts'
import { writeDer, writeInteger, writeOctets, writeSequence } from './der-write.ts'

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))
const read = (text: string) => readDer(hex(text))

test('WP-51 a number has at least one byte, is not negative and is a safe integer', () => {
  assert.equal(derNumber(read('02017f')), 127)
  assert.equal(derNumber(read('020701ffffffffffff')), 0x1_ffff_ffff_ffff)
  assert.equal(derNumber(read('02071fffffffffffff')), Number.MAX_SAFE_INTEGER)
  assert.equal(derNumber(read('020720000000000000')), undefined)
  assert.equal(derNumber(read('020720000000000001')), undefined)
  assert.equal(derNumber(read('0a0102'), derTags.enumerated), 2)
  for (const [what, text] of [
    ['no byte', '0200'],
    ['eight bytes', '02080000000000000001'],
    ['a negative number', '0201ff'],
    ['a negative number of two bytes', '0202ff00'],
    ['another type', '0a0102'],
  ] as const)
    assert.equal(derNumber(read(text)), undefined, what)
  // The empty value is in a list, with another value after it.
  const [empty] = derMembers(read('30050200020105')) ?? []
  assert.ok(empty)
  assert.equal(derNumber(empty), undefined)
})

test('WP-51 an integer has one to eight bytes, and a sign', () => {
  for (const [text, value] of [
    ['02017f', 127n],
    ['0201ff', -1n],
    ['02020080', 128n],
    ['02087fffffffffffffff', 2n ** 63n - 1n],
    ['02088000000000000000', -(2n ** 63n)],
    ['020900ffffffffffffffff', undefined],
    ['0a0102', undefined],
  ] as const)
    assert.equal(derInteger(read(text)), value, text)
  const [empty] = derMembers(read('30050200020105')) ?? []
  assert.equal(derInteger(empty), undefined)
})

test('WP-51 a value is constructed only if its type requires it (X.690 §10.2)', () => {
  assert.deepEqual(derOctets(read('0401aa')), Uint8Array.of(0xaa))
  assert.equal(derOctets(read('24030401aa')), undefined) // constructed, as BER allows
  assert.equal(derOctets(read('8401aa')), undefined)
  assert.equal(derOctets(read('0201aa')), undefined)
  assert.equal(derNumber(read('220101')), undefined)
  assert.ok(derMembers(read('30030401aa')))
  assert.equal(derMembers(read('10030401aa')), undefined)
  assert.equal(derMembers(read('31030401aa')), undefined)
})

test('WP-51 a length has one encoding, of at most four bytes', () => {
  const octets = (length: string, count: number) => derOctets(read(`04${length}${'aa'.repeat(count)}`))?.length
  assert.deepEqual(
    [octets('7f', 127), octets('8180', 128), octets('81ff', 255), octets('820100', 256)],
    [127, 128, 255, 256],
  )
  for (const [length, count] of [
    ['817f', 127],
    ['8200ff', 255],
    ['850000000001', 1],
    ['850100000000', 1],
    ['80', 0],
  ] as const)
    assert.equal(octets(length, count), undefined, length)
})

test('WP-51 a tag has one encoding, in the first byte if it is below 31 (X.690 §8.1.2)', () => {
  assert.deepEqual(
    ['be00', 'bf1f00', 'bf7f00', 'bf8c4800'].map((text) => read(text)?.tag),
    [30, 31, 127, 1608],
  )
  for (const text of ['bf1e00', 'bf0100', 'bf801f00', 'bf808c4800', 'bf00', 'bf8c', 'bfffffffff7f00'])
    assert.equal(read(text), undefined, text)
})

test('an ECDSA signature in DER is two integers in their shortest encoding, neither of them negative', () => {
  const der = (...numbers: readonly string[]) =>
    writeSequence(...numbers.map((one) => writeDer(derTags.integer, hex(one))))
  const raw = (...numbers: readonly string[]) => hex(numbers.map((one) => one.padStart(8, '0')).join(''))
  assert.deepEqual(ecdsaFromDer(der('01', '0080'), 4), raw('01', '80'))
  assert.deepEqual(ecdsaFromDer(der('00', '7fffffff'), 4), raw('00', '7fffffff'))
  assert.deepEqual(ecdsaFromDer(der('00ffffffff', '01'), 4), raw('ffffffff', '01'))
  for (const [what, bytes] of [
    ['nothing', new Uint8Array()],
    ['one number', der('01')],
    ['three numbers', der('01', '01', '01')],
    ['an additional byte at the end', concatBytes([der('01', '01'), Uint8Array.of(0)])],
    ['a negative number', der('80', '01')],
    ['an empty number', der('', '01')],
    ['a zero that is not needed', der('0001', '01')],
    ['a number too long', der('0100000000', '01')],
    ['a number too long, after its zero', der('00ff00000000', '01')],
    ['octets', writeSequence(writeOctets(hex('01')), writeInteger(1))],
  ] as const)
    assert.equal(ecdsaFromDer(bytes, 4), undefined, what)
})
