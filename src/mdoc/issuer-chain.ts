/**
 * Verifies the certificate chain from the signer of an mdoc to a trusted certificate (ISO 18013-5 §9.3.3). Checks the
 * parts of RFC 5280 §6 that occur in chains of mdoc issuers: names and name constraints, signatures, dates, CAs and
 * their path length, key usage, and extended key usage.
 */
import {
  type CryptoContext,
  type Failure,
  fail,
  failed,
  type NumericDate,
  type PublicJwk,
  sameBytes,
  type Verified,
  verified,
} from '../base/index.ts'
import { sameKey } from '../jose/index.ts'
import { ecdsaFromDer } from '../x509/der.ts'
import { checkNameConstraints, type NameConstraintCode } from '../x509/name-constraints.ts'
import {
  curveBytes,
  type EcCurve,
  type IssuerCertificate,
  type IssuerCertificateCode,
  keyUsageBits,
  parseIssuerCertificate,
} from './issuer-certificate.ts'

/** Trust anchors for mdoc issuers. The caller must trust their source. */
export interface TrustedIssuers {
  /** DER certificates of authorities. */
  readonly certificates: readonly Uint8Array[]
  /** Keys of issuers that are trusted without a certificate chain. */
  readonly keys: readonly PublicJwk[]
}

/** Reasons to refuse the chain of an mdoc's issuer. */
export type IssuerChainCode =
  | IssuerCertificateCode
  | NameConstraintCode
  | 'certificate_not_yet_valid'
  | 'certificate_expired'
  | 'chain_broken'
  | 'x509_path_length_exceeded'
  | 'chain_untrusted'
  | 'chain_signature_invalid'
  | 'leaf_not_signer'
  | 'issuer_not_authority'

/** Time at which every certificate of the chain must be valid. */
export interface ChainTimes {
  readonly now: NumericDate
  /** Maximum clock difference in seconds. */
  readonly skew: number
}

/**
 * A chain in which each certificate is signed by the next, up to a trusted one. Revocation lists are not checked, and
 * cRLDistributionPoints may be critical.
 */
export interface IssuerChain {
  readonly leaf: IssuerCertificate
  /**
   * Certificates from the leaf to the trusted certificate. Received certificates after the trusted one are omitted.
   * Empty if the leaf's own key is trusted: no authority has then certified the other fields of the leaf.
   */
  readonly path: readonly IssuerCertificate[]
}

/** Purposes of ISO 18013-5 §B.1.4 and of ISO 23220-4, and anyExtendedKeyUsage (RFC 5280 §4.2.1.12). */
const signerPurposes: readonly string[] = ['1.0.18013.5.1.2', '1.0.23220.4.1.2', '2.5.29.37.0']

/**
 * Verifies a chain, leaf first. The chain must end at a trusted certificate, which is received after the leaf or is the
 * issuer of the last received certificate. Each certificate up to this end must be valid at `times.now` and signed by
 * the next. Each certificate after the leaf must be a CA certificate whose path length suffices. Its key usage, if
 * present, must permit signing certificates. The names of each certificate must satisfy the name constraints of the
 * certificates above it, also of the trusted one. Received certificates after the trusted one are only parsed.
 *
 * The leaf must not be a CA certificate. Its key usage, if present, must permit digital signatures. Its
 * extendedKeyUsage, if present, must permit signing mdocs. If the key of the leaf is trusted, its extendedKeyUsage is
 * not checked, and the other certificates are only parsed. Does not check revocation.
 */
export async function verifyIssuerChain(
  ctx: CryptoContext,
  x5chain: readonly Uint8Array[],
  trusted: TrustedIssuers,
  times: ChainTimes,
  at: string,
): Promise<Verified<IssuerChain> | Failure<IssuerChainCode>> {
  const chain = parseAll(x5chain, at)
  if (failed(chain)) return chain
  const [leaf] = chain
  if (leaf === undefined) return fail('chain_broken', at)
  const mayNotSign = !leaf.isEndEntity || !permitsUsage(leaf, keyUsageBits.digitalSignature)
  if (mayNotSign) return fail('leaf_not_signer', `${at}.0`)
  const isKeyTrusted = trusted.keys.some((key) => sameKey(key, leaf.publicJwk))
  if (isKeyTrusted) return checkTimes(leaf, times, `${at}.0`) ?? verified({ leaf, path: [] })
  if (leaf.purposes?.some((purpose) => signerPurposes.includes(purpose)) === false)
    return fail('leaf_not_signer', `${at}.0`) // D-153
  let fault: Failure<IssuerChainCode> | undefined
  for (const path of completePaths(chain, parseTrusted(trusted))) {
    fault = await checkPath(ctx, path, times, at)
    if (fault === undefined) return verified({ leaf, path })
  }
  return fault ?? fail('chain_untrusted', at)
}

