/**
 * Keys of document signers in a provider's metadata (PP-108). Each has its certificate chain as `x5c`: the certificate
 * of the key first, that of the provider's own authority last. The PID Provider publishes the keys. Wallets and relying
 * parties accept them only from a verified trust chain.
 */
import {
  type CertificateEvaluator,
  type CertificateTrustCode,
  type CryptoContext,
  decodeLenientBase64,
  encodeBase64,
  type Failure,
  failed,
  type PublicJwk,
  type Verified,
} from '../base/index.ts'
import { protocolKeys, type TrustEvaluator, type TrustedEntity } from '../federation/trust-evaluator.ts'
import { allAlgorithms, keyFits } from '../jose/index.ts'
import {
  type IssuerSignedMdoc,
  type IssuerSignedPolicy,
  type IssuerSignedVerifyCode,
  type ParsedMdoc,
  parseIssuerCertificate,
  type TrustedIssuers,
  verifyIssuerSigned,
} from '../mdoc/index.ts'

/** A public key with its certificate chain (RFC 7517 §4.7). */
export interface CertifiedJwk extends PublicJwk {
  /** Certificates in base64 of DER. The certificate of the key is first. */
  readonly x5c: readonly string[]
}

/**
 * Returns the JWK of a document signer with its certificate chain. `chain` contains DER, the certificate of the key
 * first, the authority last.
 */
export const createCertifiedJwk = (jwk: PublicJwk, chain: readonly Uint8Array[]): CertifiedJwk => ({
  ...jwk,
  x5c: chain.map(encodeBase64), // PP-108
})

/** Maximum number of certificates in `x5c`. A longer array is ignored. */
const maximumChainLength = 5

/**
 * Returns the trust anchors of an issuer's mdocs. Ignores keys that must not verify signatures. A key adds the last
 * certificate of its `x5c`, or itself if it has no `x5c` or if the last certificate is no CA certificate (D-1127). A
 * key adds nothing if its `x5c` is empty, has more than 5 certificates, or has a last entry that is not base64. Does
 * not check the other members of `x5c`, or whether they belong to the key. The caller must trust the source of the
 * keys.
 */
export function trustedMdocIssuers(keys: readonly PublicJwk[]): TrustedIssuers {
  const anchors = keys.filter(maySign).map((key) => anchorOf(key, 'x5c' in key ? key.x5c : undefined))
  return {
    certificates: anchors.flatMap((anchor) => (anchor instanceof Uint8Array ? [anchor] : [])),
    keys: anchors.flatMap((anchor) => (anchor === undefined || anchor instanceof Uint8Array ? [] : [anchor])),
  }
}

const maySign = (key: PublicJwk): boolean => allAlgorithms.some((alg) => keyFits(key, alg))

function anchorOf(key: PublicJwk, chain: unknown): PublicJwk | Uint8Array | undefined {
  if (chain === undefined) return key
  if (!Array.isArray(chain) || chain.length === 0 || chain.length > maximumChainLength) return undefined
  const last: unknown = chain.at(-1)
  const der = typeof last === 'string' ? decodeLenientBase64(last) : undefined
  const certificate = der && parseIssuerCertificate(der, 'x5c')
  const isEndEntity = certificate !== undefined && !failed(certificate) && certificate.isEndEntity
  return isEndEntity ? key : der
}

/** Services to verify the issuer of an mdoc. Without `certificates`, no revocation list is read. */
interface MdocIssuerContext extends CryptoContext {
  readonly trust: TrustEvaluator
  readonly certificates?: CertificateEvaluator | undefined
}

/** Failure codes that may mean that the issuer has a new authority. */
const newAuthorityCodes: ReadonlySet<string> = new Set<IssuerSignedVerifyCode>([
  'chain_untrusted',
  'chain_signature_invalid',
])

/**
 * Verifies an mdoc by `verifyIssuerSigned` with the authorities in its issuer's metadata. If the mdoc's certificates
 * lead to none of these authorities, evaluates the trust in the issuer again, and retries once if that gives new
 * metadata (D-307). Returns the result of the retry. Without a retry, returns the first failure. The caller must then
 * call `checkMdocRevocation`.
 */
export async function verifyMdocOf(
  ctx: MdocIssuerContext,
  issuer: TrustedEntity,
  mdoc: ParsedMdoc,
  policy: Omit<IssuerSignedPolicy, 'trusted' | 'checksRevocation'>,
  at: string,
): Promise<Verified<IssuerSignedMdoc> | Failure<IssuerSignedVerifyCode>> {
  const verifyBy = (entity: TrustedEntity) => {
    const trusted = trustedMdocIssuers(protocolKeys(entity, 'openid_credential_issuer'))
    return verifyIssuerSigned(ctx, mdoc, { ...policy, trusted, checksRevocation: ctx.certificates !== undefined }, at)
  }
  const verdict = await verifyBy(issuer)
  if (!failed(verdict) || !newAuthorityCodes.has(verdict.code)) return verdict
  const current = await ctx.trust.evaluate(issuer.entityId, ['openid_credential_issuer'], { unverified: true })
  return failed(current) || current === issuer ? verdict : verifyBy(current)
}

/**
 * Checks the revocation of the certificates of an mdoc that `verifyMdocOf` has verified (D-1156). Requests no list if
 * no certificate names one. Checks nothing without `certificates`.
 */
export async function checkMdocRevocation(
  { certificates }: Pick<MdocIssuerContext, 'certificates'>,
  { verifiedCertificates, namesRevocationList }: Verified<IssuerSignedMdoc>,
  at: string,
): Promise<undefined | Failure<CertificateTrustCode>> {
  if (!namesRevocationList) return undefined
  return certificates?.checkRevocation(verifiedCertificates, `${at}.issuerAuth.x5chain`)
}
