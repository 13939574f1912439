/** Composes the wallet library in the same way for every wallet of the sandbox: demonstrations, tests and the console. */
import type { Clock, Crypto, DecisionSink, Fetch, Random } from '../base/index.ts'
import { createFederationTrustEvaluator, type TrustAnchors } from '../federation/index.ts'
import {
  type Consent,
  createMemoryBlobStore,
  createWallet,
  type UserAgent,
  type Wallet,
  walletConfig,
} from '../wallet/index.ts'
import type { WalletDevice } from './devices/wallet-device.ts'
import { skewSeconds } from './organizations.ts'
import type { RoleOrigins } from './origins.ts'

/** Parts that all wallets of a sandbox share. */
export interface WalletSurroundings {
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Crypto
  readonly origins: RoleOrigins
  readonly anchors: TrustAnchors
  readonly decisions: DecisionSink
  /** Universal link in the wallet's capabilities. */
  readonly walletAuthorizationEndpoint: string
}

interface WalletOfOnePerson extends WalletSurroundings {
  readonly fetch: Fetch
  readonly device: WalletDevice
  readonly redirectUri: string
  readonly consent: Consent
  readonly userAgent: UserAgent
  /** Waits between attempts at an unavailable provider. Defaults to no pause. */
  readonly pause?: (seconds: number) => Promise<void>
}

/** Creates a wallet with its records in memory. */
export function composeWallet(parts: WalletOfOnePerson): Wallet {
  const { clock, random, crypto, decisions, fetch, origins, anchors, device, consent, userAgent } = parts
  const urls = { loopbackHttp: origins.trustAnchor.startsWith('http:') }
  const storageKey = random.bytes(32)
  return createWallet({
    ...{ clock, random, crypto, decisions, fetch, consent, userAgent, ...device },
    config: walletConfig.parse({
      walletProvider: origins.walletProvider,
      authorizationEndpoint: parts.walletAuthorizationEndpoint,
      redirectUri: parts.redirectUri,
      ...urls,
    }),
    trust: createFederationTrustEvaluator({ clock, crypto, fetch }, { anchors, urls, skewSeconds }),
    blobs: createMemoryBlobStore(),
    secret: { storageKey: async () => storageKey },
    pause: parts.pause ?? (async () => undefined),
  })
}
