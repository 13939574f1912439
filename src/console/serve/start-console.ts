/**
 * Starts a console for running services: the login of operators, the screens, and the polling of the roles' decisions.
 * If the server cannot be started, closes the connections to the roles.
 */
import { createDecide, type DecisionSink } from '../../base/index.ts'
import type { AnswerWithHeaders } from '../../http/index.ts'
import {
  createGuardedFetch,
  createNodeCrypto,
  createNodeRandom,
  createSystemClock,
  serve,
  trustProxies,
} from '../../node/index.ts'
import { createAccess } from '../access/access.ts'
import { fetchForOperator } from '../access/operator-scope.ts'
import { createProviderLogin } from '../access/provider-login.ts'
import { createTokenLogin } from '../access/secret-login.ts'
import { createAdminister } from '../administration.ts'
import { createConsole } from '../console.ts'
import { createDecisionFeed } from '../decision-feed.ts'
import { createClientScope } from './client-scope.ts'
import type { ConsoleSettings } from './console-settings.ts'
import { followDecisions } from './follow-decisions.ts'
import { servedScreens } from './serve-screens.ts'

/** Receivers of the decisions, faults and warnings of the console. */
interface ConsoleObservers {
  /** Receives the console's own decisions: logins and refused requests. */
  readonly decisions: DecisionSink
  readonly onFault: (fault: unknown, surface: string) => void
  /** Called with a sentence when the decisions of a role cannot be read, or can be read again. */
  readonly warn: (sentence: string) => void
}

/** A running console. */
export interface RunningConsole {
  readonly port: number
  stop(): Promise<void>
}

/**
 * Starts a console. Resolves when it accepts requests. Rejects as `serve` does, for example with `PortUnavailable` for
 * a port in use.
 */
export async function startConsole(
  settings: ConsoleSettings,
  { decisions, onFault, warn }: ConsoleObservers,
): Promise<RunningConsole> {
  const { publicUrl, listen, roles, network, tokens, provider } = settings
  const ctx = { clock: createSystemClock(), random: createNodeRandom(), crypto: createNodeCrypto() }
  const knownHosts = [...roles.map(({ url }) => url), ...(provider ? [provider.issuer] : [])]
  const fetch = createGuardedFetch({ ...network, knownHosts: knownHosts.map((url) => new URL(url).host) })
  const decide = createDecide<AnswerWithHeaders>({ ...ctx, decisions })
  const clients = createClientScope(trustProxies(settings.trustedProxies))
  const access = createAccess({
    ...{ ...ctx, publicUrl, decide, sessions: settings.session },
    secret: tokens.length === 0 ? undefined : createTokenLogin(ctx, tokens),
    provider: provider && createProviderLogin({ ...ctx, fetch }, { ...provider, ...network, publicUrl }),
    client: clients.currentNetwork,
    milliseconds: () => performance.now(),
  })
  const feed = createDecisionFeed()
  const rolesWithoutTokens = roles.map(({ name, url }) => ({ name, url }))
  const tokenOf = (role: string): string => roles.find(({ name }) => name === role)?.token ?? ''
  const screens = servedScreens({
    ...{ ...ctx, fetch, roles: rolesWithoutTokens, decisions: feed },
    administeredRoles: roles.filter(({ token }) => token !== undefined).map(({ name }) => name),
    anchors: new Map(settings.anchors.map(({ entityId, jwks }) => [entityId, jwks.keys])),
    urls: { loopbackHttp: network.loopbackHttp },
    administer: createAdminister(fetchForOperator(fetch, access.scope), rolesWithoutTokens, tokenOf),
  })
  const app = createConsole({ publicUrl, screens, log: feed, access, decide, onFault })
  try {
    const server = await serve({
      app: clients.wrapApp(app),
      port: listen.port,
      portSetting: 'listen.port in the settings',
      hosts: listen.hosts,
      ...(listen.tls && { tls: listen.tls }),
      onFault: (fault) => onFault(fault, 'console'),
    })
    const unfollow = followDecisions(roles, {
      ...{ fetch, feed, pollSeconds: settings.pollSeconds },
      onTrouble: (role, code) => warn(describeTrouble(role, code)),
    })
    const stop = async (): Promise<void> => {
      unfollow()
      await server.stop()
      await fetch.close()
    }
    return { port: server.port, stop }
  } catch (thrown) {
    await fetch.close()
    throw thrown
  }
}

/** Remedies by failure code. `describeTrouble` has a default for other codes. */
const remedies: Readonly<Record<string, string>> = {
  unreachable: 'start the role, or correct its url',
  certificate_untrusted:
    'give the role a certificate for the host in its url, from a public authority or from one in network.certificateAuthorityFiles of the console',
  token_wrong: 'compare the token with administration.console of its settings',
  forbidden: 'use publicUrl of its settings as its url, and the token of administration.console of its settings',
  rate_limited: 'raise pollSeconds of the console, or limits.rate of the role',
  overloaded: 'the console tries again; if this continues, look at the load of the role (fiducia_queue_seconds)',
}

const describeTrouble = (role: string, code: string | undefined): string =>
  code === undefined
    ? `The decisions of the ${role} can be read again.`
    : `The decisions of the ${role} cannot be read (${code}): ${
        remedies[code] ?? 'check that its url leads to a role of this version'
      }.`
