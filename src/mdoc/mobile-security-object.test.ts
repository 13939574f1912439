import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../../test/support/cases.ts'
import {
  type CborObject,
  mdocContext as ctx,
  device,
  docType,
  map,
  mdocSigner,
  mdocNow as now,
  parsed,
  resigned as resignedBy,
  rewritten,
  signatureOf,
  withItem,
} from '../../test/support/mdoc.ts'
import { valid, verdict } from '../../test/support/mdoc-verdict.ts'
import type { HashName } from '../base/index.ts'
import { type Cbor, cborTag, encodeCbor, jwkToCoseKey } from '../cose/index.ts'
import { generateSigner } from '../jose/index.ts'

/** Changes the payload and signs it again. */
const resigned = (change: (mso: CborObject) => void, signer = mdocSigner.signer) => resignedBy(valid, signer, change)

/** Returns the same elements with digests of another hash. `change` may alter each digest. */
const digestedBy = (name: string, hash: HashName, change = (digest: Uint8Array): Uint8Array => digest) =>
  resigned((mso) => {
    mso.set('digestAlgorithm', name)
    for (const { namespace, digestId, encoded } of parsed(valid).items) {
      const digest = ctx.crypto.digest(hash, encodeCbor(cborTag(24, encoded)))
      map(map(mso.get('valueDigests')).get(namespace)).set(digestId, change(digest))
    }
  })

const item = (change: (members: CborObject) => void) => withItem(valid, change)
const validity = (name: string, value: Cbor) => (mso: CborObject) => map(mso.get('validityInfo')).set(name, value)
const payload = (bytes: Uint8Array) => rewritten(valid, (top) => signatureOf(top).splice(2, 1, bytes))
const encoded = (bytes: Uint8Array) => encodeCbor(cborTag(24, bytes))
const time = (text: string) => cborTag(0, text)

