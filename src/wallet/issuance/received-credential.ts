/** A received credential before its verification, and the helpers of its checks. */
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

export interface ReceivedCredential {
  /** Text as received. */
  readonly credential: string
  readonly issuer: Pick<TrustedIssuer, 'entity'>
  readonly credentialKey: SecureKey
  readonly type: CredentialType
}

/** Result of the checks of a credential: its format, issuer, type, algorithm, expiry and status reference. */
export type AcceptedCredential = Omit<HeldCredential, 'id' | 'credential' | 'keyTag' | 'receivedAt'>

const issuerTypes = ['openid_credential_issuer'] as const

/**
 * Returns the issuer, if possible with the key that `kid` names. If the issuer's metadata lack that key, evaluates the
 * issuer again (D-236), and rejects with a `Refusal` if it is no longer trusted. Does not check that the result has the
 * key.
 */
export async function evaluateIssuerWithKey(
  ctx: Pick<WalletContext, 'trust' | 'anchorProfiles'>,
  decision: Decision<WalletAnswer>,
  { issuer: { entity }, type }: Pick<ReceivedCredential, 'issuer' | 'type'>,
  kid: Json | undefined,
): Promise<TrustedEntity> {
  if (typeof kid !== 'string' || hasKey(entity, issuerTypes, kid)) return entity
  const reevaluated = await decision.check(ISSUER_TRUST_RULES, () =>
    ctx.trust.evaluate(entity.entityId, issuerTypes, { kid }),
  )
  checkAnchorProfile(ctx, decision, { entity: reevaluated, profile: profileOf(type), answer: WI.issuerUntrusted })
  return reevaluated
}

/** Returns the profile to which a credential type belongs. Defaults to `seed`, the default profile. */
export const profileOf = ({ sdJwt }: CredentialType): ProfileName => sdJwt?.profile ?? 'seed'

/**
 * Returns the URI of the status list and the credential's index in it. Returns `undefined` if the credential has no
 * status reference, or one that cannot be parsed.
 */
export function statusOf(status: Json | undefined): HeldCredential['status'] {
  const parsed = statusReference.safeParse(status)
  if (!parsed.success) return undefined
  const { idx, uri } = parsed.data.status_list
  return { idx, uri }
}
