/**
 * Stores without a database: the reference for the contract suite, and the stores of unit tests. Their contents are
 * lost at exit.
 */
import { createMemoryClaims, type NumericDate } from '../base/index.ts'
import type { StatusPlace } from '../status-list/index.ts'
import {
  evidenceReasons,
  type InstanceEvent,
  type InstanceRefusal,
  isNextCounter,
  mayBecome,
  ownActors,
  revocationWindowSeconds,
  type WalletInstance,
} from './lifecycle/wallet-instance.ts'
import type { InstanceGroup, InstanceSearch, Revocation, WalletInstances, WalletProviderStores } from './stores.ts'

type UserLink = Parameters<WalletInstances['linkUser']>[0]

interface LiveAttestation {
  readonly hardwareKeyTag: string
  readonly place: StatusPlace
  readonly keptUntil: NumericDate
}

/** All tables. */
const createTables = () => ({
  instances: new Map<string, WalletInstance>(),
  serials: new Map<string, readonly string[]>(),
  users: new Map<string, string>(),
  attestations: new Map<string, LiveAttestation>(),
  refusals: new Map<string, InstanceRefusal & { readonly hardwareKeyTag: string }>(),
  events: [] as (InstanceEvent & { readonly hardwareKeyTag: string })[],
})

type Tables = ReturnType<typeof createTables>

/** Returns stores that pass the contract of `store-contracts/`. For one process only; the contents are lost at exit. */
export function createMemoryWalletProviderStores(): WalletProviderStores {
  const tables = createTables()
  const { instances, serials, events } = tables
  const used = createMemoryClaims()
  return {
    walletInstances: {
      find: async (hardwareKeyTag) => instances.get(hardwareKeyTag),
      register: async ({ claims, instance, certificateSerials = [], user }) => {
        const isKnown = (): boolean =>
          [...instances.values()].some(
            ({ hardwareKeyTag, hardwareKeyThumbprint }) =>
              hardwareKeyTag === instance.hardwareKeyTag || hardwareKeyThumbprint === instance.hardwareKeyThumbprint,
          )
        const add = (): 'registered' => {
          const { hardwareKeyTag, registeredAt: at } = instance
          instances.set(hardwareKeyTag, instance)
          serials.set(hardwareKeyTag, certificateSerials)
          events.push({ hardwareKeyTag, at, change: 'registered', actor: ownActors.wallet })
          if (user !== undefined) link(tables, { hardwareKeyTag, user, actor: ownActors.user, now: at })
          return 'registered'
        }
        return used.claim(claims, add, () => (isKnown() ? 'known' : undefined))
      },
      beginAttestation: async ({ claims, hardwareKeyTag, counter }) => {
        const instance = instances.get(hardwareKeyTag)
        const begin = (): 'begun' => {
          if (instance !== undefined && counter !== undefined) change(tables, instance, { counter })
          return 'begun'
        }
        return used.claim(claims, begin, () => {
          if (instance?.status === 'revoked') return 'revoked'
          if (instance?.heldAt !== undefined) return 'held'
          return isNextCounter(instance?.counter, counter) ? undefined : 'counter_not_above'
        })
      },
      ...attestationVerbs(tables),
      ...administrationVerbs(tables),
      ...heldVerbs(tables),
      ...recordVerbs(tables),
    },
  }
}

const change = ({ instances }: Tables, instance: WalletInstance, changes: Partial<WalletInstance>): void =>
  void instances.set(instance.hardwareKeyTag, { ...instance, ...changes })

