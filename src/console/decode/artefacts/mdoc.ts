/** Decodes an mdoc: its elements, the Mobile Security Object, and the signatures of issuer and device. */
import { encodeBase64url, type Failure, failed } from '../../../base/index.ts'
import {
  type Cbor,
  type CborMap,
  coseHeaders,
  decodeCbor,
  isCborArray,
  isCborBytes,
  isCborMap,
  isCborTag,
  type ParsedCoseSign1,
} from '../../../cose/index.ts'
import { allAlgorithms } from '../../../jose/index.ts'
import { type ParsedMdoc, parseDeviceResponse, readIssuerSigned } from '../../../mdoc/index.ts'
import type { Decoded, Member, Section } from '../decoded.ts'
import { cutMember, spend } from '../member-tree.ts'
import { maximumBytes, type Reading } from '../reading.ts'
import { notVerifiable } from '../verdicts.ts'
import { type CborPlace, cborMembers, namedHeaders, namedKey } from './cbor-tree.ts'
import { verifyDeviceSignature } from './device-session.ts'
import { verifyIssuer } from './mdoc-verdicts.ts'

const policy = { algorithms: allAlgorithms }

/** Decodes an mdoc in the form `IssuerSigned`. This form has no device signature. */
export async function decodeMdoc(reading: Reading, value: CborMap): Promise<Decoded> {
  const mdoc = readIssuerSigned(value, policy, 'mdoc')
  return {
    kind: 'mdoc',
    now: reading.now,
    verdicts: (await verifyIssuer(reading, mdoc)).verdicts,
    sections: await issuerSections(reading, 'mdoc', value, mdoc),
  }
}

/** Decodes a DeviceResponse. Shows its first document only. If there are several, verifies no signature. */
export async function decodeDeviceResponse(reading: Reading, bytes: Uint8Array, value: CborMap): Promise<Decoded> {
  const kind = 'device_response'
  const response = parseDeviceResponse(
    encodeBase64url(bytes),
    { ...policy, deviceAlgorithms: allAlgorithms },
    'response',
  )
  const [document] = listIn(value.get('documents'))
  const issuerSigned = isCborMap(document) ? document.get('issuerSigned') : undefined
  const deviceSigned = isCborMap(document) ? document.get('deviceSigned') : undefined
  const mdoc = failed(response) ? response : response.mdoc
  const issuer = await verifyIssuer(reading, mdoc)
  const sections = isCborMap(issuerSigned) ? await issuerSections(reading, kind, issuerSigned, mdoc) : []
  return {
    kind,
    now: reading.now,
    verdicts: [
      ...issuer.verdicts,
      failed(response)
        ? notVerifiable('device_signature', 'form_refused')
        : await verifyDeviceSignature(reading, response, issuer.mdoc),
    ],
    sections: [
      ...sections,
      { name: 'device', members: cborMembers(reading, deviceSigned ?? null, { kind, section: 'device' }) },
      { name: 'content', members: cborMembers(reading, withDocumentCount(value), { kind, section: 'content' }) },
    ],
  }
}

/** Returns the response with the number of its documents instead of the documents. */
const withDocumentCount = (value: CborMap): CborMap =>
  new Map([...value].map(([name, one]) => [name, name === 'documents' ? listIn(one).length : one]))

const listIn = (value: Cbor | undefined): readonly Cbor[] => (isCborArray(value) ? value : [])

type MdocOrFailure = ParsedMdoc | Failure

async function issuerSections(
  reading: Reading,
  kind: 'mdoc' | 'device_response',
  value: CborMap,
  mdoc: MdocOrFailure,
): Promise<readonly Section[]> {
  const elements = value.get('nameSpaces')
  const auth = listIn(value.get('issuerAuth'))
  const payload = auth[2]
  const certificates = failed(mdoc) ? [] : mdoc.x5chain
  const headers = failed(mdoc) ? new Map() : mdoc.issuerAuth.protectedHeaders
  const unprotected = isCborMap(auth[1]) ? auth[1] : new Map()
  const authShown = new Map<Cbor, Cbor>([
    ['protected', namedHeaders(headers)],
    ['unprotected', namedHeaders(unprotected)],
    ['signature', auth[3] ?? null],
  ])
  const signed = isCborBytes(payload) ? decodeEmbedded(payload) : null
  return [
    { name: 'elements', members: elementMembers(reading, elements ?? new Map(), kind) },
    {
      name: 'mobile_security_object',
      members: cborMembers(reading, withNamedKey(signed), { kind, section: 'mobile_security_object' }),
    },
    {
      name: 'issuer_auth',
      members: [
        ...cborMembers(reading, authShown, { kind, section: 'issuer_auth' }),
        ...(await chainMember(reading, certificates)),
      ],
    },
  ]
}

