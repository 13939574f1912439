/** A received PID that is not verified yet, and what both formats share. */
import type { Decision, Json } from '../../base/index.ts'
import type { CredentialType } from '../../credential/index.ts'
import { hasKey, type TrustedEntity } from '../../federation/index.ts'
import type { ProfileName } from '../../profiles/index.ts'
import { statusReference } from '../../status-list/index.ts'
import { type WalletAnswer, WI } from '../answers.ts'
import { checkAnchorProfile } from '../check-anchor-profile.ts'
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
  ctx: Pick<WalletContext, 'trust' | 'anchorProfiles'>,
  decision: Decision<WalletAnswer>,
  { issuer: { entity }, type }: Pick<ReceivedPid, 'issuer' | 'type'>,
  kid: Json | undefined,
): Promise<TrustedEntity> {
  if (typeof kid !== 'string' || hasKey(entity, issuerTypes, kid)) return entity
  const found = await decision.check(ISSUER_TRUST_RULES, () =>
    ctx.trust.evaluate(entity.entityId, issuerTypes, { kid }),
  )
  checkAnchorProfile(ctx, decision, { entity: found, profile: profileOf(type), answer: WI.issuerUntrusted })
  return found
}

/** Returns the profile of a type. */
export const profileOf = ({ sdJwt }: CredentialType): ProfileName => sdJwt?.profile ?? 'seed'

/** Returns the place of the status; `undefined` if the credential has none or its reference cannot be parsed. */
export function statusOf(status: Json | undefined): HeldCredential['status'] {
  const parsed = statusReference.safeParse(status)
  if (!parsed.success) return undefined
  const { idx, uri } = parsed.data.status_list
  return { idx, uri }
}
