/** State of a simulated year, and the calls of its operators to the administrations. */
import type { JsonObject } from '../../../src/base/index.ts'
import type { Chance } from '../seeded-chance.ts'
import { origins } from './federation-plan.ts'
import type { Condition, MemberName, PartyName, YearModel } from './model.ts'
import type { Person } from './people.ts'
import type { YearWorld } from './world.ts'

export interface Year {
  readonly world: YearWorld
  readonly model: YearModel
  readonly people: Person[]
  readonly chance: Chance
  /** Members that were removed, not only suspended. */
  readonly removed: Set<MemberName>
  /** The last step of each rotation that is in progress, and its time. */
  readonly rotations: Map<string, { readonly step: 'added' | 'activated'; readonly since: number }>
}

export interface Operation {
  readonly name: string
  readonly weight: number
  /** Performs the operation. Returns false if the state does not permit it. */
  run(year: Year): Promise<boolean>
}

export const now = ({ world }: Year): number => world.clock.now()
export const broken = (year: Year): Condition => ({ well: false, since: now(year) })
export const mended = (year: Year): Condition => ({ well: true, since: now(year) })

/** Returns true if every party is reachable and a member. Operators change keys only then. */
export const quiet = ({ model }: Year): boolean =>
  [...Object.values(model.reachable), ...Object.values(model.member)].every(({ well }) => well)

export function restartOne({ world, model }: Year, name: PartyName, index: number): void {
  world.services[name].restart(index)
  if (name === 'walletProvider' && !model.reachable.trustAnchor.well) model.marklessProcess = true
}

export async function restartAll(year: Year, name: PartyName): Promise<void> {
  for (let index = 0; index < year.world.services[name].count; index += 1) {
    restartOne(year, name, index)
    year.world.clock.advance(year.chance.below(20))
  }
}

export const anchor = (year: Year, path: string, body: JsonObject, method = 'POST') =>
  year.world.ask(origins.trustAnchor, path, body, method)

export const superiorOf = (name: MemberName): 'trustAnchor' | 'intermediate' =>
  name === 'pidProvider' ? 'intermediate' : 'trustAnchor'

export const superior = (year: Year, name: MemberName, path: string, body: JsonObject, method = 'POST') =>
  year.world.ask(origins[superiorOf(name)], path, { entity_id: origins[name], ...body }, method)

export const subordinates = '/admin/subordinates'

export const refresh = (year: Year, name: MemberName) =>
  superior(year, name, subordinates, { refresh_keys: true }, 'PATCH')
