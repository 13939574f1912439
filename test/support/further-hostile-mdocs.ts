/** What `hostile-mdocs.ts` has of each kind, in more places: for the long run. */
import { docType } from './mdoc.ts'
import { indefinite, RawBytes, type RawMap, RawTag, type RawValue, rawCbor, rawFloat, rawPairs } from './raw-cbor.ts'
import { mapOf, tdate } from './raw-mdoc.ts'
import {
  deviceKey,
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

/** The same in more places. */
export const furtherMdocs = (now: number): HostileMdocs => ({
  '400 item_malformed': [
    ['a text after its end', { item: (bytes) => Buffer.concat([bytes, Uint8Array.of(0)]) }],
    ['a text of indefinite length', first({ value: new RawBytes('7f 61 41 ff') })],
    ['a text that is no UTF-8', first({ value: new RawBytes('61 ff') })],
    ['lists in lists in an element', first({ value: nested(3000) })],
    ['an item under another tag', { itemBytes: (item) => new RawTag(25, item) }],
    ['an item without a tag', { itemBytes: (item) => item }],
    ['an item encoded twice', { itemBytes: (item) => new RawTag(24, new RawTag(24, item)) }],
    ['a random that is a text', first({ random: '0123456789abcdef' })],
  ],
  '400 digest_mismatch': [
    [
      'a longer head that was hashed (D-279)',
      { itemBytes: (item) => new RawBytes(Buffer.concat([Uint8Array.of(0xd9, 0, 24), rawCbor(item)])) },
    ],
  ],
  '400 item_random_short': [['no random', first({ random: new Uint8Array() })]],
  '400 value_digests_malformed': [
    ['a negative digestID', first({ id: -1 })],
    ['a digestID that is a bignum', first({ id: new RawTag(2, Uint8Array.of(0)) })],
    ['no digests', { mso: without('valueDigests') }],
    ['a short digest', { mso: inside('valueDigests', inside(docType, inMap(77, new Uint8Array(31)))) }],
  ],
  '400 claim_missing': [
    ['an element that is not understood', first({ value: undefined })],
    ['not a number', first({ value: rawFloat(Number.NaN) })],
    ['no elements at all', { document: inside('issuerSigned', without('nameSpaces')) }],
  ],
  '400 document_malformed': [
    ['nothing of the issuer', { document: without('issuerSigned') }],
    ['no namespaces of the device', { document: inside('deviceSigned', without('nameSpaces')) }],
    ['namespaces of the device that are not encoded', { deviceNameSpaces: new Map() }],
  ],
  '400 mdoc_malformed': [['no signature of the issuer', { document: inside('issuerSigned', without('issuerAuth')) }]],
  '400 device_elements_unexpected': [
    [
      'an empty namespace of the device',
      { deviceNameSpaces: new RawTag(24, rawCbor(mapOf({ [docType]: new Map() }))) },
    ],
  ],
  '403 device_mac_unsupported': [
    ['a MAC beside the signature', { deviceAuth: (deviceSignature) => mapOf({ deviceSignature, deviceMac: mac }) }],
  ],
  '403 device_signature_invalid': [
    ['the signature over another response_uri', { session: { responseUri: 'https://evil.example/response' } }],
    ['the signature over no key', { session: { thumbprint: null } }],
    ['the thumbprint as a text', { session: { thumbprint: 'x' } }],
    [
      'a signature of noughts',
      { deviceAuth: ([a, b, c]) => mapOf({ deviceSignature: [a, b, c, new Uint8Array(64)] }) },
    ],
  ],
  '403 device_payload_attached': [
    [
      'the payload with the signature',
      { deviceAuth: ([a, b, , d], payload) => mapOf({ deviceSignature: [a, b, payload, d] }) },
    ],
    [
      'an empty payload with the signature',
      { deviceAuth: ([a, b, , d]) => mapOf({ deviceSignature: [a, b, new Uint8Array(), d] }) },
    ],
  ],
  '403 device_key_mismatch': [
    ['another algorithm of the device', { deviceHeader: new Map([[1, -35]]) }],
    ['keys of the device for another algorithm', deviceKey(3, -35)],
  ],
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
    ['an error', { response: inMap('status', 10) }],
    ['no status', { response: without('status') }],
  ],
  '400 response_version_unsupported': [['another version', { response: inMap('version', '1.1') }]],
  '400 cbor_malformed': [
    ['indefinite length', { bytes: indefinite }],
    ['bytes after its end', { bytes: (bytes) => Buffer.concat([bytes, Uint8Array.of(0)]) }],
    ['bytes longer than memory', { bytes: () => Buffer.from('5b7fffffffffffffff', 'hex') }],
    ['a map longer than memory', { bytes: () => Buffer.from('bb00ffffffffffffff', 'hex') }],
    ['an algorithm twice', header([1, -7], [1, -7])],
  ],
  '400 response_malformed': [
    ['the tag of CBOR itself', { bytes: (bytes) => Buffer.concat([Uint8Array.of(0xd9, 0xd9, 0xf7), bytes]) }],
  ],
  '400 mdoc_expired': [
    [
      'an end in the past',
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
  '400 mdoc_not_yet_valid': [['a beginning in the future', validity('validFrom', tdate(now + 600))]],
  '400 validity_inconsistent': [['a signature after its beginning', validity('signed', tdate(now + 600))]],
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
    ['no type in what is signed', { mso: without('docType') }],
    ['a member twice in what is signed', { mso: twice('version', '1.0') }],
    ['bytes after what is signed', { payload: (bytes) => Buffer.concat([bytes, Uint8Array.of(0)]) }],
    ['what is signed apart', { issuerAuth: ([a, b, , d]) => [a, b, null, d] }],
  ],
  '400 cose_key_malformed': [['no key of the device', { mso: without('deviceKeyInfo') }]],
  '400 cose_malformed': [
    ['another structure of COSE', { issuerAuth: (parts) => new RawTag(17, parts) }],
    ['five parts of a signature', { issuerAuth: (parts) => [...parts, 0] }],
  ],
  '400 cose_alg_unsupported': [
    ['no algorithm', header()],
    ['an algorithm that is a text', header([1, 'ES256'])],
    ['a MAC’s algorithm', header([1, 5])],
  ],
  '400 cose_key_mismatch': [['an algorithm that the key has not', header([1, -35])]],
  '400 cose_crit_unsupported': [['crit', header([1, -7], [2, [99]], [99, 1])]],
  '400 x5chain_missing': [['no certificate', { unprotected: new Map() }]],
  '400 x5chain_malformed': [
    ['a chain of none', { unprotected: new Map([[33, []]]) }],
    ['a certificate in a tag', { unprotected: new Map([[33, new RawTag(99, new Uint8Array(1))]]) }],
  ],
  '400 status_reference_unusable': [
    ['a status that is a number', mso('status', 5)],
    ['a negative place in the status list', mso('status', statusList(-1))],
  ],
  '400 index_out_of_range': [['a place beyond the status list', mso('status', statusList(2 ** 40))]],
  '400 url_not_https': [['a status list inside the network', mso('status', statusList(1, 'http://169.254.169.254/'))]],
})
