/** The stores of each role in service. */
import type { NumericDate } from '../base/index.ts'
import type { KeptTrustMarks, KeyRingStore } from '../federation/index.ts'
import type { RateCounters } from '../node/index.ts'
import type { PidProviderStores } from '../pid-provider/index.ts'
import type { RelyingPartyStores } from '../relying-party/index.ts'
import type { ReplicaSecrets, StoreIdentity } from '../stores/index.ts'
import type { Subordinates, TrustMarkGrants } from '../trust-anchor/index.ts'
import type { WalletProviderStores } from '../wallet-provider/index.ts'
import type { ServedRole } from './role-names.ts'
import type { CommonSettings } from './settings.ts'

/** All stores of a Trust Anchor or intermediate. */
export interface TrustAnchorStores {
  readonly subordinates: Subordinates
  readonly trustMarkGrants: TrustMarkGrants
  readonly federationKeys: KeyRingStore
}

/** Of each role that shows trust marks of itself. */
interface HolderStores {
  readonly keptTrustMarks: KeptTrustMarks
}

/** Those of the role, and those of its key ring and its own trust marks. */
export interface ServedWalletProviderStores extends WalletProviderStores, HolderStores {
  readonly attestationKeys: KeyRingStore
}

/** The stores that a service of each role opens. */
export interface RoleStores {
  readonly 'trust-anchor': TrustAnchorStores
  readonly 'wallet-provider': ServedWalletProviderStores
  readonly 'pid-provider': PidProviderStores & HolderStores
  readonly 'relying-party': RelyingPartyStores & HolderStores
}

/** The stores of one role in service, with what an operator wants to know of them. */
export interface OpenedStores<R extends ServedRole = ServedRole> {
  readonly stores: RoleStores[R]
  readonly identity: StoreIdentity
  /** What the replicas tell each other about their secrets; none where there is one process only. */
  readonly replicaSecrets?: ReplicaSecrets
  /** What the replicas tell each other about clients; none where there is one process only. */
  readonly rateCounters?: RateCounters
  /** Why there are none, although others may serve the same role. */
  readonly rateTrouble?: string
  /** Rejects when the store does not answer. */
  ping(): Promise<void>
  /** Rejects while nothing can be committed, although the store answers. */
  commits(): Promise<void>
  /** Forgets claims and whatever else of the store is over. */
  prune(now: NumericDate): Promise<void>
  /** Connections; none on the embedded store. */
  load?(): { readonly open: number; readonly waiting: number }
  close(): Promise<void>
}

/** The member `database` of a service's settings. */
export type DatabaseSettings = CommonSettings['database']
