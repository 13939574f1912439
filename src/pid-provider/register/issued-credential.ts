/**
 * The register: one entry for every PID, written before the PID is sent (PP-31). An entry contains what is needed to
 * find and revoke a credential, and none of its claims.
 */
import type { NumericDate, Random } from '../../base/index.ts'
import type { Act } from '../../member/index.ts'
import type { StatusReference } from '../../status-list/index.ts'

/** Status of a PID. A suspended one may become valid again, a revoked one never. */
export type CredentialStatus = 'valid' | 'suspended' | 'revoked'

/** Place at which the Wallet Provider publishes the status of the attestation, and so of the Wallet Instance. */
export interface AttestationWatch extends StatusReference {
  /** Time at which the watch ends. Afterwards the index may belong to another attestation (D-110). */
  readonly until: NumericDate
}

/** Entry of the register (PP-32). Contains no claim of the credential. The administration returns these members. */
export interface IssuedCredential {
  readonly id: string
  /** `vc+sd-jwt` or `mso_mdoc`. */
  readonly format: string
  /** Thumbprint of the key that the credential is bound to. */
  readonly holderThumbprint: string
  /** Pseudonym of the person (`registerSubject`), equal in all entries of the person. No credential contains it. */
  readonly subject: string
  /** Thumbprint of the wallet's attested key. */
  readonly clientId: string
  /** Entity identifier of the Wallet Provider. */
  readonly walletProvider: string
  /** `jti` of the access token under which the credential was issued. */
  readonly tokenId: string
  readonly statusList: number
  readonly statusIndex: number
  readonly issuedAt: NumericDate
  readonly expiresAt: NumericDate
  readonly status: CredentialStatus
  /** Absent if the attestation named no status list. */
  readonly attestationWatch?: AttestationWatch
}

/**
 * Returns a new id: a UUID of version 7 (RFC 9562 §5.7) with 74 random bits. It begins with the time, so that entries
 * sort by time of issuance.
 */
export function entryId(random: Random, now: NumericDate): string {
  const time = Math.floor(now * 1000)
    .toString(16)
    .padStart(12, '0')
  const [variant = 0, ...bytes] = random.bytes(10)
  let text = ''
  for (const byte of bytes) text += (byte + 0x100).toString(16).slice(1)
  const [randA, randB] = [text.slice(0, 3), text.slice(3)]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randA}-${'89ab'.charAt(variant & 3)}${randB.slice(0, 3)}-${randB.slice(3)}`
}

const transitions: Readonly<Record<CredentialStatus, readonly CredentialStatus[]>> = {
  valid: ['suspended', 'revoked'],
  suspended: ['valid', 'revoked'],
  revoked: [],
}

/** Returns true if a credential may change from one status to the other. A revoked one stays revoked (PP-111). */
export const credentialMayBecome = (from: CredentialStatus, to: CredentialStatus): boolean =>
  transitions[from].includes(to)

/** Record of a change of status: actor, time and reason. Kept forever: records are only appended (PP-112). */
export interface CredentialChange extends Required<Act> {
  readonly credentialId: string
  readonly status: CredentialStatus
}

/** Maximum number of credentials of one access token that are valid at one time (PP-125). */
export const maximumCredentialsPerToken = 5

/**
 * The status change of a superseded credential, without its id and time (PP-114). The stores recognise superseded
 * credentials by these values, so the values must not change.
 */
export const supersededChange = { status: 'revoked', actor: 'pid-provider', reason: 'superseded' } as const

/**
 * Returns the changes that registering `next` causes. `earlier` are all credentials of the same access token that are
 * not superseded. `next` supersedes those with its key and format. Returns `withdrawn` if one of `earlier` is suspended
 * or revoked. Returns `too_many` if `next` and the credentials that it does not supersede exceed
 * `maximumCredentialsPerToken`.
 */
export function changesOnRegistration(
  next: IssuedCredential,
  earlier: readonly IssuedCredential[],
): readonly CredentialChange[] | 'withdrawn' | 'too_many' {
  if (earlier.some(({ status }) => status !== 'valid')) return 'withdrawn' // PP-158
  const superseded = earlier.filter(
    ({ holderThumbprint, format }) => holderThumbprint === next.holderThumbprint && format === next.format,
  )
  if (earlier.length - superseded.length >= maximumCredentialsPerToken) return 'too_many' // PP-125
  return superseded.map(({ id }) => ({ credentialId: id, at: next.issuedAt, ...supersededChange })) // PP-114
}
