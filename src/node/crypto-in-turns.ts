/**
 * The crypto port for a service. Between the signatures of one request stands everything else that a request is, and that
 * leaves little of what a verification needs in the processor's caches: it takes a quarter longer than many in a row. So
 * what works with keys is done in turns for all requests that are there (ADR 5). Hashing costs less than waiting.
 */
import type { Crypto } from '../base/index.ts'
import { createTurns } from './turns.ts'

/** For adapters that answer at once, as `createNodeCrypto`; nothing is checked here. */
export function withTurns(crypto: Crypto): Crypto {
  const gather = createTurns()
  return {
    ...crypto,
    importVerificationKey: (jwk, scheme) => gather(() => crypto.importVerificationKey(jwk, scheme)),
    verify: (scheme, key, data, signature) => gather(() => crypto.verify(scheme, key, data, signature)),
    sign: (scheme, key, data) => gather(() => crypto.sign(scheme, key, data)),
    importAgreementKey: (jwk) => gather(() => crypto.importAgreementKey(jwk)),
    agree: (key, other) => gather(() => crypto.agree(key, other)),
  }
}
