/**
 * Parses and verifies a DeviceResponse (ISO 18013-5 §8.3.2.1.2.2) in the form that OpenID4VP verifiers accept: one
 * document, signed by the device key for this session.
 */
import {
  type CryptoContext,
  decodeBase64url,
  type Failure,
  fail,
  failed,
  type Verified,
  verified,
} from '../base/index.ts'
import {
  type Cbor,
  type CoseSign1ParseCode,
  type CoseSign1VerifyCode,
  decodeCbor,
  isCborArray,
  isCborBytes,
  isCborMap,
  isCborTag,
  type ParsedCoseSign1,
  readCoseSign1,
  verifyCoseSign1,
} from '../cose/index.ts'
import { isKnownVersion, mdocTags } from './element-value.ts'
import { type IssuerSignedCode, type MdocPolicy, type ParsedMdoc, readIssuerSigned } from './issuer-signed.ts'
import { deviceAuthentication } from './present.ts'

/**
 * A parsed DeviceResponse with one document (ISO 18013-5 §8.3.2.1.2.2). Signatures of issuer and device are not
 * verified.
 */
export interface ParsedDeviceResponse {
  readonly mdoc: ParsedMdoc
  readonly deviceNameSpaces: Cbor
  readonly deviceSignature: ParsedCoseSign1
}

/** Reasons why a text is not a DeviceResponse with one document. */
export type DeviceResponseCode =
  | IssuerSignedCode
  | 'response_malformed'
  | 'response_version_unsupported'
  | 'response_status_error'
  | 'document_count'
  | 'document_malformed'
  | 'document_type_mismatch'
  | 'device_elements_unexpected'

/** Reasons why `deviceAuth` cannot be parsed. A MAC (ISO 18013-5 §9.1.3.5) is not accepted over OpenID4VP. */
export type DeviceSignedCode = CoseSign1ParseCode | 'device_signature_missing' | 'device_mac_unsupported'

/** Conditions for parsing a DeviceResponse (ISO 18013-5 §8.3.2.1.2.2). They do not include the query. */
export interface DeviceResponsePolicy extends MdocPolicy {
  /** Signature algorithms accepted from the device. */
  readonly deviceAlgorithms: MdocPolicy['algorithms']
}

/** Maximum size in bytes. */
const sizeLimit = 524_288

/**
 * Parses a base64url DeviceResponse of at most 512 KiB. Requires exactly one document, without device-signed elements.
 * Does not verify signatures, digests or times.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { parseDeviceResponse } from 'fiducia/mdoc'
 *
 * const algorithms = ['ES256'] as const
 * const response = parseDeviceResponse('oA', { algorithms, deviceAlgorithms: algorithms }, 'vp_token')
 * assert.ok(failed(response))
 * assert.equal(response.code, 'response_version_unsupported')
 * ```
 */
export function parseDeviceResponse(
  text: string,
  policy: DeviceResponsePolicy,
  at: string,
): ParsedDeviceResponse | Failure<DeviceResponseCode | DeviceSignedCode> {
  const bytes = decodeBase64url(text)
  if (bytes === undefined) return fail('response_malformed', at)
  const response = decodeCbor(bytes, at, { size: sizeLimit, anyValue: true }) // D-272
  if (failed(response)) return response
  if (!isCborMap(response)) return fail('response_malformed', at)
  if (!isKnownVersion(response.get('version'))) return fail('response_version_unsupported', `${at}.version`)
  if (response.get('status') !== 0) return fail('response_status_error', `${at}.status`)
  const documents = response.get('documents')
  if (!isCborArray(documents) || documents.length !== 1) return fail('document_count', `${at}.documents`)
  return readDocument(documents[0], policy, `${at}.documents.0`)
}

