/**
 * Opens the issuer-signed part of a DeviceResponse, which contains a presented mdoc. Changes a DeviceResponse without
 * signing it again.
 */
import { decodeBase64url, encodeBase64url, failed } from '../../base/index.ts'
import {
  type Cbor,
  cborTag,
  decodeCbor,
  encodeCbor,
  isCborArray,
  isCborBytes,
  isCborMap,
  isCborTag,
} from '../../cose/index.ts'
import { elementTags } from '../../mdoc/index.ts'

/** Members of a DeviceResponse, and members of its first document, by name. */
interface DeviceParts {
  readonly response: ReadonlyMap<Cbor, Cbor>
  readonly document: ReadonlyMap<Cbor, Cbor>
}

/**
 * Returns the response and its first document. Returns `undefined` if the text is not a DeviceResponse with a document.
 */
function readDeviceResponse(text: string): DeviceParts | undefined {
  const bytes = decodeBase64url(text)
  const response = bytes === undefined ? undefined : decodeCbor(bytes, 'response', { tags: elementTags })
  if (response === undefined || failed(response) || !isCborMap(response)) return undefined
  const documents = response.get('documents')
  const document = isCborArray(documents) ? documents[0] : undefined
  return isCborMap(document) ? { response, document } : undefined
}

/** Returns a copy of the map in which the member has this value, or is absent for `undefined`. Adds no member. */
const withMember = (map: ReadonlyMap<Cbor, Cbor>, name: string, value: Cbor | undefined): Map<Cbor, Cbor> =>
  new Map(
    [...map].flatMap(([key, kept]): [Cbor, Cbor][] =>
      key !== name ? [[key, kept]] : value === undefined ? [] : [[key, value]],
    ),
  )

const writeDeviceResponse = ({ response }: DeviceParts, document: ReadonlyMap<Cbor, Cbor>): string =>
  encodeBase64url(encodeCbor(withMember(response, 'documents', [new Map(document)])))

/**
 * Opens the issuer-signed part of a DeviceResponse, in base64url. Returns `undefined` if there is none. `close` returns
 * the DeviceResponse with the changed part, and throws an Error if that part is not CBOR.
 */
export function openIssuerSigned(text: string): { readonly text: string; close(changed: string): string } | undefined {
  const parts = readDeviceResponse(text)
  const signed = parts?.document.get('issuerSigned')
  if (parts === undefined || signed === undefined) return undefined
  return {
    text: encodeBase64url(encodeCbor(signed)),
    close: (changed) => {
      const decoded = decodeCbor(decodeBase64url(changed) ?? new Uint8Array(), 'mdoc', { tags: elementTags })
      if (failed(decoded)) throw new Error(`the changed part of the DeviceResponse is not CBOR: ${decoded.code}`)
      return writeDeviceResponse(parts, withMember(parts.document, 'issuerSigned', decoded))
    },
  }
}

/**
 * Changes of a DeviceResponse, by name. Neither the device nor the issuer signs again. A text that is not a
 * DeviceResponse stays unchanged.
 */
export const deviceChanges = {
  /** Changes one bit of the device's signature. */
  signature: (text: string) =>
    changeDeviceAuth(text, (auth) =>
      isCborArray(auth) && isCborBytes(auth[3]) ? ['deviceSignature', auth.with(3, flipOneBit(auth[3]))] : undefined,
    ),
  /** Presents the device's signature as a MAC. */
  mac: (text: string) => changeDeviceAuth(text, (auth) => ['deviceMac', auth]),
  /** Removes the device's signature. */
  unsigned: (text: string) => changeDeviceAuth(text, () => undefined),
  /** Changes `docType` of the document, but not of the issuer-signed content. */
  docType: (text: string) =>
    changeDocument(text, (document) => withMember(document, 'docType', 'org.example.another.1')),
  /** Changes the value of the first element of the first namespace. The issuer has signed its digest. */
  element: (text: string) => changeDocument(text, withOtherElement),
} as const

function changeDocument(text: string, change: (document: ReadonlyMap<Cbor, Cbor>) => ReadonlyMap<Cbor, Cbor>): string {
  const parts = readDeviceResponse(text)
  return parts === undefined ? text : writeDeviceResponse(parts, change(parts.document))
}

const changeDeviceAuth = (text: string, change: (auth: Cbor) => readonly [name: string, auth: Cbor] | undefined) =>
  changeDocument(text, (document) => {
    const signed = document.get('deviceSigned')
    const auth = isCborMap(signed) ? signed.get('deviceAuth') : undefined
    const signature = isCborMap(auth) ? auth.get('deviceSignature') : undefined
    if (!isCborMap(signed) || signature === undefined) return document
    const changed = change(signature)
    return withMember(document, 'deviceSigned', withMember(signed, 'deviceAuth', new Map(changed ? [changed] : [])))
  })

function withOtherElement(document: ReadonlyMap<Cbor, Cbor>): ReadonlyMap<Cbor, Cbor> {
  const signed = document.get('issuerSigned')
  const spaces = isCborMap(signed) ? signed.get('nameSpaces') : undefined
  if (!isCborMap(signed) || !isCborMap(spaces)) return document
  const [[name, items] = []] = [...spaces]
  const [item, ...others] = isCborArray(items) ? items : []
  if (name === undefined || !isCborTag(item) || !isCborBytes(item.value)) return document
  const decoded = decodeCbor(item.value, 'item', { tags: elementTags })
  if (!isCborMap(decoded)) return document
  const changed = cborTag(item.tag, encodeCbor(withMember(decoded, 'elementValue', 'changed')))
  const changedSpaces = new Map(
    [...spaces].map(([key, all]): [Cbor, Cbor] => [key, key === name ? [changed, ...others] : all]),
  )
  return withMember(document, 'issuerSigned', withMember(signed, 'nameSpaces', changedSpaces))
}

/** Returns a copy in which the lowest bit of the first byte is inverted. */
export const flipOneBit = (bytes: Uint8Array): Uint8Array => bytes.map((byte, at) => (at === 0 ? byte ^ 1 : byte))
