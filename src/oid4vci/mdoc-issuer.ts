/**
 * Who signs a provider's mdocs, as the provider's metadata says it (PP-108): a key with `x5c`, the certificate of the key
 * first and that of the provider's own authority last. Published by the PID Provider, read by wallets and relying parties
 * out of a verified trust chain and from nowhere else.
 */
import {
  type CryptoContext,
  decodeLenientBase64,
  encodeBase64,
  type Failure,
  failed,
  type PublicJwk,
  type Verified,
} from '../base/index.ts'
import { protocolKeys, type TrustEvaluator, type TrustedEntity } from '../federation/trust-evaluator.ts'
import {
  type IssuerSignedMdoc,
  type IssuerSignedPolicy,
  type IssuerSignedVerifyCode,
  type ParsedMdoc,
  type TrustedIssuers,
  verifyIssuerSigned,
} from '../mdoc/index.ts'

/** A public key with the certificates that stand for it (RFC 7517 §4.7). */
export interface CertifiedJwk extends PublicJwk {
  /** Base64 of DER, that of the key first. */
  readonly x5c: readonly string[]
}

/** The key of a document signer with its chain, DER, the authority last. */
export const createCertifiedJwk = (jwk: PublicJwk, chain: readonly Uint8Array[]): CertifiedJwk => ({
  ...jwk,
  x5c: chain.map(encodeBase64), // PP-108
})

/** An array in `x5c` that is longer is no chain of a document signer. */
const longest = 5

/**
 * Where the chains of an issuer's mdocs may end: at the authorities that its keys name in `x5c`, or at a key that names
 * none. What cannot be read ends no chain.
 */
export function trustedMdocIssuers(keys: readonly PublicJwk[]): TrustedIssuers {
  const chains = keys.map((key) => ('x5c' in key ? key.x5c : undefined))
  return {
    certificates: chains.flatMap((chain) => authorityOf(chain) ?? []),
    keys: keys.filter((_, index) => chains[index] === undefined),
  }
}

function authorityOf(chain: unknown): Uint8Array | undefined {
  if (!Array.isArray(chain) || chain.length === 0 || chain.length > longest) return undefined
  const last: unknown = chain.at(-1)
  return typeof last === 'string' ? decodeLenientBase64(last) : undefined
}

/** Another authority may stand behind the signer than those that are known. */
const otherAuthority: ReadonlySet<string> = new Set<IssuerSignedVerifyCode>([
  'chain_untrusted',
  'chain_signature_invalid',
])

/**
 * As `verifyIssuerSigned`, by the authorities of an issuer. An mdoc names no key: where its certificates lead to none of
 * them, the issuer is looked at anew (D-307).
 */
export async function verifyMdocOf(
  ctx: CryptoContext & { readonly trust: TrustEvaluator },
  issuer: TrustedEntity,
  mdoc: ParsedMdoc,
  policy: Omit<IssuerSignedPolicy, 'trusted'>,
  at: string,
): Promise<Verified<IssuerSignedMdoc> | Failure<IssuerSignedVerifyCode>> {
  const verifyBy = (one: TrustedEntity) => {
    const trusted = trustedMdocIssuers(protocolKeys(one, 'openid_credential_issuer'))
    return verifyIssuerSigned(ctx, mdoc, { ...policy, trusted }, at)
  }
  const verdict = await verifyBy(issuer)
  if (!failed(verdict) || !otherAuthority.has(verdict.code)) return verdict
  const found = await ctx.trust.evaluate(issuer.entityId, ['openid_credential_issuer'], { unverified: true })
  return failed(found) || found === issuer ? verdict : verifyBy(found)
}