function readDocument(
  document: Cbor | undefined,
  policy: DeviceResponsePolicy,
  at: string,
): ParsedDeviceResponse | Failure<DeviceResponseCode | DeviceSignedCode> {
  const [issuerSigned, deviceSigned] = ['issuerSigned', 'deviceSigned'].map((name) =>
    isCborMap(document) ? document.get(name) : undefined,
  )
  if (!isCborMap(document) || issuerSigned === undefined) return fail('document_malformed', at)
  if (!isCborMap(deviceSigned)) return fail('document_malformed', `${at}.deviceSigned`)
  const mdoc = readIssuerSigned(issuerSigned, policy, `${at}.issuerSigned`)
  if (failed(mdoc)) return mdoc
  if (document.get('docType') !== mdoc.mso.docType) return fail('document_type_mismatch', `${at}.docType`)
  const deviceNameSpaces = deviceSigned.get('nameSpaces')
  const isEncoded = isCborTag(deviceNameSpaces) && deviceNameSpaces.tag === mdocTags.encoded
  if (!isEncoded || !isCborBytes(deviceNameSpaces.value))
    return fail('document_malformed', `${at}.deviceSigned.nameSpaces`)
  if (!isEmptyMap(deviceNameSpaces.value)) return fail('device_elements_unexpected', `${at}.deviceSigned.nameSpaces`)
  const deviceSignature = readDeviceSignature(deviceSigned.get('deviceAuth'), policy, `${at}.deviceSigned.deviceAuth`)
  if (failed(deviceSignature)) return deviceSignature
  return { mdoc, deviceNameSpaces, deviceSignature }
}

function readDeviceSignature(
  deviceAuth: Cbor | undefined,
  { deviceAlgorithms: algorithms }: DeviceResponsePolicy,
  at: string,
): ParsedCoseSign1 | Failure<DeviceSignedCode> {
  const signature = isCborMap(deviceAuth) ? deviceAuth.get('deviceSignature') : undefined
  if (isCborMap(deviceAuth) && deviceAuth.has('deviceMac')) return fail('device_mac_unsupported', at)
  if (signature === undefined) return fail('device_signature_missing', at)
  return readCoseSign1(signature, { algorithms }, at)
}

/**
 * Returns true for an encoded empty map: no device-signed elements. Such elements need KeyAuthorizations in the MSO,
 * which this software neither issues nor reads.
 */
function isEmptyMap(bytes: Uint8Array): boolean {
  const elements = decodeCbor(bytes, 'nameSpaces')
  return isCborMap(elements) && elements.size === 0
}

/** Reasons why the device's signature for this session is invalid (ISO 18013-5 §9.1.3.6). */
export type DeviceAuthCode =
  | 'device_alg_mismatch'
  | 'device_key_unusable'
  | 'device_signature_invalid'
  | 'device_payload_attached'

const deviceCodes = {
  cose_key_mismatch: 'device_alg_mismatch',
  cose_key_unusable: 'device_key_unusable',
  cose_signature_invalid: 'device_signature_invalid',
  cose_payload_missing: 'device_signature_invalid',
  cose_payload_doubled: 'device_payload_attached',
} as const satisfies Record<CoseSign1VerifyCode, DeviceAuthCode>

/**
 * Verifies that the device key signed the response for this session. The device key comes from the verified `mdoc`.
 * Does not check that `mdoc` is the one in the response.
 */
export async function verifyDeviceAuth(
  ctx: CryptoContext,
  response: ParsedDeviceResponse,
  mdoc: Verified<ParsedMdoc>,
  transcript: Cbor,
  at: string,
): Promise<Verified<ParsedDeviceResponse> | Failure<DeviceAuthCode>> {
  const { deviceKey, docType } = mdoc.mso
  const detachedPayload = deviceAuthentication(transcript, docType, response.deviceNameSpaces)
  const place = `${at}.deviceSigned.deviceAuth`
  const signature = await verifyCoseSign1(ctx, response.deviceSignature, deviceKey, place, detachedPayload)
  if (failed(signature)) return fail(deviceCodes[signature.code], place)
  return verified(response)
}