for (const [id, make, code] of [
  ...[-1, 0.5].flatMap(
    (id) =>
      [
        [
          `a digest under the identifier ${id}`,
          () => resigned((mso) => map(map(mso.get('valueDigests')).get(docType)).set(id, new Uint8Array(32))),
          'value_digests_malformed',
        ],
        [`an element with identifier ${id}`, () => item((members) => members.set('digestID', id)), 'item_malformed'],
      ] as const,
  ),
  ...['signed', 'validFrom', 'validUntil'].map(
    (name) =>
      [`no ${name}`, () => resigned((mso) => map(mso.get('validityInfo')).delete(name)), 'validity_malformed'] as const,
  ),
  ...casesOf({
    mso_version_unsupported: {
      'an object of another major version': () => resigned((mso) => mso.set('version', '2.0')),
      'an object whose version is a number': () => resigned((mso) => mso.set('version', 1)),
    },
    digest_algorithm_unsupported: {
      'another digest': () => resigned((mso) => mso.set('digestAlgorithm', 'SHA-1')),
      'a digest by an inherited name': () => digestedBy('toString', 'sha-256'),
    },
    value_digests_malformed: {
      'digests of another hash than the named one': () => digestedBy('SHA-384', 'sha-256'),
      'digests cut to the length of another hash': () => digestedBy('SHA-512', 'sha-512', (one) => one.slice(0, 48)),
      'digests of a namespace that is a number': () =>
        resigned((mso) => mso.set('valueDigests', new Map([[7, new Map()]]))),
      'digests of a namespace in a list': () => resigned((mso) => mso.set('valueDigests', new Map([[docType, []]]))),
      'a digest that is a text': () =>
        resigned((mso) => mso.set('valueDigests', new Map([[docType, new Map([[1, 'x'.repeat(32)]])]]))),
      'no digests': () => resigned((mso) => mso.set('valueDigests', new Map())),
      'a short digest': () =>
        resigned((mso) => mso.set('valueDigests', new Map([[docType, new Map([[0, new Uint8Array(31)]])]]))),
    },
    digest_mismatch: { 'a wrong digest of SHA-512': () => digestedBy('SHA-512', 'sha-512', (one) => one.toReversed()) },
    mso_malformed: {
      'a payload that is not CBOR': () => payload(Uint8Array.of(0xff)),
      'a payload that is not encoded CBOR': () => payload(encodeCbor(new Map())),
      'a payload that is a text with the tag of encoded CBOR': () => payload(encodeCbor(cborTag(24, 'a0'))),
      'an encoded payload that is not CBOR': () => payload(encoded(Uint8Array.of(0xff))),
      'an encoded payload that is not a map': () => payload(encoded(encodeCbor([]))),
      'no document type': () => resigned((mso) => mso.delete('docType')),
      'no payload': () => rewritten(valid, (top) => signatureOf(top).splice(2, 1, null)),
    },
    doctype_mismatch: { 'another document type': () => resigned((mso) => mso.set('docType', 'x')) },
    cose_key_malformed: { 'no device key': () => resigned((mso) => mso.delete('deviceKeyInfo')) },
    cose_key_private: {
      'a private device key': () =>
        resigned((mso) =>
          map(map(mso.get('deviceKeyInfo'))).set(
            'deviceKey',
            new Map<Cbor, Cbor>([...jwkToCoseKey(device.publicJwk), [-4, new Uint8Array(32)]]),
          ),
        ),
    },
    validity_malformed: {
      'no validity': () => resigned((mso) => mso.delete('validityInfo')),
      'a time that is a number': () => resigned(validity('signed', 1)),
      'a day that does not exist': () => resigned(validity('signed', time('2026-02-30T00:00:00Z'))),
      'a decimal point without a fraction': () => resigned(validity('signed', time('2026-01-01T00:00:00.Z'))),
      'a fraction on a day that does not exist': () => resigned(validity('signed', time('2026-02-30T00:00:00.5Z'))),
    },
    validity_inconsistent: {
      'an end before the beginning': () => resigned(validity('validUntil', time('2020-01-01T00:00:00Z'))),
      'a beginning before the signature': () => resigned(validity('validFrom', time('2020-01-01T00:00:00Z'))),
    },
    signed_outside_certificate: {
      'a signature older than the certificate': () => resigned(validity('signed', time('2020-01-01T00:00:00Z'))),
    },
    cose_signature_invalid: {
      'a signature of another key': async () => resigned(() => undefined, await generateSigner(ctx)),
      'a changed object': () =>
        rewritten(valid, (top) => {
          const structure = signatureOf(top)
          const bytes = Uint8Array.from(structure[2] as Uint8Array)
          const at = Buffer.from(bytes).indexOf('statuslists')
          bytes[at] = 0x53
          structure[2] = bytes
        }),
    },
  }),
]) {
  test(`WI-62 refuses an mdoc with ${id}`, async () => assert.equal(await verdict(await make()), code))
}

test('WI-62 RP-12 accepts digests of SHA-256, SHA-384 and SHA-512 (ISO 18013-5 §9.1.2.5)', async () => {
  for (const [name, hash] of [
    ['SHA-256', 'sha-256'],
    ['SHA-384', 'sha-384'],
    ['SHA-512', 'sha-512'],
  ] as const)
    assert.equal(await verdict(await digestedBy(name, hash)), 'accepted', name)
})

test('WI-62 checks the times, both limits included (ISO 18013-5 §9.3.1)', async () => {
  const at = (time: number) => verdict(valid, { now: time, skew: 0 })
  const end = now + 30 * 86_400
  assert.deepEqual(
    [await at(now - 1), await at(now), await at(end), await at(end + 1)],
    ['mdoc_not_yet_valid', 'accepted', 'accepted', 'mdoc_expired'],
  )
  assert.equal(await verdict(valid, { now: now - 30 }), 'accepted')
})

test('WI-62 RP-12 includes fractions of a second in the check of times (D-516)', async () => {
  const text = new Date(now * 1000).toISOString().slice(0, 19)
  const begun = await resigned(validity('validFrom', time(`${text}.5000000Z`)))
  const at = (time: number) => verdict(begun, { now: time, skew: 0 })
  assert.deepEqual([await at(now), await at(now + 1)], ['mdoc_not_yet_valid', 'accepted'])
  const reversed = await resigned(validity('signed', time(`${text}.25Z`)))
  assert.equal(await verdict(reversed), 'validity_inconsistent')
})
