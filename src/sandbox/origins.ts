/**
 * Origins of a sandbox's parts, with one port each above a common base (DESIGN §8). Each origin is both identifier and
 * public URL.
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
  /** Origin of the OpenID Provider. */
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

/** Offset of the last port of a sandbox, which is the SAML identity provider's. */
export const lastPortOffset = 6

/**
 * Universal link in the capabilities of the sandbox's wallets, which name an app (WP-57). No server answers there, and
 * nothing opens it: the same-device links of the Relying Party open the wallet of the console.
 */
export const walletAuthorizationEndpoint = 'https://wallet.example/authorization'

/** Returns the URL with which the Relying Party's links open the wallet of the console. */
export const consoleWalletEndpoint = ({ console }: Pick<SandboxOrigins, 'console'>): string =>
  `${console}/wallet/authorization`

/** Scheme and host of a sandbox's identifiers. */
interface Naming {
  readonly https?: boolean
  readonly host?: string
}

/** Returns the origin of a port. Defaults to http and `localhost`. */
export const originOf = (port: number, { https = false, host = 'localhost' }: Naming): string =>
  `${https ? 'https' : 'http'}://${isIPv6(host) ? `[${host}]` : host}:${port}`

/** Returns true if other machines reach a sandbox with this name. */
export const isOpenToOthers = (host: string | undefined): boolean =>
  host !== undefined && !isLoopbackHost(new URL(originOf(1, { host })).hostname)

/** Returns the addresses to listen on: both loopback addresses, or all if others use the name. */
export const listeningHosts = (host: string | undefined): readonly string[] =>
  isOpenToOthers(host) ? ['0.0.0.0', '::'] : ['127.0.0.1', '::1']

/** Returns the origins of all parties. `base` is the first port. */
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

/** Name of each part of a sandbox, as messages and decisions name it. */
const partyNames = {
  console: 'console',
  trustAnchor: 'trust-anchor',
  walletProvider: 'wallet-provider',
  pidProvider: 'pid-provider',
  relyingParty: 'relying-party',
  nationalIdp: 'national-idp',
  nationalSamlIdp: 'national-saml-idp',
} as const satisfies Record<keyof SandboxOrigins, string>

/** Returns the function that names the part at an origin. */
export function partiesOf(origins: SandboxOrigins): (origin: string) => string | undefined {
  const names = Object.entries(origins).map(
    ([part, origin]) => [origin, partyNames[part as keyof SandboxOrigins]] as const,
  )
  const byOrigin = new Map<string, string>(names)
  return (origin) => byOrigin.get(origin)
}
