/**
 * What went wrong with a statement: whose fault it is, whether it may be tried again, and what the store's own functions
 * wanted to say.
 */
import pg from 'pg'
import { Unavailable } from '../../base/index.ts'

/** Raised by `claim_all`: somebody else had it. The message names it. */
export const lostState = 'IW001'
/** Raised by `undo`: the verb may not happen. The message is its outcome. */
export const undoneState = 'IW002'

/**
 * Classes of SQLSTATE that say that the server cannot now: connection, roles and databases that are not there (yet),
 * rolled back by a race, out of connections, memory or disk, locks, told to stop, its own input and output, its own
 * faults and what is damaged on its disk (D-281).
 */
const unavailableClasses: ReadonlySet<string> = new Set(['08', '28', '3D', '40', '53', '55', '57', '58', 'XX'])
/**
 * It answers, and nothing can be written: a session that is read-only (a standby that is about to take over, or the
 * guard of a disk that is nearly full), a disk that is full, an error of the disk.
 */
const uncommitting: ReadonlySet<string> = new Set(['25006', '53100', '58030'])
/**
 * What somebody has to mend beside this program, while it runs: rights, tables that are just being restored, the time that
 * a transaction may take, and a pooler that hands one session to several, each with statements of the other.
 */
const misarranged: ReadonlySet<string> = new Set(['25P03', '25P04', '26000', '42501', '42883', '42P01', '42P05'])
/** Deadlock and serialization: rolled back whole, so that it may be tried again whatever it was. */
const rolledBack: ReadonlySet<string> = new Set(['40001', '40P01'])

const stateOf = (thrown: unknown): string | undefined => (thrown instanceof pg.DatabaseError ? thrown.code : undefined)

/** What one of the store's own functions raised. */
export function raised(thrown: unknown): { readonly state: string; readonly message: string } | undefined {
  const state = stateOf(thrown)
  if (state !== lostState && state !== undoneState) return undefined
  return { state, message: (thrown as Error).message }
}

export const wasRolledBack = (thrown: unknown): boolean => rolledBack.has(stateOf(thrown) ?? '')

/** Of a write. Another session may be able to: this one is not used again. */
export const doesNotCommit = (thrown: unknown): boolean => uncommitting.has(stateOf(thrown) ?? '')

export const lacksRight = (thrown: unknown): boolean => stateOf(thrown) === '42501'

/** The server said so and is still there: whatever else is thrown leaves a connection that nobody should use. */
export const isAnswer = (thrown: unknown): boolean =>
  thrown instanceof pg.DatabaseError && thrown.severity !== 'FATAL' && thrown.severity !== 'PANIC'

/** The driver's and the system's errors have no class of their own; ours, and the language's, have. */
const isOutside = (thrown: unknown): boolean =>
  thrown instanceof AggregateError || (thrown instanceof Error && thrown.constructor === Error)

/** `Unavailable` for what is not our fault; what is, as it was thrown. */
export function asUnavailable(thrown: unknown): unknown {
  const state = stateOf(thrown)
  if (doesNotCommit(thrown))
    return new Unavailable(`the store does not commit (PostgreSQL ${reasonOf(thrown, state)})`, 5, { cause: thrown })
  const cannotNow = unavailableClasses.has(state?.slice(0, 2) ?? '') || misarranged.has(state ?? '')
  if (state === undefined ? !isOutside(thrown) : !cannotNow) return thrown
  return new Unavailable(`PostgreSQL is out of reach (${reasonOf(thrown, state)})`, 5, { cause: thrown })
}

const notThere = 'its tables are not there: is it being restored?'
const poolerShares = 'a pooler before it shares sessions: it must keep them'
const unknownIssuer = 'nobody known vouches for its certificate: sslrootcert names who does'

/** For whoever is woken by it: what may be mended, in words. Nothing of the server's own message, nor of the address. */
const meanings: Readonly<Record<string, string>> = {
  '08P01': 'it, or a pooler before it, does not take the settings of a connection',
  '25006': 'it is read-only',
  '25P04': 'it took too long',
  '26000': poolerShares,
  '28000': 'it does not let this user in',
  '28P01': 'it refuses this password',
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
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is of another host',
  SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  'no TLS': 'it has none, and the address asks for it',
}

function reasonOf(thrown: unknown, state: string | undefined): string {
  // The driver's one error for it, which has no code.
  const plain = thrown instanceof Error && thrown.message === 'The server does not support SSL connections'
  const reason = String(state ?? (thrown as { readonly code?: unknown }).code ?? (plain ? 'no TLS' : 'no answer'))
  const meaning = Object.hasOwn(meanings, reason) ? `: ${meanings[reason]}` : ''
  return `${reason}${meaning}`
}

/** The connection went away under a statement. A time-out is no such thing: the next one would only wait again. */
export const wasCut = (thrown: unknown): boolean => {
  if (thrown instanceof pg.DatabaseError) return !isAnswer(thrown)
  return isOutside(thrown) && (thrown as Error).message !== 'Query read timeout'
}
