/** The store methods (verbs) of Wallet Instances whose statement is the same in both dialects. */
import type { PublicJwk } from '../base/index.ts'
import type {
  HoldReason,
  InstanceEvent,
  RevocationReason,
  WalletInstance,
  WalletInstanceStatus,
  WalletInstances,
} from '../wallet-provider/index.ts'
import { atPlaces, type Statements, usedPlaceOf, whereOf } from './statements.ts'
import type { Row } from './stored-values.ts'

/** Names that differ between the tables of the dialects. */
interface InstanceTables {
  /** Column of `wallet_instance` that other tables refer to. */
  readonly id: 'id' | 'hardware_key_tag'
  /** Column of other tables that refers to an instance. */
  readonly instance: 'instance' | 'hardware_key_tag'
  /** Column of `wallet_instance_user` with the user. */
  readonly user: 'user' | 'person'
  /** Expression for the platform of an instance. */
  readonly platform: string
  /** Condition for a revoked attestation, as in the partial index. */
  readonly revoked: string
}

const columns = `hardware_key_tag, hardware_key_thumbprint, hardware_key, device, status, registered_at, operational_at,
  revoked_at, revocation_reason, counter, receipt, held_at, held_reason`

const instanceOf = (row: Row): WalletInstance => ({
  hardwareKeyTag: row.hardware_key_tag as string,
  hardwareKey: JSON.parse(row.hardware_key as string) as PublicJwk,
  hardwareKeyThumbprint: row.hardware_key_thumbprint as string,
  device: JSON.parse(row.device as string) as WalletInstance['device'],
  ...(row.counter !== null && { counter: row.counter as number }),
  ...(row.receipt !== null && { receipt: row.receipt as string }),
  status: row.status as WalletInstanceStatus,
  registeredAt: row.registered_at as number,
  ...(row.operational_at !== null && { operationalAt: row.operational_at as number }),
  ...(row.revoked_at !== null && {
    revokedAt: row.revoked_at as number,
    revocationReason: row.revocation_reason as RevocationReason,
  }),
  ...(row.held_at !== null && { heldAt: row.held_at as number, heldReason: row.held_reason as HoldReason }),
})

/** Creates the lookups of instances, attestations and refusals, and the verb that counts refusals. */
export function instanceVerbs(
  { read, write }: Statements,
  { id, instance, user: userColumn, platform: platformOf, revoked }: InstanceTables,
): Pick<
  WalletInstances,
  'find' | 'search' | 'revokedPlaces' | 'usedPlaces' | 'highestList' | 'history' | 'countRefusal' | 'refusals'
> {
  const ofInstance = `${instance} = (SELECT ${id} FROM wallet_instance WHERE hardware_key_tag = $1)`
  return {
    find: async (hardwareKeyTag) => {
      const [row] = await read(`SELECT ${columns} FROM wallet_instance WHERE hardware_key_tag = $1`, [hardwareKeyTag])
      return row && instanceOf(row)
    },
    search: async (query) => {
      const {
        status,
        held,
        heldReason,
        platform,
        user,
        thumbprint,
        certificateSerial,
        registeredFrom,
        registeredTo,
        before,
        limit,
      } = query
      // A user has few instances: `|| ''` keeps the planner from the indexes of statuses and platforms.
      const isSelective = [user, thumbprint, certificateSerial].some((value) => value !== undefined)
      const equals = (column: string): string => (isSelective ? `${column} || '' = ?` : `${column} = ?`)
      const { where, values } = whereOf([
        [equals('status'), status],
        ['held_reason = ?', heldReason],
        [equals(platformOf), platform],
        [`${id} IN (SELECT ${instance} FROM wallet_instance_user WHERE ${userColumn} = ?)`, user],
        ['hardware_key_thumbprint = ?', thumbprint],
        [`${id} IN (SELECT ${instance} FROM wallet_instance_certificate WHERE serial = ?)`, certificateSerial],
        ['registered_at >= ?', registeredFrom],
        ['registered_at <= ?', registeredTo],
        [
          `(registered_at, ${id}) < (SELECT registered_at, ${id} FROM wallet_instance WHERE hardware_key_tag = ?)`,
          before,
        ],
      ])
      // The conditions of the partial indexes, so that the planner uses them.
      const ofIndex =
        isSelective || status === undefined || status === 'operational' ? '' : `AND status <> 'operational'`
      const heldOnly = held || heldReason !== undefined ? 'AND held_at IS NOT NULL' : ''
      const text = `SELECT ${columns} FROM wallet_instance WHERE ${where} ${ofIndex} ${heldOnly}
        ORDER BY registered_at DESC, ${id} DESC LIMIT $${values.length + 1}`
      return (await read(text, [...values, limit])).map(instanceOf)
    },
    revokedPlaces: async (list, now) => {
      const text = `SELECT status_index FROM wallet_attestation WHERE status_list = $1 AND ${revoked} AND kept_until >= $2`
      return (await read(text, [list, now])).map((row) => row.status_index as number)
    },
    usedPlaces: async (places) => {
      const { condition, values } = atPlaces(places)
      const text = `SELECT status_list, status_index, kept_until AS until FROM wallet_attestation WHERE ${condition}`
      return (await read(text, values)).map(usedPlaceOf)
    },
    highestList: async () => {
      const [row] = await read('SELECT max(status_list) AS highest FROM wallet_attestation', [])
      return (row?.highest as number | null) ?? -1
    },
    history: async (hardwareKeyTag) => {
      const text = `SELECT at, change, actor, reason FROM wallet_instance_event WHERE ${ofInstance} ORDER BY sequence`
      return (await read(text, [hardwareKeyTag])).map((row) => ({
        at: row.at as number,
        change: row.change as InstanceEvent['change'],
        actor: row.actor as string,
        ...(row.reason !== null && { reason: row.reason as NonNullable<InstanceEvent['reason']> }),
      }))
    },
    countRefusal: async ({ hardwareKeyTag, requirement, code, now }) => {
      await write(
        `INSERT INTO wallet_instance_refusal AS seen (${instance}, requirement, code, count, first_at, last_at)
         SELECT ${id}, $2, $3, 1, $4, $4 FROM wallet_instance WHERE hardware_key_tag = $1
         ON CONFLICT (${instance}, requirement, code) DO UPDATE SET count = seen.count + 1, last_at = excluded.last_at`,
        [hardwareKeyTag, requirement, code, now],
      )
    },
    refusals: async (hardwareKeyTag) => {
      const text = `SELECT requirement, code, count, first_at, last_at FROM wallet_instance_refusal
        WHERE ${ofInstance} ORDER BY last_at DESC`
      return (await read(text, [hardwareKeyTag])).map((row) => ({
        requirement: row.requirement as string,
        code: row.code as string,
        count: row.count as number,
        firstAt: row.first_at as number,
        lastAt: row.last_at as number,
      }))
    },
  }
}
