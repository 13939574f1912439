/** Messages between a sandbox and its replicas, over the channel of parent and child. */
import type { DecisionRecord } from '../../base/index.ts'
import type { Message } from '../../console/index.ts'
import type { FurtherProfileName } from '../../profiles/index.ts'
import type { ServedRole } from '../../serve/index.ts'
import type { StartSecrets } from '../assemble-ecosystem.ts'
import type { SandboxOrigins } from '../origins.ts'
import type { Exchange } from '../recording-fetch.ts'
import type { OfferedWallet } from '../sandbox-parts.ts'
import type { TestOptions } from '../test-options.ts'

/** Everything that a replica cannot read from the data directory. */
export interface ReplicaOptions {
  /** Absolute path of the data directory. */
  readonly directory: string
  readonly database: string
  readonly origins: SandboxOrigins
  readonly startSecrets: StartSecrets
  readonly openid: string | undefined
  readonly walletLinks?: readonly OfferedWallet[] | undefined
  readonly profiles?: readonly FurtherProfileName[] | undefined
  readonly tests?: TestOptions | undefined
  readonly trustedHosts: readonly string[]
  /** Certificates in PEM: that of the local authority with `--https`, and those of tests. */
  readonly certificateAuthorities: readonly string[]
}

export type ToReplica = { readonly kind: 'begin'; readonly replicaOptions: ReplicaOptions } | { readonly kind: 'stop' }

/** Port of each role of a replica, on loopback. */
export type RolePorts = Readonly<Record<ServedRole, number>>

/**
 * Message from a replica. `serving`: all roles answer at these ports. `failed`: the replica cannot start, and ends.
 * `message`: the replica has recorded a message. `traces`: traces of decisions about a message that another process
 * records.
 */
export type FromReplica =
  | { readonly kind: 'serving'; readonly ports: RolePorts }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'decision'; readonly decision: DecisionRecord }
  | { readonly kind: 'exchange'; readonly exchange: Exchange }
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'traces'; readonly id: string; readonly traces: readonly string[] }
  | { readonly kind: 'fault'; readonly surface: string; readonly text: string }
