/**
 * Counts expensive operations of cryptography. A test wraps the key cache around it, so that a cached import does not
 * count. Counts, unlike times, are the same in each run, and show a repeated verification or key import.
 */
import type { Crypto } from '../../src/base/index.ts'

export interface CryptoCounts {
  verify: number
  importKey: number
  sign: number
  agree: number
  decrypt: number
  encrypt: number
}

interface CountingCrypto {
  readonly crypto: Crypto
  /** Returns the counts since the last call. */
  take(): CryptoCounts
}

const none = (): CryptoCounts => ({ verify: 0, importKey: 0, sign: 0, agree: 0, decrypt: 0, encrypt: 0 })

export function countingCrypto(inner: Crypto): CountingCrypto {
  let counts = none()
  const counted =
    <A extends unknown[], R>(name: keyof CryptoCounts, run: (...args: A) => R) =>
    (...args: A): R => {
      counts[name] += 1
      return run(...args)
    }
  return {
    crypto: {
      ...inner,
      verify: counted('verify', inner.verify),
      importVerificationKey: counted('importKey', inner.importVerificationKey),
      importAgreementKey: counted('importKey', inner.importAgreementKey),
      sign: counted('sign', inner.sign),
      agree: counted('agree', inner.agree),
      decrypt: counted('decrypt', inner.decrypt),
      encrypt: counted('encrypt', inner.encrypt),
    },
    take: () => {
      const taken = counts
      counts = none()
      return taken
    },
  }
}
