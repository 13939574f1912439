/**
 * Origins of a sandbox's parties: the console, the roles and the national identity providers. Each party has one port,
 * at a fixed offset from the first port. Its origin is both its identifier and its public URL.
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

/** Port of each party, as an offset from the first port. */
export const portOffsets = {
  console: 0,
  trustAnchor: 1,
  walletProvider: 2,
  pidProvider: 3,
  relyingParty: 4,
  nationalIdp: 5,
  nationalSamlIdp: 6,
} as const satisfies Record<keyof SandboxOrigins, number>

/** Offset of the last port of a sandbox. */
export const lastPortOffset = portOffsets.nationalSamlIdp

/**
 * Universal link in the Wallet Attestations of the sandbox's wallets (`authorization_endpoint`), which must contain
 * such a link (WP-57). No server answers at this URL. The Relying Party's same-device links open the console's wallet
 * instead.
 */
export const walletAuthorizationEndpoint = 'https://wallet.example/authorization'

/** Returns the URL that the Relying Party's same-device links use to open the console's wallet. */
export const consoleWalletEndpoint = ({ console }: Pick<SandboxOrigins, 'console'>): string =>
  `${console}/wallet/authorization`

/** Options for the scheme and host of a sandbox's identifiers. */
interface OriginOptions {
  readonly https?: boolean
  readonly host?: string
}

/**
 * Returns the origin with this port, as clients serialize it (RFC 6454 §6.1): the host in lower case, without the
 * default port of the scheme. Defaults to http and `localhost`. Throws a TypeError for a host that is malformed.
 */
export const originOf = (port: number, { https = false, host = 'localhost' }: OriginOptions): string =>
  new URL(`${https ? 'https' : 'http'}://${hostnameOf(host)}:${port}`).origin

/**
 * Returns a name or address as `URL.hostname` has it: in lower case, and an IPv6 address in brackets. Returns a
 * malformed host unchanged.
 */
export const hostnameOf = (host: string): string =>
  URL.parse(`http://${isIPv6(host) ? `[${host}]` : host}`)?.hostname ?? host

/**
 * Returns the port of an http or https origin. An origin does not contain the port if it is the default port of the
 * scheme.
 */
export function portOf(origin: string): number {
  const { port, protocol } = new URL(origin)
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}

/** Returns true if other machines can reach a sandbox with this host: if it is set, and is not a loopback host. */
export const isOpenToOthers = (host: string | undefined): boolean =>
  host !== undefined && !isLoopbackHost(hostnameOf(host))

/**
 * Returns the addresses to listen on: both loopback addresses, or all addresses if other machines can reach the
 * sandbox.
 */
export const listeningHosts = (host: string | undefined): readonly string[] =>
  isOpenToOthers(host) ? ['0.0.0.0', '::'] : ['127.0.0.1', '::1']

/** Returns the origins of all parties. `base` is the first port. */
export function sandboxOrigins(base: number, options: OriginOptions = {}): SandboxOrigins {
  const at = (offset: number): string => originOf(base + offset, options)
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

/** Name of each party in messages and decisions. */
const partyNames = {
  console: 'console',
  trustAnchor: 'trust-anchor',
  walletProvider: 'wallet-provider',
  pidProvider: 'pid-provider',
  relyingParty: 'relying-party',
  nationalIdp: 'national-idp',
  nationalSamlIdp: 'national-saml-idp',
} as const satisfies Record<keyof SandboxOrigins, string>

/**
 * Creates a function that returns the name of the party at an origin, or `undefined` for an origin outside the sandbox.
 */
export function partiesOf(origins: SandboxOrigins): (origin: string) => string | undefined {
  const names = Object.entries(origins).map(
    ([party, origin]) => [origin, partyNames[party as keyof SandboxOrigins]] as const,
  )
  const byOrigin = new Map<string, string>(names)
  return (origin) => byOrigin.get(origin)
}
