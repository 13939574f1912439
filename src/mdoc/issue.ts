/** Issues mdocs (ISO 18013-5 §9.1.2). */
import {
  type CryptoContext,
  encodeBase64url,
  type Json,
  type NumericDate,
  type PublicJwk,
  type Random,
} from '../base/index.ts'
import { type Cbor, cborTag, coseHeaders, createCoseSign1, encodeCbor } from '../cose/index.ts'
import type { Signer } from '../jose/index.ts'
import { mdocTags } from './element-value.ts'
import { randomBytes } from './issuer-signed.ts'
import { encodeMso } from './mobile-security-object.ts'

/** Content of an mdoc: elements, times, status, and the holder's key (ISO 18013-5 §9.1.2.4). */
export interface MdocContent {
  readonly docType: string
  /** Elements by namespace and name. */
  readonly nameSpaces: ReadonlyMap<string, ReadonlyMap<string, Cbor>>
  readonly deviceKey: PublicJwk
  readonly issuedAt: NumericDate
  /** Defaults to `issuedAt`. */
  readonly validFrom?: NumericDate
  readonly expiresAt: NumericDate
  /** Reference to the status (draft-ietf-oauth-status-list-12 §6.3). */
  readonly status?: Json
}

/** The issuer's signing key, and the certificates for it. */
export interface MdocSigner {
  readonly signer: Pick<Signer, 'alg' | 'sign'>
  /** DER certificates, leaf first, without the trusted root. At least one. */
  readonly x5chain: readonly Uint8Array[]
}

/**
 * Issues an mdoc: IssuerSigned in base64url, with SHA-256 digests. Each element has its own 128-bit random value.
 * Digest identifiers are in random order, so that they reveal nothing about the elements. Does not check that the
 * certificates belong to the key, or the order of the times. Rejects with a TypeError for
 * - no namespace, or a namespace without an element
 * - an empty `x5chain`
 * - a text with a lone surrogate
 * - an RSA signer
 * - a device key without a COSE_Key form
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { generateSigner } from 'fiducia/jose'
 * import { issueMdoc } from 'fiducia/mdoc'
 * import { createNodeCrypto, createNodeRandom, createSystemClock } from 'fiducia/node'
 * import { createMdocIssuer } from 'fiducia/pid-provider-adapters'
 *
 * const ctx = { crypto: createNodeCrypto(), random: createNodeRandom(), clock: createSystemClock() }
 * const provider = { entityId: 'https://pid.example', organizationName: 'PID', country: 'IT' }
 * const issuer = await createMdocIssuer(ctx, { ...provider, credentialLifetimeSeconds: 86_400 })
 * const [device, now] = [await generateSigner(ctx), ctx.clock.now()] as const
 * const docType = 'eu.europa.ec.eudiw.pid.1'
 * const nameSpaces = new Map([[docType, new Map([['given_name', 'Ada']])]])
 * const content = { docType, nameSpaces, deviceKey: device.publicJwk, issuedAt: now, expiresAt: now + 86_400 }
 * const mdoc = await issueMdoc(ctx, { signer: issuer.signer, x5chain: [issuer.certificate] }, content)
 * assert.ok(mdoc.length > 0)
 * ```
 */
export async function issueMdoc(
  ctx: CryptoContext & { readonly random: Random },
  { signer, x5chain }: MdocSigner,
  content: MdocContent,
): Promise<string> {
  const sizes = [...content.nameSpaces.values()].map(({ size }) => size)
  if (sizes.length === 0 || sizes.includes(0))
    throw new TypeError('an mdoc needs a namespace, and an element in each namespace')
  const salts = ctx.random.bytes(randomBytes * sizes.reduce((sum, size) => sum + size, 0)) // PP-108
  let saltOffset = 0
  const nameSpaces = new Map<Cbor, Cbor>()
  const valueDigests = new Map<string, Map<number, Uint8Array>>()
  for (const [namespace, elements] of content.nameSpaces) {
    const digests: [number, Uint8Array][] = []
    const items: Cbor[] = []
    const ids = shuffledIds(ctx.random, elements.size)
    for (const [index, [name, value]] of [...elements].entries()) {
      const random = salts.slice(saltOffset, saltOffset + randomBytes)
      saltOffset += randomBytes
      const digestId = ids[index] ?? index
      const members = new Map<Cbor, Cbor>([
        ['digestID', digestId],
        ['random', random],
        ['elementIdentifier', name],
        ['elementValue', value],
      ])
      const item = cborTag(mdocTags.encoded, encodeCbor(members))
      items.push(item)
      digests.push([digestId, ctx.crypto.digest('sha-256', encodeCbor(item))]) // PP-30
    }
    nameSpaces.set(namespace, items)
    valueDigests.set(namespace, new Map(digests.sort(([a], [b]) => a - b)))
  }
  const { docType, deviceKey, issuedAt, validFrom = issuedAt, expiresAt: validUntil, status } = content
  const issuerAuth = await createCoseSign1(signer, {
    payload: encodeMso({
      docType, // PP-30
      valueDigests, // PP-30
      deviceKey, // PP-30
      validityInfo: { signed: issuedAt, validFrom, validUntil }, // PP-30
      ...(status === undefined ? {} : { status }), // PP-109
    }),
    unprotectedHeaders: new Map([[coseHeaders.x5chain, chainHeader(x5chain)]]), // PP-108
  })
  const issuerSigned = new Map<Cbor, Cbor>([
    ['nameSpaces', nameSpaces],
    ['issuerAuth', issuerAuth],
  ])
  return encodeBase64url(encodeCbor(issuerSigned)) // PP-30
}

/**
 * Returns the value of `x5chain` (RFC 9360 §2): a single certificate as it is, several in an array. Throws a TypeError
 * if there is none.
 */
function chainHeader(x5chain: readonly Uint8Array[]): Cbor {
  const [leaf] = x5chain
  if (leaf === undefined) throw new TypeError('an mdoc needs the certificate of its issuer')
  return x5chain.length === 1 ? leaf : x5chain
}

/** Returns 0 … count - 1 in random order (Fisher–Yates). The modulo bias with 32 random bits is negligible here. */
function shuffledIds(random: Random, count: number): readonly number[] {
  const ids = Array.from({ length: count }, (_, index) => index)
  const view = new DataView(Uint8Array.from(random.bytes(4 * count)).buffer)
  for (let index = count - 1; index > 0; index -= 1) {
    const swapIndex = view.getUint32(4 * index) % (index + 1)
    const current = ids[index] ?? 0
    ids[index] = ids[swapIndex] ?? 0
    ids[swapIndex] = current
  }
  return ids
}
