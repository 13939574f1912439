/**
 * Classifies the errors of `pg`. An error of the server is classified by its SQLSTATE (PostgreSQL, Appendix A). An
 * error of the driver is classified by its message, because it has neither class nor code.
 */
import pg from 'pg'
import type { LibraryFault, LibraryFaults } from '../../base/index.ts'

/**
 * The classes of SQLSTATE (D-281). A statement that the server does not understand, or that breaks a constraint, is a
 * bug. For an SQLSTATE, `asUnavailable` only distinguishes bugs: it returns a bug unchanged, and `Unavailable` for any
 * other error. `stateExceptions` has precedence.
 */
export const stateClasses: LibraryFaults = {
  '00': 'bug',
  '01': 'bug',
  '02': 'bug',
  '03': 'bug',
  '08': 'outage',
  '09': 'bug',
  '0A': 'bug',
  '0B': 'bug',
  '0F': 'bug',
  '0L': 'bug',
  '0P': 'bug',
  '0Z': 'bug',
  '10': 'bug',
  '20': 'bug',
  '21': 'bug',
  '22': 'bug',
  '23': 'bug',
  '24': 'bug',
  '25': 'bug',
  '26': 'bug',
  '27': 'bug',
  '28': 'configuration',
  '2B': 'bug',
  '2D': 'bug',
  '2F': 'bug',
  '34': 'bug',
  '38': 'bug',
  '39': 'bug',
  '3B': 'bug',
  '3D': 'configuration',
  '3F': 'bug',
  '40': 'outage',
  '42': 'bug',
  '44': 'bug',
  '53': 'outage',
  '54': 'bug',
  '55': 'outage',
  '57': 'outage',
  '58': 'outage',
  F0: 'configuration',
  HV: 'bug',
  P0: 'bug',
  XX: 'outage',
}

/** SQLSTATEs with another meaning than their class. */
const stateExceptions: LibraryFaults = {
  '25006': 'outage',
  /** Time limits of a transaction. */
  '25P03': 'configuration',
  '25P04': 'configuration',
  /** A pooler shares sessions between clients: a prepared statement is missing (26000) or already there (42P05). */
  '26000': 'configuration',
  '42P05': 'configuration',
  /** Missing rights, and functions and tables that a restore has not created yet. */
  '42501': 'configuration',
  '42883': 'configuration',
  '42P01': 'configuration',
}

/** Messages of the driver; the first match counts. Any other message is the system's and counts as an outage. */
export const driverMessages: readonly (readonly [message: RegExp, fault: LibraryFault])[] = [
  [/^SASL/, 'configuration'],
  [/^The server does not support SSL connections$/, 'configuration'],
  [/^(?:SECURITY WARNING: |sslnegotiation=|Invalid |Both useLibpqCompat |Unknown authenticationOk )/, 'configuration'],
  [/^(?:timeout e|Query read timeout|Connection terminated|There was an error establishing an SSL )/, 'outage'],
  [/^Client (?:has encountered a connection error|was closed)/, 'outage'],
  [/^Cannot use a pool after calling end/, 'outage'],
  [/^Received unexpected /, 'violation'],
  [/^(?:A query must |Query values must |Prepared statements must |circular reference )/, 'bug'],
  [/^(?:Client has already been connected|Release called on |Called end on pool |Passing a function )/, 'bug'],
  [/^(?:unexpected condition|Binary mode |Buffer)| not supported in pipeline mode$/, 'bug'],
]

/**
 * Returns true for an error of the driver or the system: a plain `Error`, or an `AggregateError` of failed connections.
 * Other errors of the language, and those of this project, have their own classes.
 */
const isDriverOrSystemError = (thrown: unknown): thrown is Error =>
  thrown instanceof AggregateError || (thrown instanceof Error && thrown.constructor === Error)

/** Returns the meaning of an error that a call of `pg` threw. */
export function postgresFault(thrown: unknown): LibraryFault {
  if (thrown instanceof pg.DatabaseError) return stateFault(thrown.code)
  if (!isDriverOrSystemError(thrown)) return 'bug'
  const [, fault = 'outage'] = driverMessages.find(([message]) => message.test(thrown.message)) ?? []
  return fault
}

const stateFault = (state = ''): LibraryFault =>
  rowOf(stateExceptions, state) ?? rowOf(stateClasses, state.slice(0, 2)) ?? 'bug'

const rowOf = (table: LibraryFaults, name: string): LibraryFault | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
