/** Dependencies of the Wallet Provider, and the services that its use cases share. */
import { memoizeByObject, type NonceKeys, whenResolved } from '../base/index.ts'
import type { DeviceIntegrity } from '../device-integrity/index.ts'
import {
  type CurrentRingKeys,
  createRingKeys,
  fixedRingKeys,
  type KeyRing,
  type RingKeys,
} from '../federation/index.ts'
import type { Signer } from '../jose/index.ts'
import {
  type Administer,
  type Administrator,
  createAdminister,
  createLeafServices,
  type LeafContext,
  type MemberServices,
} from '../member/index.ts'
import { createStatusPlaces, type StatusLists, type StatusPlaces } from '../status-list/index.ts'
import { WP, type WpAnswer } from './answers.ts'
import { createAttestationStatusLists } from './attestation/attestation-status.ts'
import type { WalletProviderConfig } from './config.ts'
import { ADMINISTRATOR_RULES, administratorCodes } from './lifecycle/administrator.ts'
import { walletProviderMetadata } from './metadata.ts'
import type { WalletInstances, WalletProviderStores } from './stores.ts'

/** Dependencies of a Wallet Provider: those of a Leaf Entity, its keys and stores, and the vendors' verifiers. */
export interface WalletProviderContext extends LeafContext {
  readonly config: WalletProviderConfig
  /**
   * Signs Wallet Attestations. Must differ from the federation key (FED-39). `createWalletProvider` does not check
   * that.
   */
  readonly attestationSigner: Signer
  /**
   * Attestation keys that change at run time. Replaces `attestationSigner`. `seedKeyRing` puts the keys of the key file
   * into a new ring.
   */
  readonly attestationKeyRing?: KeyRing
  /** Keys for challenges, shared by all replicas. */
  readonly challengeKeys: NonceKeys
  readonly deviceIntegrity: DeviceIntegrity
  readonly stores: WalletProviderStores
  /** Administrators of the administration API. If absent, there is no such API. */
  readonly administrators?: readonly Administrator[]
}

/** Services of the use cases. Each use case declares those that it needs. */
export interface WalletProviderServices extends WalletProviderContext, MemberServices<WpAnswer> {
  readonly administer: Administer<WpAnswer>
  readonly attestationKeys: RingKeys
  readonly walletInstances: WalletInstances
  readonly statusLists: StatusLists
  readonly statusPlaces: StatusPlaces
}

/**
 * Creates the services of the use cases. Throws a TypeError for an administrator's token that is too short, too long or
 * malformed.
 */
export function createServices(ctx: WalletProviderContext): WalletProviderServices {
  const { config, attestationKeyRing: ring } = ctx
  const attestationKeys = ring
    ? createRingKeys(ring.store, ring.vault, { keptSeconds: config.attestationKeyCacheSeconds })
    : fixedRingKeys(ctx.attestationSigner)
  const metadataOf = memoizeByObject(({ published, revision }: CurrentRingKeys) => ({
    metadata: walletProviderMetadata(config, published),
    revision,
  }))
  const member = createLeafServices<WpAnswer>(ctx, (now) => whenResolved(attestationKeys.current(now), metadataOf))
  const { walletInstances } = ctx.stores
  const statusLists = createAttestationStatusLists({ crypto: ctx.crypto, config, attestationKeys, walletInstances })
  const statusPlaces = createStatusPlaces({ random: ctx.random, config: config.statusLists, register: walletInstances })
  const administer = createAdminister(
    { ...ctx, ...member },
    {
      administrators: ctx.administrators ?? [],
      codes: administratorCodes,
      rules: ADMINISTRATOR_RULES,
      forbidden: WP.forbidden,
    },
  )
  return { ...ctx, ...member, administer, attestationKeys, walletInstances, statusLists, statusPlaces }
}
