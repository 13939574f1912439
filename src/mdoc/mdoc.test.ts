import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../../test/support/cases.ts'
import {
  type CborObject,
  decoded,
  device,
  docType,
  documentSigner,
  domestic,
  foreignValues,
  issue,
  itemsOf,
  map,
  nameSpaces,
  parsed,
  rewritten,
  withHeader,
  withItem,
} from '../../test/support/mdoc.ts'
import { valid, verdict } from '../../test/support/mdoc-verdict.ts'
import { type Cbor, type CborTag, cborTag, encodeCbor, WholeFloat } from '../cose/index.ts'
import { sameKey } from '../jose/index.ts'
import { mdocClaims } from './issuer-signed.ts'

test('verifies an issued mdoc and reads its elements', async () => {
  assert.equal(await verdict(valid), 'accepted')
  const mdoc = parsed(valid)
  assert.deepEqual(mdocClaims(mdoc), {
    [docType]: {
      family_name: 'D’Amico',
      given_name: 'Ada',
      birth_date: '1980-01-10',
      birth_place: { country: 'IT' },
    },
    [domestic]: { personal_administrative_number: 'TINIT-XXX' },
  })
  assert.ok(sameKey(mdoc.mso.deviceKey, device.publicJwk))
  assert.deepEqual(mdoc.mso.status, { status_list: { idx: 7, uri: 'https://pid.example/statuslists/1' } })
})

test('WI-62 two namespaces can have an element of the same name', async () => {
  const elements = nameSpaces()
  elements.set('other', new Map([['given_name', 'Grace']]))
  const text = await issue({ nameSpaces: elements })
  assert.equal(await verdict(text), 'accepted')
  assert.deepEqual(mdocClaims(parsed(text)).other, { given_name: 'Grace' })
})

test('GEN-28 RP-12 an element or a namespace called __proto__, or such a key of an element, is verified but not shown', async () => {
  const elements = nameSpaces()
  elements.get(docType)?.set('__proto__', 'x')
  elements.get(domestic)?.set('address', [new Map([['__proto__', 'x']])])
  elements.set('__proto__', new Map([['alone', 'x']]))
  const text = await issue({ nameSpaces: elements })
  assert.equal(await verdict(text), 'accepted')
  assert.equal(parsed(text).items.length, 8)
  assert.deepEqual(mdocClaims(parsed(text)), mdocClaims(parsed(valid)))
})

for (const [title, value] of foreignValues)
  test(`WI-62 RP-12 an element with ${title} is verified but not shown; the others are read`, async () => {
    const elements = nameSpaces()
    elements.get(docType)?.set('foreign', value)
    elements.set('foreign', new Map([['alone', value]]))
    const text = await issue({ nameSpaces: elements })
    assert.equal(await verdict(text), 'accepted')
    const mdoc = parsed(text)
    assert.equal(mdoc.items.length, 7)
    assert.deepEqual(mdocClaims(mdoc), mdocClaims(parsed(valid)))
    const changed = rewritten(text, (top) => {
      const foreign = map(top.get('nameSpaces')).get('foreign') as CborTag[]
      const bytes = Uint8Array.from(foreign[0]?.value as Uint8Array)
      bytes.set([0x62], Buffer.from(bytes).indexOf('alone'))
      map(top.get('nameSpaces')).set('foreign', [cborTag(24, bytes)])
    })
    assert.equal(await verdict(changed), 'digest_mismatch')
  })

test('PP-108 each element has 16 random bytes of its own and an identifier in random order', async () => {
  const randoms = (text: string): string[] =>
    parsed(text).items.map(({ encoded }) => Buffer.from(decoded(encoded).get('random') as Uint8Array).toString('hex'))
  const [first, second] = [randoms(valid), randoms(await issue())]
  assert.ok(first.every((random) => random.length === 32))
  assert.equal(new Set([...first, ...second]).size, 10)
  const orders = await Promise.all(Array.from({ length: 8 }, () => issue()))
  const ids = (text: string): string =>
    parsed(text)
      .items.map(({ digestId }) => digestId)
      .join()
  assert.ok(new Set(orders.map(ids)).size > 1)
})

const item = (change: (members: CborObject) => void) => withItem(valid, change)
const header = (change: (headers: CborObject) => void) => withHeader(valid, change)

