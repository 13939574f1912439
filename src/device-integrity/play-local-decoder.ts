/**
 * Decodes Play Integrity tokens without the vendor's service, with the decryption and the verification key of the app's
 * owner. A token is a JWS (ES256) in a JWE (A256KW and A256GCM). Tokens of software devices are decoded in the same way
 * (DIS-08).
 */
import { type CryptoContext, fail, failed } from '../base/index.ts'
import { type NestedJweKeys, openNestedJwe } from '../jose/index.ts'
import type { PlayIntegrityDecoder } from './play-integrity.ts'

/** Keys by package name. */
export type PlayKeys = ReadonlyMap<string, NestedJweKeys>

/**
 * Creates a decoder. It verifies that the token was made with the keys of the package. Does not check the verdict. A
 * decrypted token was encrypted for the app, so an invalid signature means a forged token (`play_token_forged`). A
 * token that cannot be decrypted proves nothing (`play_token_unknown`), because only the vendor decrypts tokens of a
 * standard request, and keys are replaced.
 */
export const createLocalPlayDecoder = (ctx: CryptoContext, keys: PlayKeys): PlayIntegrityDecoder => ({
  isLocal: true,
  decode: async (token, packageName) => {
    const appKeys = keys.get(packageName)
    if (appKeys === undefined) return fail('play_app_unconfigured', 'integrity_assertion') // WP-32
    const jws = await openNestedJwe(ctx, token, appKeys, 'integrity_assertion')
    if (!failed(jws)) return jws.payload
    if (jws.code === 'signature_invalid') return fail('play_token_forged', jws.at) // WP-62
    if (jws.code === 'jwe_undecryptable') return fail('play_token_unknown', jws.at) // WP-62
    return fail('play_token_undecodable', jws.at) // WP-62
  },
})
