/**
 * Classifies the failure of a statement: a bug or an outage, whether it may be tried again, and what a function of the
 * store raised.
 */
import pg from 'pg'
import { Unavailable } from '../../base/index.ts'
import { certificateNamesOf } from '../../node/index.ts'
import { postgresFault } from './postgres-faults.ts'

/** SQLSTATE that `claim_all` raises for a claim that was used before. The message is the name of the claim. */
export const lostState = 'IW001'
/** SQLSTATE that `undo` raises for a verb that may not happen. The message is its outcome. */
export const undoneState = 'IW002'

/**
 * SQLSTATEs of a server that answers and cannot write: a read-only session (a standby, or the guard of a disk that is
 * nearly full), a full disk, a failing disk.
 */
const uncommitting: ReadonlySet<string> = new Set(['25006', '53100', '58030'])
/** SQLSTATEs of deadlock and serialization. The server undid the whole statement, so it may be sent again. */
const rolledBack: ReadonlySet<string> = new Set(['40001', '40P01'])

const stateOf = (thrown: unknown): string | undefined => (thrown instanceof pg.DatabaseError ? thrown.code : undefined)

/** Returns what a function of the store raised, if the error is such. */
export function raisedOutcome(thrown: unknown): { readonly state: string; readonly message: string } | undefined {
  const state = stateOf(thrown)
  if (state !== lostState && state !== undoneState) return undefined
  return { state, message: (thrown as Error).message }
}

/** Returns true if the server undid the statement for a deadlock or a conflict, so that it may be sent again. */
export const wasRolledBack = (thrown: unknown): boolean => rolledBack.has(stateOf(thrown) ?? '')

/**
 * Returns true for a write that this session cannot commit. The session is closed, since another one may be able to.
 */
export const doesNotCommit = (thrown: unknown): boolean => uncommitting.has(stateOf(thrown) ?? '')

/** Returns true if the database user lacks a right. */
export const lacksRight = (thrown: unknown): boolean => stateOf(thrown) === '42501'

/**
 * Returns true if the server reported the error and keeps the session. The connection cannot be used again otherwise.
 */
export const isAnswer = (thrown: unknown): boolean =>
  thrown instanceof pg.DatabaseError && thrown.severity !== 'FATAL' && thrown.severity !== 'PANIC'

/** Returns `Unavailable` for an outage. Returns a bug as it was thrown. */
export function asUnavailable(thrown: unknown): unknown {
  const state = stateOf(thrown)
  if (doesNotCommit(thrown))
    return new Unavailable(`the store does not commit (PostgreSQL ${reasonOf(thrown, state)})`, 5, { cause: thrown })
  if (postgresFault(thrown) === 'bug') return thrown
  return new Unavailable(`PostgreSQL is out of reach (${reasonOf(thrown, state)})`, 5, { cause: thrown })
}

const notThere = 'its tables are not there: is it being restored?'
const poolerShares = 'a pooler before it shares sessions: it must keep them'
const unknownIssuer = 'nobody known vouches for its certificate: sslrootcert names who does'

/**
 * Meanings of SQLSTATEs and error codes for operators. They contain nothing of the server's own message, and only the
 * host of the address.
 */
const meanings: Readonly<Record<string, string>> = {
  '08P01': 'it, or a pooler before it, does not take the settings of a connection',
  '25006': 'it is read-only',
  '25P04': 'it took too long',
  '26000': poolerShares,
  '28000': 'it does not let this user in',
  '28P01': 'it refuses the user or the password of the address: correct them there',
  '3D000': 'it has no such database',
  '42501': 'its user lacks a right',
  '42883': notThere,
  '42P01': notThere,
  '42P05': poolerShares,
  '53100': 'its disk is full',
  '53300': 'it takes no more connections',
  '55P03': 'a lock was not to be had',
  '57014': 'it took too long',
  '57P01': 'it is being stopped',
  '57P03': 'it starts or stops',
  '57P05': 'it closes sessions that nobody uses',
  '58030': 'its disk fails',
  XX000: 'a fault of its own, or of a pooler before it',
  XX001: 'its data are damaged',
  XX002: 'an index of it is damaged',
  CERT_HAS_EXPIRED: 'its certificate has ended',
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownIssuer,
  EAI_AGAIN: 'the name of its host is not resolved',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  'no TLS': 'it has none, and the address asks for it',
  'no password': 'it asks for one, and the address has none',
  sslmode: 'sslmode=verify-ca in the address needs sslrootcert',
  SASL: 'it does not authenticate by SCRAM as the driver does, or a pooler before it does not',
}

/** Returns the missing setting that an error of the driver describes by its message, since the error has no code. */
function driverReason(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : ''
  if (message === 'The server does not support SSL connections') return 'no TLS'
  if (/^SASL: .*client password must be /.test(message)) return 'no password'
  if (message.startsWith('SECURITY WARNING: ')) return 'sslmode'
  return message.startsWith('SASL') ? 'SASL' : 'no answer'
}

function reasonOf(thrown: unknown, state: string | undefined): string {
  const reason = String(state ?? (thrown as { readonly code?: unknown }).code ?? driverReason(thrown))
  const names = certificateNamesOf(thrown)
  if (names !== undefined)
    return `${reason}: its certificate is for ${names.served}, and the address names ${names.asked}`
  const meaning = Object.hasOwn(meanings, reason) ? `: ${meanings[reason]}` : ''
  return `${reason}${meaning}`
}

/**
 * Returns true if the connection was lost during the statement. False for a time-out: the next try would only wait
 * again.
 */
export const wasCut = (thrown: unknown): boolean => {
  if (thrown instanceof pg.DatabaseError) return !isAnswer(thrown)
  return ['outage', 'answer'].includes(postgresFault(thrown)) && (thrown as Error).message !== 'Query read timeout'
}
