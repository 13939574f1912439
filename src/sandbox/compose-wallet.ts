/**
 * Composes the wallet library in the same way for every wallet of the sandbox: demonstrations, tests and the console.
 */
import type { Clock, Crypto, DecisionSink, Fetch, Random } from '../base/index.ts'
import { createCertificateEvaluator } from '../certificate-trust/index.ts'
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
import { anchorProfilesOf, anchorsOf, credentialTypesOf, type ProfileAnchor, rootsOf } from './pin-profile-anchors.ts'

/** Parts that all wallets of a sandbox share. */
export interface SharedWalletParts {
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Crypto
  readonly origins: RoleOrigins
  readonly anchors: TrustAnchors
  /** The Trust Anchor's entities for the profiles other than `seed`. Defaults to none. */
  readonly profileAnchors?: readonly ProfileAnchor[]
  readonly decisions: DecisionSink
  /** Value of `authorization_endpoint` in the Wallet Attestation: a universal link. */
  readonly walletAuthorizationEndpoint: string
}

interface WalletParts extends SharedWalletParts {
  readonly fetch: Fetch
  readonly device: WalletDevice
  readonly redirectUri: string
  readonly consent: Consent
  readonly userAgent: UserAgent
  /** Waits between attempts at an unavailable provider. Defaults to no pause. */
  readonly pause?: (seconds: number) => Promise<void>
}

/** Seconds for which an expired revocation list is still used while its issuer does not answer. */
const graceSeconds = 60

/** Creates a wallet that keeps its records in memory. */
export function composeWallet(parts: WalletParts): Wallet {
  const { clock, random, crypto, decisions, fetch, origins, device, consent, userAgent, profileAnchors = [] } = parts
  const anchors: TrustAnchors = new Map([...parts.anchors, ...anchorsOf(profileAnchors)])
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
    anchorProfiles: anchorProfilesOf(profileAnchors),
    credentialTypes: credentialTypesOf(profileAnchors),
    certificates: createCertificateEvaluator({
      ...{ clock, fetch, urls, skewSeconds, graceSeconds },
      roots: rootsOf(profileAnchors),
    }),
    blobs: createMemoryBlobStore(),
    secret: { storageKey: async () => storageKey },
    pause: parts.pause ?? (async () => undefined),
  })
}
