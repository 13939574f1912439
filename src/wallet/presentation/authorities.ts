/**
 * The authorities of a held credential: the trust chain of its issuer, and the authority key identifiers in the
 * certificates of the credential. They are resolved only for a query with `trusted_authorities` (OpenID4VP 1.0 §6.1.1).
 */
import { failed } from '../../base/index.ts'
import { holderFacets } from '../../credential/holder.ts'
import { trustPath } from '../../federation/index.ts'
import type { CredentialAuthority, StoredCredential, TrustedRequestObject } from '../../oid4vp/index.ts'
import type { WalletContext } from '../context.ts'
import type { HeldCredential } from '../storage/wallet-record.ts'
import { asStored } from './presentable-credentials.ts'

/**
 * Returns a held credential in the form for query evaluation. Adds its authorities if the request asks for trusted
 * authorities. An issuer that is not trusted or not reachable has no trust path.
 */
export async function storedWithAuthorities(
  ctx: WalletContext,
  request: TrustedRequestObject,
  held: HeldCredential,
): Promise<StoredCredential> {
  const stored = asStored(ctx, held)
  const asksAuthorities =
    request.kind === 'dcql' && request.query.credentials.some((query) => query.trusted_authorities !== undefined)
  return asksAuthorities ? { ...stored, authorities: await authoritiesOf(ctx, held) } : stored
}

async function authoritiesOf(ctx: WalletContext, held: HeldCredential): Promise<readonly CredentialAuthority[]> {
  const issuer = await ctx.trust.evaluate(held.issuer, ['openid_credential_issuer'])
  return [
    { type: 'openid_federation', values: failed(issuer) ? [] : trustPath(issuer) },
    { type: 'aki', values: holderFacets[held.format].authorityKeyIds(held) },
  ]
}
