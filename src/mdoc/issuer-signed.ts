/**
 * Parses IssuerSigned (ISO 18013-5 §8.3.2.1.2.2): the elements of an mdoc, each with its random value, and the issuer's
 * signature over their digests. A credential response contains it in base64url (OpenID4VCI 1.0 §A.2.4).
 */
import { decodeBase64url, type Failure, fail, failed, type Json, type JsonObject } from '../base/index.ts'
import {
  type Cbor,
  type CborCode,
  type CborMap,
  type CoseSign1ParseCode,
  coseHeaders,
  decodeCbor,
  isCborArray,
  isCborBytes,
  isCborMap,
  isCborTag,
  type ParsedCoseSign1,
  readCoseSign1,
} from '../cose/index.ts'
import type { JwsAlgorithm } from '../jose/index.ts'
import { cborToJson, elementTags, hasJsonForm, isDigestId, mdocTags } from './element-value.ts'
import { type MobileSecurityObject, type MsoCode, readMso } from './mobile-security-object.ts'

/** An element with its encoded form. Its digest is not compared with the MSO. */
export interface IssuerSignedItem {
  readonly namespace: string
  readonly digestId: number
  readonly name: string
  /** `undefined` for an unsupported value or name: the element matches no query and is not shown (D-194). */
  readonly value: Cbor | undefined
  /** Content of IssuerSignedItemBytes, without the tag. */
  readonly encoded: Uint8Array
}

/** A parsed IssuerSigned (ISO 18013-5 §8.3.2.1.2.2). Signature, chain, digests and times are not verified. */
export interface ParsedMdoc {
  readonly items: readonly IssuerSignedItem[]
  readonly issuerAuth: ParsedCoseSign1
  /** `issuerAuth` as received, for presentations. */
  readonly issuerAuthStructure: Cbor
  /** One to five DER certificates, leaf first. */
  readonly x5chain: readonly Uint8Array[]
  readonly mso: MobileSecurityObject
}

/** Reasons why a text is not an IssuerSigned. */
export type IssuerSignedCode =
  | CborCode
  | CoseSign1ParseCode
  | MsoCode
  | 'mdoc_malformed'
  | 'x5chain_missing'
  | 'x5chain_malformed'
  | 'item_malformed'
  | 'item_random_short'
  | 'element_repeated'

/** Conditions for parsing an IssuerSigned. */
export interface MdocPolicy {
  /** Signature algorithms accepted from the issuer. */
  readonly algorithms: readonly JwsAlgorithm[]
}

/** Maximum size in bytes of an mdoc, and of each element in it. */
export const mdocLimit = 262_144
/** Minimum size of an element's random value in bytes (ISO 18013-5 §9.1.2.5). */
export const randomBytes = 16
const maximumCertificates = 5

/**
 * Parses an mdoc of at most 256 KiB in base64url, as a credential response contains it. `at` is the place of the mdoc
 * in failures. Does not verify signature, chain, digests or times.
 */
export function parseMdoc(text: string, policy: MdocPolicy, at: string): ParsedMdoc | Failure<IssuerSignedCode> {
  const bytes = decodeBase64url(text)
  if (bytes === undefined) return fail('mdoc_malformed', at)
  const decoded = decodeCbor(bytes, at, { size: mdocLimit, anyValue: true }) // D-272
  if (failed(decoded)) return decoded
  return readIssuerSigned(decoded, policy, at)
}

/**
 * Reads a decoded IssuerSigned, for example one inside a DeviceResponse. Does not verify signature, chain, digests or
 * times.
 */