async function checkPath(
  ctx: CryptoContext,
  path: readonly IssuerCertificate[],
  times: ChainTimes,
  at: string,
): Promise<undefined | Failure<IssuerChainCode>> {
  for (const [index, certificate] of path.entries()) {
    const place = `${at}.${index}`
    const timeFault = checkTimes(certificate, times, place)
    if (timeFault) return timeFault
    // RFC 5280 §6.1.4 (l): certificates whose issuer is their subject do not count.
    const intermediates = path.slice(1, index).filter((one) => !isSelfIssued(one)).length
    const fault = index > 0 && checkAuthority(certificate, intermediates, place)
    if (fault) return fault
  }
  for (const [index, certificate] of path.slice(0, -1).entries()) {
    const signer = path[index + 1]
    if (signer === undefined || !sameBytes(certificate.issuer, signer.subject))
      return fail('chain_broken', `${at}.${index}`)
    if (!(await isSignedBy(ctx, certificate, signer))) return fail('chain_signature_invalid', `${at}.${index}`)
  }
  return path.map((_, index) => checkNames(path.slice(index), index === 0, `${at}.${index}`)).find(failed)
}

const isSelfIssued = ({ issuer, subject }: IssuerCertificate): boolean => sameBytes(issuer, subject)

/** Checks the names of the first certificate against the name constraints of the certificates above it. */
function checkNames(
  [certificate, ...authorities]: readonly IssuerCertificate[],
  isLeaf: boolean,
  at: string,
): undefined | Failure<NameConstraintCode | 'certificate_malformed'> {
  const applied = authorities.flatMap(({ constraints }) => constraints ?? [])
  const isExempt = certificate === undefined || (!isLeaf && isSelfIssued(certificate)) // RFC 5280 §6.1.3 (b), (c)
  if (isExempt || applied.length === 0) return undefined
  const { subject, names } = certificate
  if (names === undefined) return fail('certificate_malformed', at)
  return applied.map((one) => checkNameConstraints({ subject, names }, one, at)).find(failed)
}

function parseAll(
  x5chain: readonly Uint8Array[],
  at: string,
): readonly IssuerCertificate[] | Failure<IssuerCertificateCode> {
  const chain: IssuerCertificate[] = []
  for (const [index, der] of x5chain.entries()) {
    const certificate = parseIssuerCertificate(der, `${at}.${index}`)
    if (failed(certificate)) return certificate
    chain.push(certificate)
  }
  return chain
}

/** Parses the trusted certificates. Ignores unreadable ones, because no chain can lead to them. */
const parseTrusted = ({ certificates }: TrustedIssuers): readonly IssuerCertificate[] =>
  certificates.map((der) => parseIssuerCertificate(der, 'trusted')).flatMap((one) => (failed(one) ? [] : [one]))

/**
 * Returns the paths from the leaf to a trusted certificate. There may be several, because a renewed authority has
 * several certificates with the same name. The leaf itself is never the trusted end of a path, even if it is a trusted
 * certificate.
 */
function completePaths(
  chain: readonly IssuerCertificate[],
  trusted: readonly IssuerCertificate[],
): readonly (readonly IssuerCertificate[])[] {
  const trustedIndex = chain.findIndex(({ der }, index) => index > 0 && trusted.some((one) => sameBytes(one.der, der)))
  const received = trustedIndex > 0 ? chain.slice(0, trustedIndex) : chain
  const issuer = received.at(-1)?.issuer
  const ends = trusted.filter(({ subject }) => issuer && sameBytes(issuer, subject))
  if (ends.length === 0 && trustedIndex > 0) return [chain.slice(0, trustedIndex + 1)]
  return ends.map((end) => [...received, end])
}

function checkTimes(
  { notBefore, notAfter }: IssuerCertificate,
  { now, skew }: ChainTimes,
  at: string,
): undefined | Failure<'certificate_not_yet_valid' | 'certificate_expired'> {
  if (now + skew < notBefore) return fail('certificate_not_yet_valid', at)
  if (now - skew > notAfter) return fail('certificate_expired', at)
  return undefined
}

function checkAuthority(
  certificate: IssuerCertificate,
  intermediates: number,
  at: string,
): undefined | Failure<'issuer_not_authority' | 'x509_path_length_exceeded'> {
  const mayIssue = certificate.isAuthority && permitsUsage(certificate, keyUsageBits.keyCertSign)
  if (!mayIssue) return fail('issuer_not_authority', at)
  if (intermediates > (certificate.pathLength ?? intermediates)) return fail('x509_path_length_exceeded', at)
  return undefined
}

const permitsUsage = ({ keyUsage }: IssuerCertificate, bit: number): boolean =>
  keyUsage === undefined || (keyUsage & bit) > 0

async function isSignedBy(ctx: CryptoContext, certificate: IssuerCertificate, signer: IssuerCertificate) {
  const { publicJwk } = signer
  const size = curveBytes(publicJwk.crv)
  const signature = size === undefined ? undefined : ecdsaFromDer(certificate.signature, size)
  if (signature === undefined) return false
  const scheme = { name: 'ecdsa', curve: publicJwk.crv as EcCurve, hash: certificate.signatureHash } as const
  const key = await ctx.crypto.importVerificationKey(publicJwk, scheme)
  return key !== undefined && (await ctx.crypto.verify(scheme, key, certificate.tbs, signature))
}
