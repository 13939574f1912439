/** Actions of operators in a simulated year: a table of operations, each with its frequency and its condition. */
import { pid } from '../../../src/credential/index.ts'
import { markType, origins } from './federation-plan.ts'
import { type MemberName, marksMayEnd, memberNames, partyNames, settleSeconds } from './model.ts'
import {
  anchor,
  broken,
  mended,
  now,
  type Operation,
  quiet,
  restartOne,
  subordinates,
  superior,
  superiorOf,
  type Year,
} from './operator.ts'
import { rotations } from './rotations.ts'

const credential_types = [pid.credentialType, pid.doctype]

const pickMember = (year: Year, well: boolean): MemberName | undefined => {
  const fitting = memberNames.filter((name) => year.model.member[name].well === well)
  return fitting.length === 0 ? undefined : year.chance.pick(fitting)
}

const reachesAnchor = ({ model }: Year): boolean => model.reachable.trustAnchor.well

const reachesSuperior = ({ model }: Year, name: MemberName): boolean => model.reachable[superiorOf(name)].well

/** Suspends a member, or removes it with its marks. */
const lapse: Operation = {
  name: 'suspend or remove a member',
  weight: 3,
  run: async (year) => {
    const name = pickMember(year, true)
    if (name === undefined || !reachesSuperior(year, name)) return false
    const isRemoved = name !== 'intermediate' && year.chance.below(3) === 0
    if (isRemoved) {
      await superior(year, name, `${subordinates}/remove`, { reason: 'year' })
      year.removed.add(name)
      if (name === 'walletProvider' && year.model.marked.well) year.model.marked = broken(year)
    } else await superior(year, name, subordinates, { status: 'suspended' }, 'PATCH')
    year.model.member[name] = broken(year)
    return true
  },
}

async function readmit(year: Year, name: MemberName): Promise<boolean> {
  if (year.model.member[name].well || !reachesSuperior(year, name) || !year.model.reachable[name].well) return false
  const isIssuer = name === 'pidProvider'
  if (year.removed.has(name))
    await superior(year, name, subordinates, isIssuer ? { credential_types } : {}) // FED-55
  else await superior(year, name, subordinates, { status: 'active' }, 'PATCH')
  year.removed.delete(name)
  year.model.member[name] = mended(year)
  return true
}

const restore: Operation = {
  name: 'restore a member',
  weight: 8,
  run: async (year) => {
    const name = pickMember(year, false)
    return name !== undefined && readmit(year, name)
  },
}

/** Makes a harmless change: statements about the member have a new revision from now on. */
const changePolicy: Operation = {
  name: 'change a policy',
  weight: 3,
  run: async (year) => {
    if (!quiet(year)) return false
    const algorithms = year.chance.pick([['ES256'], ['ES256', 'ES384', 'ES512']])
    const metadata_policy = {
      wallet_provider: { token_endpoint_auth_signing_alg_values_supported: { subset_of: algorithms } },
    }
    await superior(year, 'walletProvider', subordinates, { metadata_policy }, 'PATCH')
    return true
  },
}

const changeMark: Operation = {
  name: 'grant or revoke the mark',
  weight: 4,
  run: async (year) => {
    if (!reachesAnchor(year)) return false
    const { well } = year.model.marked
    const body = { trust_mark_type: markType, sub: origins.walletProvider }
    if (!well && !year.model.member.walletProvider.well) return false
    await anchor(year, well ? '/admin/trust-marks/revoke' : '/admin/trust-marks', body)
    year.model.marked = well ? broken(year) : mended(year)
    return true
  },
}

const beginOutage: Operation = {
  name: 'begin an outage',
  weight: 4,
  run: async (year) => {
    const up = partyNames.filter((name) => year.model.reachable[name].well)
    if (up.length < 4) return false
    const name = year.chance.pick(up)
    year.world.network.down.set(origins[name], year.chance.pick(['silent', 'overloaded']))
    year.model.reachable[name] = broken(year)
    return true
  },
}

const endOutage: Operation = {
  name: 'end an outage',
  weight: 12,
  run: async (year) => {
    const down = partyNames.filter((name) => !year.model.reachable[name].well)
    if (down.length === 0) return false
    const name = year.chance.pick(down)
    year.world.network.down.delete(origins[name])
    // A mark that has ended is valid again when its holder has requested it.
    if (name === 'trustAnchor' && marksMayEnd(year.model, now(year))) year.model.marked = mended(year)
    if (name === 'trustAnchor') year.model.marklessProcess = false
    year.model.reachable[name] = mended(year)
    return true
  },
}

const changePid: Operation = {
  name: 'revoke, suspend or resume a PID',
  weight: 4,
  run: async (year) => {
    const { model, world, chance } = year
    const changeable = model.pids.filter(
      ({ expiresAt, revoked, doubtful }) => !revoked && !doubtful && now(year) < expiresAt,
    )
    if (changeable.length === 0 || !model.reachable.pidProvider.well) return false
    const pid = chance.pick(changeable)
    const status = pid.valid.well ? chance.pick(['revoked', 'suspended']) : 'valid'
    await world.ask(origins.pidProvider, `/admin/credentials/${pid.registered}/status`, { status, reason: 'year' })
    pid.revoked = status === 'revoked'
    pid.valid = status === 'valid' ? mended(year) : broken(year)
    return true
  },
}

/**
 * The person sets the wallet up again afterwards. The state of the PIDs is uncertain until the revocation is processed.
 */
const revokeInstance: Operation = {
  name: 'revoke an instance',
  weight: 2,
  run: async (year) => {
    const { model, world, chance } = year
    const validInstances = [...model.instances].filter(([, { condition }]) => condition.well)
    if (validInstances.length === 0 || !quiet(year)) return false
    const [name, { tag }] = chance.pick(validInstances)
    const reason = 'revoked_by_user'
    await world.ask(origins.walletProvider, '/admin/wallet-instances/revoke', { hardware_key_tag: tag, reason })
    model.instances.set(name, { tag, condition: broken(year) })
    for (const pid of model.pids) if (pid.owner === name) pid.doubtful = true
    return true
  },
}

const restart: Operation = {
  name: 'restart a process',
  weight: 8,
  run: async (year) => {
    const name = year.chance.pick(partyNames)
    restartOne(year, name, year.chance.below(year.world.services[name].count))
    return true
  },
}

const reopen: Operation = {
  name: 'reopen a wallet',
  weight: 5,
  run: async ({ people, chance }) => {
    if (people.length === 0) return false
    chance.pick(people).reopen()
    return true
  },
}

/**
 * Ends every outage, and restores every member and mark, in an order that works. `pass` lets cached refusals expire.
 */
export async function restoreEverything(year: Year, pass: () => Promise<void>): Promise<void> {
  while (await endOutage.run(year));
  for (const name of memberNames) {
    await pass()
    await readmit(year, name)
  }
  if (!year.model.marked.well) await changeMark.run(year)
}

/** Returns true if everything has been in order for so long that no operator must be refused. */
export const isSettled = (year: Year): boolean =>
  [...Object.values(year.model.reachable), ...Object.values(year.model.member)].every(
    ({ well, since }) => well && now(year) >= since + settleSeconds,
  )

export const operations: readonly Operation[] = [
  ...rotations,
  ...[lapse, restore, changePolicy, changeMark, beginOutage, endOutage, changePid, revokeInstance, restart, reopen],
]
