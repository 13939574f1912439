/** Public origins of the measured roles. Their sockets have no TLS and are on loopback, as behind a proxy. */
import type { ServedRole } from '../../src/serve/index.ts'

export const origins = {
  trustAnchor: 'https://trust-anchor.example',
  walletProvider: 'https://wallet-provider.example',
  pidProvider: 'https://pid-provider.example',
  relyingParty: 'https://relying-party.example',
} as const

export const hostOf = (origin: string): string => new URL(origin).host

export const walletRedirectUri = 'https://wallet.example/callback'
export const walletAuthorizationEndpoint = 'https://wallet.example/authorization'

/** Port of each role. */
export type Ports = Readonly<Record<ServedRole, number>>