const attestationVerbs = (tables: Tables): Pick<WalletInstances, 'recordAttestation' | 'revokedPlaces'> => ({
  recordAttestation: async ({ hardwareKeyTag, place, keptUntil, now }) => {
    const { instances, attestations, events } = tables
    const instance = instances.get(hardwareKeyTag)
    if (instance === undefined || instance.status === 'revoked') return 'revoked'
    if (instance.heldAt !== undefined) return 'held'
    for (const [key, live] of attestations) if (live.keptUntil < now) attestations.delete(key)
    const key = `${place.list} ${place.index}`
    if (attestations.has(key)) return { lost: 'status_place' }
    attestations.set(key, { hardwareKeyTag, place, keptUntil })
    if (mayBecome(instance.status, 'operational')) {
      change(tables, instance, { status: 'operational', operationalAt: now })
      events.push({ hardwareKeyTag, at: now, change: 'operational', actor: ownActors.wallet })
    }
    return 'recorded'
  },
  revokedPlaces: async (list, now) =>
    [...tables.attestations.values()]
      .filter(({ place, keptUntil }) => place.list === list && keptUntil >= now)
      .filter(({ hardwareKeyTag }) => tables.instances.get(hardwareKeyTag)?.status === 'revoked')
      .map(({ place }) => place.index),
})

const administrationVerbs = (tables: Tables): Pick<WalletInstances, 'revoke' | 'revokeSome' | 'search'> => ({
  revoke: async ({ hardwareKeyTag, ...revocation }) => {
    const instance = tables.instances.get(hardwareKeyTag)
    if (instance === undefined) return 'unknown'
    revokeOne(tables, instance, revocation)
    return 'revoked'
  },
  revokeSome: async ({ of, ...input }) => {
    const { count, next } = changeNext(tables, of, input, (one) => revokeOne(tables, one, input))
    return { revoked: count, next }
  },
  search: async (query) =>
    [...tables.instances.values()]
      .filter(matches(tables, query))
      .toSorted((a, b) => b.registeredAt - a.registeredAt)
      .slice(0, query.limit),
})

const heldVerbs = (tables: Tables): Pick<WalletInstances, 'revokeOrHold' | 'release' | 'releaseSome'> => ({
  revokeOrHold: async ({ hardwareKeyTag, reason, maxPerMinute, now }) => {
    const instance = tables.instances.get(hardwareKeyTag)
    if (instance === undefined || instance.status === 'revoked' || instance.heldAt !== undefined) return 'unchanged'
    const recent = [...tables.instances.values()].filter(
      ({ revokedAt = Number.NEGATIVE_INFINITY, revocationReason }) =>
        revokedAt > now - revocationWindowSeconds && evidenceReasons.some((counted) => counted === revocationReason),
    )
    if (recent.length < maxPerMinute) {
      revokeOne(tables, instance, { reason, now })
      return 'revoked'
    }
    change(tables, instance, { heldAt: now, heldReason: reason })
    tables.events.push({ hardwareKeyTag, at: now, change: 'held', actor: ownActors.provider, reason })
    return 'held'
  },
  release: async ({ hardwareKeyTag, ...by }) => {
    const instance = tables.instances.get(hardwareKeyTag)
    if (instance === undefined) return 'unknown'
    releaseOne(tables, instance, by)
    return 'released'
  },
  releaseSome: async (input) => {
    const { count, next } = changeNext(tables, { held: true }, input, (one) => releaseOne(tables, one, input))
    return { released: count, next }
  },
})

const recordVerbs = (
  tables: Tables,
): Pick<WalletInstances, 'history' | 'linkUser' | 'unlinkUser' | 'countRefusal' | 'refusals'> => ({
  history: async (hardwareKeyTag) =>
    tables.events
      .filter((event) => event.hardwareKeyTag === hardwareKeyTag)
      .map(({ hardwareKeyTag: _, ...event }) => event),
  linkUser: async ({ hardwareKeyTag, user, actor, now }) => {
    if (!tables.instances.has(hardwareKeyTag)) return 'unknown'
    link(tables, { hardwareKeyTag, user, actor, now })
    return 'linked'
  },
  unlinkUser: async ({ hardwareKeyTag, actor, now }) => {
    if (!tables.instances.has(hardwareKeyTag)) return 'unknown'
    if (tables.users.delete(hardwareKeyTag)) tables.events.push({ hardwareKeyTag, at: now, change: 'unlinked', actor })
    return 'unlinked'
  },
  countRefusal: async ({ hardwareKeyTag, requirement, code, now }) => {
    if (!tables.instances.has(hardwareKeyTag)) return
    const name = `${requirement} ${code} ${hardwareKeyTag}`
    const { firstAt = now, count = 0 } = tables.refusals.get(name) ?? {}
    tables.refusals.set(name, { hardwareKeyTag, requirement, code, count: count + 1, firstAt, lastAt: now })
  },
  refusals: async (hardwareKeyTag) =>
    [...tables.refusals.values()]
      .filter((refusal) => refusal.hardwareKeyTag === hardwareKeyTag)
      .toSorted((a, b) => b.lastAt - a.lastAt)
      .map(({ hardwareKeyTag: _, ...refusal }) => refusal),
})

