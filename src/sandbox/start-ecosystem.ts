/**
 * Starts the content of the sandbox: the data directory, the four roles on their ports, the national identity provider
 * in its worker, and the simulated devices. All of it, or none.
 */
import { writeFileSync } from 'node:fs'
import { withKeyCache } from '../jose/index.ts'
import {
  createGuardedFetch,
  createNodeCrypto,
  createNodeRandom,
  createOidcIdentityProvider,
  createSystemClock,
  type DecisionLog,
  discoveryRegistration,
  type GuardedFetch,
  serve,
} from '../node/index.ts'
import type { NationalIdentityProvider } from '../pid-provider/index.ts'
import type { EcosystemParts } from './compose/parts.ts'
import { type DataDirectory, openDataDirectory } from './data-directory.ts'
import { deviceRoutes } from './devices/routes.ts'
import { createSimulatedDevices } from './devices/simulated-devices.ts'
import { createEcosystem, type Ecosystem } from './ecosystem.ts'
import { greet } from './greeting.ts'
import { runLifeCycle } from './life-cycle/run-life-cycle.ts'
import { authorityRoute, issueServerCertificate, type ServerCertificate } from './local-authority.ts'
import { sandboxUsers } from './national-idp/accounts.ts'
import { nationalIdpClient, oidcProviderId } from './national-idp/client.ts'
import { startNationalIdp } from './national-idp/start-national-idp.ts'
import {
  listeningHosts,
  portOffsets,
  type SandboxOrigins,
  sandboxOrigins,
  walletAuthorizationEndpoint,
} from './origins.ts'
import { type Exchange, recordingFetch } from './recording-fetch.ts'
import type { Printer, SandboxOptions, SandboxParts } from './sandbox-parts.ts'
import {
  loadEcosystemKeys,
  loadEcosystemSecrets,
  loadSoftwareVendor,
  openEcosystemStores,
  type StoredKeys,
} from './stored-parts.ts'

interface Surroundings {
  readonly decisions: DecisionLog
  readonly printer: Printer
}

/** What has been started, in order: stopped in the opposite one. */
type Stops = (() => Promise<void>)[]

export async function startEcosystem(options: SandboxOptions, surroundings: Surroundings): Promise<SandboxParts> {
  const stops: Stops = []
  const stop = async (): Promise<void> => {
    for (const one of stops.toReversed()) await one()
  }
  try {
    await probe(options.port)
    return { ...(await start(options, surroundings, stops)), stop }
  } catch (thrown) {
    await stop()
    throw thrown
  }
}

/** Told first of all when the console's own port, which the user chose, is not to be had. */
async function probe(port: number): Promise<void> {
  const server = await serve({ port, app: async () => new Response(null, { status: 503 }) })
  await server.stop()
}

async function start(
  options: SandboxOptions,
  { decisions, printer }: Surroundings,
  stops: Stops,
): Promise<Omit<SandboxParts, 'stop'>> {
  const data = openDataDirectory(options.data)
  stops.push(() => data.release())
  const ctx = { clock: createSystemClock(), random: createNodeRandom(), crypto: withKeyCache(createNodeCrypto()) }
  const origins = sandboxOrigins(options.port, options)
  const tls = options.https ? await certify(ctx, data, options) : undefined
  const fetch = createGuardedFetch({
    loopbackHttp: true,
    ...(options.host !== undefined && { trustedHosts: [options.host] }),
    ...(tls && { certificateAuthorities: [tls.authority] }),
  })
  stops.push(() => fetch.close())
  const exchanges = createExchangeTap()
  const stored = await loadEcosystemKeys(ctx, data, origins.pidProvider)
  const vendor = await loadSoftwareVendor(ctx, data)
  const secrets = loadEcosystemSecrets(ctx, data)
  const { stores, prune } = openEcosystemStores(data)
  const parts: EcosystemParts = {
    ...ctx,
    origins,
    fetchOf: (role) => recordingFetch(fetch, role, exchanges.tell),
    keys: stored.keys,
    secrets,
    stores,
    decisions,
    vendor,
    identityProviders: [connectNationalIdp(ctx, { fetch, origins, stored })],
    walletAuthorizationEndpoint,
    onFault: (fault, surface) => printer.err(`fault at ${surface}: ${describeFault(fault)}\n`),
  }
  const ecosystem = createEcosystem(parts)
  await serveAll(options, { ecosystem, stored, origins, tls }, stops)
  stops.push(
    every(60, async () => {
      await Promise.all([prune(ctx.clock.now()), ecosystem.relyingParty.forgetOldSessions()])
    }),
  )
  const devices = createSimulatedDevices({ vendor, random: ctx.random, directory: data.path('devices') })
  return {
    roles: ecosystem.roles.map(({ name, origin }) => ({ name, url: origin })),
    routes: [...deviceRoutes(devices), ...(tls ? [authorityRoute(tls)] : [])],
    state: {
      trust_anchor: origins.trustAnchor,
      wallet_provider: origins.walletProvider,
      pid_provider: origins.pidProvider,
      relying_party: origins.relyingParty,
      national_idp: { oidc: origins.nationalIdp },
      users: [...sandboxUsers],
      admin_token: secrets.adminToken,
    },
    ...(tls && { tls }),
    greeting: greet(origins, tls && data.path('authority.crt')),
    demo: () =>
      runLifeCycle({
        ...ctx,
        fetch,
        origins,
        anchors: ecosystem.anchors,
        adminToken: secrets.adminToken,
        decisions,
        exchanges,
        printer,
        walletAuthorizationEndpoint,
      }),
  }
}

