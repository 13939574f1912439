/**
 * Keys for encrypted responses: the current key, further keys of other algorithms, and former keys. Former keys are no
 * longer published but accepted for a while after a rotation, because requests fetched before name them (RP-27, RP-49).
 */
import { type Failure, failed, type NumericDate } from '../../base/index.ts'
import { type DecryptedJwe, type Decrypter, type JweCode, parseJweHeader } from '../../jose/index.ts'

/** A response key besides the current one. */
export interface FurtherResponseKey {
  readonly decrypter: Decrypter
  /** True if the metadata contain the key. */
  readonly published: boolean
  /** End of acceptance of a former key. */
  readonly acceptedUntil?: NumericDate
}

interface ResponseKeys {
  /** Current key. The metadata state its algorithm. */
  readonly decrypter: Decrypter
  readonly furtherResponseKeys?: readonly FurtherResponseKey[]
}

/** Returns the published keys in order of preference. */
export const publishedResponseKeys = ({ decrypter, furtherResponseKeys = [] }: ResponseKeys): readonly Decrypter[] => [
  decrypter,
  ...furtherResponseKeys.filter(({ published }) => published).map((further) => further.decrypter),
]

export interface OpenedJwe extends DecryptedJwe {
  /** The key to which the response was encrypted. */
  readonly decrypter: Decrypter
}

/**
 * Decrypts with the key that the header's `kid` names. Without `kid` tries each key of the header's algorithm. Ignores
 * keys whose acceptance has ended. If no key matches, tries the current one.
 */
export async function decryptResponse(
  { decrypter, furtherResponseKeys = [] }: ResponseKeys,
  compact: string,
  now: NumericDate,
  at: string,
): Promise<OpenedJwe | Failure<JweCode>> {
  const further = furtherResponseKeys.filter(({ acceptedUntil }) => acceptedUntil === undefined || now < acceptedUntil)
  const keys = [decrypter, ...further.map((one) => one.decrypter)]
  const jwe = parseJweHeader(compact, at)
  if (failed(jwe)) return jwe
  const { kid, alg } = jwe.header
  const named = keys.filter((key) => (kid === undefined ? key.alg === alg : key.kid === kid))
  let refusal: Failure<JweCode> | undefined
  for (const key of named.length > 0 ? named : [decrypter]) {
    const opened = await key.decrypt(compact, at)
    if (!failed(opened)) return { ...opened, decrypter: key }
    refusal ??= opened
  }
  return refusal as Failure<JweCode>
}
