/**
 * Selects the protection of a response in the wallet (WI-84): a signature only, or encryption with key and algorithms
 * of the Relying Party's attested metadata. Does not encrypt.
 */
import { type Failure, fail, failed, type PublicJwk } from '../../base/index.ts'
import {
  isJweAlgorithm,
  isJweEncryption,
  type JweAlgorithm,
  type JweEncryption,
  jweCurves,
  sameKey,
} from '../../jose/index.ts'
import { forbiddenEncryptionAlgorithms } from '../metadata/relying-party-metadata.ts'
import type { RelyingPartyMetadata } from '../metadata/resolved-relying-party.ts'

/** Key and algorithms from the Relying Party's attested metadata. */
export interface ResponseEncryption {
  readonly alg: JweAlgorithm
  readonly enc: JweEncryption
  readonly recipient: PublicJwk
}

/** Reasons why a response cannot be encrypted as the metadata require. The response is then not sent at all. */
export type ResponseEncryptionCode =
  | 'encryption_key_missing'
  | 'encryption_alg_forbidden'
  | 'encryption_alg_unsupported'

type StatedAlgorithms = Pick<
  RelyingPartyMetadata,
  'signedResponseAlgs' | 'encryptedResponseAlgs' | 'encryptedResponseEncs'
>

/**
 * Returns true if the metadata list the signature algorithm ES256, which the wallet supports, and no encryption. A
 * protection that the metadata do not list is not applied (JARM §3), regardless of the published keys (D-152).
 */
export const wantsSignatureOnly = ({
  signedResponseAlgs,
  encryptedResponseAlgs,
  encryptedResponseEncs,
}: StatedAlgorithms): boolean =>
  signedResponseAlgs?.includes('ES256') === true &&
  encryptedResponseAlgs === undefined &&
  encryptedResponseEncs === undefined

/**
 * Selects key, `alg` and `enc`: the first listed `enc` that we support, and the first listed `alg` that we support and
 * that fits a key (D-359). Without a listed `alg`, uses that of the key, or `ECDH-ES` or `RSA-OAEP-256` by the key's
 * type. Without a listed `enc`, uses JARM's `A128CBC-HS256`. Parsed metadata of 1.0 always list one.
 *
 * Prefers keys with `use: "enc"`, then keys whose algorithm and curve we support (RFC 7517 §5). Does not refuse
 * another curve: `encryptJwe` does. Never uses the key that signed the Request Object.
 *
 * Fails with `encryption_alg_forbidden` if we support no listed `alg` and one of them is forbidden. Otherwise fails
 * with `encryption_alg_unsupported` if we support no `alg` or no `enc`, and with `encryption_key_missing` if no key
 * fits.
 */
export function selectResponseEncryption(
  metadata: Pick<RelyingPartyMetadata, 'keys' | 'encryptedResponseAlgs' | 'encryptedResponseEncs'>,
  requestKey: PublicJwk,
): ResponseEncryption | Failure<ResponseEncryptionCode> {
  const { encryptedResponseEncs: encs = ['A128CBC-HS256'] } = metadata
  const wanted = usableAlgorithms(metadata)
  if (failed(wanted)) return wanted
  const enc = encs.find(isJweEncryption)
  if (enc === undefined) return fail('encryption_alg_unsupported', 'metadata.authorization_encrypted_response_enc') // WI-84
  const keys = metadata.keys.filter((key) => !sameKey(key, requestKey))
  const selections = wanted.map((alg) => selectRecipient(keys, alg))
  const selection = selections.find((one) => !failed(one)) ?? selectRecipient(keys, wanted[0])
  return failed(selection) ? selection : { ...selection, enc }
}

/** Returns the listed algorithms that we support, or `[undefined]` for any algorithm if the metadata have no list. */
function usableAlgorithms({
  encryptedResponseAlgs: stated,
}: Pick<RelyingPartyMetadata, 'encryptedResponseAlgs'>):
  | readonly (JweAlgorithm | undefined)[]
  | Failure<'encryption_alg_forbidden' | 'encryption_alg_unsupported'> {
  if (stated === undefined) return [undefined]
  const usable = stated.filter(isJweAlgorithm)
  const isForbidden = stated.some((name) => forbiddenEncryptionAlgorithms.includes(name))
  if (usable.length === 0 && isForbidden)
    return fail('encryption_alg_forbidden', 'metadata.authorization_encrypted_response_alg') // WI-84
  if (usable.length === 0) return fail('encryption_alg_unsupported', 'metadata.authorization_encrypted_response_alg') // WI-84
  return usable
}

function selectRecipient(
  keys: readonly PublicJwk[],
  wanted: JweAlgorithm | undefined,
): Omit<ResponseEncryption, 'enc'> | Failure<'encryption_key_missing' | 'encryption_alg_unsupported'> {
  const usable = keys.filter((key) => usableFor(key, wanted))
  const preferred = usable.some(({ use }) => use === 'enc') ? usable.filter(({ use }) => use === 'enc') : usable
  const algOf = (key: PublicJwk): string => wanted ?? key.alg ?? (key.kty === 'RSA' ? 'RSA-OAEP-256' : 'ECDH-ES')
  const isSupported = (key: PublicJwk): boolean =>
    isJweAlgorithm(algOf(key)) && (key.crv === undefined || jweCurves.some((crv) => crv === key.crv))
  const recipient = preferred.find(isSupported) ?? preferred[0]
  if (recipient === undefined) return fail('encryption_key_missing', 'metadata.jwks') // WI-84
  const alg = algOf(recipient)
  if (!isJweAlgorithm(alg)) return fail('encryption_alg_unsupported', 'metadata.jwks') // WI-84
  return { alg, recipient }
}

function usableFor({ kty, use, alg, key_ops: operations }: PublicJwk, wanted: string | undefined): boolean {
  if (use !== undefined && use !== 'enc') return false
  if (operations !== undefined && (!Array.isArray(operations) || operations.includes('verify'))) return false
  if (alg !== undefined && wanted !== undefined && alg !== wanted) return false
  return wanted === undefined ? kty === 'EC' || kty === 'RSA' : kty === (wanted.startsWith('RSA') ? 'RSA' : 'EC')
}
