/**
 * The crypto port for a service. Between the signatures of one request stands everything else that a request is, and that
 * leaves little of what a verification needs in the processor's caches: it takes a quarter longer than many in a row. So
 * what works with keys is done in turns for all requests that are there (ADR 5). Hashing costs less than waiting.
 */
import type { Crypto } from '../base/index.ts'
import { inTurn } from './turns.ts'

/** For adapters that answer at once, as `createNodeCrypto`; nothing is checked here. */
export function withTurns(crypto: Crypto): Crypto {
  return {
    ...crypto,
    importVerificationKey: (jwk, scheme) => inTurn(() => crypto.importVerificationKey(jwk, scheme)),
    verify: (scheme, key, data, signature) => inTurn(() => crypto.verify(scheme, key, data, signature)),
    sign: (scheme, key, data) => inTurn(() => crypto.sign(scheme, key, data)),
    importAgreementKey: (jwk) => inTurn(() => crypto.importAgreementKey(jwk)),
    agree: (key, other) => inTurn(() => crypto.agree(key, other)),
  }
}
