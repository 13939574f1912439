/**
 * Serves the sandbox's OpenID Provider in the calling thread. The sandbox calls it in a worker (`worker.ts`). Tests
 * may call it directly.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type HttpContext, Provider } from 'oidc-provider'
import { preferredLanguage, toolLanguage } from '../../http/index.ts'
import { answerOfOrganization } from '../organization-pages.ts'
import { organizationNames } from '../organizations.ts'
import { listeningHosts, originOf } from '../origins.ts'
import { sandboxAccounts } from './accounts.ts'
import { createEndedInteractions, repeatRedirects } from './ended-interactions.ts'
import { publishEntityConfiguration } from './entity-configuration.ts'
import { refuseUnknownClients } from './federated-clients.ts'
import { type FederationMembership, type JoinedFederation, joinFederation } from './federation-membership.ts'
import { type InteractionContext, sendAnswer, serveInteraction } from './interaction.ts'
import { sendMessagePage } from './message-page.ts'
import { type OnExchange, observeExchanges } from './observe-exchanges.ts'
import { style } from './pages.ts'
import { providerConfiguration } from './provider-configuration.ts'
import { createProviderKeys } from './provider-keys.ts'
import { startProviderServer } from './provider-server.ts'
import { type OnFault, reportFaults, reportLibraryFaults } from './report-faults.ts'

export interface NationalIdpOptions {
  /** Port. 0 selects any free port. */
  readonly port: number
  /** `openid_relying_party` metadata of the relying parties, with `client_id` and `jwks` by value. */
  readonly clients: readonly Readonly<Record<string, unknown>>[]
  /** Membership in a federation. The federation's relying parties are clients too. Defaults to none. */
  readonly membership?: FederationMembership
  /** Name or address in the issuer. Defaults to `localhost`. With the default, listens on loopback only. */
  readonly host?: string
  /** Key and certificate in PEM. Defaults to plain http. */
  readonly tls?: { readonly key: string; readonly cert: string }
}

export interface NationalIdp {
  /** Issuer: `http://localhost:<port>`, unless `host` or `tls` is set. */
  readonly issuer: string
  stop(): Promise<void>
}

/**
 * Serves the OpenID Provider. Answers 503 until it is ready. Rejects with Node's error if the port is in use. `onFault`
 * receives the error of a request that is answered with 500.
 */
export async function serveNationalIdp(
  { port, clients, membership, host: name, tls }: NationalIdpOptions,
  onExchange: OnExchange = () => undefined,
  onFault: OnFault = () => undefined,
): Promise<NationalIdp> {
  let handler: RequestListener = (_request, response) => {
    response.writeHead(503).end()
  }
  const listening = { hosts: listeningHosts(name), ...(tls && { tls }) }
  const server = await startProviderServer(
    observeExchanges((request, response) => handler(request, response), onExchange),
    port,
    listening,
  )
  const { host, origin } = new URL(originOf(server.port, { https: tls !== undefined, ...(name && { host: name }) }))
  let federation: JoinedFederation | undefined
  const stop = async (): Promise<void> => {
    await server.stop()
    await federation?.fetch.close()
  }
  try {
    federation = membership && (await joinFederation(membership))
    const keys = createProviderKeys()
    const configuration = providerConfiguration({ clients, accounts: sandboxAccounts, keys, federation })
    const provider = new Provider(origin, configuration)
    const ended = createEndedInteractions()
    reportLibraryFaults(provider, onFault)
    provider.use(answerUnknownPaths)
    provider.use(repeatRedirects(ended))
    provider.use(enforceNationalRules)
    if (federation) {
      provider.use(refuseUnknownClients(federation.trust, new Set(clients.map(({ client_id }) => String(client_id)))))
      provider.use(publishEntityConfiguration(origin, federation, keys))
    }
    handler = createHandler({ provider, accounts: sandboxAccounts, ended }, host, onFault)
  } catch (thrown) {
    await stop()
    throw thrown
  }
  return { issuer: origin, stop }
}

/** Sends a page for an unknown path. The library would answer with plain text. */
async function answerUnknownPaths(ctx: HttpContext, next: () => Promise<void>): Promise<void> {
  await next()
  if (ctx.status === 404 && !ctx.body) await sendMessagePage(ctx, 'fault', '')
}

/**
 * Enforces national rules for which the library has no setting: parameters that the query must repeat, and the media
 * type of userinfo.
 */
async function enforceNationalRules(ctx: HttpContext, next: () => Promise<void>): Promise<void> {
  const inQuery = ['scope', 'code_challenge', 'code_challenge_method'] // in addition to the signed request
  if (ctx.path === '/auth' && inQuery.some((name) => ctx.query[name] === undefined))
    return sendMessagePage(ctx, 'fault', 'invalid_request', 400)
  await next()
  if (ctx.type === 'application/jwt') ctx.type = 'application/jose' // userinfo is a nested JWT
}

function createHandler(interactions: InteractionContext, host: string, onFault: OnFault): RequestListener {
  const protocol = interactions.provider.callback()
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [pathname = '/'] = (request.url ?? '/').split('?', 1)
    if (pathname.startsWith('/interaction/')) return serveInteraction(interactions, request, response)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const language = toolLanguage(preferredLanguage(request.headers['accept-language']))
    const page = isRead && (await answerOfOrganization(organizationNames['national-idp'], pathname, language))
    if (page) return sendAnswer(response, page)
    if (pathname === '/style.css') response.writeHead(200, { 'content-type': 'text/css; charset=utf-8' }).end(style)
    else protocol(request, response)
  }
  return reportFaults((request, response) => {
    request.headers.host = host // the provider must use its own name, not the name in a request
    return serve(request, response)
  }, onFault)
}
