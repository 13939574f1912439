/**
 * Keys for encrypted responses: the current key, keys of other algorithms, the next key before a rotation, former keys
 * after a rotation, and keys that are created for one request. A former key is no longer published. It is accepted for
 * a while after a rotation, because wallets that fetched a Request Object before the rotation still encrypt to it
 * (RP-27, RP-49).
 */
import { type CryptoContext, type Failure, failed, type NumericDate, type PublicJwk } from '../../base/index.ts'
import {
  bareJwk,
  createLocalDecrypter,
  type DecryptedJwe,
  type Decrypter,
  type JweCode,
  jweEncryptions,
  type ParsedJwe,
} from '../../jose/index.ts'
import type { PresentationSession } from '../session/presentation-session.ts'

/** A response key in addition to the current one. */
export interface FurtherResponseKey {
  readonly decrypter: Decrypter
  /** True if the metadata contain the key. */
  readonly published: boolean
  /** Time at which a former key stops being accepted. If absent, the key is always accepted. */
  readonly acceptedUntil?: NumericDate
}

interface ResponseKeys {
  /** Current key, whose algorithm is in the metadata. */
  readonly decrypter: Decrypter
  readonly furtherResponseKeys?: readonly FurtherResponseKey[]
}

/** Returns the published keys in order of preference. */
export const publishedResponseKeys = ({ decrypter, furtherResponseKeys = [] }: ResponseKeys): readonly Decrypter[] => [
  decrypter,
  ...furtherResponseKeys.filter(({ published }) => published).map((further) => further.decrypter),
]

/** A decrypted response and the key that decrypted it. */
export interface OpenedJwe extends DecryptedJwe {
  /** The key to which the response was encrypted. */
  readonly decrypter: Decrypter
}

/**
 * Decrypts a response with the key that the `kid` of the header names: the current key, a further key, or
 * `sessionDecrypter`. Without `kid`, tries each key of the header's algorithm. Ignores former keys that are no longer
 * accepted. If no key matches, tries the current key. If decryption fails, returns the failure of the key that was
 * tried first.
 */
export async function decryptResponse(
  { decrypter, furtherResponseKeys = [] }: ResponseKeys,
  jwe: ParsedJwe,
  now: NumericDate,
  at: string,
  sessionDecrypter?: Decrypter,
): Promise<OpenedJwe | Failure<JweCode>> {
  const further = furtherResponseKeys.filter(({ acceptedUntil }) => acceptedUntil === undefined || now < acceptedUntil)
  const keys = [...(sessionDecrypter ? [sessionDecrypter] : []), decrypter, ...further.map((one) => one.decrypter)]
  const { kid, alg } = jwe.header
  const matching = keys.filter((key) => (kid === undefined ? key.alg === alg : key.kid === kid))
  let firstFailure: Failure<JweCode> | undefined
  for (const key of matching.length > 0 ? matching : [decrypter]) {
    const decrypted = await key.decrypt(jwe, at)
    if (!failed(decrypted)) return { ...decrypted, decrypter: key }
    firstFailure ??= decrypted
  }
  return firstFailure as Failure<JweCode>
}

/** Prefix of the `kid` of a key for one request. The session's id follows it. */
const requestKidPrefix = 'request-'

/**
 * Returns the public key for the response to one request, without opening the private key. Returns `undefined` for a
 * session without a key.
 */
export function sessionPublicKeyOf({
  id,
  responseKey,
}: Pick<PresentationSession, 'id' | 'responseKey'>): PublicJwk | undefined {
  if (responseKey === undefined) return undefined
  const { kty, crv, x, y } = responseKey
  return { ...bareJwk({ kty, crv, x, y } as PublicJwk), kid: requestKidPrefix + id, use: 'enc', alg: 'ECDH-ES' }
}

/** Returns the key for the response to one request. Returns `undefined` for a session without a key. */
export async function sessionDecrypterOf(
  ctx: CryptoContext,
  { id, responseKey }: Pick<PresentationSession, 'id' | 'responseKey'>,
): Promise<Decrypter | undefined> {
  if (responseKey === undefined) return undefined
  const key = await ctx.crypto.openStoredAgreementKey(responseKey)
  const kid = requestKidPrefix + id
  return createLocalDecrypter(ctx, 'ECDH-ES', key, jweEncryptions, kid)
}

/**
 * Returns the session id in the `kid` of an encrypted response. Returns `undefined` if `kid` names no key for one
 * request.
 */
export const sessionIdOfKid = ({ header: { kid } }: ParsedJwe): string | undefined =>
  typeof kid === 'string' && kid.startsWith(requestKidPrefix) ? kid.slice(requestKidPrefix.length) : undefined
