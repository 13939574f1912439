/**
 * Classifies the errors that `jose` throws while it decrypts a JWE: a `violation` is a fault of the JWE, a `bug` is a
 * fault of our key or our call.
 */
import { errors } from 'jose'
import type { LibraryFault, LibraryFaults } from '../../base/index.ts'

/** Meaning of each error code that `jose` exports. */
export const joseCodes: LibraryFaults = {
  ERR_JOSE_ALG_NOT_ALLOWED: 'violation',
  ERR_JOSE_NOT_SUPPORTED: 'violation',
  ERR_JWE_DECRYPTION_FAILED: 'violation',
  ERR_JWE_INVALID: 'violation',
  ERR_JWK_INVALID: 'violation',
  ERR_JOSE_GENERIC: 'bug',
  // Errors of JWS, JWT and JWK Sets, for which `jose` is not used:
  ERR_JWKS_INVALID: 'bug',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'bug',
  ERR_JWKS_NO_MATCHING_KEY: 'bug',
  ERR_JWKS_TIMEOUT: 'bug',
  ERR_JWS_INVALID: 'bug',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'bug',
  ERR_JWT_CLAIM_VALIDATION_FAILED: 'bug',
  ERR_JWT_EXPIRED: 'bug',
  ERR_JWT_INVALID: 'bug',
}

/** Returns the meaning of an error that `jose` threw. A `TypeError` means that our key or our call is wrong. */
export const joseFault = (thrown: unknown): LibraryFault =>
  (thrown instanceof errors.JOSEError && joseCodes[thrown.code]) || 'bug'
