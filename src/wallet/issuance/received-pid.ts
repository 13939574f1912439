/** A received PID that is not verified yet, and what both formats share. */
import type { Decision, Json } from '../../base/index.ts'
import type { CredentialType } from '../../credential/index.ts'
import { hasKey, type TrustedEntity } from '../../federation/index.ts'
import { statusReference } from '../../status-list/index.ts'
import type { WalletAnswer } from '../answers.ts'
import type { WalletContext } from '../context.ts'
import type { SecureKey } from '../ports/secure-keys.ts'
import type { HeldCredential } from '../storage/wallet-record.ts'
import { ISSUER_TRUST_RULES, type TrustedIssuer } from './issuer.ts'

export interface ReceivedPid {
  /** Text as received. */
  readonly credential: string
  readonly issuer: Pick<TrustedIssuer, 'entity'>
  readonly credentialKey: SecureKey
  /** Requested type. */
  readonly type: CredentialType
}

/** Facts about a PID that depend on its format. */
export type AcceptedPid = Omit<HeldCredential, 'id' | 'credential' | 'keyTag' | 'receivedAt'>

const issuerTypes = ['openid_credential_issuer'] as const

/**
 * Returns the issuer of an issuance. Resolves it again if its known metadata lack the key that the credential names
 * (D-236).
 */
export async function issuerWithKey(
  ctx: Pick<WalletContext, 'trust'>,
  decision: Decision<WalletAnswer>,
  { entity }: ReceivedPid['issuer'],
  kid: Json | undefined,
): Promise<TrustedEntity> {
  if (typeof kid !== 'string' || hasKey(entity, issuerTypes, kid)) return entity
  return decision.check(ISSUER_TRUST_RULES, () => ctx.trust.evaluate(entity.entityId, issuerTypes, { kid }))
}

/** Returns the place of the status; `undefined` if the credential has none or its reference cannot be parsed. */
export function statusOf(status: Json | undefined): HeldCredential['status'] {
  const parsed = statusReference.safeParse(status)
  if (!parsed.success) return undefined
  const { idx, uri } = parsed.data.status_list
  return { idx, uri }
}
