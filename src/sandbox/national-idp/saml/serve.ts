/**
 * Serves the sandbox's SAML identity provider in the calling thread. The sandbox calls it in a worker (`worker.ts`),
 * on the port after the OpenID Provider's. Tests may call it directly.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { listeningHosts, originOf } from '../../origins.ts'
import { createFederationContext, type FederationDescription } from '../federation-membership.ts'
import { type OnExchange, observeExchanges } from '../observe-exchanges.ts'
import { style } from '../pages.ts'
import { startProviderServer } from '../provider-server.ts'
import { type OnFault, reportFaults } from '../report-faults.ts'
import { samlAccounts } from './accounts.ts'
import { createServiceProviderFinder, type MetadataContext } from './federated-service-providers.ts'
import {
  createSamlSessions,
  receiveRequest,
  type SamlInteractionContext,
  sendMessage,
  serveLogin,
} from './interaction.ts'
import { createSamlifyProvider } from './samlify-provider.ts'

export interface SamlIdpOptions {
  /** Port. 0 selects any free port. */
  readonly port: number
  /** Metadata documents of the service providers. */
  readonly serviceProviders: readonly string[]
  /** Federation whose relying parties are service providers too. Defaults to none. */
  readonly federation?: FederationDescription & Pick<MetadataContext, 'metadataPath'>
  /** Name or address in the entity identifier. Defaults to `localhost`. With the default, listens on loopback only. */
  readonly host?: string
  /** Key and certificate in PEM. Defaults to plain http. */
  readonly tls?: { readonly key: string; readonly cert: string }
}

export interface SamlIdp {
  /** Entity identifier: `http://localhost:<port>`, unless `host` or `tls` is set. */
  readonly entityId: string
  /** URL of its EntityDescriptor. */
  readonly metadataUrl: string
  stop(): Promise<void>
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Serves the SAML identity provider. Answers 503 until it is ready. Rejects with Node's error if the port is in use.
 * `onFault` receives the error of a request that is answered with 500.
 */
export async function serveSamlIdp(
  { port, serviceProviders, federation, host, tls }: SamlIdpOptions,
  onExchange: OnExchange = () => undefined,
  onFault: OnFault = () => undefined,
): Promise<SamlIdp> {
  let handler: Handler = async (_request, response) => {
    response.writeHead(503).end()
  }
  const handle = reportFaults((request, response) => handler(request, response), onFault)
  const server = await startProviderServer(observeExchanges(handle, onExchange), port, {
    hosts: listeningHosts(host),
    ...(tls && { tls }),
  })
  const origin = originOf(server.port, { https: tls !== undefined, ...(host !== undefined && { host }) })
  const federationContext = federation && createFederationContext(federation)
  const stop = async (): Promise<void> => {
    await server.stop()
    await federationContext?.fetch.close()
  }
  try {
    const find =
      federationContext && createServiceProviderFinder({ ...federationContext, metadataPath: federation.metadataPath })
    const provider = await createSamlifyProvider(origin, serviceProviders, find)
    handler = createHandler({ provider, accounts: samlAccounts, ...createSamlSessions() })
  } catch (thrown) {
    await stop()
    throw thrown
  }
  return { entityId: origin, metadataUrl: `${origin}/metadata`, stop }
}

function createHandler(ctx: SamlInteractionContext): Handler {
  return async (request, response) => {
    const target = request.url ?? '/'
    const [path = '/'] = target.split('?', 1)
    const query = target.slice(path.length + 1)
    const loginId = /^\/login\/([\w-]+)$/.exec(path)?.[1]
    if (path === '/metadata') send(response, 'application/samlmetadata+xml', ctx.provider.metadata)
    else if (path === '/style.css') send(response, 'text/css; charset=utf-8', style)
    else if (path === '/sso' && request.method === 'GET') await receiveRequest(ctx, query, request, response)
    else if (loginId !== undefined) await serveLogin(ctx, loginId, request, response)
    else await sendMessage(request, response, { message: 'fault', status: 404 })
  }
}

function send(response: ServerResponse, mediaType: string, body: string): void {
  response.writeHead(200, { 'content-type': mediaType }).end(body)
}
