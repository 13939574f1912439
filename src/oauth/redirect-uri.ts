/**
 * Checks the target of an authorization response: an https URL that opens the wallet as a universal link or app link
 * (it-wallet §Pushed authorization request). The deployment's configuration can allow other schemes. Nothing is sent to
 * an unchecked target.
 */
import { type Failure, fail, hasUserInfo, isLoopbackHost, lacksHost, opensApplication } from '../base/index.ts'

/** Reasons to refuse a redirect URI. */
export type RedirectUriCode =
  | 'redirect_uri_malformed'
  | 'redirect_uri_fragment'
  | 'redirect_uri_user_info'
  | 'redirect_uri_scheme_forbidden'

/** Accepted redirect URIs besides https. Nothing proves that such a URI belongs to the wallet (RFC 8252 §8.4). */
export interface RedirectUriPolicy {
  /** Accepts plain http for loopback hosts, as in the sandbox (GEN-19). */
  readonly loopbackHttp: boolean
  /** Schemes accepted besides `https`, in lower case without colon. Ignores schemes that a browser itself opens. */
  readonly customSchemes: readonly string[]
}

/**
 * Checks syntax and scheme of a redirect URI. Refuses a fragment and user info. Does not check who owns the URI. `at`
 * is the place of the URI in a failure.
 */
export function checkRedirectUri(
  text: string,
  policy: RedirectUriPolicy,
  at: string,
): undefined | Failure<RedirectUriCode> {
  const url = /[^!-~]|\\/.test(text) || lacksHost(text) ? null : URL.parse(text)
  if (url === null) return fail('redirect_uri_malformed', at) // PP-08
  if (text.includes('#')) return fail('redirect_uri_fragment', at) // PP-08
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
