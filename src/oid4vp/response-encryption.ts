/**
 * How a response is to be protected (WI-84): by a signature alone, or encrypted with key and algorithms of the Relying
 * Party's attested metadata, chosen by the wallet. The encryption itself is `jose`'s.
 */
import { type Failure, fail, type PublicJwk } from '../base/index.ts'
import {
  isJweAlgorithm,
  isJweEncryption,
  type JweAlgorithm,
  type JweEncryption,
  jweCurves,
  sameKey,
} from '../jose/index.ts'
import { forbiddenEncryptionAlgorithms } from './relying-party-metadata.ts'
import type { RelyingPartyMetadata } from './resolved-relying-party.ts'

export interface ResponseEncryption {
  readonly alg: JweAlgorithm
  readonly enc: JweEncryption
  readonly recipient: PublicJwk
}

export type ResponseEncryptionCode =
  | 'encryption_key_missing'
  | 'encryption_alg_forbidden'
  | 'encryption_alg_unsupported'

/**
 * Whether a signature is asked for, with an algorithm that wallets have, and no encryption: what is not stated is not
 * performed (JARM §3), whatever keys are published (D-152).
 */
export const wantsSignatureOnly = ({
  signedResponseAlg,
  encryptedResponseAlg,
  encryptedResponseEnc,
}: Pick<RelyingPartyMetadata, 'signedResponseAlg' | 'encryptedResponseAlg' | 'encryptedResponseEnc'>): boolean =>
  signedResponseAlg === 'ES256' && encryptedResponseAlg === undefined && encryptedResponseEnc === undefined

/**
 * Chooses key, `alg` and `enc`. Keys with `use: "enc"` go before those without `use`, and one whose algorithm or curve is
 * not known here is passed over for the next (RFC 7517 §5); where the metadata is silent, `ECDH-ES` or `RSA-OAEP-256` by
 * the key's type, and JARM's default `A128CBC-HS256`. The key that signed the Request Object is none to encrypt to.
 */
export function selectResponseEncryption(
  metadata: Pick<RelyingPartyMetadata, 'keys' | 'encryptedResponseAlg' | 'encryptedResponseEnc'>,
  requestKey: PublicJwk,
): ResponseEncryption | Failure<ResponseEncryptionCode> {
  const { encryptedResponseAlg: wanted, encryptedResponseEnc: enc = 'A128CBC-HS256' } = metadata
  if (wanted !== undefined && forbiddenEncryptionAlgorithms.includes(wanted))
    return fail('encryption_alg_forbidden', 'metadata.authorization_encrypted_response_alg') // WI-84
  if (wanted !== undefined && !isJweAlgorithm(wanted))
    return fail('encryption_alg_unsupported', 'metadata.authorization_encrypted_response_alg') // WI-84
  if (!isJweEncryption(enc)) return fail('encryption_alg_unsupported', 'metadata.authorization_encrypted_response_enc') // WI-84
  const usable = metadata.keys.filter((key) => !sameKey(key, requestKey) && usableFor(key, wanted))
  const meant = usable.some(({ use }) => use === 'enc') ? usable.filter(({ use }) => use === 'enc') : usable
  const algOf = (key: PublicJwk): string => wanted ?? key.alg ?? (key.kty === 'RSA' ? 'RSA-OAEP-256' : 'ECDH-ES')
  const isKnown = (key: PublicJwk): boolean =>
    isJweAlgorithm(algOf(key)) && (key.crv === undefined || jweCurves.some((crv) => crv === key.crv))
  const recipient = meant.find(isKnown) ?? meant[0]
  if (recipient === undefined) return fail('encryption_key_missing', 'metadata.jwks') // WI-84
  const alg = algOf(recipient)
  if (!isJweAlgorithm(alg)) return fail('encryption_alg_unsupported', 'metadata.jwks') // WI-84
  return { alg, enc, recipient }
}

function usableFor({ kty, use, alg, key_ops: operations }: PublicJwk, wanted: string | undefined): boolean {
  if (use !== undefined && use !== 'enc') return false
  if (operations !== undefined && (!Array.isArray(operations) || operations.includes('verify'))) return false
  if (alg !== undefined && wanted !== undefined && alg !== wanted) return false
  return wanted === undefined ? kty === 'EC' || kty === 'RSA' : kty === (wanted.startsWith('RSA') ? 'RSA' : 'EC')
}
