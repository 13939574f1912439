/**
 * Simulates a year of the ecosystem from a seed: the clock jumps, operators act, people use their wallets, and each
 * outcome is compared with the model.
 */
import { type Chance, seededChance } from '../seeded-chance.ts'
import { type Act, acts, attest, slowActs } from './acts.ts'
import { createYearModel, expectationOf, markSettle, objection, settleSeconds, trustBound } from './model.ts'
import { isSettled, operations, restoreEverything } from './operations.ts'
import type { Operation, Year } from './operator.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { createPerson, type Person } from './people.ts'
import { renewDocumentSigner } from './rotations.ts'
import type { Databases } from './state.ts'
import { createYearWorld, OperatorRefused } from './world.ts'

const [minute, hour, day] = [60, 3600, 86_400]

/** Jumps of a quarter, a half, three quarters and about the whole of each lifetime, in seconds. */
const lives = [15, minute, 2 * minute, 5 * minute, 10 * minute, 15 * minute, hour, day, 2 * day, 5 * day, 30 * day]
const jumps = lives.flatMap((life) => [life / 4, life / 2, (life * 3) / 4, life - 1, life, life + 1, life + 31])
const shortJumps = jumps.filter((seconds) => seconds <= hour)

/** Interval of the upkeep, which `serve` does each minute; over long jumps this is enough. */
const upkeepSeconds = 6 * hour

const stepsUntilRecovery = 40
const mostPeople = 6

interface YearFigures {
  readonly days: number
  /** Number of times that each operation was performed. */
  readonly operations: ReadonlyMap<string, number>
  /** Number of completed acts, and of acts that were refused as expected. */
  readonly done: ReadonlyMap<string, number>
  readonly refused: ReadonlyMap<string, number>
  /** Outcomes that differ from the model. Must be empty. */
  readonly surprises: readonly string[]
}

interface YearOptions {
  readonly steps: number
  /** Defaults to stores in memory. */
  readonly at?: Databases
  /** Receives a line for every event. */
  readonly tell?: (line: string) => void
}

/**
 * Simulates one year. The same seed makes the same year, except for fresh keys and for the process that answers
 * background requests.
 */
export async function simulateYear(seed: string, { steps, at: databases, tell }: YearOptions): Promise<YearFigures> {
  const world = await createYearWorld(seed, databases)
  const chance = seededChance(seed)
  const model = createYearModel(world)
  const year: Year = { world, model, people: [], chance, rotations: new Map(), removed: new Set() }
  const begun = world.clock.now()
  const [operated, done, refused] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()]
  const surprises: string[] = []
  const at = (what: string): string => `${seed}, day ${((world.clock.now() - begun) / day).toFixed(3)}: ${what}`
  const surprise = (what: string): void => void surprises.push(at(what))

  /** Starts all acts at the same moment. Each outcome must agree with the model as of the start or the end. */
  const performAll = async (wishes: readonly (readonly [Act, Person])[]): Promise<void> => {
    const begins = world.clock.now()
    const begun = wishes.flatMap(([wished, person]) => {
      const act = model.instances.has(person.name) ? wished : attest
      const needs = act.needs(model, person.name, begins)
      return needs === undefined ? [] : [{ act, person, needs }]
    })
    const outcomes = await Promise.all(begun.map(({ act, person }) => outcomeOf(() => act.run(world, model, person))))
    for (const [index, { act, person, needs }] of begun.entries()) {
      const outcome = outcomes[index] as Outcome
      const what = `${person.name}, ${act.name} (${expectationOf(needs, begins)})${begun.length > 1 ? ' with others' : ''}`
      count(outcome.kind === 'done' ? done : refused, act.name)
      tell?.(at(`${what}: ${outcome.kind === 'done' ? 'done' : outcome.why}`))
      const wrong = objection(needs, begins, outcome)
      const ends = world.clock.now()
      const later = begun.length > 1 ? (act.needs(model, person.name, ends) ?? []) : undefined
      if (wrong !== undefined && (later === undefined || objection(later, ends, outcome))) surprise(`${what} ${wrong}`)
      if (outcome.kind === 'refused' && outcome.why.includes('instance_lost')) model.instances.delete(person.name)
      for (const fault of world.faults.splice(0)) surprise(`${what}: a fault at ${fault}`)
    }
  }

  const perform = (wished: Act, person: Person): Promise<void> => performAll([[wished, person]])

  /** Lets people who are set up act at the same moment. */
  const actTogether = async (): Promise<void> => {
    const ready = year.people.filter(({ name }) => model.instances.has(name))
    await performAll(ready.map((person) => [chance.pick(acts), person]))
    if (ready.length > 1) count(operated, 'several people at once')
  }

  /** Performs an operation. A refusal is unexpected only if everything has been in order for a while. */
  const operate = async (operation: Operation): Promise<void> => {
    const settled = isSettled(year)
    try {
      if (!(await operation.run(year))) return
    } catch (thrown) {
      if (!(thrown instanceof OperatorRefused)) throw thrown
      if (settled) surprise(`${operation.name}: ${thrown.message}`)
      return
    }
    count(operated, operation.name)
    tell?.(at(`— ${operation.name}`))
  }

  const newcomer = async (): Promise<void> => {
    const person = createPerson(world, `person ${year.people.length}`)
    year.people.push(person)
    await perform(attest, person)
  }

  /** Checks that no refusal is permanent: after everything is in order again, each act of each person succeeds. */
  const checkRecovery = async (): Promise<void> => {
    await restoreEverything(year, () => letPass(year, settleSeconds))
    await renewDocumentSigner.run(year)
    await letPass(year, Math.max(markSettle(model), trustBound))
    for (const person of year.people) await perform(attest, person) // the wallet of a revoked instance learns of it here
    for (const person of year.people)
      for (const act of acts) {
        const now = world.clock.now()
        const expected = expectationOf(act.needs(model, person.name, now) ?? [], now)
        if (expected !== 'succeeds') surprise(`${person.name}, ${act.name} is ${expected} after all is restored`)
        await perform(act, person)
      }
  }

  await newcomer()
  for (let step = 1; step <= steps; step += 1) {
    const kind = chance.below(10)
    if (kind < 3) await letPass(year, chance.pick(chance.below(2) === 0 ? jumps : shortJumps))
    else if (kind < 6) await operate(pickWeighted(chance, operations))
    else if (kind === 9 && year.people.length < mostPeople) await newcomer()
    else if (kind >= 8) await actTogether()
    else await perform(chance.pick(chance.below(4) === 0 ? slowActs : acts), chance.pick(year.people))
    if (step % stepsUntilRecovery === 0) await checkRecovery()
  }
  await world.close()
  return { days: (world.clock.now() - begun) / day, operations: operated, done, refused, surprises }
}

async function letPass(year: Year, seconds: number): Promise<void> {
  const { clock, services } = year.world
  for (let left = Math.floor(seconds); left > 0; ) {
    const hop = Math.min(left, upkeepSeconds)
    clock.advance(hop)
    left -= hop
    for (const service of Object.values(services)) await service.upkeep()
  }
}

function pickWeighted(chance: Chance, table: readonly Operation[]): Operation {
  let left = chance.below(table.reduce((sum, { weight }) => sum + weight, 0))
  for (const one of table) {
    left -= one.weight
    if (left < 0) return one
  }
  throw new Error('the table is empty')
}

const count = (figures: Map<string, number>, name: string): void => void figures.set(name, (figures.get(name) ?? 0) + 1)
