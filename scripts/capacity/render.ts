/** The generated part of docs/guides/capacity.md. */
import { nameStatusList } from '../../bench/report/database.ts'
import { settings as relyingPartySettings } from '../../src/relying-party/settings.ts'
import { maximumListCount, statusListsConfig } from '../../src/status-list/index.ts'
import { type Costs, readCosts } from './costs.ts'
import { assumed, type Operation, operations } from './country.ts'

const daySeconds = 86_400
/** Rounds to two significant digits. */
const number = (value: number): string => Number(value.toPrecision(2)).toLocaleString('en')
const exact = (value: number): string => value.toLocaleString('en')

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** Returns a size with its unit, rounded to two significant digits. */
function size(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${number(bytes / 1000 ** power)} ${units[power]}`
}

const table = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Returns how often the operation occurs in the busiest second. */
const peakOf = ({ perDay }: Operation): number => (perDay / daySeconds) * assumed.peak

const processorTime = (costs: Costs, { rows }: Operation): number =>
  rows.reduce((sum, row) => sum + costs.processor(row), 0)

const coresOf = (costs: Costs, operation: Operation): number =>
  (peakOf(operation) * processorTime(costs, operation)) / 1e6 / assumed.use

const renderOperations = (costs: Costs): string =>
  table(
    ['operation', 'a day', 'a second at the peak', 'CPU µs', 'cores'],
    operations.map((one) => [
      one.name,
      ...[one.perDay, peakOf(one), processorTime(costs, one), coresOf(costs, one)].map(number),
    ]),
  )

function renderWrites(costs: Costs): string {
  const rows = operations.map((one) => {
    const { commits, others, walBytes } = costs.written(one.name)
    const perSecond = [number(peakOf(one) * commits), size(peakOf(one) * walBytes)]
    return [one.name, `${commits}`, `${others}`, size(walBytes), ...perSecond]
  })
  return [
    'In PostgreSQL. A commit waits for the disk; a further commit does not. WAL includes the later deletion of expired rows.',
    '',
    table(['operation', 'commits', 'further commits', 'WAL', 'commits a second at the peak', 'WAL a second'], rows),
  ].join('\n')
}

function renderPostgres(costs: Costs): string {
  const [registrations, attestations] = operations as readonly [Operation, Operation, ...Operation[]]
  const embedded = costs.processor(registrations.rows.at(-1) ?? '')
  const ratio = costs.registrationOnPostgres / embedded
  const unmeasured = operations.flatMap(({ name, unmeasured: requests }) => (requests ? [`${name} (${requests})`] : []))
  return [
    `CPU and cores are those of the embedded store, which only one process can use. Several cores need PostgreSQL. There, two workers and the server take ${number(costs.registrationOnPostgres)} µs of one core for a registration, not ${number(embedded)} µs. If attestations cost ${number(ratio)} times as much too (an estimate), they need ${number(coresOf(costs, attestations) * ratio)} cores, server included.`,
    '',
    `The benchmarks have no CPU of some requests: ${unmeasured.join('; ')}. Their commits are in the next table.`,
  ].join('\n')
}

/** Default of the setting `role.statusLists.places`. */
const { places: usualPlaces, ttlSeconds } = statusListsConfig.parse({})
/** Maximum of that setting. */
const largestPlaces = 4_000_000
/** Seconds for which readers and caches use a list. */
const listSeconds = Math.floor(ttlSeconds / 2)

/**
 * Returns a number of places of each list with which the permitted number of lists has at least `needed` places: the
 * default, doubled as often as necessary.
 */
function smallestPlaces(needed: number): number {
  let places = usualPlaces
  while (needed / places > maximumListCount) places *= 2
  return places
}

/** Number of attestations that have a place at a time: for the hour of their life, and a day. */
const livePlaces = assumed.wallets * assumed.attestations * (25 / 24)

function renderStatusLists(costs: Costs): string {
  const smallest = smallestPlaces(livePlaces / assumed.fill)
  const kinds = [
    ...[smallest, largestPlaces].map((places) => ({ of: 'attestations', places, bits: 1, revoked: 0.0001 }) as const),
    { of: 'PIDs', places: usualPlaces, bits: 2, revoked: 0.02 } as const,
  ]
  const requests = assumed.wallets * assumed.presentations
  const rows = kinds.map((kind) => {
    const { bytes, milliseconds } = costs.statusList(nameStatusList(kind))
    const live = kind.of === 'PIDs' ? assumed.wallets * assumed.pids : livePlaces
    const lists = live / assumed.fill / kind.places
    const perSecond = lists / listSeconds
    const traffic = (count: number): string => `${number(count)} (${size(count * bytes)})`
    return [
      ...[`${kind.of}: ${nameStatusList(kind)}`, number(lists), size(bytes)],
      ...[
        traffic(requests),
        traffic(perSecond * daySeconds),
        number(perSecond),
        number((perSecond * milliseconds) / 1000),
      ],
    ]
  })
  const others =
    smallest === usualPlaces
      ? ''
      : ` Attestations need lists of more than the default ${exact(usualPlaces)} places: there are at most ${exact(maximumListCount)} lists.`
  return [
    `Status lists, with ${assumed.fill * 100} % of their places used, and \`ttlSeconds\` of ${ttlSeconds}.${others} Without a CDN, a presentation fetches at most one list of each kind. Bytes are without headers.`,
    '',
    table(
      [
        ...['list', 'lists', 'bytes, gzip', 'requests a day', 'behind a CDN'],
        ...['signatures and queries a second, each replica', 'cores for them'],
      ],
      rows,
    ),
  ].join('\n')
}