function link({ users, events }: Tables, { hardwareKeyTag, user, actor, now }: UserLink): void {
  users.set(hardwareKeyTag, user)
  events.push({ hardwareKeyTag, at: now, change: 'linked', actor })
}

/**
 * Changes the next instances of a group. Returns how many it changed, and `after` for the next step if there may be
 * one.
 */
function changeNext(
  tables: Tables,
  group: InstanceGroup,
  { after = '', limit }: { readonly after: string | undefined; readonly limit: number },
  changes: (instance: WalletInstance) => boolean,
): { readonly count: number; readonly next: string | undefined } {
  const step = [...tables.instances.values()]
    .filter(isOf(tables, group))
    .filter(({ hardwareKeyTag }) => hardwareKeyTag > after)
    .toSorted((a, b) => (a.hardwareKeyTag < b.hardwareKeyTag ? -1 : 1))
    .slice(0, limit)
  return {
    count: step.filter(changes).length,
    next: step.length < limit ? undefined : step.at(-1)?.hardwareKeyTag,
  }
}

const withoutHold = ({ heldAt: _, heldReason: __, ...instance }: WalletInstance): WalletInstance => instance

/** Returns whether the instance was held. */
function releaseOne(
  tables: Tables,
  instance: WalletInstance,
  { actor, now }: { readonly actor: string; readonly now: NumericDate },
): boolean {
  if (instance.heldAt === undefined) return false
  const { hardwareKeyTag } = instance
  tables.instances.set(hardwareKeyTag, withoutHold(instance))
  tables.events.push({ hardwareKeyTag, at: now, change: 'released', actor })
  return true
}

/** Returns whether the instance was not revoked before. */
function revokeOne(tables: Tables, instance: WalletInstance, { reason, actor, now }: Revocation): boolean {
  if (!mayBecome(instance.status, 'revoked')) return false
  const { hardwareKeyTag } = instance
  change(tables, withoutHold(instance), { status: 'revoked', revokedAt: now, revocationReason: reason })
  tables.events.push({ hardwareKeyTag, at: now, change: 'revoked', actor: actor ?? ownActors.provider, reason })
  return true
}

const isOf =
  ({ serials, users }: Tables, group: InstanceGroup) =>
  ({ hardwareKeyTag, heldAt }: WalletInstance): boolean => {
    if ('held' in group) return heldAt !== undefined
    if ('user' in group) return users.get(hardwareKeyTag) === group.user
    return group.certificateSerials.some((serial) => serials.get(hardwareKeyTag)?.includes(serial))
  }

const matches =
  ({ users }: Tables, { status, held, platform, user, thumbprint, registeredFrom, registeredTo }: InstanceSearch) =>
  (instance: WalletInstance): boolean =>
    (user === undefined || users.get(instance.hardwareKeyTag) === user) &&
    (thumbprint === undefined || instance.hardwareKeyThumbprint === thumbprint) &&
    (status === undefined || instance.status === status) &&
    (held === undefined || instance.heldAt !== undefined) &&
    (platform === undefined || instance.device.platform === platform) &&
    instance.registeredAt >= (registeredFrom ?? Number.NEGATIVE_INFINITY) &&
    instance.registeredAt <= (registeredTo ?? Number.POSITIVE_INFINITY)
