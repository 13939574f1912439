/**
 * `client_metadata` of a Request Object (OpenID4VP 1.0 §5.1; IT-Wallet 1.4.6, Remote Flow). It has the metadata of the
 * Relying Party, and a key that was created for this request. A wallet in a federation uses only the key and the
 * content encryptions.
 */
import { z } from 'zod'
import { type Failure, fail, failed, type Json, type JsonObject, type PublicJwk, placeOf } from '../../base/index.ts'
import { type JweEncryption, parsePublicJwk } from '../../jose/index.ts'

/** Keys and content encryptions for the response to one request, each in order of preference. */
export interface RequestResponseKeys {
  readonly keys: readonly PublicJwk[]
  readonly encryptions: readonly string[] | undefined
}

/** Reasons to refuse `client_metadata`. */
export type ClientMetadataCode = 'client_metadata_malformed' | 'client_metadata_key_missing'

/** Key and content encryptions of the response to one request. */
export interface RequestKeySettings {
  /** P-256 key with `kid`, `use: "enc"` and `alg: "ECDH-ES"`. */
  readonly key: PublicJwk
  readonly encryptions: readonly JweEncryption[]
}

/**
 * Creates `client_metadata` from the published metadata and the key of the request. Wallets of IT-Wallet 1.3 require
 * all published members. Wallets of IT-Wallet 1.4.6 require the key.
 */
export const createClientMetadata = (metadata: JsonObject, { key, encryptions }: RequestKeySettings): JsonObject => ({
  ...metadata,
  jwks: { keys: [key as unknown as JsonObject] },
  encrypted_response_alg_values_supported: ['ECDH-ES'],
  encrypted_response_enc_values_supported: [...encryptions],
})

const readable = z.looseObject({
  jwks: z.looseObject({ keys: z.array(z.looseObject({})).min(1).max(16) }).optional(),
  encrypted_response_enc_values_supported: z.array(z.string()).min(1).max(16).optional(),
})

/**
 * Returns keys and content encryptions. Returns `undefined` without `jwks`. Skips invalid keys, keys not on P-256,
 * signing keys, and keys with an `alg` other than `ECDH-ES`. Fails with `client_metadata_key_missing` if no key is
 * left. Fails with `client_metadata_malformed` for a malformed value, and for a list of keys or encryptions that is
 * empty or has more than 16 elements.
 */
export function parseClientMetadata(
  value: Json,
  at: string,
): RequestResponseKeys | undefined | Failure<ClientMetadataCode> {
  const parsed = readable.safeParse(value)
  if (!parsed.success) return fail('client_metadata_malformed', placeOf(at, parsed.error))
  const { jwks, encrypted_response_enc_values_supported: encryptions } = parsed.data
  if (jwks === undefined) return undefined
  const keys = jwks.keys.flatMap((key) => {
    const usable = parsePublicJwk(key as JsonObject, `${at}.jwks`)
    return failed(usable) || !isAgreementKey(usable) ? [] : [usable]
  })
  if (keys.length === 0) return fail('client_metadata_key_missing', `${at}.jwks`)
  return { keys, encryptions }
}

/** Returns true for a P-256 key that may be used for `ECDH-ES`. */
const isAgreementKey = ({ kty, crv, use, alg }: PublicJwk): boolean =>
  kty === 'EC' && crv === 'P-256' && (use === undefined || use === 'enc') && (alg === undefined || alg === 'ECDH-ES')
