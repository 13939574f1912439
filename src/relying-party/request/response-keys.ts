/**
 * The keys that responses are encrypted to: one that is published as the current one, others of another algorithm beside
 * it, and former ones that are no longer published but taken for a while after a rotation, since a request that was
 * fetched before names them (RP-27, RP-49).
 */
import { type Failure, failed, type NumericDate } from '../../base/index.ts'
import { type DecryptedJwe, type Decrypter, type JweCode, parseJweHeader } from '../../jose/index.ts'

/** A key for responses beside the current one. */
export interface FurtherResponseKey {
  readonly decrypter: Decrypter
  /** Whether wallets are told of it. */
  readonly published: boolean
  /** Of a former key: when it is taken no more. */
  readonly acceptedUntil?: NumericDate
}

export interface ResponseKeys {
  /** Of the published algorithm: what wallets choose. */
  readonly decrypter: Decrypter
  readonly furtherResponseKeys?: readonly FurtherResponseKey[]
}

/** In order of preference. */
export const publishedResponseKeys = ({ decrypter, furtherResponseKeys = [] }: ResponseKeys): readonly Decrypter[] => [
  decrypter,
  ...furtherResponseKeys.filter(({ published }) => published).map((further) => further.decrypter),
]

export interface OpenedJwe extends DecryptedJwe {
  /** Whose key it was encrypted to. */
  readonly decrypter: Decrypter
}

/**
 * Decrypts with the key that the header's `kid` names; without `kid` with each key of the header's algorithm until one
 * fits. A key that is over is as good as unknown.
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
