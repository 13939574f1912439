/**
 * Caches parsed keys by their key material, because the import of a new key can cost as much as a verification. Wraps
 * the crypto port of a whole process, so a process needs one cache.
 */
import {
  type Clock,
  type Crypto,
  copyPort,
  createRecent,
  flowAgeing,
  type PublicJwk,
  type SignatureScheme,
  type VerificationKey,
  whenResolved,
} from '../base/index.ts'
import { canonicalMembers } from './jwk.ts'

/** Size and lifetime of the key cache. */
export interface KeyCacheOptions {
  /**
   * Maximum number of keys. When the cache is full, it keeps at least the most recently used half. Defaults to 10 000.
   */
  readonly capacity?: number
  /**
   * Clock for dropping unused keys. While other keys are added, an unused key is dropped two to four minutes after its
   * last use. Without a clock, keys are dropped only when the cache is full.
   */
  readonly clock?: Clock
}

/**
 * Returns a crypto port that caches recently used verification keys. Does not cache unusable keys. The default capacity
 * is large because a wallet uses three keys within one issuance, and thousands of other wallets send requests between
 * its steps.
 */
export function withKeyCache(crypto: Crypto, { capacity = 10_000, clock }: KeyCacheOptions = {}): Crypto {
  const keys = createRecent<VerificationKey>(capacity, flowAgeing(clock))
  const remember = (cacheKey: string, key: VerificationKey | undefined): VerificationKey | undefined => {
    if (key) keys.set(cacheKey, key)
    return key
  }
  return {
    ...copyPort(crypto),
    importVerificationKey: (jwk, scheme) => {
      const cacheKey = cacheKeyOf(jwk, scheme)
      const cached = keys.get(cacheKey)
      if (cached) return cached
      return whenResolved(crypto.importVerificationKey(jwk, scheme), (key) => remember(cacheKey, key))
    },
  }
}

/** Returns the cache key: key material and scheme. Ignores other members, because the sender chooses them. */
const cacheKeyOf = (jwk: PublicJwk, scheme: SignatureScheme): string =>
  [scheme.name, 'curve' in scheme && scheme.curve, 'hash' in scheme && scheme.hash, canonicalMembers(jwk)].join(' ')