/** Returns each namespace with its elements. Each element has its digest ID and random value as members. */
function elementMembers(reading: Reading, nameSpaces: Cbor, kind: 'mdoc' | 'device_response'): readonly Member[] {
  const place = { kind, section: 'elements' } as const
  if (!isCborMap(nameSpaces)) return cborMembers(reading, nameSpaces, place)
  return createMembers(reading, [...nameSpaces], ([namespace, items]) => ({
    name: String(namespace),
    members: createMembers(reading, listIn(items), (item) => elementMember(reading, item, place)),
  }))
}

/** Creates a member for each value. If the limit of members is reached, the last one is `cutMember`. */
function createMembers<T>(reading: Reading, values: readonly T[], create: (value: T) => Member): readonly Member[] {
  const members: Member[] = []
  for (const value of values) {
    if (!spend(reading)) return [...members, cutMember]
    members.push(create(value))
  }
  return members
}

function elementMember(reading: Reading, item: Cbor, place: CborPlace): Member {
  const inner = isCborTag(item) && isCborBytes(item.value) ? decodeAny(item.value) : item
  const name = isCborMap(inner) ? inner.get('elementIdentifier') : undefined
  if (!isCborMap(inner) || typeof name !== 'string') return { name: '?', members: cborMembers(reading, item, place) }
  const [shown] = cborMembers(reading, new Map([[name, inner.get('elementValue') ?? null]]), place)
  const rest = [...inner].filter(([one]) => one !== 'elementIdentifier' && one !== 'elementValue')
  const members = [...(shown?.members ?? []), ...cborMembers(reading, new Map(rest), place)]
  return { ...(shown ?? { name }), members }
}

/** Decodes the signed payload. If the payload is a tagged byte string, decodes the object in that byte string. */
function decodeEmbedded(payload: Uint8Array): Cbor {
  const outer = decodeAny(payload)
  return isCborTag(outer) && isCborBytes(outer.value) ? decodeAny(outer.value) : outer
}

/** Decodes bytes. Returns the bytes themselves if they are malformed. */
function decodeAny(bytes: Uint8Array): Cbor {
  const decoded = decodeCbor(bytes, 'cbor', { size: maximumBytes, anyValue: true })
  return failed(decoded) ? bytes : decoded
}

/** Replaces the labels in the device key of a Mobile Security Object by names. Returns other values unchanged. */
function withNamedKey(mso: Cbor): Cbor {
  const info = isCborMap(mso) ? mso.get('deviceKeyInfo') : undefined
  const key = isCborMap(info) ? info.get('deviceKey') : undefined
  if (!isCborMap(mso) || !isCborMap(info) || key === undefined) return mso
  return new Map([...mso, ['deviceKeyInfo', new Map([...info, ['deviceKey', namedKey(key)]])]])
}

/** Returns one member with the decoded certificate chain. Empty without certificates. */
export async function chainMember(reading: Reading, chain: readonly Uint8Array[]): Promise<readonly Member[]> {
  if (chain.length === 0) return []
  const text = chain.map((der) => Buffer.from(der).toString('base64')).join('\n')
  const nested = await reading.nested(text)
  return [{ name: 'x5chain', value: text, ...(nested && { nested }) }]
}

/** Returns the certificates in the headers of a COSE_Sign1, leaf first. Empty if there are none. */
export function certificatesOf({ unprotectedHeaders, protectedHeaders }: ParsedCoseSign1): readonly Uint8Array[] {
  const header = unprotectedHeaders.get(coseHeaders.x5chain) ?? protectedHeaders.get(coseHeaders.x5chain)
  return (isCborBytes(header) ? [header] : listIn(header)).filter(isCborBytes)
}