/** Default of the setting `role.auditLifetimeSeconds`, in days. */
const auditDays = relyingPartySettings.shape.auditLifetimeSeconds.parse(undefined) / daySeconds

function renderGrowth(costs: Costs): string {
  const phones = assumed.wallets / assumed.phoneYears
  const pids = assumed.wallets * assumed.pids
  const entries = assumed.wallets * assumed.presentations * costs.table('relying_party.presentation_audit').rows
  /** Returns a row of the table. `wallets` is the number of wallets with such rows. */
  const stored = (name: string, wallets: number): readonly string[] => {
    const { rows, bytes } = costs.table(name)
    return [name, `${number(wallets * rows)} a year`, `${size(wallets * rows * bytes)} a year`, 'for ever']
  }
  const kept = (name: string, rows: number, time: string): readonly string[] => [
    ...[name, number(rows), size(rows * costs.table(name).bytes)],
    time,
  ]
  return [
    'What the tables keep. The audit is that of one service with all presentations.',
    '',
    table(
      ['table', 'rows', 'size with indexes', 'kept'],
      [
        stored('wallet_provider.wallet_instance', phones),
        stored('wallet_provider.wallet_instance_certificate', phones),
        stored('wallet_provider.wallet_instance_event', phones),
        stored('pid_provider.issued_credential', pids),
        stored('pid_provider.credential_change', pids * assumed.changedPids),
        kept('wallet_provider.wallet_attestation', livePlaces, 'an hour and a day'),
        kept('relying_party.presentation_audit', entries * auditDays, `${auditDays} days`),
      ],
    ),
  ].join('\n')
}

function renderErasures({ erasure: { results, bytes, milliseconds } }: Costs): string {
  const [presentations] = operations.slice(-1) as [Operation]
  return `An erasure in PostgreSQL reads ${number((results / milliseconds) * 5000)} results of ${exact(bytes)} bytes in its five seconds. The busiest minute has ${number(peakOf(presentations) * 60)} presentations.`
}

/** Returns the generated part of the guide. Throws if the benchmarks lack a row. */
export function renderNationalCapacity(benchmarks: string): string {
  const costs = readCosts(benchmarks)
  return [
    `${number(assumed.wallets)} wallets; a new phone every ${assumed.phoneYears} years; ${assumed.attestations} attestations and ${assumed.presentations} presentation a day, and ${assumed.pids} PID a year for each; ${assumed.changedPids * 100} % of the PIDs change their status in a year; the busiest second ${assumed.peak} times the average; cores used to ${assumed.use * 100} %.`,
    renderOperations(costs),
    renderPostgres(costs),
    renderWrites(costs),
    renderStatusLists(costs),
    renderGrowth(costs),
    renderErasures(costs),
  ].join('\n\n')
}
