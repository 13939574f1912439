/**
 * Showing an mdoc: the wallet's side (ISO 18013-5 §8.3.2.1.2.2, §9.1.3). Only the elements asked for leave the wallet,
 * and the device key signs for this session.
 */
import { encodeBase64url } from '../base/index.ts'
import { type Cbor, cborTag, createCoseSign1, encodeCbor } from '../cose/index.ts'
import type { Signer } from '../jose/index.ts'
import { mdocTags } from './element-value.ts'
import type { ParsedMdoc } from './issuer-signed.ts'

/** One element: `[namespace, name]`. */
export type ElementPath = readonly [namespace: string, name: string]

/** DeviceNameSpacesBytes of a device that signs no elements of its own. */
const noDeviceElements = (): Cbor => cborTag(mdocTags.encoded, encodeCbor(new Map()))

/** DeviceAuthenticationBytes (ISO 18013-5 §9.1.3.4): what the device key signs. */
export const deviceAuthentication = (transcript: Cbor, docType: string, deviceNameSpaces: Cbor): Uint8Array =>
  encodeCbor(cborTag(mdocTags.encoded, encodeCbor(['DeviceAuthentication', transcript, docType, deviceNameSpaces])))

/** A DeviceResponse with one document, as base64url. Throws a TypeError for an element that the mdoc does not have. */
export async function presentMdoc(
  deviceSigner: Pick<Signer, 'alg' | 'sign'>,
  mdoc: ParsedMdoc,
  elements: readonly ElementPath[],
  transcript: Cbor,
): Promise<string> {
  const nameSpaces = new Map<string, Cbor[]>()
  const wanted = new Set(elements.map((path) => JSON.stringify(path)))
  for (const { namespace, name, encoded } of mdoc.items) {
    if (!wanted.delete(JSON.stringify([namespace, name]))) continue
    nameSpaces.set(namespace, [...(nameSpaces.get(namespace) ?? []), cborTag(mdocTags.encoded, encoded)])
  }
  if (wanted.size > 0) throw new TypeError('no such element')
  const { docType } = mdoc.mso
  const deviceNameSpaces = noDeviceElements()
  const payload = deviceAuthentication(transcript, docType, deviceNameSpaces)
  const deviceSignature = await createCoseSign1(deviceSigner, { payload, detached: true })
  const document = mapOf({
    docType,
    issuerSigned: mapOf({
      ...(nameSpaces.size > 0 ? { nameSpaces } : {}),
      issuerAuth: mdoc.issuerAuthStructure,
    }),
    deviceSigned: mapOf({ nameSpaces: deviceNameSpaces, deviceAuth: mapOf({ deviceSignature }) }),
  })
  return encodeBase64url(encodeCbor(mapOf({ version: '1.0', documents: [document], status: 0 })))
}

const mapOf = (members: Readonly<Record<string, Cbor>>): Cbor => new Map<Cbor, Cbor>(Object.entries(members))
