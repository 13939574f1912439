/** Describes an exchange in words: sender, receiver and purpose. */
import { entityConfigurationPath } from '../../federation/index.ts'
import { partiesOf, type SandboxOrigins } from '../origins.ts'
import type { Exchange } from '../recording-fetch.ts'

/** Descriptions by party and path prefix. The first match counts. Any other request is shown by method and path. */
const endpoints: Readonly<Record<string, readonly (readonly [path: string, what: string])[]>> = {
  console: [
    ['/devices/', 'device evidence'],
    ['/devices', 'a simulated phone'],
  ],
  'trust-anchor': [
    ['/fetch', 'Subordinate Statement'],
    ['/list', 'list of members'],
  ],
  'wallet-provider': [
    ['/nonce', 'challenge'],
    ['/wallet-instance', 'registration'],
    ['/token', 'Wallet Attestation'],
    ['/wallet-attestations', 'Wallet Attestation'],
  ],
  'pid-provider': [
    ['/as/par', 'pushed authorization request'],
    ['/authorize', 'authorization'],
    ['/login/callback', 'return from the national login'],
    ['/consent', 'consent'],
    ['/token', 'access token'],
    ['/credential', 'PID'],
    ['/nonce', 'c_nonce'],
    ['/statuslists', 'Status List'],
    ['/admin/credentials', 'administration'],
  ],
  'relying-party': [
    ['/presentations/new', 'start of a presentation'],
    ['/request', 'Request Object'],
    ['/response', 'presentation'],
    ['/session-state', 'state of the session'],
    ['/presentation-result', 'result of a presentation'],
  ],
  'national-idp': [
    ['/.well-known/openid-configuration', 'provider metadata'],
    ['/jwks', 'keys'],
    ['/auth', 'login request'],
    ['/interaction', 'login page'],
    ['/token', 'ID Token'],
    ['/me', 'attributes'],
  ],
  'national-saml-idp': [
    ['/metadata', 'provider metadata'],
    ['/sso', 'login request'],
    ['/login/', 'login page'],
  ],
}

interface DescribedExchange {
  readonly from: string
  readonly to: string
  readonly what: string
}

/** Returns the names of both parties and the purpose of the request. */
export function describeExchange({ from, method, url }: Exchange, origins: SandboxOrigins): DescribedExchange {
  const { origin, pathname, searchParams } = new URL(url)
  const partyAt = partiesOf(origins)
  const to = partyAt(origin) ?? origin
  if (pathname === entityConfigurationPath) return { from, to, what: 'Entity Configuration' }
  const what = endpoints[to]?.find(([path]) => pathname.startsWith(path))?.[1] ?? `${method} ${pathname}`
  const subject = partyAt(searchParams.get('sub') ?? '')
  return { from, to, what: subject === undefined ? what : `${what} about the ${subject}` }
}
