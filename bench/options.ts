/** Options of the command line, with values derived from them. */
import { parseArgs } from 'node:util'
import { goals } from './goals.ts'

export interface BenchOptions {
  readonly check: boolean
  readonly json: boolean
  readonly profile: boolean
  readonly write: boolean
  /** Measures lookups over growing stores, and nothing else. */
  readonly growth: boolean
  /** Measures what each operation writes to PostgreSQL, and nothing else. */
  readonly database: boolean
  /** Measures few requests or rows, to see that everything runs. */
  readonly quick: boolean
  /** Names of cases. Empty for all. Cases that they depend on run too. */
  readonly only: readonly string[]
  readonly runs: number
  /** Maximum number of times that void rows are measured again before they are judged. Used with `check` only. */
  readonly again: number
  /** Number of measured rounds of each run. */
  readonly rounds: number
  /**
   * Number of wallets in each of the two warm-up rounds. With fewer, V8's interpreter would take half of the measured
   * time.
   */
  readonly warmUp: number
  /**
   * Number of independent wallets of a round. Most cases send one request for each wallet. Must be less than half the
   * capacity of a service's caches (5000). Otherwise the requests of warm and cached rows miss the caches, which the
   * counts of `--profile` show.
   */
  readonly wallets: number
  readonly connections: number
  /** Milliseconds for which the service, then each of its floors, has the core. */
  readonly turnMilliseconds: number
  /** Milliseconds of a floor that is not measured in turns. */
  readonly floorMilliseconds: number
  /** Number of requests of a case that may send its requests repeatedly. */
  readonly repeats: number
  /** Number and seconds of the turns in which behaviour is measured in each run. */
  readonly turns: number
  readonly turnSeconds: number
  /** Number of requests after which the memory is compared. */
  readonly memoryRequests: number
  /** Number of single durable writes of the floor, which show what the disk adds to a tail. */
  readonly durableWrites: number
}

export const help = `npm run bench -- [options]

  --quick          checks in half a minute that everything works; its figures mean nothing
  --check          ends with 1 if a figure misses its "must", or if a run has fewer than three steady rounds;
                   for a void case, the worst round counts
  --json           prints a line of JSON for each case and round, and for each result, instead of tables
  --profile        measures nothing: counts the cryptography of each request, and shows where the time goes
  --write          writes docs/benchmarks.md, after a final round that is profiled and not measured
  --growth         measures only lookups over stores of a thousand to a million rows, on both databases,
                   and work that grows with its input; with --write also writes their section of docs/benchmarks.md
  --database       measures only commits, write-ahead log and rows of each operation in PostgreSQL, and status lists;
                   with --write also writes their section of docs/benchmarks.md
  --only a,b       runs only these cases and those that they need
  --runs n         number of runs; 1 by default
  --rounds n       measured rounds of each run
  --wallets n      wallets of each round
  --connections n  connections of the closed loop

Two rounds of 4096 wallets before the first round are not measured. If the machine was slower than 0.7 of its best speed
in a round, the round does not count, and another one is measured; up to half as many rounds are added. If the ratio of a
case spreads further than 15 % from its median, only this case is void in that run; with --check it is measured again, at
most twice. If a case is void in every run, its worst round counts, by throughput or by processor time. A case of overload
is void if its load was late or incomplete; if it is void in every run, it misses its goals. With one run, the median of
its rounds is compared with the goal; with more, the worse of the median of their medians and 0.95 of the best median.
`

const fullSizes = {
  rounds: 5,
  again: 2,
  wallets: 2304,
  warmUp: 4096,
  turnMilliseconds: 50,
  floorMilliseconds: 180,
  repeats: 96_000,
  turns: 3,
  turnSeconds: 4,
  memoryRequests: 1_000_000,
  durableWrites: 1000,
}

const quickSizes: typeof fullSizes = {
  rounds: 3,
  again: 0,
  wallets: 48,
  warmUp: 96,
  turnMilliseconds: 5,
  floorMilliseconds: 15,
  repeats: 400,
  turns: 1,
  turnSeconds: 0.3,
  memoryRequests: 2000,
  durableWrites: 100,
}

/** Parses the command line. Returns `undefined` for `--help`. Throws for an unknown case and for a value below 1. */
export function readOptions(args: readonly string[]): BenchOptions | undefined {
  const flag = { type: 'boolean', default: false } as const
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ quick: flag, check: flag, json: flag, profile: flag, write: flag, growth: flag, database: flag, help: flag },
      ...{ only: text, runs: text, rounds: text, wallets: text, connections: text },
    },
  })
  if (values.help) return undefined
  const only = values.only?.split(',') ?? []
  const unknown = only.find((name) => !goals.some((goal) => goal.case === name))
  if (unknown !== undefined) throw new TypeError(`there is no case ${unknown}`)
  const { quick, check, json, profile, write, growth, database } = values
  if (profile && (check || write))
    throw new TypeError('a profile is not a measurement: --profile cannot be combined with --check or --write')
  const countOf = (value: string | undefined, fallback: number): number => {
    const number = Number(value ?? fallback)
    if (!Number.isInteger(number) || number < 1) throw new TypeError(`${value} is not a whole number above 0`)
    return number
  }
  const sizes = quick ? quickSizes : fullSizes
  return {
    ...sizes,
    ...{ check, json, profile, write, growth, database, quick, only },
    runs: countOf(values.runs, 1),
    rounds: countOf(values.rounds, sizes.rounds),
    wallets: countOf(values.wallets, sizes.wallets),
    connections: countOf(values.connections, 64),
  }
}
