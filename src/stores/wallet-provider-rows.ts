/** Wallet Instances, their log and their refusals, read from the rows of either database; their verbs by file. */
import type { PublicJwk } from '../base/index.ts'
import type {
  EvidenceReason,
  InstanceEvent,
  InstanceRefusal,
  RevocationReason,
  WalletInstance,
  WalletInstanceStatus,
  WalletInstances,
} from '../wallet-provider/index.ts'
import type { Row } from './stored-values.ts'

/** The verbs of the protocol: registration and attestation. */
export type ProtocolVerbs = Pick<
  WalletInstances,
  'find' | 'register' | 'beginAttestation' | 'recordAttestation' | 'revokedPlaces'
>
/** The verbs of an administrator. */
export type AdministrationVerbs = Pick<WalletInstances, 'revoke' | 'revokeSome' | 'search'>
/** The verbs of held instances (WP-91). */
export type HeldVerbs = Pick<WalletInstances, 'revokeOrHold' | 'release' | 'releaseSome'>
/** The verbs about the log, the user and the refusals of one instance. */
export type RecordVerbs = Pick<WalletInstances, 'history' | 'linkUser' | 'unlinkUser' | 'countRefusal' | 'refusals'>

/** A row of `wallet_instance`. */
export function instanceOf(row: Row): WalletInstance {
  return {
    hardwareKeyTag: row.hardware_key_tag as string,
    hardwareKey: JSON.parse(row.hardware_key as string) as PublicJwk,
    hardwareKeyThumbprint: row.hardware_key_thumbprint as string,
    device: JSON.parse(row.device as string) as WalletInstance['device'],
    ...(row.counter === null ? {} : { counter: row.counter as number }),
    ...(row.receipt === null ? {} : { receipt: row.receipt as string }),
    status: row.status as WalletInstanceStatus,
    registeredAt: row.registered_at as number,
    ...(row.operational_at === null ? {} : { operationalAt: row.operational_at as number }),
    ...(row.revoked_at === null
      ? {}
      : { revokedAt: row.revoked_at as number, revocationReason: row.revocation_reason as RevocationReason }),
    ...(row.held_at === null ? {} : { heldAt: row.held_at as number, heldReason: row.held_reason as EvidenceReason }),
  }
}

/** A row of `wallet_instance_event`. */
export const eventOf = (row: Row): InstanceEvent => ({
  at: row.at as number,
  change: row.change as InstanceEvent['change'],
  actor: row.actor as string,
  ...(row.reason === null ? {} : { reason: row.reason as RevocationReason }),
})

/** A row of `wallet_instance_refusal`. */
export const refusalOf = (row: Row): InstanceRefusal => ({
  requirement: row.requirement as string,
  code: row.code as string,
  count: row.count as number,
  firstAt: row.first_at as number,
  lastAt: row.last_at as number,
})
