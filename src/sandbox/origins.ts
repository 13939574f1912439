/**
 * Where everything of a sandbox answers: one port each from a common base (DESIGN §8). What is written here is identifier
 * and public URL at once.
 */
import { isIPv6 } from 'node:net'
import { isLoopbackHost } from '../base/index.ts'

export interface RoleOrigins {
  readonly trustAnchor: string
  readonly walletProvider: string
  readonly pidProvider: string
  readonly relyingParty: string
}

export interface SandboxOrigins extends RoleOrigins {
  readonly console: string
  /** Over OpenID Connect. */
  readonly nationalIdp: string
  readonly nationalSamlIdp: string
}

/** Ports above the base. */
export const portOffsets = {
  console: 0,
  trustAnchor: 1,
  walletProvider: 2,
  pidProvider: 3,
  relyingParty: 4,
  nationalIdp: 5,
  nationalSamlIdp: 6,
} as const satisfies Record<keyof SandboxOrigins, number>

/** Of the last port that belongs to a sandbox: the SAML identity provider's. */
export const lastPortOffset = 6

/** Where the sandbox's wallet is opened. Nobody answers there: a browser on a phone hands it to the app. */
export const walletAuthorizationEndpoint = 'https://wallet.example/authorization'

/** How a sandbox names itself. */
interface Naming {
  readonly https?: boolean
  readonly host?: string
}

export const originOf = (port: number, { https = false, host = 'localhost' }: Naming): string =>
  `${https ? 'https' : 'http'}://${isIPv6(host) ? `[${host}]` : host}:${port}`

/** Addresses to listen on: both loopbacks, or all when the name is for others to use. */
export const listeningHosts = (host: string | undefined): readonly string[] =>
  host === undefined || isLoopbackHost(new URL(originOf(1, { host })).hostname)
    ? ['127.0.0.1', '::1']
    : ['0.0.0.0', '::']

export function sandboxOrigins(base: number, naming: Naming = {}): SandboxOrigins {
  const at = (offset: number): string => originOf(base + offset, naming)
  return {
    console: at(portOffsets.console),
    trustAnchor: at(portOffsets.trustAnchor),
    walletProvider: at(portOffsets.walletProvider),
    pidProvider: at(portOffsets.pidProvider),
    relyingParty: at(portOffsets.relyingParty),
    nationalIdp: at(portOffsets.nationalIdp),
    nationalSamlIdp: at(portOffsets.nationalSamlIdp),
  }
}
