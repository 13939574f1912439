/**
 * Encrypting the Request Object to a wallet that brings a key for it (OpenID4VP 1.0 §5.10; RFC 9101 §6.1: signed first):
 * with a key and algorithms out of `wallet_metadata`, which nobody vouches for. It keeps the request from whoever sits
 * between the two and from nobody else.
 */
import { type CryptoContext, type Failure, fail, failed, type PublicJwk, type Random } from '../../base/index.ts'
import {
  encryptJwe,
  isJweAlgorithm,
  type JweAlgorithm,
  type JweEncryption,
  jweCurves,
  jweEncryptions,
  parsePublicJwk,
} from '../../jose/index.ts'
import type { WalletMetadata } from '../metadata/wallet-metadata.ts'

/** How one Request Object is encrypted, and to whose key. */
export interface RequestEncryption {
  readonly alg: JweAlgorithm
  readonly enc: JweEncryption
  readonly recipient: PublicJwk
}

/** The wallet names no key and algorithms that this code can use. */
export type RequestEncryptionCode = 'no_common_request_encryption'

/**
 * Chooses key, `alg` and `enc`; `undefined` when the wallet brings no key to encrypt to, which `jwks_uri` does not: no
 * address of a stranger is called (D-369). A key counts that says `use: "enc"`, and one without `use` where the wallet names
 * `request_object_encryption_alg_values_supported`. Where it names no `enc`, A128GCM is taken.
 */
export function selectRequestEncryption(
  metadata: WalletMetadata,
): RequestEncryption | undefined | Failure<RequestEncryptionCode> {
  const {
    jwks,
    request_object_encryption_alg_values_supported: algorithms,
    request_object_encryption_enc_values_supported: encryptions = ['A128GCM'],
  } = metadata
  const meant = (jwks?.keys ?? []).filter(({ use }) => use === 'enc' || (use === undefined && algorithms !== undefined))
  if (meant.length === 0) return undefined
  const enc = jweEncryptions.find((one) => encryptions.includes(one))
  for (const key of meant) {
    const recipient = parsePublicJwk(key, 'wallet_metadata.jwks')
    if (failed(recipient) || enc === undefined) continue
    const alg = recipient.alg ?? (recipient.kty === 'RSA' ? 'RSA-OAEP-256' : 'ECDH-ES')
    const known = isJweAlgorithm(alg) && isKeyFor(alg, recipient)
    if (known && (algorithms?.includes(alg) ?? true)) return { alg, enc, recipient }
  }
  return fail('no_common_request_encryption', 'wallet_metadata.jwks')
}

const isKeyFor = (alg: JweAlgorithm, { kty, crv }: PublicJwk): boolean =>
  alg === 'RSA-OAEP-256' ? kty === 'RSA' : jweCurves.some((one) => one === crv)

/** A JWE with the signed JWT in it (RFC 7519 §5.2). The key may turn out to be none. */
export async function encryptRequestObject(
  ctx: CryptoContext & { readonly random: Random },
  encryption: RequestEncryption,
  requestObject: string,
): Promise<string | Failure<RequestEncryptionCode>> {
  const encrypted = await encryptJwe(ctx, { ...encryption, header: { cty: 'JWT' } }, requestObject)
  return failed(encrypted) ? fail('no_common_request_encryption', 'wallet_metadata.jwks') : encrypted
}
