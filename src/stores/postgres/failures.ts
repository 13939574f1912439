/**
 * Classifies the failure of a statement: whether it is a bug or an outage, whether the statement may be sent again, and
 * what an SQL function of the store raised.
 */
import pg from 'pg'
import { Unavailable } from '../../base/index.ts'
import { certificateNamesOf } from '../../node/index.ts'
import { postgresFault } from './postgres-faults.ts'

/** SQLSTATE that `claim_all` raises for a claim that was used before. The message is the name of the claim. */
export const lostState = 'IW001'
/**
 * SQLSTATE that `undo` raises for a verb (store method) that the records do not allow. The message is the verb's
 * outcome.
 */
export const undoneState = 'IW002'

/**
 * SQLSTATEs of a server that answers and cannot write: a read-only session (a standby, or the guard of a disk that is
 * nearly full), a full disk, a failing disk.
 */
const uncommitting: ReadonlySet<string> = new Set(['25006', '53100', '58030'])
/** SQLSTATEs of deadlock and serialization. The server undid the whole statement, so it may be sent again. */
const rolledBack: ReadonlySet<string> = new Set(['40001', '40P01'])

const stateOf = (thrown: unknown): string | undefined => (thrown instanceof pg.DatabaseError ? thrown.code : undefined)

/** Returns the state and message that an SQL function of the store raised. Returns `undefined` for any other error. */
export function raisedOutcome(thrown: unknown): { readonly state: string; readonly message: string } | undefined {
  const state = stateOf(thrown)
  if (state !== lostState && state !== undoneState) return undefined
  return { state, message: (thrown as Error).message }
}

/** Returns true if the server undid the statement for a deadlock or a conflict, so that it may be sent again. */
export const wasRolledBack = (thrown: unknown): boolean => rolledBack.has(stateOf(thrown) ?? '')

/**
 * Returns true for an error after which this session cannot commit. The caller closes the session, since another one
 * might be able to commit.
 */
export const doesNotCommit = (thrown: unknown): boolean => uncommitting.has(stateOf(thrown) ?? '')

/**
 * Returns true if a migration has changed the result columns of a prepared statement. The server has not run the
 * statement, and refuses it in this session for ever (D-1082).
 */
export const hasStalePlan = (thrown: unknown): boolean =>
  thrown instanceof pg.DatabaseError && thrown.code === '0A000' && thrown.routine === 'RevalidateCachedQuery'

/**
 * Returns true if the server did not answer a statement in time. The server may still run it: its own time limit does
 * not apply to a commit.
 */
export const hasTimedOut = (thrown: unknown): boolean =>
  thrown instanceof Error && thrown.message === 'Query read timeout'

/** Returns true if the statement waited too long for a lock. */
export const waitedForLock = (thrown: unknown): boolean => stateOf(thrown) === '55P03'

/** Returns true if the database user lacks a right. */
export const lacksRight = (thrown: unknown): boolean => stateOf(thrown) === '42501'

/**
 * Returns true if the server reported the error and keeps the session. Otherwise the connection cannot be used again.
 */
export const keepsSession = (thrown: unknown): boolean =>
  thrown instanceof pg.DatabaseError && thrown.severity !== 'FATAL' && thrown.severity !== 'PANIC'

/** Returns a bug as it was thrown. Returns `Unavailable` for any other error. */
export function asUnavailable(thrown: unknown): unknown {
  const state = stateOf(thrown)
  if (doesNotCommit(thrown))
    return new Unavailable(`the store does not commit (PostgreSQL ${reasonOf(thrown, state)})`, 5, { cause: thrown })
  if (postgresFault(thrown) === 'bug') return thrown
  return new Unavailable(`PostgreSQL is out of reach (${reasonOf(thrown, state)})`, 5, { cause: thrown })
}

const tablesMissing = 'its tables do not exist: is it being restored?'
const poolerShares = 'a connection pooler shares its sessions between clients: configure session pooling'
const unknownIssuer = 'the issuer of its certificate is unknown: name the root certificate in sslrootcert'

/**
 * Meanings of SQLSTATEs and error codes, for operators. They do not quote the server's message: it may contain data.
 */
const meanings: Readonly<Record<string, string>> = {
  '08P01': 'it, or a connection pooler, rejects the settings of the connection',
  '25006': 'it is read-only',
  '25P04': 'the transaction took too long',
  '26000': poolerShares,
  '28000': 'it does not admit this user',
  '28P01': 'it rejects the user or the password in the address: correct them there',
  '3D000': 'it has no such database',
  '42501': 'its user lacks a right',
  '42883': tablesMissing,
  '42P01': tablesMissing,
  '42P05': poolerShares,
  '53100': 'its disk is full',
  '53300': 'it accepts no more connections',
  '55P03': 'a lock was not available',
  '57014': 'the statement took too long',
  '57P01': 'it is being stopped',
  '57P03': 'it is starting or stopping',
  '57P05': 'it closed an idle session',
  '58030': 'its disk has errors',
  XX000: 'an internal error of the server or of a connection pooler',
  XX001: 'its data are corrupted',
  XX002: 'an index is corrupted',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownIssuer,
  EAI_AGAIN: 'its host name cannot be resolved now',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its host name does not exist',
  SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  'no TLS': 'it does not support TLS, which the address requires',
  'no password': 'it requires a password, and the address has none',
  sslmode: 'sslmode=verify-ca in the address needs sslrootcert',
  SASL: 'authentication by SCRAM failed at the server or at a connection pooler',
}

/**
 * Returns the reason that an error of the driver states in its message: such an error has no code. Returns `no answer`
 * for any other message.
 */
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
 * Returns true if the connection was lost during the statement. Returns false for a time-out, because another try would
 * only wait again.
 */
export const wasCut = (thrown: unknown): boolean => {
  if (thrown instanceof pg.DatabaseError) return !keepsSession(thrown)
  return ['outage', 'violation'].includes(postgresFault(thrown)) && !hasTimedOut(thrown)
}
