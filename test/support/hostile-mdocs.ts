/**
 * Device responses of hostile wallets and careless issuers, written byte by byte: what refuses each, and what is taken
 * though it is odd. Each starts from one that is taken, and is broken at one place.
 */
import { docType, domestic } from './mdoc.ts'
import { indefinite, longHead, RawBytes, RawTag, rawCbor, rawFloat } from './raw-cbor.ts'
import { mapOf, type RawElement, type RawMdocBend, shown, tdate } from './raw-mdoc.ts'
import {
  deviceKey,
  elementsOfDevice,
  first,
  type HostileMdocs,
  header,
  inMap,
  inside,
  mac,
  mso,
  nested,
  statusList,
  twice,
  validity,
  without,
} from './raw-mdoc-changes.ts'
import { statusIndexes } from './relying-party-service.ts'

/** One of each kind. */
export const tellingMdocs = (now: number): HostileMdocs => ({
  '400 digest_mismatch': [
    ['an element under another’s digest', first({ digest: new Uint8Array(32) })],
    [
      'two elements of one digestID',
      { elements: [...shown.slice(0, 1), { ...shown[0], name: 'x', id: 0 } as RawElement] },
    ],
  ],
  '400 digest_missing': [['an element in another namespace', first({ shownIn: domestic })]],
  '400 element_repeated': [['an element twice', { elements: [...shown, { ...shown[0], value: 'Eva' } as RawElement] }]],
  '400 cbor_malformed': [
    ['a namespace twice', { nameSpaces: (map) => twice(docType, [])(map) }],
    ['a member twice', { response: twice('status', 0) }],
    ['lists in lists in lists', { bytes: () => nested(20_000).bytes }],
    ['a list longer than memory', { bytes: () => Buffer.from('9affffffff', 'hex') }],
  ],
  '400 item_malformed': [
    [
      'a member of an item twice',
      {
        item: (bytes) =>
          Buffer.concat([Uint8Array.of(0xa5), bytes.subarray(1), rawCbor('elementValue'), rawCbor('Eva')]),
      },
    ],
    ['an item of indefinite length', { item: indefinite }],
    ['an item that is not encoded', { itemBytes: (item) => new RawBytes(item) }],
  ],
  '400 item_random_short': [['a random of 15 bytes', first({ random: new Uint8Array(15) })]],
  '400 value_digests_malformed': [['a digestID that is a float', first({ id: rawFloat(0) })]],
  '400 document_malformed': [['nothing of the device', { document: without('deviceSigned') }]],
  '403 device_signature_missing': [['no word of the device’s signature', { deviceAuth: () => new Map() }]],
  '403 device_mac_unsupported': [['a MAC in its place', { deviceAuth: () => mapOf({ deviceMac: mac }) }]],
  '403 device_signature_invalid': [
    ['the signature over another nonce', { session: { nonce: 'x' } }],
    ['the identifier with a prefix', { session: { clientId: 'openid_federation:https://rp.example' } }],
    ['the transcript of ISO 18013-7', { transcript: [null, null, [new Uint8Array(32), new Uint8Array(32), 'nonce']] }],
    [
      'another type in what the device signs',
      { authentication: ([name, transcript, , spaces]) => [name, transcript, 'x', spaces] },
    ],
    [
      'other elements in what the device signs',
      { authentication: (parts) => [...parts.slice(0, 3), elementsOfDevice] },
    ],
  ],
  '400 device_elements_unexpected': [['elements of the device', { deviceNameSpaces: elementsOfDevice }]],
  '400 document_type_mismatch': [['another type in the document', { document: inMap('docType', 'x') }]],
  '400 status_reference_unusable': [
    ['a status whose place is a float (D-368)', mso('status', statusList(rawFloat(statusIndexes.pid)))],
  ],
  '400 response_status_error': [['a status that is a float', { response: inMap('status', rawFloat(0)) }]],
  '400 document_count': [
    [
      'errors in the place of documents',
      { response: (map) => without('documents')(map.set('documentErrors', [mapOf({ [docType]: 0 })])) },
    ],
  ],
  '400 validity_inconsistent': [
    [
      'an end before its beginning',
      {
        mso: inside('validityInfo', (map) =>
          map.set('validFrom', tdate(now + 600)).set('validUntil', tdate(now + 500)),
        ),
      },
    ],
  ],
  '400 validity_malformed': [
    ['a time with a point and no fraction', validity('signed', new RawTag(0, '2026-01-15T11:00:00.Z'))],
  ],
  '400 mso_version_unsupported': [['an unknown version of what is signed', mso('version', '2.0')]],
  '400 digest_algorithm_unsupported': [['digests of SHA-1', mso('digestAlgorithm', 'SHA-1')]],
  '400 cose_alg_unsupported': [
    ['an algorithm that is a float', header([1, rawFloat(-7)])],
    ['a label that is a float', header([rawFloat(1), -7])],
  ],
  '400 certificate_malformed': [['a certificate that is none', { unprotected: new Map([[33, Buffer.from('junk')]]) }]],
  '400 cose_key_private': [['the private part of the device’s key', deviceKey(-4, new Uint8Array(32))]],
  '403 device_key_unusable': [['a key of the device on no curve', deviceKey(-3, new Uint8Array(32))]],
})

/** Odd, and taken: each by a decision, or because nobody here reads that part. */
export const oddMdocs: readonly (readonly [title: string, bend: RawMdocBend])[] = [
  ['nothing odd', {}],
  ['digests of SHA-384', { hash: 'sha384' }],
  ['digests of SHA-512', { hash: 'sha512' }],
  ['longer heads than needed (RFC 8949 §4.1)', { bytes: longHead, item: longHead }],
  ['a longer random', first({ random: new Uint8Array(64) })],
  [
    'errors beside the document (D-374)',
    {
      response: inMap('documentErrors', [mapOf({ other: 0 })]),
      document: inMap('errors', mapOf({ [docType]: mapOf({ x: 0 }) })),
    },
  ],
  [
    'a permission to sign elements that is not used (D-374)',
    { mso: inside('deviceKeyInfo', inMap('keyAuthorizations', mapOf({ nameSpaces: [docType] }))) },
  ],
  ['a time with a fraction of a second (D-516)', validity('signed', new RawTag(0, '2026-01-15T11:00:00.1234567Z'))],
  ['an update that is overdue (D-374)', validity('expectedUpdate', tdate(0))],
  [
    'the tag of COSE_Sign1',
    {
      issuerAuth: (parts) => new RawTag(18, parts),
      deviceAuth: (parts) => mapOf({ deviceSignature: new RawTag(18, parts) }),
    },
  ],
  ['an element that nobody asked for', { elements: shown.map((element) => ({ ...element, withheld: false })) }],
  [
    'a member of an item that is not known',
    { item: (bytes) => Buffer.concat([Uint8Array.of(0xa5), bytes.subarray(1), rawCbor('x'), rawCbor(1)]) },
  ],
  [
    '`undefined` for the payload of the device (D-272)',
    { deviceAuth: ([a, b, , d]) => mapOf({ deviceSignature: [a, b, undefined, d] }) },
  ],
  ['a float for a header that nobody reads', header([1, -7], [99, rawFloat(2)])],
]
