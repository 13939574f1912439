/**
 * How a response is to be protected (WI-84): by a signature alone, or encrypted with key and algorithms of the Relying
 * Party's attested metadata, chosen by the wallet. The encryption itself is `jose`'s.
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

/** How this Relying Party wants its responses encrypted, by its attested metadata. */
export interface ResponseEncryption {
  readonly alg: JweAlgorithm
  readonly enc: JweEncryption
  readonly recipient: PublicJwk
}

/** Why a response cannot be encrypted as the Relying Party's metadata demand. It is not sent in another way. */
export type ResponseEncryptionCode =
  | 'encryption_key_missing'
  | 'encryption_alg_forbidden'
  | 'encryption_alg_unsupported'

type StatedAlgorithms = Pick<
  RelyingPartyMetadata,
  'signedResponseAlgs' | 'encryptedResponseAlgs' | 'encryptedResponseEncs'
>

/**
 * Whether a signature is asked for, with an algorithm that wallets have, and no encryption: what is not stated is not
 * performed (JARM §3), whatever keys are published (D-152).
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
 * Chooses key, `alg` and `enc`: the first stated ones that we have, and that there is a key for (D-359). Keys with
 * `use: "enc"` go before those without `use`, and one whose algorithm or curve is not known here is passed over for the next
 * (RFC 7517 §5); where the metadata is silent, `ECDH-ES` or `RSA-OAEP-256` by the key's type, and JARM's default
 * `A128CBC-HS256`. The key that signed the Request Object is none to encrypt to.
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
  const tried = wanted.map((alg) => selectRecipient(keys, alg))
  const chosen = tried.find((one) => !failed(one)) ?? selectRecipient(keys, wanted[0])
  return failed(chosen) ? chosen : { ...chosen, enc }
}

/** Of the stated algorithms those that we have; where none is stated any. */
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
  const meant = usable.some(({ use }) => use === 'enc') ? usable.filter(({ use }) => use === 'enc') : usable
  const algOf = (key: PublicJwk): string => wanted ?? key.alg ?? (key.kty === 'RSA' ? 'RSA-OAEP-256' : 'ECDH-ES')
  const isKnown = (key: PublicJwk): boolean =>
    isJweAlgorithm(algOf(key)) && (key.crv === undefined || jweCurves.some((crv) => crv === key.crv))
  const recipient = meant.find(isKnown) ?? meant[0]
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
