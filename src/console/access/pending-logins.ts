/**
 * Unfinished logins at an OpenID Provider, in memory. Each login is bound to one browser, and `take` returns it once.
 */
import { type Clock, type CryptoContext, equalTexts, type NumericDate } from '../../base/index.ts'

/** Values that the console keeps until the browser returns from the provider. */
export interface PendingLogin {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

interface BegunLogin extends PendingLogin {
  /** Secret in a cookie of the browser that began the login. */
  readonly browser: string
  /** Path of the console to which the operator returns. */
  readonly back: string
}

export interface PendingLogins {
  keep(login: BegunLogin): void
  /**
   * Returns the login with this state and removes it. If `browser` is not the secret of the browser that began the
   * login, returns `undefined` and keeps the login. Also returns `undefined` for an expired login.
   */
  take(state: string | undefined, browser: string | undefined): BegunLogin | undefined
}

/** Time limit for the login at the provider, in seconds. A login of this age is expired. */
export const loginSeconds = 600
const maximumLogins = 1000

/** Creates the store in memory. It keeps at most 1000 logins and forgets the oldest first. */
export function createPendingLogins(ctx: CryptoContext & { readonly clock: Clock }): PendingLogins {
  const logins = new Map<string, { readonly login: BegunLogin; readonly at: NumericDate }>()
  return {
    keep: (login) => {
      logins.set(login.state, { login, at: ctx.clock.now() })
      if (logins.size > maximumLogins) logins.delete(logins.keys().next().value as string)
    },
    take: (state = '', browser = '') => {
      const entry = logins.get(state)
      if (entry === undefined || !equalTexts(ctx, entry.login.browser, browser)) return undefined
      logins.delete(state)
      return ctx.clock.now() - entry.at < loginSeconds ? entry.login : undefined
    },
  }
}
