import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Failure, isEntityId, parseEntityId } from '../../src/base/index.ts'

const seed = 1012

const labels = [
  'a',
  'b9',
  '0',
  '127',
  '256',
  '0x7f',
  '-',
  'xn--',
  'xn--p1ai',
  'xn--zz99',
  'XN--P1AI',
  'localhost',
  'É',
  '_',
  '',
]
const hosts = fc.array(fc.constantFrom(...labels), { minLength: 1, maxLength: 4 }).map((names) => names.join('.'))
const parts = [
  ':',
  ':80',
  ':99999',
  '/',
  '//',
  '/a',
  '?',
  '#',
  '@',
  '%',
  '%41',
  '%zz',
  '\\',
  ' ',
  '\n',
  '[',
  '[::1]',
  '~',
  '..',
]
const tails = fc.array(fc.constantFrom(...parts), { maxLength: 3 }).map((pieces) => pieces.join(''))
const schemes = fc.constantFrom('https://', 'https://', 'http://', 'HTTPS://', 'https:/', 'https:', '')
const texts = fc.tuple(schemes, hosts, fc.constantFrom('', '.it', '.example'), tails).map((all) => all.join(''))

test('isEntityId accepts the same identifiers as the parser', () => {
  let accepted = 0
  fc.assert(
    fc.property(texts, fc.boolean(), (text, loopbackHttp) => {
      const expected = !(parseEntityId(text, { loopbackHttp }) instanceof Failure)
      assert.equal(isEntityId(text, { loopbackHttp }), expected)
      if (expected) accepted += 1
    }),
    { numRuns: 20_000, seed },
  )
  assert.ok(accepted > 1000, `${accepted}`)
})
