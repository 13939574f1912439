/**
 * Device responses of hostile wallets and careless issuers, written byte by byte: faulty ones with the refusal of each,
 * and unusual ones that are accepted. Each differs from a valid device response in one place.
 */
import { docType, domestic } from './mdoc.ts'
import {
  indefinite,
  longHead,
  RawBytes,
  type RawMap,
  RawTag,
  type RawValue,
  rawCbor,
  rawFloat,
  rawPairs,
} from './raw-cbor.ts'
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

/** Faults of each kind, for the short run. */
export const faultyMdocs = (now: number): HostileMdocs => ({
  '403 device_alg_mismatch': [['another algorithm in the device signature', { deviceHeader: new Map([[1, -35]]) }]],
  '400 digest_mismatch': [
    ['an element with a wrong digest', first({ digest: new Uint8Array(32) })],
    [
      'two elements with the same digestID',
      { elements: [...shown.slice(0, 1), { ...shown[0], name: 'x', id: 0 } as RawElement] },
    ],
  ],
  '400 digest_missing': [['an element in another namespace', first({ shownIn: domestic })]],
  '400 element_repeated': [
    ['the same element twice', { elements: [...shown, { ...shown[0], value: 'Eva' } as RawElement] }],
  ],
  '400 cbor_malformed': [
    ['a namespace twice', { nameSpaces: (map) => twice(docType, [])(map) }],
    ['a member twice', { response: twice('status', 0) }],
    ['lists nested 20,000 deep', { bytes: () => nested(20_000).bytes }],
    ['a list whose length exceeds the memory', { bytes: () => Buffer.from('9affffffff', 'hex') }],
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
  '400 item_random_short': [['a random value of 15 bytes', first({ random: new Uint8Array(15) })]],
  '400 value_digests_malformed': [['a digestID that is a float', first({ id: rawFloat(0) })]],
  '400 document_malformed': [['no deviceSigned', { document: without('deviceSigned') }]],
  '403 device_signature_missing': [['no device signature', { deviceAuth: () => new Map() }]],
  '403 device_mac_unsupported': [
    ['a MAC in place of the device signature', { deviceAuth: () => mapOf({ deviceMac: mac }) }],
  ],
  '403 device_signature_invalid': [
    ['a device signature over another nonce', { session: { nonce: 'x' } }],
    [
      'a device signature over a client identifier with a prefix',
      { session: { clientId: 'openid_federation:https://rp.example' } },
    ],
    [
      'a device signature over the transcript of ISO 18013-7',
      { transcript: [null, null, [new Uint8Array(32), new Uint8Array(32), 'nonce']] },
    ],
    [
      'another document type in the data that the device signs',
      { authentication: ([name, transcript, , spaces]) => [name, transcript, 'x', spaces] },
    ],
    [
      'other device elements in the data that the device signs',
      { authentication: (parts) => [...parts.slice(0, 3), elementsOfDevice] },
    ],
  ],
  '403 device_payload_attached': [
    [
      'a payload attached to the device signature',
      { deviceAuth: ([a, b, , d], payload) => mapOf({ deviceSignature: [a, b, payload, d] }) },
    ],
  ],
  '400 device_elements_unexpected': [['elements that the device adds', { deviceNameSpaces: elementsOfDevice }]],
  '400 document_type_mismatch': [['another docType in the document', { document: inMap('docType', 'x') }]],
  '400 status_reference_unusable': [
    ['a status whose index is a float (D-368)', mso('status', statusList(rawFloat(statusIndexes.pid)))],
  ],
  '400 response_status_error': [['a response status that is a float', { response: inMap('status', rawFloat(0)) }]],
  '400 document_count': [
    [
      'errors in place of documents',
      { response: (map) => without('documents')(map.set('documentErrors', [mapOf({ [docType]: 0 })])) },
    ],
  ],
  '400 validity_inconsistent': [
    [
      'a validity that ends before it begins',
      {
        mso: inside('validityInfo', (map) =>
          map.set('validFrom', tdate(now + 600)).set('validUntil', tdate(now + 500)),
        ),
      },
    ],
  ],
  '400 validity_malformed': [
    ['a time with a decimal point and no fraction', validity('signed', new RawTag(0, '2026-01-15T11:00:00.Z'))],
  ],
  '400 mso_version_unsupported': [['an unknown version of the MSO', mso('version', '2.0')]],
  '400 digest_algorithm_unsupported': [['digests of SHA-1', mso('digestAlgorithm', 'SHA-1')]],
  '400 cose_alg_unsupported': [
    ['an algorithm that is a float', header([1, rawFloat(-7)])],
    ['a header label that is a float', header([rawFloat(1), -7])],
  ],
  '400 certificate_malformed': [
    ['bytes that are not a certificate', { unprotected: new Map([[33, Buffer.from('junk')]]) }],
  ],
  '400 cose_key_private': [['the private part of the device key in the MSO', deviceKey(-4, new Uint8Array(32))]],
  '403 device_key_unusable': [['a device key that is not on the curve', deviceKey(-3, new Uint8Array(32))]],
})

/** Unusual device responses that are accepted, by a decision or because our verifiers do not read the unusual part. */
export const unusualMdocs: readonly (readonly [title: string, bend: RawMdocBend])[] = [
  ['nothing unusual', {}],
  ['a later minor version of the response', { response: inMap('version', '1.1') }],
  ['a later minor version of the MSO', mso('version', '1.1')],
  ['digests of SHA-384', { hash: 'sha384' }],
  ['digests of SHA-512', { hash: 'sha512' }],
  ['longer CBOR heads than necessary (RFC 8949 §4.1)', { bytes: longHead, item: longHead }],
  ['a longer random value', first({ random: new Uint8Array(64) })],
  [
    'errors beside the document (D-374)',
    {
      response: inMap('documentErrors', [mapOf({ other: 0 })]),
      document: inMap('errors', mapOf({ [docType]: mapOf({ x: 0 }) })),
    },
  ],
  [
    'a key authorization that the device does not use (D-374)',
    { mso: inside('deviceKeyInfo', inMap('keyAuthorizations', mapOf({ nameSpaces: [docType] }))) },
  ],
  ['a time with a fraction of a second (D-516)', validity('signed', new RawTag(0, '2026-01-15T11:00:00.1234567Z'))],
  ['an expectedUpdate in the past (D-374)', validity('expectedUpdate', tdate(0))],
  [
    'the tag of COSE_Sign1',
    {
      issuerAuth: (parts) => new RawTag(18, parts),
      deviceAuth: (parts) => mapOf({ deviceSignature: new RawTag(18, parts) }),
    },
  ],
  ['an element that was not requested', { elements: shown.map((element) => ({ ...element, withheld: false })) }],
  [
    'an unknown member of an item',
    { item: (bytes) => Buffer.concat([Uint8Array.of(0xa5), bytes.subarray(1), rawCbor('x'), rawCbor(1)]) },
  ],
  [
    '`undefined` for the payload of the device signature (D-272)',
    { deviceAuth: ([a, b, , d]) => mapOf({ deviceSignature: [a, b, undefined, d] }) },
  ],
  ['a float in a header that is not read', header([1, -7], [99, rawFloat(2)])],
]

/** Further faults, for the long run. */
export const furtherFaultyMdocs = (now: number): HostileMdocs => ({
  '400 item_malformed': [
    ['a byte after the end of an item', { item: (bytes) => Buffer.concat([bytes, Uint8Array.of(0)]) }],
    ['a text of indefinite length', first({ value: new RawBytes('7f 61 41 ff') })],
    ['a text that is not UTF-8', first({ value: new RawBytes('61 ff') })],
    ['lists nested 3,000 deep in an element', first({ value: nested(3000) })],
    ['an item under another tag', { itemBytes: (item) => new RawTag(25, item) }],
    ['an item without a tag', { itemBytes: (item) => item }],
    ['an item encoded twice', { itemBytes: (item) => new RawTag(24, new RawTag(24, item)) }],
    ['a random value that is a text', first({ random: '0123456789abcdef' })],
  ],
  '400 digest_mismatch': [
    [
      'a digest over an item with a longer head (D-279)',
      { itemBytes: (item) => new RawBytes(Buffer.concat([Uint8Array.of(0xd9, 0, 24), rawCbor(item)])) },
    ],
  ],
  '400 item_random_short': [['an empty random value', first({ random: new Uint8Array() })]],
  '400 value_digests_malformed': [
    ['a negative digestID', first({ id: -1 })],
    ['a digestID that is a bignum', first({ id: new RawTag(2, Uint8Array.of(0)) })],
    ['no valueDigests', { mso: without('valueDigests') }],
    ['a short digest', { mso: inside('valueDigests', inside(docType, inMap(77, new Uint8Array(31)))) }],
  ],
  '400 claim_missing': [
    ['an element with the value undefined', first({ value: undefined })],
    ['an element with the value NaN', first({ value: rawFloat(Number.NaN) })],
    ['no elements at all', { document: inside('issuerSigned', without('nameSpaces')) }],
  ],
  '400 document_malformed': [
    ['no issuerSigned', { document: without('issuerSigned') }],
    ['no device namespaces', { document: inside('deviceSigned', without('nameSpaces')) }],
    ['device namespaces that are not encoded', { deviceNameSpaces: new Map() }],
  ],
  '400 mdoc_malformed': [['no issuer signature', { document: inside('issuerSigned', without('issuerAuth')) }]],
  '400 device_elements_unexpected': [
    ['an empty device namespace', { deviceNameSpaces: new RawTag(24, rawCbor(mapOf({ [docType]: new Map() }))) }],
  ],
  '403 device_mac_unsupported': [
    [
      'a MAC beside the device signature',
      { deviceAuth: (deviceSignature) => mapOf({ deviceSignature, deviceMac: mac }) },
    ],
  ],
  '403 device_signature_invalid': [
    ['a device signature over another response_uri', { session: { responseUri: 'https://evil.example/response' } }],
    ['a device signature over no key thumbprint', { session: { thumbprint: null } }],
    ['a device signature over a key thumbprint that is a text', { session: { thumbprint: 'x' } }],
    [
      'a device signature of zeros',
      { deviceAuth: ([a, b, c]) => mapOf({ deviceSignature: [a, b, c, new Uint8Array(64)] }) },
    ],
  ],
  '403 device_payload_attached': [
    [
      'an empty payload attached to the device signature',
      { deviceAuth: ([a, b, , d]) => mapOf({ deviceSignature: [a, b, new Uint8Array(), d] }) },
    ],
  ],
  '403 device_alg_mismatch': [['a device key for another algorithm', deviceKey(3, -35)]],
  '400 cose_key_unsupported': [
    ['a compressed point', deviceKey(-3, true)],
    ['a curve that is a float', deviceKey(-1, rawFloat(1))],
  ],
  '400 document_count': [
    [
      'two documents',
      {
        response: (map) =>
          map.set(
            'documents',
            [0, 1].map(() => (map.get('documents') as RawValue[])[0]),
          ),
      },
    ],
    ['no document', { response: inMap('documents', []) }],
    ['a tag around the documents', { response: (map) => map.set('documents', new RawTag(99, map.get('documents'))) }],
  ],
  '400 response_status_error': [
    ['an error status', { response: inMap('status', 10) }],
    ['no status', { response: without('status') }],
  ],
  '400 response_version_unsupported': [['another major version', { response: inMap('version', '2.0') }]],
  '400 cbor_malformed': [
    ['indefinite length', { bytes: indefinite }],
    ['bytes after its end', { bytes: (bytes) => Buffer.concat([bytes, Uint8Array.of(0)]) }],
    ['bytes whose length exceeds the memory', { bytes: () => Buffer.from('5b7fffffffffffffff', 'hex') }],
    ['a map whose length exceeds the memory', { bytes: () => Buffer.from('bb00ffffffffffffff', 'hex') }],
    ['an algorithm twice', header([1, -7], [1, -7])],
  ],
  '400 response_malformed': [
    ['the tag of self-described CBOR', { bytes: (bytes) => Buffer.concat([Uint8Array.of(0xd9, 0xd9, 0xf7), bytes]) }],
  ],
  '400 mdoc_expired': [
    [
      'a validity that has ended',
      {
        mso: inside('validityInfo', (map) =>
          map
            .set('signed', tdate(now - 200))
            .set('validFrom', tdate(now - 200))
            .set('validUntil', tdate(now - 100)),
        ),
      },
    ],
  ],
  '400 mdoc_not_yet_valid': [['a validity that begins in the future', validity('validFrom', tdate(now + 600))]],
  '400 validity_inconsistent': [['a validity that begins before the signature', validity('signed', tdate(now + 600))]],
  '400 validity_malformed': [
    ['a time of another zone', validity('signed', new RawTag(0, '2026-01-15T11:00:00+01:00'))],
    ['a time without a tag', validity('signed', '2026-01-15T11:00:00Z')],
    ['a time in seconds', validity('signed', new RawTag(1, now))],
    ['a day that does not exist', validity('signed', new RawTag(0, '2026-02-31T11:00:00Z'))],
  ],
  '400 mso_malformed': [
    [
      'a digest twice',
      {
        mso: inside('valueDigests', (map) =>
          map.set(docType, rawPairs([...(map.get(docType) as RawMap), [0, new Uint8Array(32)]])),
        ),
      },
    ],
    ['no docType in the MSO', { mso: without('docType') }],
    ['a member of the MSO twice', { mso: twice('version', '1.0') }],
    ['bytes after the MSO', { payload: (bytes) => Buffer.concat([bytes, Uint8Array.of(0)]) }],
    ['a detached MSO', { issuerAuth: ([a, b, , d]) => [a, b, null, d] }],
  ],
  '400 cose_key_malformed': [['no device key', { mso: without('deviceKeyInfo') }]],
  '400 cose_malformed': [
    ['the tag of another COSE structure', { issuerAuth: (parts) => new RawTag(17, parts) }],
    ['a COSE signature of five parts', { issuerAuth: (parts) => [...parts, 0] }],
  ],
  '400 cose_alg_unsupported': [
    ['no algorithm', header()],
    ['an algorithm that is a text', header([1, 'ES256'])],
    ['a MAC algorithm', header([1, 5])],
  ],
  '400 cose_key_mismatch': [['an algorithm that does not fit the key', header([1, -35])]],
  '400 cose_crit_unsupported': [['a crit header', header([1, -7], [2, [99]], [99, 1])]],
  '400 x5chain_missing': [['no certificate', { unprotected: new Map() }]],
  '400 x5chain_malformed': [
    ['an empty certificate chain', { unprotected: new Map([[33, []]]) }],
    ['a certificate in a tag', { unprotected: new Map([[33, new RawTag(99, new Uint8Array(1))]]) }],
  ],
  '400 status_reference_unusable': [
    ['a status that is a number', mso('status', 5)],
    ['a negative index in the status list', mso('status', statusList(-1))],
  ],
  '400 index_out_of_range': [['an index beyond the status list', mso('status', statusList(2 ** 40))]],
  '400 url_not_https': [
    ['a status list at a link-local address', mso('status', statusList(1, 'http://169.254.169.254/'))],
  ],
})
