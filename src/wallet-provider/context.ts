/**
 * What the Wallet Provider is given by whoever puts it together, and what it makes of that for its use cases.
 */
import {
  type Clock,
  type Crypto,
  createDecide,
  type Decide,
  type DecisionSink,
  type Fetch,
  type NonceKeys,
  type PublicJwk,
  type Random,
  remembered,
  whenKnown,
} from '../base/index.ts'
import type { DeviceIntegrity } from '../device-integrity/index.ts'
import {
  type CurrentRingKeys,
  createEntityConfigurationPublisher,
  createRingKeys,
  type EntityConfigurationPublisher,
  fixedRingKeys,
  type KeyRing,
  type RingKeys,
  type ShownTrustMarks,
  type TrustAnchors,
} from '../federation/index.ts'
import type { Admission } from '../http/index.ts'
import type { JwsAlgorithm, Signer } from '../jose/index.ts'
import { requireAdministrationTokens } from '../oauth/index.ts'
import type { StatusLists } from '../status-list/index.ts'
import type { WpAnswer } from './answers.ts'
import { createAttestationStatusLists } from './attestation/attestation-status.ts'
import type { WalletProviderConfig } from './config.ts'
import type { Administrator } from './lifecycle/administrator.ts'
import { walletProviderMetadata } from './metadata.ts'
import type { WalletInstances, WalletProviderStores } from './stores.ts'

/** Everything from outside: time, chance, cryptography, network, keys, stores, the vendors' verifiers. */
export interface WalletProviderContext {
  readonly config: WalletProviderConfig
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Crypto
  readonly fetch: Fetch
  readonly anchors: TrustAnchors
  readonly federationSigner: Signer
  /** Published beside it: the next one, and former ones whose statements still live (FED-10). */
  readonly furtherFederationKeys?: readonly PublicJwk[]
  /** Of the statements of its own trust chain; the default ones when not said. */
  readonly federationAlgorithms?: readonly JwsAlgorithm[]
  /** The marks that it shows of itself, `current` of `createTrustMarkSource`; none when not said. */
  readonly trustMarks?: ShownTrustMarks
  /** Signs Wallet Attestations; another key than the federation's (FED-39). */
  readonly attestationSigner: Signer
  /**
   * In the place of `attestationSigner`: keys that roll over while the provider runs. Seed the ring with the keys of the
   * key file (`seedKeyRing`).
   */
  readonly attestationKeyRing?: KeyRing
  /** Shared by all replicas. */
  readonly challengeKeys: NonceKeys
  readonly deviceIntegrity: DeviceIntegrity
  readonly stores: WalletProviderStores
  /** Without any there is no administration interface. */
  readonly administrators?: readonly Administrator[]
  readonly decisions: DecisionSink
  /** Limits, asked before a request is read; none when not said. */
  readonly admission?: Admission
  /** Told of what was thrown and is no refusal: faults of ours, and outages (`Unavailable`), each time. */
  readonly onFault: (fault: unknown, surface: string) => void
}

/** What the use cases take slices of. */
export interface WalletProviderServices extends WalletProviderContext {
  readonly decide: Decide<WpAnswer>
  readonly publisher: EntityConfigurationPublisher
  readonly attestationKeys: RingKeys
  readonly walletInstances: WalletInstances
  readonly statusLists: StatusLists
}

export function createServices(ctx: WalletProviderContext): WalletProviderServices {
  const { config, attestationKeyRing: ring } = ctx
  requireAdministrationTokens(ctx.administrators ?? [])
  const attestationKeys = ring
    ? createRingKeys(ring.store, ring.vault, { keptSeconds: config.attestationKeyCacheSeconds })
    : fixedRingKeys(ctx.attestationSigner)
  const metadataOf = remembered(({ published, revision }: CurrentRingKeys) => ({
    metadata: walletProviderMetadata(config, published),
    revision,
  }))
  const publisher = createEntityConfigurationPublisher(
    { ...ctx, signer: ctx.federationSigner },
    {
      entityId: config.entityId,
      metadata: (now) => whenKnown(attestationKeys.current(now), metadataOf),
      authorityHints: config.authorityHints, // FED-12
      ...(ctx.furtherFederationKeys && { furtherKeys: ctx.furtherFederationKeys }),
      ...(ctx.trustMarks && { trustMarks: ctx.trustMarks }),
      lifetimeSeconds: config.entityConfigurationLifetimeSeconds,
      anchors: ctx.anchors,
      ...(ctx.federationAlgorithms && { algorithms: ctx.federationAlgorithms }),
      urls: { loopbackHttp: config.loopbackHttp },
      skewSeconds: config.clockSkewSeconds,
    },
  )
  const { walletInstances } = ctx.stores
  const statusLists = createAttestationStatusLists({ config, attestationKeys, walletInstances })
  return { ...ctx, decide: createDecide(ctx), publisher, attestationKeys, walletInstances, statusLists }
}
