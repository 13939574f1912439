/**
 * The pool of connections of a PostgreSQL store. Limits apply to the number of connections, to the wait for a
 * connection and to the time of a statement. Statements are prepared by name. No error ends the process. After a
 * failure, a connection stays open only if the server reported the error, and the session can still commit and run the
 * prepared statement.
 */
import pg from 'pg'
import { asUnavailable, doesNotCommit, hasStalePlan, keepsSession } from './failures.ts'
import { encodeValue, type Value, valueTypes } from './values.ts'

/** Limits of the connections of one process. */
export interface ConnectionLimits {
  /** Maximum number of connections of this process. Defaults to 10. */
  readonly connections?: number
  /** Milliseconds to wait for a connection, pooled or new. Defaults to 2000. */
  readonly connectMilliseconds?: number
  /** Milliseconds that a statement may run at the server. The client gives up half a second later. Defaults to 5000. */
  readonly statementMilliseconds?: number
  /** Milliseconds until an unused connection is closed. Defaults to 30,000. */
  readonly idleMilliseconds?: number
}

/** Result of a statement: the number of rows that it wrote or returned, and the returned rows. */
export interface StatementResult {
  readonly count: number
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

export interface PoolLoad {
  readonly open: number
  /** Number of statements that wait for a connection. */
  readonly waiting: number
  /** Number of statements that got no connection since the start. */
  readonly failed: number
  /**
   * Milliseconds that the oldest waiting statement has waited, or that the last one waited if that is longer. 0 while
   * no statement waits.
   */
  readonly waitMilliseconds: number
}

interface Connections {
  /**
   * Runs one prepared statement in one round trip. Repeats it on other connections if a migration has made the plan of
   * a session stale. Rejects with `Unavailable` if it gets no connection. Rejects with the error of the server or the
   * driver if the statement fails.
   */
  query(text: string, values: readonly Value[]): Promise<StatementResult>
  load(): PoolLoad
  close(): Promise<void>
}

const defaultLimits = {
  connections: 10,
  connectMilliseconds: 2000,
  statementMilliseconds: 5000,
  idleMilliseconds: 30_000,
} as const satisfies Required<ConnectionLimits>

/** Milliseconds that the client waits for a statement beyond the server's limit. */
const graceMilliseconds = 500
/** Maximum age of a connection in seconds. After a fail-over, no connection to the old server lives longer. */
const lifetimeSeconds = 1800

/**
 * Creates the pool and opens no connection yet. `searchPath` is the schema of unqualified names. `milliseconds` is a
 * monotonic clock.
 */
export function createConnections(
  url: string,
  searchPath: string,
  limits: ConnectionLimits = {},
  milliseconds: () => number = () => performance.now(),
): Connections {
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
  // If a connection in the pool fails, the pool reports the failure and drops the connection. If a connection fails
  // while it is lent and runs no statement, its client reports the failure. Without a listener, either report would end
  // the process.
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  let lastWait = 0
  let failed = 0
  /** Times at which statements began to wait that have no connection yet, oldest first. */
  const waitingSince = new Set<{ readonly at: number }>()
  const connect = async (): Promise<pg.PoolClient> => {
    const begun = { at: milliseconds() }
    waitingSince.add(begun)
    try {
      return await pool.connect()
    } catch (thrown) {
      failed += 1
      throw asUnavailable(thrown)
    } finally {
      waitingSince.delete(begun)
      lastWait = milliseconds() - begun.at
    }
  }
  const names = new Map<string, string>()
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `fiducia_${names.size}`
    names.set(text, name)
    return name
  }
  const run = async (text: string, parameters: unknown[]): Promise<StatementResult> => {
    const client = await connect()
    let broken = true
    try {
      const { rowCount, rows } = await client.query({ name: nameOf(text), text, values: parameters })
      broken = false
      return { count: rowCount ?? 0, rows }
    } catch (thrown) {
      broken = !keepsSession(thrown) || doesNotCommit(thrown) || hasStalePlan(thrown)
      throw thrown
    } finally {
      client.release(broken)
    }
  }
  return {
    query: async (text, values) => {
      const parameters = values.map(encodeValue)
      // Each attempt closes one of the sessions that prepared the statement before a migration.
      for (let left = connections; ; left -= 1)
        try {
          return await run(text, parameters)
        } catch (thrown) {
          if (left === 0 || !hasStalePlan(thrown)) throw thrown
        }
    },
    load: () => {
      const waiting = pool.waitingCount
      const [oldest] = waitingSince
      const oldestWait = oldest === undefined ? 0 : milliseconds() - oldest.at
      const waitMilliseconds = waiting === 0 ? 0 : Math.max(lastWait, oldestWait)
      return { open: pool.totalCount, waiting, failed, waitMilliseconds }
    },
    close: () => (pool.ending ? Promise.resolve() : pool.end()),
  }
}

const ignore = (): void => undefined

/** Settings that the stores rely on. They override the defaults of the user and of the database. */
const requiredSettings = { synchronous_commit: 'on', default_transaction_isolation: 'read committed' } as const

/**
 * Returns the address of a database as a URL, or `undefined` if it is not the address of one server. Accepts two forms
 * that `pg` reads but that are not URLs (D-1081). The first names its host only in the parameter `host`. The second has
 * a `%` that begins no percent-encoding. Does not check the scheme, nor that percent-encodings are UTF-8.
 */
export function parseAddress(address: string): URL | undefined {
  const encoded = address.trim().replace(/%(?![0-9a-f]{2})/gi, '%25')
  // The parameter `host` has priority over the host of the URL.
  const isHostAParameter = /^\w+:\/\/[^/?#]*@\/[^#]*[?&]host=./.test(encoded)
  const url = URL.parse(isHostAParameter ? encoded.replace('@/', '@localhost/') : encoded)
  // The rest of an address after a `#` in a password would be a fragment.
  if (url === null || url.href.includes('#')) return undefined
  return (url.searchParams.get('host') ?? url.hostname).includes(',') ? undefined : url
}

/**
 * Returns the URL with these settings and the required ones, which apply from the first statement on. They override the
 * URL's own `options`, because they come after these. Throws a TypeError if `url` is not the address of one server.
 */
export function withSettings(url: string, settings: Readonly<Record<string, string>>): string {
  const parsedUrl = parseAddress(url)
  if (parsedUrl === undefined) throw new TypeError('the address of the database is not the URL of one server')
  const urlOptions = parsedUrl.searchParams.get('options')
  const addedOptions = Object.entries({ ...requiredSettings, ...settings }).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`,
  )
  parsedUrl.searchParams.set('options', [...(urlOptions ? [urlOptions] : []), ...addedOptions].join(' '))
  return parsedUrl.href
}
