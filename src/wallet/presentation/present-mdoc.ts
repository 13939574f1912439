/**
 * An mdoc as it is shown to a Relying Party: the agreed elements, signed by the device key over this session (D-40).
 */
import { failed } from '../../base/index.ts'
import { jwkThumbprint } from '../../jose/index.ts'
import { openId4VpTranscript, presentMdoc } from '../../mdoc/index.ts'
import {
  type ConcretePath,
  isElementPath,
  selectResponseEncryption,
  type TrustedRequestObject,
  wantsSignatureOnly,
} from '../../oid4vp/index.ts'
import { signerOf, type WalletContext } from '../context.ts'
import { openMdoc } from '../credentials.ts'
import type { SecureKey } from '../ports/secure-keys.ts'
import type { HeldCredential } from '../storage/wallet-record.ts'

export async function mdocPresentation(
  ctx: WalletContext,
  request: TrustedRequestObject,
  { held, deviceKey, claims }: MdocShown,
): Promise<string> {
  const mdoc = openMdoc(held)
  if (mdoc === undefined) throw new Error('a stored mdoc does not open')
  const transcript = openId4VpTranscript(ctx, {
    clientId: request.client_id,
    presentationNonce: request.nonce,
    encryptionThumbprint: encryptionThumbprint(ctx, request),
    responseUri: request.response_uri,
  })
  return presentMdoc(signerOf(ctx, deviceKey), mdoc, claims.filter(isElementPath), transcript)
}

export interface MdocShown {
  readonly held: HeldCredential
  readonly deviceKey: SecureKey
  readonly claims: readonly ConcretePath[]
}

/** Of the key that the response will be encrypted to; `undefined` when it will not be. */
function encryptionThumbprint(
  ctx: Pick<WalletContext, 'crypto'>,
  { response_mode: mode, relyingPartyMetadata, requestKey }: TrustedRequestObject,
): string | undefined {
  if (mode === 'direct_post' || wantsSignatureOnly(relyingPartyMetadata)) return undefined
  const selected = selectResponseEncryption(relyingPartyMetadata, requestKey)
  return failed(selected) ? undefined : jwkThumbprint(ctx, selected.recipient)
}