/** Housekeeping that may fail: the next time comes. Returns what ends it. */
function every(seconds: number, run: () => Promise<void>): () => Promise<void> {
  const timer = setInterval(() => run().catch(() => undefined), seconds * 1000).unref()
  return async () => clearInterval(timer)
}

/** Whoever listens is told of each exchange between parties; nobody, outside of a demonstration. */
function createExchangeTap() {
  const listeners = new Set<(exchange: Exchange) => void>()
  return {
    tell: (exchange: Exchange): void => {
      for (const listener of listeners) listener(exchange)
    },
    /** Returns what ends it. */
    listen: (listener: (exchange: Exchange) => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type ExchangeTap = ReturnType<typeof createExchangeTap>

async function certify(
  ctx: Parameters<typeof issueServerCertificate>[0],
  data: DataDirectory,
  { host }: SandboxOptions,
): Promise<ServerCertificate> {
  const names = [...(host === undefined ? [] : [host]), 'localhost', '127.0.0.1', '::1']
  const certificate = await issueServerCertificate(ctx, data.path('local-authority.json'), names)
  writeFileSync(data.path('authority.crt'), certificate.authority)
  return certificate
}

interface LoginParts {
  readonly fetch: GuardedFetch
  readonly origins: SandboxOrigins
  readonly stored: StoredKeys
}

const connectNationalIdp = (
  ctx: Pick<EcosystemParts, 'crypto' | 'random'>,
  { fetch, origins, stored }: LoginParts,
): NationalIdentityProvider =>
  createOidcIdentityProvider(
    { ...ctx, fetch },
    {
      id: oidcProviderId,
      displayName: { it: 'Identità nazionale (sandbox)', en: 'National identity (sandbox)' },
      clientId: origins.pidProvider,
      key: stored.loginKey,
      registration: discoveryRegistration({ fetch }, origins.nationalIdp, { loopbackHttp: true }),
      loopbackHttp: origins.nationalIdp.startsWith('http:'),
    },
  )

interface Served {
  readonly ecosystem: Ecosystem
  readonly stored: StoredKeys
  readonly origins: SandboxOrigins
  readonly tls: ServerCertificate | undefined
}

async function serveAll(options: SandboxOptions, served: Served, stops: Stops): Promise<void> {
  const { ecosystem, stored, origins, tls } = served
  for (const { app, origin } of ecosystem.roles) {
    const server = await serve({
      app,
      port: Number(new URL(origin).port),
      stopTimeoutSeconds: 2,
      ...(tls && { tls }),
      hosts: listeningHosts(options.host),
    })
    stops.push(() => server.stop())
  }
  const idp = await startNationalIdp({
    port: options.port + portOffsets.nationalIdp,
    clients: [nationalIdpClient(origins.pidProvider, stored.keys.pidProvider.login)],
    ...(options.host !== undefined && { host: options.host }),
    ...(tls && { tls: { key: tls.key, cert: tls.cert } }),
  })
  stops.push(() => idp.stop())
}

/** What was thrown by our own fault: its message may be shown here, since nobody's data but invented people's are in play. */
const describeFault = (fault: unknown): string =>
  fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