for (const [id, make, code] of casesOf({
  mdoc_malformed: {
    'characters that are not base64url': () => '=',
    'another structure': () => 'gA',
    'no signature': () => rewritten(valid, (top) => top.delete('issuerAuth')),
  },
  cbor_malformed: { 'bytes that are not CBOR': () => '_w' },
  cose_malformed: { 'a number as its signature': () => rewritten(valid, (top) => top.set('issuerAuth', 1)) },
  x5chain_missing: { 'no certificate': () => header((headers) => headers.delete(33)) },
  x5chain_malformed: {
    'an empty chain': () => header((headers) => headers.set(33, [])),
    'a chain that is a text': () => header((headers) => headers.set(33, 'a')),
    'a chain of texts': () => header((headers) => headers.set(33, ['a'])),
    'a text after a certificate': () => header((headers) => headers.set(33, [documentSigner.der, 'a'])),
    'a chain of six certificates': () => header((headers) => headers.set(33, Array(6).fill(documentSigner.der))),
  },
  certificate_malformed: { 'a broken certificate': () => header((headers) => headers.set(33, Uint8Array.of(48, 0))) },
  item_malformed: {
    'namespaces that are not a map': () => rewritten(valid, (top) => top.set('nameSpaces', [])),
    'a namespace named by a number': () => rewritten(valid, (top) => map(top.get('nameSpaces')).set(7, [])),
    'a namespace that is a map': () => rewritten(valid, (top) => map(top.get('nameSpaces')).set('other', new Map())),
    'an element under another tag': () =>
      rewritten(valid, (top) => itemsOf(top).splice(0, 1, cborTag(18, (itemsOf(top)[0] as CborTag).value))),
    'an element that is a list': () =>
      rewritten(valid, (top) => itemsOf(top).splice(0, 1, cborTag(24, encodeCbor([])))),
    'an element without tag': () => rewritten(valid, (top) => itemsOf(top).splice(0, 1, 1)),
    'an element without a name': () => item((members) => members.delete('elementIdentifier')),
    'an element without a value': () => item((members) => members.delete('elementValue')),
    'a foreign tag in the place of the random': () => item((one) => one.set('random', cborTag(100, 1))),
    'an unknown member and no value': () =>
      item((members) => {
        members.delete('elementValue')
        members.set('other', cborTag(100, 1))
      }),
  },
  item_random_short: {
    'a short random beside a foreign value': () =>
      item((members) => {
        members.set('random', new Uint8Array(15))
        members.set('elementValue', cborTag(100, 1))
      }),
    'a short random': () => item((members) => members.set('random', new Uint8Array(15))),
  },
  digest_mismatch: {
    'a foreign value in the place of another': () => item((one) => one.set('elementValue', cborTag(100, 1))),
    'another value': () => item((members) => members.set('elementValue', 'Eve')),
    'another name': () => item((members) => members.set('elementIdentifier', 'x')),
  },
  element_repeated: { 'an element twice': () => rewritten(valid, (top) => itemsOf(top).push(itemsOf(top)[0] ?? 0)) },
  digest_missing: {
    'an element without digest': () => item((members) => members.set('digestID', 99)),
    'an element in another namespace': () =>
      rewritten(valid, (top) => {
        map(top.get('nameSpaces')).set('other', itemsOf(top, domestic))
        map(top.get('nameSpaces')).delete(domestic)
      }),
  },
})) {
  test(`WI-62 refuses an mdoc with ${id}`, async () => assert.equal(await verdict(await make()), code))
}

test('GEN-34 a number of an mdoc becomes a claim with exactly the signed value, a text, or no claim', async () => {
  const elements = new Map<string, Cbor>([
    ['safe', Number.MAX_SAFE_INTEGER],
    ['held', 2n ** 53n],
    ['beside it', 2n ** 53n + 1n],
    ['longest', 2n ** 64n - 1n],
    ['lowest', -(2n ** 64n)],
    ['whole float', new WholeFloat(5)],
    ['minus zero', new WholeFloat(-0)],
    ['fraction', 0.1],
    ['bignum', cborTag(2, Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0))],
    [
      'doubled',
      new Map<Cbor, Cbor>([
        [1, 'a'],
        ['1', 'b'],
      ]),
    ],
  ])
  const claims = mdocClaims(parsed(await issue({ nameSpaces: new Map([[docType, elements]]) })))
  assert.equal(
    JSON.stringify(claims[docType]),
    JSON.stringify({
      safe: 9007199254740991,
      held: 9007199254740992,
      'beside it': '9007199254740993',
      longest: '18446744073709551615',
      lowest: '-18446744073709551616',
      'whole float': 5,
      'minus zero': 0,
      fraction: 0.1,
    }),
  )
})
