/** Assumptions about a country. Change them for another country. */
export const assumed = {
  wallets: 60_000_000,
  /** Years until a phone is replaced and its wallet registers anew. */
  phoneYears: 3,
  /** Attestations of a wallet in a day, each with a life of an hour. */
  attestations: 15,
  /** Presentations of a wallet in a day. An application orders each, and a Relying Party reads two status lists. */
  presentations: 1,
  /** PIDs of a wallet in a year, each with its pushed request, login and token. */
  pids: 1,
  /** Share of the PIDs whose status changes in a year. */
  changedPids: 0.05,
  /** Load of the busiest second, as a multiple of the average. */
  peak: 3,
  /** Share of each core's time that is used in the busiest second. */
  use: 0.6,
  /** Share of the places of a status list that are in use. */
  fill: 0.6,
} as const

/** An operation of the country. */
export interface Operation {
  /** Name, as in the costs of a database. */
  readonly name: string
  readonly perDay: number
  /** Rows of the benchmarks whose processor time it has. */
  readonly rows: readonly string[]
  /** Requests of the operation for which the benchmarks have no row. */
  readonly unmeasured?: string
}

export const operations: readonly Operation[] = [
  {
    name: 'registrations',
    perDay: assumed.wallets / (assumed.phoneYears * 365),
    rows: ['WP nonce', 'WP register (x5c, intermediate cached)'],
  },
  {
    name: 'attestations',
    perDay: assumed.wallets * assumed.attestations,
    rows: ['WP nonce', 'WP token'],
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
    unmeasured: '`/authorize`, the login and the page of consent',
  },
  {
    name: 'presentations',
    perDay: assumed.wallets * assumed.presentations,
    rows: ['RP request object', 'RP direct_post.jwt', 'RP status polling'],
    unmeasured: 'the order, the start page, the return of the browser and the redemption',
  },
]
