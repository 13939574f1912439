/**
 * What the Trust Anchor keeps: its immediate subordinates. A port, so that they may stand in a configuration file or in
 * a database; each verb is one round trip.
 */
import type { JsonObject, PublicJwk } from '../base/index.ts'
import type { Metadata } from '../federation/index.ts'

/** An entity that the anchor vouches for. */
export interface Subordinate {
  readonly entityId: string
  /** Its federation keys, as it handed them in when it was registered. */
  readonly keys: readonly PublicJwk[]
  /** The roles that it may play. */
  readonly entityTypes: readonly string[]
  /** Whether it has subordinates of its own. */
  readonly intermediate: boolean
  /** Replaces what the entity says about itself. */
  readonly metadata?: Metadata
  /** In the place of the ready-made policies of its types. */
  readonly metadataPolicy?: JsonObject
  /** Beside the ready-made constraints; a constraint of the same name replaces that one. */
  readonly constraints?: JsonObject
}

export interface Subordinates {
  /** The subordinate with exactly this identifier. */
  find(entityId: string): Promise<Subordinate | undefined>
  /** All of them, ordered by identifier. */
  list(): Promise<readonly Subordinate[]>
}
