/** The OpenID Provider of a company, at which operators log in to the console. It logs `person` in without a page. */

import { randomBytes } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { errors, Provider } from 'oidc-provider'
import { closeServer, listenLocally } from './local-server.ts'

export interface OperatorsProvider {
  readonly issuer: string
  /** The person who is at the browser. `undefined` cancels the login. */
  person: { readonly id: string; readonly claims: Readonly<Record<string, unknown>> } | undefined
  /** True to omit the claims from ID Tokens, as OpenID Connect Core 1.0 §5.4 defines for claims of a scope. */
  onlyAtUserinfo: boolean
  /** Answer of the userinfo endpoint instead of the claims of `person`. */
  userinfo?: object | undefined
  stop(): Promise<void>
}

export const operatorsClient = { id: 'console', secret: 'secret-of-the-console-at-its-provider' } as const

/**
 * Serves a provider on loopback for a console at this URL. With `key`, the console authenticates by `private_key_jwt`.
 */
export async function serveOperatorsProvider(consoleUrl: string, key?: object): Promise<OperatorsProvider> {
  let handler: RequestListener = (_, response) => response.writeHead(503).end()
  const server = createServer((request, response) => handler(request, response))
  const issuer = `http://localhost:${await listenLocally(server)}`
  const served: OperatorsProvider = {
    issuer,
    person: undefined,
    onlyAtUserinfo: false,
    stop: () => closeServer(server),
  }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: operatorsClient.id,
        ...(key === undefined
          ? { client_secret: operatorsClient.secret }
          : { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [key] } }),
        redirect_uris: [`${consoleUrl}/login/callback`],
        post_logout_redirect_uris: [`${consoleUrl}/login`],
      },
    ],
    // Okta, Microsoft Entra and others accept no other audience.
    assertJwtClientAuthClaimsAndHeader: (_: unknown, { aud }: { readonly aud: unknown }) => {
      if (aud !== `${issuer}/token`) throw new errors.InvalidClientAuth('aud is not the token endpoint')
    },
    claims: { openid: ['sub', 'groups', 'preferred_username'] },
    conformIdTokenClaims: false,
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: async (use: string) => ({
        sub: id,
        ...(use === 'id_token' && served.onlyAtUserinfo ? {} : served.person?.claims),
      }),
    }),
    loadExistingGrant: async (ctx: {
      readonly oidc: {
        readonly client: { readonly clientId: string }
        readonly session: { readonly accountId: string }
      }
    }) => {
      const { client, session } = ctx.oidc
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid')
      await grant.save()
      return grant
    },
  })
  const protocol = provider.callback()
  handler = (request, response) => {
    if (request.url === '/me' && served.userinfo)
      return response.setHeader('content-type', 'application/json').end(JSON.stringify(served.userinfo))
    if (!request.url?.startsWith('/interaction/')) return protocol(request, response)
    const { person } = served
    const result = person ? { login: { accountId: person.id } } : { error: 'access_denied' }
    provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false }).catch(() => {
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  }
  return served
}