export function readIssuerSigned(value: Cbor, policy: MdocPolicy, at: string): ParsedMdoc | Failure<IssuerSignedCode> {
  if (!isCborMap(value)) return fail('mdoc_malformed', at)
  const structure = value.get('issuerAuth')
  if (structure === undefined) return fail('mdoc_malformed', `${at}.issuerAuth`)
  const issuerAuth = readCoseSign1(structure, policy, `${at}.issuerAuth`)
  if (failed(issuerAuth)) return issuerAuth
  if (issuerAuth.payload === undefined) return fail('mso_malformed', `${at}.issuerAuth.payload`)
  const x5chain = readX5chain(issuerAuth, `${at}.issuerAuth.x5chain`)
  if (failed(x5chain)) return x5chain
  const mso = readMso(issuerAuth.payload, `${at}.mso`)
  if (failed(mso)) return mso
  const items = readNameSpaces(value.get('nameSpaces') ?? new Map(), `${at}.nameSpaces`)
  if (failed(items)) return items
  return { items, issuerAuth, issuerAuthStructure: structure, x5chain, mso }
}

function readX5chain(
  { unprotectedHeaders, protectedHeaders }: ParsedCoseSign1,
  at: string,
): readonly Uint8Array[] | Failure<'x5chain_missing' | 'x5chain_malformed'> {
  const header = unprotectedHeaders.get(coseHeaders.x5chain) ?? protectedHeaders.get(coseHeaders.x5chain)
  if (header === undefined) return fail('x5chain_missing', at) // ISO 18013-5 §9.1.2.4
  const chain = isCborBytes(header) ? [header] : header
  if (!isCborArray(chain) || chain.length === 0 || chain.length > maximumCertificates)
    return fail('x5chain_malformed', at)
  if (!chain.every(isCborBytes)) return fail('x5chain_malformed', at)
  return chain
}

type ItemCode = 'item_malformed' | 'item_random_short' | 'element_repeated'

function readNameSpaces(value: Cbor, at: string): readonly IssuerSignedItem[] | Failure<ItemCode> {
  if (!isCborMap(value)) return fail('item_malformed', at)
  const items: IssuerSignedItem[] = []
  for (const [namespace, list] of value) {
    if (typeof namespace !== 'string' || !isCborArray(list)) return fail('item_malformed', at)
    const names = new Set<string>()
    for (const entry of list) {
      const item = readItem(namespace, entry, at)
      if (failed(item)) return item
      if (names.has(item.name)) return fail('element_repeated', at)
      names.add(item.name)
      items.push(item)
    }
  }
  return items
}

function readItem(
  namespace: string,
  entry: Cbor,
  at: string,
): IssuerSignedItem | Failure<'item_malformed' | 'item_random_short'> {
  const encoded = isCborTag(entry) && entry.tag === mdocTags.encoded ? entry.value : undefined
  if (!isCborBytes(encoded)) return fail('item_malformed', at)
  const strict = decodeCbor(encoded, at, { size: mdocLimit, tags: elementTags })
  const item = failed(strict) ? decodeCbor(encoded, at, { size: mdocLimit, anyValue: true }) : strict
  if (failed(item) || !isCborMap(item)) return fail('item_malformed', at)
  const members = readMembers(item)
  if (members === undefined) return fail('item_malformed', at)
  const { digestId, random, name, value } = members
  if (random.length < randomBytes) return fail('item_random_short', at)
  const isNamed = namespace !== '__proto__' && name !== '__proto__' // GEN-28
  const isSupported = isNamed && !failed(strict) && hasJsonForm(value)
  return { namespace, digestId, name, value: isSupported ? value : undefined, encoded }
}

function readMembers(item: CborMap) {
  const digestId = item.get('digestID')
  const random = item.get('random')
  const name = item.get('elementIdentifier')
  const value = item.get('elementValue')
  if (!isDigestId(digestId) || !isCborBytes(random) || typeof name !== 'string' || value === undefined) return undefined
  return { digestId, random, name, value }
}

/** Returns the elements with a supported value as JSON: namespace → element → value. */
export function mdocClaims({ items }: Pick<ParsedMdoc, 'items'>): JsonObject {
  const namespaces = new Map<string, [string, Json][]>()
  for (const { namespace, name, value } of items) {
    if (value === undefined) continue
    const elements = namespaces.get(namespace) ?? []
    elements.push([name, cborToJson(value)])
    namespaces.set(namespace, elements)
  }
  return Object.fromEntries([...namespaces].map(([name, elements]) => [name, Object.fromEntries(elements)]))
}
