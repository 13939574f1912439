/**
 * Importing a key that was not seen before costs up to as much as verifying with it, so parsed keys are kept, by their
 * material. A wrapper of the crypto port: the counter of the tests stands below it and sees the imports that happen.
 */
import type { Crypto, PublicJwk, SignatureScheme, VerificationKey } from '../base/index.ts'

/** Keeps the `capacity` most recently used verification keys. Keys that cannot be used are not kept. */
export function withKeyCache(crypto: Crypto, capacity = 10_000): Crypto {
  const keys = new Map<string, VerificationKey>()
  const remember = (name: string, key: VerificationKey): VerificationKey => {
    keys.delete(name)
    keys.set(name, key)
    if (keys.size > capacity) keys.delete(keys.keys().next().value as string)
    return key
  }
  return {
    ...crypto,
    importVerificationKey: (jwk, scheme) => {
      const name = nameOf(jwk, scheme)
      const known = keys.get(name)
      if (known) return remember(name, known)
      const key = crypto.importVerificationKey(jwk, scheme)
      if (key instanceof Promise) return key.then((late) => late && remember(name, late))
      return key && remember(name, key)
    },
  }
}

const nameOf = (jwk: PublicJwk, scheme: SignatureScheme): string =>
  [scheme.name, 'hash' in scheme ? scheme.hash : '', jwk.kty, jwk.crv, jwk.x, jwk.y, jwk.n, jwk.e].join(' ')
