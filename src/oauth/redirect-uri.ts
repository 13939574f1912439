/**
 * Where an authorization response may go: a universal or app link of the wallet (it-wallet §Pushed authorization
 * request), so https; another scheme only when the deployment names it. Checked before anything is ever sent there.
 */
import { type Failure, fail, hasUserInfo, isLoopbackHost, lacksHost, opensApplication } from '../base/index.ts'

/** Why nothing may ever be sent to this URI. */
export type RedirectUriCode =
  | 'redirect_uri_malformed'
  | 'redirect_uri_fragment'
  | 'redirect_uri_user_info'
  | 'redirect_uri_scheme_forbidden'

/** What a wallet may be called back by. https passes always; that it is the wallet's own nobody knows (RFC 8252 §8.4). */
export interface RedirectUriPolicy {
  /** Plain http for loopback hosts: the sandbox (GEN-19). */
  readonly loopbackHttp: boolean
  /** Permitted beside https, without colon: `eudiw`. Schemes that browsers act upon stay forbidden all the same. */
  readonly customSchemes: readonly string[]
}

/** Judges a redirect URI by that policy. Does not know whether it is this wallet's. */
export function checkRedirectUri(
  text: string,
  policy: RedirectUriPolicy,
  at: string,
): undefined | Failure<RedirectUriCode> {
  if (/[^!-~]|\\/.test(text) || lacksHost(text) || !URL.canParse(text)) return fail('redirect_uri_malformed', at) // PP-08
  if (text.includes('#')) return fail('redirect_uri_fragment', at) // PP-08
  const url = new URL(text)
  if (!schemePermitted(url, policy)) {
    const expected = ['https', ...policy.customSchemes]
    return fail('redirect_uri_scheme_forbidden', at, { expected, found: url.protocol.slice(0, -1) }) // PP-08
  }
  if (hasUserInfo(text)) return fail('redirect_uri_user_info', at) // PP-08
  return undefined
}

function schemePermitted(url: URL, { loopbackHttp, customSchemes }: RedirectUriPolicy): boolean {
  const scheme = url.protocol.slice(0, -1)
  if (scheme === 'https') return true
  if (scheme === 'http') return loopbackHttp && isLoopbackHost(url.hostname)
  return customSchemes.includes(scheme) && opensApplication(scheme)
}
