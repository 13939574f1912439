/**
 * A PID that has come and is not yet judged, and what both formats have in common.
 */
import type { Json } from '../../base/index.ts'
import { statusReference } from '../../status-list/index.ts'
import type { SecureKey } from '../ports/secure-keys.ts'
import type { HeldCredential } from '../storage/wallet-record.ts'
import type { TrustedIssuer } from './issuer.ts'

export interface ReceivedPid {
  /** As received. */
  readonly credential: string
  readonly issuer: TrustedIssuer
  readonly credentialKey: SecureKey
}

/** Where the status stands, when the credential says that it has one. */
export function statusOf(status: Json | undefined): HeldCredential['status'] {
  const parsed = statusReference.safeParse(status)
  if (!parsed.success) return undefined
  const { idx, uri } = parsed.data.status_list
  return { idx, uri }
}
