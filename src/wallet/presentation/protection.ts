/**
 * How the response will be protected, as the Relying Party's attested metadata says (WI-84). This is settled before the
 * user is asked: nobody is to agree to what cannot be sent.
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
  /** By the attested key. */
  | { readonly kind: 'signature' }
  | { readonly kind: 'encryption'; readonly encryption: ResponseEncryption }

/** Signed where the metadata asks for a signature only, else encrypted; neither in the plain response mode. */
export async function chooseProtection(
  ctx: Pick<WalletContext, 'crypto' | 'random'>,
  decision: Decision<WalletAnswer>,
  { response_mode: mode, relyingPartyMetadata, requestKey }: TrustedRequestObject,
): Promise<Protection> {
  if (mode === 'direct_post') return { kind: 'none' }
  if (wantsSignatureOnly(relyingPartyMetadata)) return { kind: 'signature' }
  const selected = selectResponseEncryption(relyingPartyMetadata, requestKey)
  const encryption = decision.checkNow(RESPONSE_ENCRYPTION_RULES, () => selected)
  // Only using a key shows that it is one: that its point is on the curve is not seen before.
  await decision.check(RESPONSE_ENCRYPTION_RULES, () => encryptJwe(ctx, encryption, ''))
  return { kind: 'encryption', encryption }
}
