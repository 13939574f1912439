/**
 * The pool under a PostgreSQL store: limits for everything, prepared statements by name, and no error that ends the
 * process. A connection on which something other than an answer happened is closed, never used again.
 */
import pg from 'pg'
import { asUnavailable, doesNotCommit, isAnswer } from './failures.ts'
import { encodeValue, type Value, valueTypes } from './values.ts'

export interface ConnectionLimits {
  /** How many at most, of this process. */
  readonly connections?: number
  /** How long to wait for a connection, one of the pool's or a new one. */
  readonly connectMilliseconds?: number
  /** How long a statement may run at the server. Half a second later nobody waits for its answer any more. */
  readonly statementMilliseconds?: number
  /** After which a connection that nobody uses is closed. */
  readonly idleMilliseconds?: number
}

export interface Answer {
  readonly count: number
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

interface Connections {
  /** One statement, one round trip, prepared under a name. Rejects with what the server said, or `Unavailable`. */
  query(text: string, values: readonly Value[]): Promise<Answer>
  /** How many connections there are, and how many wait for one. */
  load(): { readonly open: number; readonly waiting: number }
  close(): Promise<void>
}

const defaultLimits = {
  connections: 10,
  connectMilliseconds: 2000,
  statementMilliseconds: 5000,
  idleMilliseconds: 30_000,
} as const satisfies Required<ConnectionLimits>

const graceMilliseconds = 500
/** Connections are renewed now and then: after a fail-over nobody stays with the old server. */
const lifetimeSeconds = 1800

/** Opens nothing yet. `searchPath` is the schema that unqualified names stand in. */
export function createConnections(url: string, searchPath: string, limits: ConnectionLimits = {}): Connections {
  const { connections, connectMilliseconds, statementMilliseconds, idleMilliseconds } = { ...defaultLimits, ...limits }
  const pool = new pg.Pool({
    connectionString: withSettings(url, { search_path: searchPath }),
    max: connections,
    connectionTimeoutMillis: connectMilliseconds,
    statement_timeout: statementMilliseconds,
    query_timeout: statementMilliseconds + graceMilliseconds,
    idleTimeoutMillis: idleMilliseconds,
    maxLifetimeSeconds: lifetimeSeconds,
    application_name: 'fiducia',
    keepAlive: true,
    allowExitOnIdle: true,
    types: valueTypes,
  })
  // A connection may die while nobody uses it (the pool tells and drops it), or between two statements (its client does).
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  const names = new Map<string, string>()
  const nameOf = (text: string): string => {
    const known = names.get(text) ?? `fiducia_${names.size}`
    names.set(text, known)
    return known
  }
  return {
    query: async (text, values) => {
      const parameters = values.map(encodeValue)
      const client = await pool.connect().catch((thrown: unknown) => {
        throw asUnavailable(thrown)
      })
      let broken = true
      try {
        const { rowCount, rows } = await client.query({ name: nameOf(text), text, values: parameters })
        broken = false
        return { count: rowCount ?? 0, rows }
      } catch (thrown) {
        broken = !isAnswer(thrown) || doesNotCommit(thrown)
        throw thrown
      } finally {
        client.release(broken)
      }
    },
    load: () => ({ open: pool.totalCount, waiting: pool.waitingCount }),
    close: () => (pool.ending ? Promise.resolve() : pool.end()),
  }
}

const ignore = (): void => undefined

/** What the stores rely on, whatever is set for the user or the database. */
const relied = { synchronous_commit: 'on', default_transaction_isolation: 'read committed' } as const

/** Settings that stand from the first statement on, beside those that the URL has. */
export function withSettings(url: string, settings: Readonly<Record<string, string>>): string {
  const changed = new URL(url)
  const given = changed.searchParams.get('options')
  const own = Object.entries({ ...relied, ...settings }).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`,
  )
  changed.searchParams.set('options', [...(given ? [given] : []), ...own].join(' '))
  return changed.href
}
