/**
 * Selects the protection of the response from the Relying Party's attested metadata (WI-84). Runs before consent, so
 * that the user does not agree to a response that cannot be sent.
 */
import { type Decision, rules } from '../../base/index.ts'
import { type EncryptCode, encryptJwe } from '../../jose/index.ts'
import {
  type RelyingPartyMetadata,
  type ResponseEncryption,
  type ResponseEncryptionCode,
  selectResponseEncryption,
  type TrustedRequestObject,
  wantsSignatureOnly,
} from '../../oid4vp/index.ts'
import { type ProfileName, relyingPartyWire } from '../../profiles/index.ts'
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
  /** Signed with the key of the Wallet Attestation. */
  | { readonly kind: 'signature' }
  | { readonly kind: 'encryption'; readonly encryption: ResponseEncryption }

/**
 * Returns the protection: a signature if the metadata ask for a signature only and the profile permits it, else
 * encryption. Returns `none` in the response mode `direct_post`. Rejects with a `Refusal` if the response cannot be
 * encrypted.
 */
export async function chooseProtection(
  ctx: Pick<WalletContext, 'crypto' | 'random'>,
  decision: Decision<WalletAnswer>,
  request: TrustedRequestObject,
  profile: ProfileName,
): Promise<Protection> {
  const { response_mode: mode, relyingPartyMetadata, requestKey } = request
  if (mode === 'direct_post') return { kind: 'none' }
  const maySignOnly = relyingPartyWire[profile].responseProtections.includes('signed')
  if (maySignOnly && wantsSignatureOnly(relyingPartyMetadata)) return { kind: 'signature' }
  const selected = selectResponseEncryption(recipientOf(request, profile), requestKey)
  const encryption = decision.checkNow(RESPONSE_ENCRYPTION_RULES, () => selected)
  // Encrypts once as a test: only this shows that the recipient's point is on the curve.
  await decision.check(RESPONSE_ENCRYPTION_RULES, () => encryptJwe(ctx, encryption, ''))
  return { kind: 'encryption', encryption }
}

type Recipient = Pick<RelyingPartyMetadata, 'keys' | 'encryptedResponseAlgs' | 'encryptedResponseEncs'>

/**
 * Returns the keys and algorithms of the recipient. Keys and content encryptions in the request replace those of the
 * metadata (WI-138). If the profile lists content encryptions, only these are used, in the profile's order and with
 * `ECDH-ES` (WI-145).
 */
function recipientOf({ relyingPartyMetadata, ...request }: TrustedRequestObject, profile: ProfileName): Recipient {
  const inRequest = request.kind === 'dcql' ? request.responseKeys : undefined
  const { responseEncryptions: permitted } = relyingPartyWire[profile]
  const offered = inRequest?.encryptions ?? relyingPartyMetadata.encryptedResponseEncs
  return {
    keys: inRequest?.keys ?? relyingPartyMetadata.keys,
    encryptedResponseAlgs: permitted.length > 0 ? ['ECDH-ES'] : relyingPartyMetadata.encryptedResponseAlgs,
    encryptedResponseEncs: permitted.length > 0 ? permitted.filter((enc) => offered?.includes(enc)) : offered,
  }
}
