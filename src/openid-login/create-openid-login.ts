/** Composes the OpenID Provider of a Relying Party. Importing this file loads `oidc-provider`. */
import { type HttpContext, Provider } from 'oidc-provider'
import { joinUrl, setParameters } from '../base/index.ts'
import type { Route } from '../http/index.ts'
import type { PresentationApi } from '../relying-party/index.ts'
import { openIdRoutes } from './endpoints.ts'
import { prepareLogins } from './logins.ts'
import { type OpenIdLoginParts, openIdApplication } from './parts.ts'
import { assertionAlgorithms, endpoints, providerConfiguration } from './provider-configuration.ts'
import { createSealedRecords } from './record-adapter.ts'
import { watchFaults } from './refused-requests.ts'
import { requireUsableClients } from './usable-clients.ts'

/** Creates the routes of the OpenID Provider. */
export function createOpenIdRoutes(parts: OpenIdLoginParts, orders: PresentationApi): readonly Route[] {
  const { config, publicUrl, secrets, crypto } = parts
  const issuer = joinUrl(publicUrl, config.path)
  const logins = prepareLogins(config.logins, parts)
  const deriveKeys = (purpose: string) => secrets.map(({ secret }) => crypto.hmac(secret, `openid ${purpose}`))
  const sealingKeys = deriveKeys('records') as [Uint8Array, ...Uint8Array[]]
  const records = createSealedRecords({ ...parts, sealingKeys })
  const configuration = providerConfiguration({ ...parts, issuer, logins, records })
  const provider = new Provider(issuer, configuration)
  requireUsableClients(provider, configuration.clients, assertionAlgorithms) // RP-227
  provider.use(keepRedirectUri)
  const returnUrl = `${issuer}${endpoints.return}`
  const application = { id: openIdApplication, apiKeyDigests: [], returnUrls: [returnUrl], loopbackReturnUrls: false }
  return openIdRoutes({
    ...{ ...parts, provider, issuer, logins, records, orders, application, returnUrl },
    cookieKeys: deriveKeys('cookies'),
    faults: watchFaults(provider),
  })
}

const visibleAscii = /^[\x21-\x7e]+$/

/** Parameters that the library adds to the query of a redirect URI (RFC 6749 §4.1.2, RFC 9207 §2). */
const responseParameters = ['code', 'state', 'iss', 'error', 'error_description', 'scope'] as const

/**
 * Restores the query of a redirect URI as it is registered (RFC 6749 §3.1.2). The library encodes the query anew.
 * Leaves a redirect to any other address unchanged, and one to a URI that a header cannot contain.
 */
async function keepRedirectUri(ctx: HttpContext, next: () => Promise<void>): Promise<void> {
  await next()
  const uri = ctx.oidc?.params?.redirect_uri
  const location = ctx.response.get('location')
  const { searchParams: sent, hash } = URL.parse(location) ?? {}
  if (typeof uri !== 'string' || !visibleAscii.test(uri) || addressOf(location) !== addressOf(uri)) return
  if (!sent?.has('iss') || hash !== '') return
  const values = responseParameters.map((name) => [name, sent.get(name) ?? undefined] as const)
  ctx.set({ location: setParameters(uri, Object.fromEntries(values)) })
}

/** Returns a URI without its query and fragment, in the form of the URL parser. */
function addressOf(uri: string): string | undefined {
  const url = URL.parse(uri)
  return url === null ? undefined : `${url.protocol}//${url.host}${url.pathname}`
}
