/** Composes the OpenID Provider of a Relying Party. Importing this file loads `oidc-provider`. */
import { Provider } from 'oidc-provider'
import { encodeBase64url, joinUrl } from '../base/index.ts'
import type { Route } from '../http/index.ts'
import type { PresentationApi } from '../relying-party/index.ts'
import { openIdRoutes } from './endpoints.ts'
import { prepareLogins } from './logins.ts'
import { type OpenIdLoginParts, openIdApplication } from './parts.ts'
import { endpoints, providerConfiguration } from './provider-configuration.ts'
import { createSealedRecords } from './record-adapter.ts'
import { watchFaults } from './refused-requests.ts'

/** Creates the routes of the OpenID Provider. */
export function createOpenIdRoutes(parts: OpenIdLoginParts, orders: PresentationApi): readonly Route[] {
  const { config, publicUrl, secrets, crypto } = parts
  const issuer = joinUrl(publicUrl, config.path)
  const logins = prepareLogins(config.logins, parts)
  const deriveKeys = (purpose: string) => secrets.map(({ secret }) => crypto.hmac(secret, `openid ${purpose}`))
  const sealingKeys = deriveKeys('records') as [Uint8Array, ...Uint8Array[]]
  const records = createSealedRecords({ ...parts, sealingKeys })
  const cookieKeys = deriveKeys('cookies').map(encodeBase64url)
  const provider = new Provider(issuer, providerConfiguration({ ...parts, issuer, logins, records, cookieKeys }))
  const returnUrl = `${issuer}${endpoints.return}`
  const application = { id: openIdApplication, apiKeyDigests: [], returnUrls: [returnUrl], loopbackReturnUrls: false }
  return openIdRoutes({
    ...{ ...parts, provider, issuer, logins, records, orders, application, returnUrl },
    faults: watchFaults(provider),
  })
}
