/**
 * The register: one entry for every PID that was issued, written before the PID leaves (PP-31). It holds what is needed
 * to find and revoke a credential and no claim of it.
 */
import type { NumericDate, Random } from '../../base/index.ts'
import type { Act } from '../../member/index.ts'
import type { StatusReference } from '../../status-list/index.ts'

/** What a PID is worth. A suspended one may become valid again, a revoked one never. */
export type CredentialStatus = 'valid' | 'suspended' | 'revoked'

/** Where the Wallet Provider says what became of the attestation, and with it of the Wallet Instance. */
export interface AttestationWatch extends StatusReference {
  /** From then on the place may be another attestation's (D-110). */
  readonly until: NumericDate
}

/** A row of the register (PP-32): what a credential can be found and revoked by, and nothing that it says. */
export interface IssuedCredential {
  readonly id: string
  readonly format: string
  /** Thumbprint of the key that the credential is bound to. */
  readonly holderThumbprint: string
  /** Our pseudonym of the person (`registerSubject`): the same for all credentials of one person, and in none of them. */
  readonly subject: string
  readonly clientId: string
  readonly walletProvider: string
  /** `jti` of the access token that it was issued under. */
  readonly tokenId: string
  readonly statusList: number
  readonly statusIndex: number
  readonly issuedAt: NumericDate
  readonly expiresAt: NumericDate
  readonly status: CredentialStatus
  /** Not there when the attestation named no status list. */
  readonly attestationWatch?: AttestationWatch
}

/**
 * The name of an entry that is made now: a UUID of version 7 (RFC 9562 §5.7), whose first half tells the time, so that
 * entries lie in the register in the order in which they came; 74 random bits.
 */
export function entryId(random: Random, now: NumericDate): string {
  const time = Math.floor(now * 1000)
    .toString(16)
    .padStart(12, '0')
  const [variant = 0, ...bytes] = random.bytes(10)
  let text = ''
  for (const byte of bytes) text += (byte + 0x100).toString(16).slice(1)
  const [first, rest] = [text.slice(0, 3), text.slice(3)]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${first}-${'89ab'.charAt(variant & 3)}${rest.slice(0, 3)}-${rest.slice(3)}`
}

/** A revoked credential stays revoked (PP-111). */
const transitions: Readonly<Record<CredentialStatus, readonly CredentialStatus[]>> = {
  valid: ['suspended', 'revoked'],
  suspended: ['valid', 'revoked'],
  revoked: [],
}

/** Whether a credential may change so; `revoked` is final. */
export const credentialMayBecome = (from: CredentialStatus, to: CredentialStatus): boolean =>
  transitions[from].includes(to)

/** Who changed a status, when and why: kept for ever, appended only (PP-112). */
export interface CredentialChange extends Required<Act> {
  readonly credentialId: string
  readonly status: CredentialStatus
}

/** So many credentials of one access token are not revoked at one time (PP-125). */
export const mostCredentialsPerToken = 5

/** The change that a credential undergoes when another one takes its place, without its id and time (PP-114). */
export const supersession = { status: 'revoked', actor: 'pid-provider', reason: 'superseded' } as const

/**
 * Returns the changes that `next` makes in the register: it supersedes the credential of its token that has its key and its
 * format. `earlier` are the credentials of the token that were not superseded. Returns `withdrawn` when somebody suspended
 * or revoked one of them, and `too_many` when they leave no place.
 */
export function succession(
  next: IssuedCredential,
  earlier: readonly IssuedCredential[],
): readonly CredentialChange[] | 'withdrawn' | 'too_many' {
  if (earlier.some(({ status }) => status !== 'valid')) return 'withdrawn' // PP-158
  const superseded = earlier.filter(
    ({ holderThumbprint, format }) => holderThumbprint === next.holderThumbprint && format === next.format,
  )
  if (earlier.length - superseded.length >= mostCredentialsPerToken) return 'too_many' // PP-125
  return superseded.map(({ id }) => ({ credentialId: id, at: next.issuedAt, ...supersession })) // PP-114
}
