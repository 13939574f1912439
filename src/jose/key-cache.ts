/**
 * Importing a key that was not seen before costs up to as much as verifying with it, so parsed keys are kept, by their
 * material. A wrapper of the crypto port: the counter of the tests stands below it and sees the imports that happen.
 */
import {
  type Crypto,
  createRecent,
  type PublicJwk,
  type SignatureScheme,
  type VerificationKey,
  whenKnown,
} from '../base/index.ts'
import { canonicalMembers } from './jwk.ts'

/**
 * Keeps up to `capacity` verification keys, those that were used last. Keys that cannot be used are not kept. A wallet brings
 * three within one issuance, and asks for the next step when thousands of others have asked for theirs.
 */
export function withKeyCache(crypto: Crypto, capacity = 10_000): Crypto {
  const keys = createRecent<VerificationKey>(capacity)
  const remember = (name: string, key: VerificationKey | undefined): VerificationKey | undefined => {
    if (key) keys.set(name, key)
    return key
  }
  return {
    ...crypto,
    importVerificationKey: (jwk, scheme) => {
      const name = nameOf(jwk, scheme)
      const known = keys.get(name)
      if (known) return known
      return whenKnown(crypto.importVerificationKey(jwk, scheme), (key) => remember(name, key))
    },
  }
}

/** What the key is imported from, and for which scheme. Other members are not of it: whoever sends a key chooses them. */
const nameOf = (jwk: PublicJwk, scheme: SignatureScheme): string =>
  `${scheme.name} ${'hash' in scheme ? scheme.hash : ''} ${canonicalMembers(jwk)}`
