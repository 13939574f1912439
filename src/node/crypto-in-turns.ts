/**
 * Crypto port that groups key operations of concurrent requests into turns (ADR 5). For services. Ungrouped, other code
 * runs between two verifications and evicts the processor's caches: each verification then takes a quarter longer.
 * Hashing and encryption are not grouped, because waiting would cost more.
 */
import { type Crypto, copyPort } from '../base/index.ts'
import { inTurn } from './turns.ts'

/** Wraps a synchronous adapter such as `createNodeCrypto`. Does not check that the adapter is synchronous. */
export function withTurns(crypto: Crypto): Crypto {
  return {
    ...copyPort(crypto),
    importVerificationKey: (jwk, scheme) => inTurn(() => crypto.importVerificationKey(jwk, scheme)),
    verify: (scheme, key, data, signature) => inTurn(() => crypto.verify(scheme, key, data, signature)),
    sign: (scheme, key, data) => inTurn(() => crypto.sign(scheme, key, data)),
    importAgreementKey: (jwk) => inTurn(() => crypto.importAgreementKey(jwk)),
    agree: (key, other) => inTurn(() => crypto.agree(key, other)),
    grouped: inTurn,
  }
}
