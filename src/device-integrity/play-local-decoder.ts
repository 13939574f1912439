/**
 * Decodes Play Integrity tokens without the vendor's service: an app's owner holds a decryption and a verification key
 * for them (JWE A256KW/A256GCM around JWS ES256). The software device's tokens take this path too (DIS-08).
 */
import { type CryptoContext, type Failure, fail, failed, type JsonObject } from '../base/index.ts'
import { type NestedJweCode, type NestedJweKeys, openNestedJwe } from '../jose/index.ts'
import type { PlayDecodeCode, PlayIntegrityDecoder } from './play-integrity.ts'

/** Keys by package: each app has its own. */
export type PlayKeys = ReadonlyMap<string, NestedJweKeys>

/**
 * Only whoever has the app's keys makes a token that is decrypted, and then its signature must hold. A token that is not
 * decrypted says nothing: it may be one of a standard request, which the vendor alone decrypts, or of keys that were replaced.
 */
const codes: { readonly [code in NestedJweCode]?: PlayDecodeCode } = {
  signature_invalid: 'play_token_forged', // WP-62
  jwe_undecryptable: 'play_token_unknown', // WP-62
}

/** Vouches that a token was made for the package, by who has its keys. What it says of the device is not judged. */
export const createLocalPlayDecoder = (ctx: CryptoContext, keys: PlayKeys): PlayIntegrityDecoder => ({
  decode: (token, packageName) => decodeLocally(ctx, keys.get(packageName), token),
})

async function decodeLocally(
  ctx: CryptoContext,
  keys: NestedJweKeys | undefined,
  token: string,
): Promise<JsonObject | Failure<PlayDecodeCode>> {
  if (keys === undefined) return fail('play_app_unconfigured', 'integrity_assertion') // WP-32
  const jws = await openNestedJwe(ctx, token, keys, 'integrity_assertion')
  return failed(jws) ? fail(codes[jws.code] ?? 'play_token_undecodable', jws.at) : jws.payload // WP-62
}
