/** What the command line says, and what follows from it. */
import { parseArgs } from 'node:util'
import { goals } from './goals.ts'

export interface BenchOptions {
  readonly quick: boolean
  readonly check: boolean
  readonly json: boolean
  readonly profile: boolean
  readonly write: boolean
  /** Names of cases; all when empty. What they need runs too. */
  readonly only: readonly string[]
  /** The first one is discarded. */
  readonly rounds: number
  /** Independent wallets of a round: so many requests of each kind. */
  readonly wallets: number
  readonly connections: number
  /** For each floor, before and after a case. */
  readonly floorMilliseconds: number
  /** Of requests that may be repeated. */
  readonly repeats: number
  readonly memoryRequests: number
}

export const help = `npm run bench -- [options]

  --quick          a few seconds: whether everything works, not how fast
  --check          ends with 1 when a figure of the "must" column is missed
  --json           one line of JSON for each case and round, instead of tables
  --profile        counts cryptography for each request, and says where the time goes
  --write          writes docs/benchmarks.md
  --only a,b       these cases and what they need
  --rounds n       rounds, of which the first is discarded
  --wallets n      wallets in each round
  --connections n  connections of the closed loop
`

export function readOptions(args: readonly string[]): BenchOptions | undefined {
  const flag = { type: 'boolean', default: false } as const
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ quick: flag, check: flag, json: flag, profile: flag, write: flag, help: flag },
      ...{ only: text, rounds: text, wallets: text, connections: text },
    },
  })
  if (values.help) return undefined
  const only = values.only?.split(',') ?? []
  const unknown = only.find((name) => !goals.some((goal) => goal.case === name))
  if (unknown !== undefined) throw new TypeError(`there is no case ${unknown}`)
  const { quick, check, json, profile, write } = values
  const whole = (given: string | undefined, otherwise: number): number => {
    const number = Number(given ?? otherwise)
    if (!Number.isInteger(number) || number < 1) throw new TypeError(`${given} is no number of anything`)
    return number
  }
  return {
    ...{ quick, check, json, profile, write },
    only,
    rounds: whole(values.rounds, quick ? 2 : 7),
    wallets: whole(values.wallets, quick ? 48 : 1024),
    connections: whole(values.connections, 64),
    floorMilliseconds: quick ? 20 : 120,
    repeats: quick ? 500 : 20_000,
    memoryRequests: quick ? 2000 : 1_000_000,
  }
}
