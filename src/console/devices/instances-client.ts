/** Client for the Wallet Instances in the administration API of a Wallet Provider. */
import { isJsonObject, isNumericDate, type NumericDate } from '../../base/index.ts'
import type { DeviceInformation } from '../../device-integrity/index.ts'
import { paths } from '../../wallet-provider/paths.ts'
import type { Administer, AdministrationCall } from '../administration.ts'
import { type CallAnswer, type CallResult, membersOf, succeeded } from '../answer-refusal.ts'

const role = 'wallet-provider'

/** Members of an instance that the pages show, as the administration returns them. Times are in seconds since 1970. */
export interface ShownInstance {
  readonly hardware_key_tag: string
  readonly thumbprint: string
  readonly status: 'registered' | 'operational' | 'revoked'
  readonly registered_at: NumericDate
  readonly held_at?: NumericDate
  readonly device: DeviceInformation
  /** Present in the result of `show` only. */
  readonly history?: readonly {
    readonly at: NumericDate
    readonly change: string
    readonly actor?: string
    readonly reason?: string
  }[]
  /** Present in the result of `show` only. */
  readonly refusals?: readonly {
    readonly requirement: string
    readonly code: string
    readonly count: number
    readonly last_at: NumericDate
  }[]
}

/** Filters of the list. An instance must match all of them. The service refuses an unknown value. */
export interface InstanceFilter {
  readonly status?: string
  readonly held?: true
  readonly held_reason?: string
  readonly platform?: string
  readonly user?: string
  readonly thumbprint?: string
  readonly certificate_serial?: string
}

/** Group of instances that are revoked or released together. */
export type InstanceGroup =
  | { readonly user: string }
  | { readonly certificate_serial: string }
  | { readonly held: true; readonly held_reason?: string }

/** Change of an instance. `revoke` is permanent. `release` ends the hold of a held instance. */
export type InstanceChange = 'revoke' | 'release'

interface InstancesClient {
  /** Returns at most `limit` instances that match the filter. */
  search(filter: InstanceFilter, limit: number): Promise<CallAnswer<readonly ShownInstance[]>>
  /** Returns the instance with this hardware key tag, with its history and refusals. */
  show(hardwareKeyTag: string): Promise<CallAnswer<ShownInstance>>
  change(change: InstanceChange, hardwareKeyTag: string, reason: string): Promise<CallResult>
  /** Changes a group. Returns the number of changed instances. */
  changeGroup(change: InstanceChange, group: InstanceGroup, reason: string): Promise<CallAnswer<number>>
}

const post = (path: string, body: object): AdministrationCall => ({ role, method: 'POST', path, body })

export const searchCall = (filter: InstanceFilter, limit: number): AdministrationCall =>
  post(paths.instanceSearch, { ...filter, limit })

/** Returns the call that changes one instance. Sends `reason` only with a revocation. */
export const instanceCall = (change: InstanceChange, hardware_key_tag: string, reason: string): AdministrationCall =>
  change === 'revoke' ? post(paths.revocation, { hardware_key_tag, reason }) : post(paths.release, { hardware_key_tag })

/** Returns the call that changes a group. Sends `reason` only with a revocation. */
export const groupCall = (change: InstanceChange, group: InstanceGroup, reason: string): AdministrationCall =>
  change === 'revoke' ? post(paths.groupRevocation, { ...group, reason }) : post(paths.heldRelease, group)

/**
 * Returns true for an object with the members that every page needs. Does not check the other members, for example the
 * history.
 */
const isInstance = (value: unknown): value is ShownInstance =>
  isJsonObject(value) &&
  typeof value.hardware_key_tag === 'string' &&
  typeof value.thumbprint === 'string' &&
  typeof value.status === 'string' &&
  isNumericDate(value.registered_at) &&
  isJsonObject(value.device)

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

export const createInstancesClient = (administer: Administer): InstancesClient => ({
  search: async (filter, limit) => {
    const result = await administer(searchCall(filter, limit))
    const value = membersOf(result).wallet_instances
    return succeeded(result) && Array.isArray(value) && value.every(isInstance) ? { result, value } : { result }
  },
  show: async (hardware_key_tag) => {
    const result = await administer(post(paths.showInstance, { hardware_key_tag }))
    const value: unknown = membersOf(result)
    return succeeded(result) && isInstance(value) ? { result, value } : { result }
  },
  change: (change, hardwareKeyTag, reason) => administer(instanceCall(change, hardwareKeyTag, reason)),
  changeGroup: async (change, group, reason) => {
    const result = await administer(groupCall(change, group, reason))
    const value = membersOf(result)[change === 'revoke' ? 'revoked' : 'released']
    return succeeded(result) && isCount(value) ? { result, value } : { result }
  },
})
