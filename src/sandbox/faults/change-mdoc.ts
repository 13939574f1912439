/** Changes of an mdoc. Its real issuer signs it again, unless `key` is set. */
import { decodeBase64url, encodeBase64url, failed, type NumericDate } from '../../base/index.ts'
import {
  type Cbor,
  createCoseSign1,
  decodeCbor,
  encodeCbor,
  isCborArray,
  isCborBytes,
  isCborMap,
} from '../../cose/index.ts'
import { generateSigner } from '../../jose/index.ts'
import { elementTags, encodeMso, type MobileSecurityObject, readMso } from '../../mdoc/index.ts'
import { flipOneBit } from './device-response.ts'
import type { PlaceContext } from './known-keys.ts'

/** The signed content of an mdoc without the hash function, which `encodeMso` adds. */
type Mso = Omit<MobileSecurityObject, 'hash'>

/** A change of the issuer-signed content, of the issuer's key, or of the issuer's signature. */
export interface MdocChange {
  readonly content?: (mso: Mso, now: NumericDate) => Mso
  /** `another`: a new key signs. `broken`: one bit of the signature changes, and `content` has no effect. */
  readonly key?: 'another' | 'broken'
}

/**
 * Returns the changed mdoc in base64url. Returns `document_missing` if `text` is not an mdoc, and `key_unknown` if the
 * issuer's key is unknown or the signed content cannot be read.
 */
export async function changeMdoc(
  ctx: PlaceContext,
  text: string,
  change: MdocChange,
  now: NumericDate,
): Promise<string> {
  const bytes = decodeBase64url(text)
  const issuerSigned = bytes === undefined ? undefined : decodeCbor(bytes, 'mdoc', { tags: elementTags })
  if (issuerSigned === undefined || failed(issuerSigned) || !isCborMap(issuerSigned)) return 'document_missing'
  const auth = issuerSigned.get('issuerAuth')
  if (!isCborArray(auth) || !isCborBytes(auth[2]) || !isCborBytes(auth[3])) return 'document_missing'
  const signed = change.key === 'broken' ? auth.with(3, flipOneBit(auth[3])) : await signAgain(ctx, auth, change, now)
  if (signed === undefined) return 'key_unknown'
  const changed = [...issuerSigned].map(([name, value]): [Cbor, Cbor] => [name, name === 'issuerAuth' ? signed : value])
  return encodeBase64url(encodeCbor(new Map(changed)))
}

async function signAgain(
  ctx: PlaceContext,
  auth: readonly Cbor[],
  { content, key }: MdocChange,
  now: NumericDate,
): Promise<Cbor | undefined> {
  const mso = readMso(auth[2] as Uint8Array, 'mdoc')
  const signer = key === 'another' ? await generateSigner(ctx) : ctx.keys.mdocSigner()
  if (failed(mso) || signer === undefined) return undefined
  const { hash: _, ...original } = mso
  const unprotectedHeaders = isCborMap(auth[1]) ? auth[1] : new Map<Cbor, Cbor>()
  return createCoseSign1(signer, { payload: encodeMso(content?.(original, now) ?? original), unprotectedHeaders })
}
