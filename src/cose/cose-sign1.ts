/**
 * COSE_Sign1 (RFC 9052 §4.2): one signature over a payload, of the issuer or the device of an mdoc. The verification
 * has two steps, like that of a JWS: `readCoseSign1` does the cheap checks, `verifyCoseSign1` verifies the signature
 * with exactly the key that the caller passes.
 */
import {
  type CryptoContext,
  type Failure,
  fail,
  failed,
  type PublicJwk,
  type Verified,
  verified,
} from '../base/index.ts'
import { algorithmRow, type JwsAlgorithm, keyFits, type Signer } from '../jose/index.ts'
import { algorithmsByIdentifier, coseAlgorithms } from './algorithms.ts'
import {
  type Cbor,
  type CborCode,
  type CborMap,
  decodeCbor,
  encodeCbor,
  isCborArray,
  isCborBytes,
  isCborMap,
  isCborTag,
} from './cbor.ts'

/** Reasons to refuse a COSE_Sign1 before its signature is verified. */
export type CoseSign1ParseCode =
  | CborCode
  | 'cose_malformed'
  | 'cose_alg_unsupported'
  | 'cose_crit_unsupported'
  | 'cose_header_repeated'

/**
 * Reasons to refuse a parsed COSE_Sign1: no payload or two payloads (attached and detached), a key that does not fit
 * the algorithm or cannot be imported, or a wrong signature.
 */
export type CoseSign1VerifyCode =
  | 'cose_payload_missing'
  | 'cose_payload_doubled'
  | 'cose_key_mismatch'
  | 'cose_key_unusable'
  | 'cose_signature_invalid'

/** Header labels (RFC 9052 table 3, RFC 9360). */
export const coseHeaders = { alg: 1, crit: 2, kid: 4, x5chain: 33 } as const

const sign1Tag = 18

/** A parsed COSE_Sign1 (RFC 9052 §4.2). Not authenticated. */
export interface ParsedCoseSign1 {
  readonly alg: JwsAlgorithm
  readonly protectedHeaders: CborMap
  readonly unprotectedHeaders: CborMap
  /** The protected headers as received. The signature covers these bytes. */
  readonly protectedBytes: Uint8Array
  /** `undefined` if the payload is detached. */
  readonly payload: Uint8Array | undefined
  readonly signature: Uint8Array
}

/** Accepted signature algorithms of a COSE_Sign1. */
export interface CoseSign1Policy {
  readonly algorithms: readonly JwsAlgorithm[]
}

/** Reads a decoded COSE_Sign1, with or without its tag. Does not verify the signature: do not trust the result. */
export function readCoseSign1(
  value: Cbor,
  policy: CoseSign1Policy,
  at: string,
): ParsedCoseSign1 | Failure<CoseSign1ParseCode> {
  const untagged = isCborTag(value) && value.tag === sign1Tag ? value.value : value
  if (!isCborArray(untagged) || untagged.length !== 4) return fail('cose_malformed', at)
  const [protectedBytes, unprotectedHeaders, payload, signature] = untagged
  if (!isCborBytes(protectedBytes) || !isCborMap(unprotectedHeaders) || !isCborBytes(signature))
    return fail('cose_malformed', at)
  if (payload !== null && !isCborBytes(payload)) return fail('cose_malformed', `${at}.payload`)
  const protectedHeaders =
    protectedBytes.length === 0 ? new Map() : decodeCbor(protectedBytes, `${at}.protected`, { anyValue: true }) // D-272
  if (failed(protectedHeaders)) return protectedHeaders
  if (!isCborMap(protectedHeaders)) return fail('cose_malformed', `${at}.protected`)
  const alg = algorithmsByIdentifier.get(protectedHeaders.get(coseHeaders.alg) ?? null)
  if (alg === undefined || !policy.algorithms.includes(alg))
    return fail('cose_alg_unsupported', `${at}.protected.alg`, {
      expected: policy.algorithms,
      found: alg ?? protectedHeaders.get(coseHeaders.alg),
    })
  if (protectedHeaders.has(coseHeaders.crit)) return fail('cose_crit_unsupported', `${at}.protected.crit`)
  if (unprotectedHeaders.has(coseHeaders.crit)) return fail('cose_crit_unsupported', `${at}.unprotected.crit`) // RFC 9052 §3.1
  const repeated = [...protectedHeaders.keys()].some((label) => unprotectedHeaders.has(label))
  if (repeated) return fail('cose_header_repeated', `${at}.unprotected`) // RFC 9052 §3
  return { alg, protectedHeaders, unprotectedHeaders, protectedBytes, payload: payload ?? undefined, signature }
}

