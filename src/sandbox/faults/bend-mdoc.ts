/** Changes of an mdoc, signed again by its real issuer, and of a device's response around it. */
import { decodeBase64url, encodeBase64url, failed, type NumericDate } from '../../base/index.ts'
import {
  type Cbor,
  cborTag,
  createCoseSign1,
  decodeCbor,
  encodeCbor,
  isCborArray,
  isCborBytes,
  isCborMap,
  isCborTag,
} from '../../cose/index.ts'
import { generateSigner } from '../../jose/index.ts'
import { elementTags, encodeMso, type MobileSecurityObject, readMso } from '../../mdoc/index.ts'
import type { PlaceContext } from './known-keys.ts'

/** Content of the issuer's signature. */
type Mso = Omit<MobileSecurityObject, 'hash'>

/** A change of what the issuer signed, of its key, or of its signature. */
export interface MdocChange {
  readonly content?: (mso: Mso, now: NumericDate) => Mso
  readonly key?: 'another' | 'broken'
}

/** Returns the changed mdoc in base64url, or the reason why it cannot be changed. */
export async function bendMdoc(ctx: PlaceContext, text: string, change: MdocChange, now: NumericDate): Promise<string> {
  const bytes = decodeBase64url(text)
  const issuerSigned = bytes === undefined ? undefined : decodeCbor(bytes, 'mdoc', { tags: elementTags })
  if (issuerSigned === undefined || failed(issuerSigned) || !isCborMap(issuerSigned)) return 'document_missing'
  const auth = issuerSigned.get('issuerAuth')
  if (!isCborArray(auth) || !isCborBytes(auth[2]) || !isCborBytes(auth[3])) return 'document_missing'
  const signed = change.key === 'broken' ? auth.with(3, flipped(auth[3])) : await signAgain(ctx, auth, change, now)
  if (signed === undefined) return 'key_unknown'
  const changed = [...issuerSigned].map(([name, value]): [Cbor, Cbor] => [name, name === 'issuerAuth' ? signed : value])
  return encodeBase64url(encodeCbor(new Map(changed)))
}

/** Members of a DeviceResponse by name, and of its only document. */
interface DeviceParts {
  readonly response: ReadonlyMap<Cbor, Cbor>
  readonly document: ReadonlyMap<Cbor, Cbor>
}

/** Returns the response and its document. Returns `undefined` for a text that is no DeviceResponse. */
function readDeviceResponse(text: string): DeviceParts | undefined {
  const bytes = decodeBase64url(text)
  const response = bytes === undefined ? undefined : decodeCbor(bytes, 'response', { tags: elementTags })
  if (response === undefined || failed(response) || !isCborMap(response)) return undefined
  const documents = response.get('documents')
  const document = isCborArray(documents) ? documents[0] : undefined
  return isCborMap(document) ? { response, document } : undefined
}

const withMember = (map: ReadonlyMap<Cbor, Cbor>, name: string, value: Cbor | undefined): Map<Cbor, Cbor> =>
  new Map(
    [...map].flatMap(([key, kept]): [Cbor, Cbor][] =>
      key !== name ? [[key, kept]] : value === undefined ? [] : [[key, value]],
    ),
  )

const writeDeviceResponse = ({ response }: DeviceParts, document: ReadonlyMap<Cbor, Cbor>): string =>
  encodeBase64url(encodeCbor(withMember(response, 'documents', [new Map(document)])))

/** The issuer's part of a DeviceResponse, in base64url. */
export function openIssuerSigned(text: string): { readonly text: string; close(changed: string): string } | undefined {
  const parts = readDeviceResponse(text)
  const signed = parts?.document.get('issuerSigned')
  if (parts === undefined || signed === undefined) return undefined
  return {
    text: encodeBase64url(encodeCbor(signed)),
    close: (changed) => {
      const decoded = decodeCbor(decodeBase64url(changed) ?? new Uint8Array(), 'mdoc', { tags: elementTags })
      return failed(decoded) ? text : writeDeviceResponse(parts, withMember(parts.document, 'issuerSigned', decoded))
    },
  }
}

/** Changes of the device's part, by name. The device does not sign again. */
export const deviceChanges = {
  /** The bytes of the signature. */
  signature: (text: string) =>
    changeDeviceAuth(text, (auth) =>
      isCborArray(auth) && isCborBytes(auth[3]) ? ['deviceSignature', auth.with(3, flipped(auth[3]))] : undefined,
    ),
  mac: (text: string) => changeDeviceAuth(text, (auth) => ['deviceMac', auth]),
  unsigned: (text: string) => changeDeviceAuth(text, () => undefined),
  docType: (text: string) =>
    changeDocument(text, (document) => withMember(document, 'docType', 'org.example.another.1')),
  /** The value of an element, whose digest the issuer has signed. */
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

const flipped = (bytes: Uint8Array): Uint8Array => bytes.map((byte, index) => (index === 0 ? byte ^ 1 : byte))

async function signAgain(
  ctx: PlaceContext,
  auth: readonly Cbor[],
  { content, key }: MdocChange,
  now: NumericDate,
): Promise<Cbor | undefined> {
  const mso = readMso(auth[2] as Uint8Array, 'mdoc')
  const signer = key === 'another' ? await generateSigner(ctx) : ctx.keys.mdocSigner()
  if (failed(mso) || signer === undefined) return undefined
  const { hash: _, ...known } = mso
  const unprotectedHeaders = isCborMap(auth[1]) ? auth[1] : new Map<Cbor, Cbor>()
  return createCoseSign1(signer, { payload: encodeMso(content?.(known, now) ?? known), unprotectedHeaders })
}
