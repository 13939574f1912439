/**
 * Encrypts a Request Object to a key of the wallet (OpenID4VP 1.0 §5.10; RFC 9101 §6.1: signed first). Key and
 * algorithms come from the unauthenticated `wallet_metadata`, so the encryption protects only against intermediaries
 * that do not alter the request.
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

/** Key and algorithms of one encrypted Request Object. */
export interface RequestEncryption {
  readonly alg: JweAlgorithm
  readonly enc: JweEncryption
  readonly recipient: PublicJwk
}

/** The wallet sends encryption keys, but none is usable with an `alg` and an `enc` that we support. */
export type RequestEncryptionCode = 'no_common_request_encryption'

/**
 * Selects key, `alg` and `enc`. An encryption key is a key with `use: "enc"`. A key without `use` counts as an
 * encryption key if the wallet sends `request_object_encryption_alg_values_supported`. Returns `undefined` if the
 * wallet sends no encryption key. Fails if none of them is usable. Takes the first `enc` of `jweEncryptions` that the
 * wallet lists in `request_object_encryption_enc_values_supported`, or A128GCM if the wallet sends no such list.
 * Ignores `jwks_uri`, because URLs of unauthenticated wallets are not fetched (D-369).
 */
export function selectRequestEncryption(
  metadata: WalletMetadata,
): RequestEncryption | undefined | Failure<RequestEncryptionCode> {
  const {
    jwks,
    request_object_encryption_alg_values_supported: algorithms,
    request_object_encryption_enc_values_supported: encryptions = ['A128GCM'],
  } = metadata
  const candidates = (jwks?.keys ?? []).filter(
    ({ use }) => use === 'enc' || (use === undefined && algorithms !== undefined),
  )
  if (candidates.length === 0) return undefined
  const enc = jweEncryptions.find((one) => encryptions.includes(one))
  for (const key of candidates) {
    const recipient = parsePublicJwk(key, 'wallet_metadata.jwks')
    if (failed(recipient) || enc === undefined) continue
    const alg = recipient.alg ?? (recipient.kty === 'RSA' ? 'RSA-OAEP-256' : 'ECDH-ES')
    const isUsable = isJweAlgorithm(alg) && isKeyFor(alg, recipient)
    if (isUsable && (algorithms?.includes(alg) ?? true)) return { alg, enc, recipient }
  }
  return fail('no_common_request_encryption', 'wallet_metadata.jwks')
}

const isKeyFor = (alg: JweAlgorithm, { kty, crv }: PublicJwk): boolean =>
  alg === 'RSA-OAEP-256' ? kty === 'RSA' : jweCurves.some((one) => one === crv)

/** Returns a JWE that contains the signed JWT (RFC 7519 §5.2). Fails if the key is unusable. */
export async function encryptRequestObject(
  ctx: CryptoContext & { readonly random: Random },
  encryption: RequestEncryption,
  requestObject: string,
): Promise<string | Failure<RequestEncryptionCode>> {
  const encrypted = await encryptJwe(ctx, { ...encryption, header: { cty: 'JWT' } }, requestObject)
  return failed(encrypted) ? fail('no_common_request_encryption', 'wallet_metadata.jwks') : encrypted
}
