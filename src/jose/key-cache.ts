/**
 * Importing a key that was not seen before costs up to as much as verifying with it, so parsed keys are kept, by their
 * material. A wrapper of the crypto port: the counter of the tests stands below it and sees the imports that happen.
 */
import {
  type Clock,
  type Crypto,
  createRecent,
  type PublicJwk,
  type SignatureScheme,
  type VerificationKey,
  whenKnown,
  whileUnderWay,
} from '../base/index.ts'
import { canonicalMembers } from './jwk.ts'

/** How many keys are kept, and for how long. */
export interface KeyCacheOptions {
  /** Keys to keep, of which the half that was used last is sure; 10 000 when not said. */
  readonly capacity?: number
  /** By which keys are forgotten that nobody used lately; without it they go when others take their room. */
  readonly clock?: Clock
}

/**
 * Keeps verification keys, those that were used last. Keys that cannot be used are not kept. A wallet brings three within one
 * issuance, and asks for the next step when thousands of others have asked for theirs.
 */
export function withKeyCache(crypto: Crypto, { capacity = 10_000, clock }: KeyCacheOptions = {}): Crypto {
  const keys = createRecent<VerificationKey>(capacity, whileUnderWay(clock))
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
