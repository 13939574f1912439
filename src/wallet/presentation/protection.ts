/**
 * Selects the protection of the response by the Relying Party's attested metadata (WI-84). This comes before consent:
 * the user must not agree to a response that cannot be sent.
 */
import { type Decision, rules } from '../../base/index.ts'
import { type EncryptCode, encryptJwe } from '../../jose/index.ts'
import {
  type ResponseEncryption,
  type ResponseEncryptionCode,
  selectResponseEncryption,
  type TrustedRequestObject,
  wantsSignatureOnly,
} from '../../oid4vp/index.ts'
import { type WalletAnswer, WI } from '../answers.ts'
import type { WalletContext } from '../context.ts'

export const RESPONSE_ENCRYPTION_RULES = rules<ResponseEncryptionCode | EncryptCode>()(WI.cannotProtect, {
  'WI-84': [
    'encryption_key_missing',
    'encryption_alg_forbidden',
    'encryption_alg_unsupported',
    'jwe_recipient_unusable',
  ],
})

export type Protection =
  | { readonly kind: 'none' }
  /** Signed with the attested key. */
  | { readonly kind: 'signature' }
  | { readonly kind: 'encryption'; readonly encryption: ResponseEncryption }

/**
 * Returns the protection: a signature if the metadata ask for a signature only, else encryption. Returns `none` in the
 * response mode `direct_post`.
 */
export async function chooseProtection(
  ctx: Pick<WalletContext, 'crypto' | 'random'>,
  decision: Decision<WalletAnswer>,
  { response_mode: mode, relyingPartyMetadata, requestKey }: TrustedRequestObject,
): Promise<Protection> {
  if (mode === 'direct_post') return { kind: 'none' }
  if (wantsSignatureOnly(relyingPartyMetadata)) return { kind: 'signature' }
  const selected = selectResponseEncryption(relyingPartyMetadata, requestKey)
  const encryption = decision.checkNow(RESPONSE_ENCRYPTION_RULES, () => selected)
  // Encrypts once as a test: only this shows that the recipient's point is on the curve.
  await decision.check(RESPONSE_ENCRYPTION_RULES, () => encryptJwe(ctx, encryption, ''))
  return { kind: 'encryption', encryption }
}
