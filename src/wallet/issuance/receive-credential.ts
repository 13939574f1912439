/**
 * Receives a credential over a channel that the app provides, from an issuer whose protocol this wallet does not
 * implement. The wallet creates the key, proves its possession, and checks the credential as after an issuance
 * (WI-150).
 */
import { randomUuid } from '../../base/index.ts'
import { createKeyProof } from '../../oid4vci/index.ts'
import { WI } from '../answers.ts'
import { checkAnchorProfile } from '../check-anchor-profile.ts'
import { discardKey, signerOf, type WalletContext } from '../context.ts'
import { requireSecureEnvironment } from '../set-up/register.ts'
import type { HeldCredential } from '../storage/wallet-record.ts'
import { acceptSdJwtCredential } from './accept-sd-jwt-credential.ts'
import { ISSUER_TRUST_RULES } from './issuer.ts'
import { profileOf } from './received-credential.ts'

/** An SD-JWT credential to receive, and the app's function that obtains it. */
export interface CredentialDelivery {
  /** Entity identifier of the issuer. */
  readonly issuer: string
  /** `vct` of a type that the wallet supports. */
  readonly type: string
  /** Client identifier of the wallet at the issuer: `iss` of the key proof. */
  readonly clientId: string
  /** Nonce of the issuer for the key proof. */
  readonly cNonce: string
  /** Sends the key proof to the issuer and returns the credential as text. May throw. */
  readonly obtain: (keyProof: string) => Promise<string>
}

/**
 * Receives, checks and stores a credential, and returns it. The credential cannot be renewed. Rejects with a `Refusal`
 * and stores nothing if its type is not supported, its issuer is not trusted, or it is not valid. Passes on errors of
 * `obtain`. Deletes the new key after any error.
 */
export function receiveCredential(
  ctx: WalletContext,
  { issuer, type: credentialType, clientId, cNonce, obtain }: CredentialDelivery,
): Promise<HeldCredential> {
  return ctx.decide('wallet/credential', async (decision) => {
    decision.note('entity', issuer)
    const supported = ctx.types.find((one) => one.credentialType === credentialType)
    const type = decision.found('WI-150', WI.credentialDiscarded, supported, 'type_unknown', 'type')
    const entity = await decision.check(ISSUER_TRUST_RULES, () =>
      ctx.trust.evaluate(issuer, ['openid_credential_issuer']),
    )
    checkAnchorProfile(ctx, decision, { entity, profile: profileOf(type), answer: WI.issuerUntrusted })
    const credentialKey = await ctx.secureKeys.generateKey(await requireSecureEnvironment(ctx, decision)) // WI-50
    try {
      const now = ctx.clock.now()
      const signer = signerOf(ctx, credentialKey)
      const proof = await createKeyProof(ctx, signer, { clientId, audience: issuer, cNonce, now })
      const credential = await obtain(proof)
      const accepted = await acceptSdJwtCredential(ctx, decision, {
        credential,
        issuer: { entity },
        credentialKey,
        type,
      })
      const { tag: keyTag } = credentialKey
      const held = { ...accepted, id: randomUuid(ctx.random), credential, keyTag, receivedAt: now }
      await ctx.stores.credentials.put(held, undefined)
      return held
    } catch (thrown) {
      await discardKey(ctx, credentialKey.tag)
      throw thrown
    }
  })
}
