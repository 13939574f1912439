/** Decrypts responses of wallets with the keys of the sandbox's Relying Party, so that the console can show them. */
import { type AgreementKey, type CryptoContext, decodeUtf8, failed } from '../base/index.ts'
import { createLocalDecrypter } from '../jose/index.ts'

/** Creates a function that decrypts a JWE with the EC keys. It resolves to `undefined` if no key fits. */
export function createResponseDecrypter(
  ctx: CryptoContext,
  keys: readonly AgreementKey[],
): (jwe: string) => Promise<string | undefined> {
  const decrypters = keys
    .filter(({ publicJwk }) => publicJwk.kty === 'EC')
    .map((key) => createLocalDecrypter(ctx, 'ECDH-ES', key))
  return async (jwe) => {
    for (const decrypter of decrypters) {
      const opened = await decrypter.decrypt(jwe)
      if (!failed(opened)) return decodeUtf8(opened.plaintext)
    }
    return undefined
  }
}