/**
 * Verifies the signature with exactly this key. Checks that the key fits the algorithm. Refuses a detached payload if
 * the COSE_Sign1 contains a payload. Returns the COSE_Sign1 with the payload. Does not check whose key it is.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { createCoseSign1, encodeCbor, readCoseSign1, verifyCoseSign1 } from 'fiducia/cose'
 * import { generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto } from 'fiducia/node'
 *
 * const ctx = { crypto: createNodeCrypto() }
 * const signer = await generateSigner(ctx)
 * const structure = await createCoseSign1(signer, { payload: encodeCbor('hello') })
 * const sign1 = readCoseSign1(structure, { algorithms: ['ES256'] }, 'message')
 * const signed = failed(sign1) ? sign1 : await verifyCoseSign1(ctx, sign1, signer.publicJwk, 'message')
 * assert.ok(!failed(signed))
 * assert.deepEqual(signed.payload, encodeCbor('hello'))
 * ```
 */
export async function verifyCoseSign1(
  ctx: CryptoContext,
  sign1: ParsedCoseSign1,
  jwk: PublicJwk,
  at: string,
  detachedPayload?: Uint8Array,
): Promise<Verified<ParsedCoseSign1 & { readonly payload: Uint8Array }> | Failure<CoseSign1VerifyCode>> {
  const { scheme, signatureBytes } = algorithmRow(sign1.alg)
  if (sign1.payload !== undefined && detachedPayload !== undefined) return fail('cose_payload_doubled', `${at}.payload`)
  const payload = sign1.payload ?? detachedPayload
  if (payload === undefined) return fail('cose_payload_missing', `${at}.payload`)
  if (!keyFits(jwk, sign1.alg)) return fail('cose_key_mismatch', at)
  if (sign1.signature.length !== signatureBytes) return fail('cose_signature_invalid', at)
  const key = await ctx.crypto.importVerificationKey(jwk, scheme)
  if (key === undefined) return fail('cose_key_unusable', at)
  const signed = signatureInput(sign1.protectedBytes, payload)
  if (!(await ctx.crypto.verify(scheme, key, signed, sign1.signature))) return fail('cose_signature_invalid', at)
  return verified({ ...sign1, payload })
}

/** Content of a new COSE_Sign1 (RFC 9052 §4.2). */
export interface CoseSign1Options {
  readonly payload: Uint8Array
  /** Signs the payload but omits it from the structure. */
  readonly detached?: boolean
  readonly unprotectedHeaders?: CborMap
}

/**
 * Creates and signs a COSE_Sign1. Returns it without a tag, for use alone or inside another value. Rejects with a
 * TypeError for an RSA signer.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createCoseSign1, encodeCbor } from 'fiducia/cose'
 * import { generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto } from 'fiducia/node'
 *
 * const signer = await generateSigner({ crypto: createNodeCrypto() })
 * const sign1 = await createCoseSign1(signer, { payload: encodeCbor('hello') })
 * assert.ok(encodeCbor(sign1) instanceof Uint8Array)
 * ```
 */
export async function createCoseSign1(signer: Pick<Signer, 'alg' | 'sign'>, options: CoseSign1Options): Promise<Cbor> {
  const algorithm = coseAlgorithm(signer.alg)
  if (algorithm === undefined) throw new TypeError(`${signer.alg} is not supported for COSE signatures`)
  const protectedBytes = encodeCbor(new Map([[coseHeaders.alg, algorithm]]))
  const signature = await signer.sign(signatureInput(protectedBytes, options.payload))
  const payload = options.detached ? null : options.payload
  return [protectedBytes, options.unprotectedHeaders ?? new Map(), payload, signature]
}

/**
 * Returns the bytes to sign: the Sig_structure (RFC 9052 §4.4). The externally supplied data is empty (ISO 18013-5
 * §9.1.2.4, §9.1.3.6).
 */
const signatureInput = (protectedBytes: Uint8Array, payload: Uint8Array): Uint8Array =>
  encodeCbor(['Signature1', protectedBytes, new Uint8Array(), payload])

/** Returns the COSE identifier of an algorithm, or `undefined` for RSA, which this project does not use in COSE. */
export const coseAlgorithm = (name: JwsAlgorithm): number | undefined =>
  Object.hasOwn(coseAlgorithms, name) ? coseAlgorithms[name as keyof typeof coseAlgorithms] : undefined
