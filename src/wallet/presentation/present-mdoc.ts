/**
 * An mdoc as it is shown to a Relying Party: the agreed elements, signed by the device key over this session (D-40).
 */
import { jwkThumbprint } from '../../jose/index.ts'
import { openId4VpTranscript, presentMdoc } from '../../mdoc/index.ts'
import { type ConcretePath, isElementPath, type TrustedRequestObject } from '../../oid4vp/index.ts'
import { signerOf, type WalletContext } from '../context.ts'
import type { SecureKey } from '../ports/secure-keys.ts'
import type { HeldCredential } from '../storage/wallet-record.ts'
import { openMdoc } from './presentable-credentials.ts'
import type { Protection } from './protection.ts'

export async function mdocPresentation(
  ctx: WalletContext,
  request: TrustedRequestObject,
  protection: Protection,
  { held, deviceKey, claims }: MdocShown,
): Promise<string> {
  const mdoc = openMdoc(held)
  if (mdoc === undefined) throw new Error('a stored mdoc does not open')
  const transcript = openId4VpTranscript(ctx, {
    clientId: request.client_id,
    presentationNonce: request.nonce,
    encryptionThumbprint: encryptionThumbprint(ctx, protection),
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
const encryptionThumbprint = (ctx: Pick<WalletContext, 'crypto'>, protection: Protection): string | undefined =>
  protection.kind === 'encryption' ? jwkThumbprint(ctx, protection.encryption.recipient) : undefined
