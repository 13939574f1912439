/** Login with a secret: the one-time key of a sandbox, or the token of an operator. */
import { type CryptoContext, equalTexts, type Random, randomToken } from '../../base/index.ts'

/** Verifies a secret that an operator has entered or that a link contains. */
export interface SecretLogin {
  /** A key works once. A token works until the console is started with other settings. */
  readonly kind: 'key' | 'token'
  /**
   * Returns the operator's name, or `undefined` for a wrong secret. Compares in constant time. A right key is spent: a
   * second call with it returns `undefined`.
   */
  verify(secret: string): string | undefined
}

/** Name of the operator who logs in to a sandbox with its key. */
const keyHolder = 'owner'

/** Login with a key that works once. */
export interface OneTimeKey extends SecretLogin {
  /** Returns the key for the next login. */
  current(): string
}

/**
 * Creates the login with a one-time key. When `verify` spends a key, creates the next key and calls `onNext` with it.
 */
export function createOneTimeKey(
  ctx: CryptoContext & { readonly random: Random },
  onNext: (key: string) => void,
): OneTimeKey {
  let key = randomToken(ctx.random)
  return {
    kind: 'key',
    current: () => key,
    verify: (secret) => {
      if (!equalTexts(ctx, key, secret)) return undefined
      key = randomToken(ctx.random)
      onNext(key)
      return keyHolder
    },
  }
}

/**
 * Creates the login with tokens. Compares the secret with every token, so that the duration does not show which token
 * matches. If two operators have the same token, logs in the first operator.
 */
export function createTokenLogin(
  ctx: CryptoContext,
  operators: readonly { readonly name: string; readonly token: string }[],
): SecretLogin {
  return {
    kind: 'token',
    verify: (secret) => operators.filter(({ token }) => equalTexts(ctx, token, secret))[0]?.name,
  }
}
