/** Starts the roles of a sandbox and its national identity providers, and composes the parts of its console. */
import type { DecisionFeed } from '../console/index.ts'
import type { TrustAnchors } from '../federation/index.ts'
import { combineSinks, every, portFlag, serve } from '../node/index.ts'
import { assembleEcosystem, createStartSecrets, type StartSecrets } from './assemble-ecosystem.ts'
import { createConnectParts } from './connect-parts.ts'
import { openAdminister } from './console-federation.ts'
import { consoleScreens } from './console-screens.ts'
import { nationalIdpKeyFile } from './data-directory.ts'
import { describeFault } from './describe-fault.ts'
import { entitiesOf, stateOf } from './describe-state.ts'
import { deviceRoutes } from './devices/routes.ts'
import { createSimulatedDevices } from './devices/simulated-devices.ts'
import { userTokenRoute } from './devices/user-tokens.ts'
import { createFlowsParts } from './flows-parts.ts'
import { renderGreeting, renderSuggestions } from './greeting.ts'
import { runLifeCycle } from './life-cycle/run-life-cycle.ts'
import { authorityRoute } from './local-authority.ts'
import type { FederationMembership } from './national-idp/federation-membership.ts'
import type { ObservedMessage } from './national-idp/start-in-worker.ts'
import { openConsoleWallets } from './open-console-wallets.ts'
import { type Infrastructure, openInfrastructure, type Stops, stopAll } from './open-infrastructure.ts'
import { openIdClientValues } from './openid-client.ts'
import { statusTtlSeconds } from './organizations.ts'
import { lastPortOffset, partiesOf, walletAuthorizationEndpoint } from './origins.ts'
import { requireOwnHost } from './own-host.ts'
import { pinProfileAnchors } from './pin-profile-anchors.ts'
import type { Exchange } from './recording-fetch.ts'
import type { ServedReplicas } from './replicas/serve-replicas.ts'
import { SandboxFault } from './sandbox-fault.ts'
import type { Printer, SandboxOptions, SandboxParts } from './sandbox-parts.ts'
import { type ServedEcosystem, serveEcosystem } from './serve-ecosystem.ts'
import { startSandboxUpkeep } from './start-upkeep.ts'
import { openTestIssuers } from './test-issuer/open-test-issuers.ts'
import { createTraffic } from './traffic.ts'

interface StartContext {
  readonly decisions: DecisionFeed
  readonly printer: Printer
}

/**
 * Starts all roles. Before it rejects, stops the parts that it has started. Rejects with:
 *
 * - `SandboxFault` if the options cannot be used, a replica cannot serve, or the Trust Anchor gives no valid answer
 * - `PortUnavailable` if a port is not free
 * - `PrivateFileError` for a damaged file in the data directory
 * - `ConfigError` for settings that a role refuses
 * - `Unavailable` if the database does not answer, `DatabaseFault` if it cannot be used
 */
export async function startEcosystem(options: SandboxOptions, context: StartContext): Promise<SandboxParts> {
  const stops: Stops = []
  const stop = (): Promise<void> => stopAll(stops)
  requirePorts(options.port)
  if (options.replicas !== undefined && options.database === undefined)
    throw new SandboxFault('--replicas needs a shared database: name a PostgreSQL database with --database.')
  await requireOwnHost(options.host)
  try {
    await requireFreePort(options.port)
    return { ...(await start(options, context, stops)), stop }
  } catch (thrown) {
    await stop().catch(() => undefined)
    throw thrown
  }
}

/** Throws `SandboxFault` if a sandbox cannot use the seven ports from `first`. */
function requirePorts(first: number): void {
  const highest = 65_535 - lastPortOffset
  if (Number.isInteger(first) && first >= 1 && first <= highest) return
  throw new SandboxFault(
    `The first port must be a whole number from 1 to ${highest}, because a sandbox uses ${lastPortOffset + 1} ports.`,
  )
}

/** Rejects with `PortUnavailable` if the console's port is not free, before any part starts. */
async function requireFreePort(port: number): Promise<void> {
  const server = await serve({ port, portSetting: portFlag, app: async () => new Response(null, { status: 503 }) })
  await server.stop()
}

