/**
 * `npm run capacity`: computes what a country needs from the costs in docs/benchmarks.md, and writes it between the
 * marks of docs/guides/capacity.md. `--check` compares instead.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settings as relyingPartySettings } from '../src/relying-party/settings.ts'
import { maximumListCount, statusListsConfig } from '../src/status-list/index.ts'
import { root } from './source/files.ts'

/** Assumptions about a country. Change them for another country. */
const assumed = {
  wallets: 60_000_000,
  /** Years until a phone is replaced and its wallet registers anew. */
  phoneYears: 3,
  /** Attestations of a wallet in a day, each with a life of an hour. */
  attestations: 15,
  /** Presentations of a wallet in a day. */
  presentations: 1,
  /** PIDs of a wallet in a year, with their pushed request, login and token. */
  pids: 1,
  /** Load of the busiest second, as a multiple of the average. */
  peak: 3,
  /** Share of each core's time that is used in the busiest second. */
  use: 0.6,
  /** Share of the places of a status list that are in use. */
  fill: 0.6,
} as const

/** An operation of the country. */
interface Operation {
  readonly name: string
  readonly perDay: number
  /** Rows of the benchmarks that it consists of. */
  readonly rows: readonly string[]
  /** Number of its durable writes. */
  readonly commits: number
}

const operations: readonly Operation[] = [
  {
    name: 'registrations',
    perDay: assumed.wallets / (assumed.phoneYears * 365),
    rows: ['WP nonce', 'WP register (x5c, intermediate cached)'],
    commits: 1,
  },
  {
    name: 'attestations',
    perDay: assumed.wallets * assumed.attestations,
    rows: ['WP nonce', 'WP token'],
    commits: 1,
  },
  {
    name: 'PIDs',
    perDay: (assumed.wallets * assumed.pids) / 365,
    rows: [
      'PID PAR cold',
      'PID authorize (after user consent)',
      'PID token (client key cached)',
      'PID credential (warm)',
    ],
    commits: 4,
  },
  {
    name: 'presentations',
    perDay: assumed.wallets * assumed.presentations,
    rows: ['RP request object', 'RP direct_post.jwt', 'RP status polling'],
    commits: 3,
  },
]

const daySeconds = 86_400
/** Rounds to two significant digits. */
const number = (value: number): string => Number(value.toPrecision(2)).toLocaleString('en')
const exact = (value: number): string => value.toLocaleString('en')

/** Default of the setting `role.statusLists.places`. */
const { places: usualPlaces } = statusListsConfig.parse({})
/** Maximum of that setting. */
const largestPlaces = 4_000_000

/** Default of the setting `role.auditLifetimeSeconds`, in days. */
const auditDays = relyingPartySettings.shape.auditLifetimeSeconds.parse(undefined) / daySeconds
/** Number of audit entries of a presentation that an application ordered: begun and redeemed. */
const auditEntries = 2
/** Bytes of an audit entry in PostgreSQL with its places in three indexes. */
const auditBytes = 380

/**
 * Returns a number of places of each list with which the permitted number of lists has at least `needed` places: the
 * default, doubled as often as necessary.
 */
function smallestPlaces(needed: number): number {
  let places = usualPlaces
  while (needed / places > maximumListCount) places *= 2
  return places
}

/**
 * Returns microseconds of processor time by operation. Other tables of the page have no number in the eighth column.
 */
function readCosts(page: string): ReadonlyMap<string, number> {
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  return new Map(
    rows.map((cells): [string, number] => [cells[1] ?? '', Number(cells[8])]).filter(([, cost]) => cost > 0),
  )
}

/** Returns the generated part of the guide. Throws if the benchmarks lack a row. */
export function renderNationalCapacity(benchmarks: string): string {
  const costs = readCosts(benchmarks)
  const costOf = ({ rows }: Operation): number =>
    rows.reduce((sum, row) => {
      const cost = costs.get(row)
      if (cost === undefined) throw new Error(`docs/benchmarks.md has no cost of ${row}`)
      return sum + cost
    }, 0)
  const lines = operations.map((one) => {
    const perSecond = (one.perDay / daySeconds) * assumed.peak
    const cores = (perSecond * costOf(one)) / 1e6 / assumed.use
    const cells = [one.perDay, perSecond, costOf(one), cores, perSecond * one.commits].map(number)
    return `| ${one.name} | ${cells.join(' | ')} |`
  })
  const live = assumed.wallets * assumed.attestations * (25 / 24)
  const lists = (places: number): string => `${number(live / assumed.fill / places)} lists of ${exact(places)} places`
  const places = smallestPlaces(live / assumed.fill)
  const entries = assumed.wallets * assumed.presentations * auditDays * auditEntries
  return [
    `${number(assumed.wallets)} wallets; a new phone every ${assumed.phoneYears} years; ${assumed.attestations} attestations and ${assumed.presentations} presentation a day, and ${assumed.pids} PID a year for each; the busiest second ${assumed.peak} times the average; cores used to ${assumed.use * 100} %.`,
    '',
    '| operation | a day | a second at the peak | CPU µs | cores | commits a second |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
    `An attestation keeps its place for an hour and a day: ${number(live)} rows and places at a time. At ${assumed.fill * 100} % they need ${lists(places)}, or ${lists(largestPlaces)} (${largestPlaces / 8000} kB each before compression).${places === usualPlaces ? '' : ` Lists of the default ${exact(usualPlaces)} places do not suffice: there are at most ${exact(maximumListCount)} lists.`}`,
    '',
    `A presentation that an application ordered has ${auditEntries} entries in the audit of the Relying Party, which keeps them for ${auditDays} days: ${number(entries)} rows if one service has all presentations. With ${auditBytes} bytes each, indexes included, they need ${number((entries * auditBytes) / 1e12)} TB.`,
  ].join('\n')
}

const marks = ['<!-- generated: npm run capacity -->\n', '\n<!-- end -->'] as const

/** Returns the guide with its generated part. */
export function withNationalCapacity(guide: string, benchmarks: string): string {
  const [begin, end] = marks
  const [before = '', rest = ''] = guide.split(begin)
  return `${before}${begin}${renderNationalCapacity(benchmarks)}${rest.slice(rest.indexOf(end))}`
}

if (import.meta.main) {
  const path = join(root, 'docs/guides/capacity.md')
  const guide = readFileSync(path, 'utf8')
  const computed = withNationalCapacity(guide, readFileSync(join(root, 'docs/benchmarks.md'), 'utf8'))
  if (!process.argv.includes('--check')) writeFileSync(path, computed)
  else if (computed !== guide) {
    console.error('docs/guides/capacity.md is out of date: npm run capacity')
    process.exitCode = 1
  }
}