async function start(
  options: SandboxOptions,
  { decisions, printer }: StartContext,
  stops: Stops,
): Promise<Omit<SandboxParts, 'stop'>> {
  const infrastructure = await openInfrastructure(options, stops)
  const { ctx, data, database, sandboxFaults, origins, tls, fetch, savedDecisions } = infrastructure
  const secrets = createStartSecrets(ctx)
  const isSecret = (token: string): boolean => token === secrets.adminToken
  const traffic = sandboxFaults.wrapTraffic(createTraffic({ now: Date.now, partyAt: partiesOf(origins), isSecret }))
  stops.push(decisions.watch(sandboxFaults.observe))
  const exchanges = createExchangeFeed()
  const observers = {
    decisions: traffic.observe(savedDecisions ? combineSinks(decisions, savedDecisions) : decisions),
    onExchange: exchanges.report,
    onFault: (fault: unknown, surface: string) => printer.err(`fault at ${surface}: ${describeFault(fault)}\n`),
  }
  const addStop = (stop: () => Promise<void>): void => void stops.push(stop)
  const { ecosystem, opened, vendor, userTokenServer, responseKeys, testIssuerKeys } = await assembleEcosystem(ctx, {
    ...{ data, database, origins, addStop },
    fetchAs: (role) => traffic.fetchAs(role, fetch),
    currentId: traffic.currentId,
    ...observers,
    onKeys: sandboxFaults.addKeys,
    startSecrets: secrets,
    openid: options.openid,
    walletLinks: options.walletLinks,
    profiles: options.profiles,
    tests: options.tests,
  })
  const { services, anchors, profileAnchors } = ecosystem
  const roles = ecosystem.roles.map((role) => ({ ...role, app: traffic.wrapApp(role.name, role.app, role.origin) }))
  const logins = {
    entityId: origins.pidProvider,
    logins: services['pid-provider'].nationalLogins,
    membership: membershipOf(infrastructure, anchors),
    onExchange: ({ party, exchange }: ObservedMessage) =>
      traffic.recordReceived(party, party === 'national-idp' ? origins.nationalIdp : origins.nationalSamlIdp, exchange),
  }
  const replicated = replicatedOf(options, infrastructure, secrets, { ...observers, traffic })
  await serveEcosystem(options, { ecosystem: { ...ecosystem, roles }, logins, tls, replicated }, addStop)
  const upkeep = startSandboxUpkeep({ clock: ctx.clock, services, ...opened, ...observers })
  stops.push(() => upkeep.stop())
  const applyWalletInstanceStatuses = async (): Promise<void> => {
    // Does nothing during a life cycle, because background traffic would clutter its output.
    if (!exchanges.hasListener()) await services['pid-provider'].applyWalletInstanceStatuses()
  }
  stops.push(every(statusTtlSeconds, applyWalletInstanceStatuses))
  const profiles = options.profiles && entitiesOf(origins, options.profiles)
  const openid = options.openid === undefined ? undefined : openIdClientValues(data, origins)
  const consoleRoles = roles.map(({ name, origin }) => ({ name, url: origin }))
  const devices = createSimulatedDevices({ vendor, random: ctx.random, directory: data.path('devices') })
  const administer = openAdminister({
    ...{ traffic, addStop, networkOptions: infrastructure.networkOptions, roles: consoleRoles },
    token: secrets.adminToken,
  })
  const greetingFacts = {
    origins,
    authorityFile: tls && data.path('authority.crt'),
    host: options.host,
    openid,
    profiles: options.profiles,
    tests: options.tests,
  }
  return {
    screens: consoleScreens({
      ...{ ...ctx, fetch, decisions, traffic, anchors, secrets, devices },
      consoleUrl: origins.console,
      urls: { loopbackHttp: origins.trustAnchor.startsWith('http:') },
      administer,
      connect: createConnectParts({
        ...{ ...ctx, origins, anchors, administer, roles: consoleRoles },
        fetch: traffic.fetchAs('console', fetch),
        ...{ certificateAuthority: tls?.authority, host: options.host },
      }),
      faults: sandboxFaults.faults,
      authority: origins.trustAnchor,
      flows: createFlowsParts({
        ...{ ...ctx, origins, traffic, fetch, responseKeys, ...options },
        adminToken: secrets.adminToken,
      }),
      roles: consoleRoles,
      wallets: openConsoleWallets({
        ...{ ...ctx, ...observers, ...secrets, origins, anchors, fetch, traffic, devices },
        profileAnchors: await pinProfileAnchors(fetch, profiles),
      }),
    }),
    routes: [
      ...deviceRoutes(devices),
      userTokenRoute(ctx, userTokenServer, origins.walletProvider),
      ...(tls ? [authorityRoute(tls)] : []),
    ],
    state: {
      ...stateOf(origins, secrets),
      ...(openid && { openid }),
      ...(profiles && { profiles }),
    },
    ...(tls && { tls }),
    wrapConsole: openTestIssuers(
      { ...ctx, ...observers, fetch: traffic.fetchAs('test-issuer', fetch) },
      { origins, keys: testIssuerKeys, anchors: profileAnchors },
    ),
    greeting: renderGreeting(greetingFacts),
    next: renderSuggestions(greetingFacts),
    demo: () =>
      runLifeCycle({
        ...ctx,
        fetchAs: (party) => traffic.fetchAs(party, fetch),
        runAction: traffic.runAction,
        origins,
        anchors,
        adminToken: secrets.adminToken,
        decisions: { ...decisions, ...traffic.observe(decisions) },
        exchanges,
        printer,
        walletAuthorizationEndpoint,
      }),
  }
}

/** Returns the federation membership of the national identity providers, which evaluate trust themselves. */
const membershipOf = (
  { data, origins, networkOptions }: Infrastructure,
  anchors: TrustAnchors,
): FederationMembership => ({
  keyFile: data.path(nationalIdpKeyFile),
  trustAnchor: origins.trustAnchor,
  anchors,
  ...networkOptions,
})

function replicatedOf(
  { replicas: count, database, openid, walletLinks, profiles, tests }: SandboxOptions,
  { data, origins, networkOptions }: Infrastructure,
  startSecrets: StartSecrets,
  observers: ServedReplicas['observers'],
): ServedEcosystem['replicated'] {
  if (count === undefined || database === undefined) return undefined
  const settings = { directory: data.path(), database, origins, startSecrets, openid, walletLinks, profiles, tests }
  return { count, observers, replicaOptions: { ...settings, ...networkOptions } }
}

/** Passes each exchange between the roles to the listeners. Only a running life cycle listens. */
function createExchangeFeed() {
  const listeners = new Set<(exchange: Exchange) => void>()
  return {
    report: (exchange: Exchange): void => {
      for (const listener of listeners) listener(exchange)
    },
    hasListener: (): boolean => listeners.size > 0,
    /** Returns a function that removes the listener. */
    listen: (listener: (exchange: Exchange) => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
