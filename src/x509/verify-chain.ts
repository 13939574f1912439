/**
 * A list of certificates, leaf first, up to a pinned key. Keys are pinned and not certificates, because vendors reissue
 * the certificate of one root key and some devices leave the root out of the list. This is not the path validation of
 * RFC 5280 §6: genuine device chains fail that, and each vendor states its own rules for dates and constraints.
 */
import { type Failure, fail, type NumericDate, type Verified, verified } from '../base/index.ts'
import { type Certificate, type IssuerKey, sameName } from './certificate.ts'

/** Why a list of certificates leads to no pinned key. */
export type ChainCode = 'chain_empty' | 'chain_name_mismatch' | 'chain_signature_invalid' | 'root_not_pinned'

/** A list that leads to a pinned key. Dates, revocation and what the certificates may be used for were not judged. */
export interface CertificateChain {
  /** As received, leaf first; the root may or may not be among them. */
  readonly certificates: readonly Certificate[]
  readonly leaf: Certificate
  /** What stands between leaf and root, from the leaf's issuer upwards. */
  readonly intermediates: readonly Certificate[]
  /** The pinned key that it ends at. */
  readonly rootKey: IssuerKey
}

/**
 * Checks that each certificate names the next one as its issuer and is signed by its key, and that the last one either
 * has a pinned key or is signed by one. Checks no dates, no constraints, no revocation.
 */
export function verifyChain(
  certificates: readonly Certificate[],
  pinned: readonly IssuerKey[],
  at: string,
): Verified<CertificateChain> | Failure<ChainCode> {
  const leaf = certificates[0]
  const last = certificates.at(-1)
  if (leaf === undefined || last === undefined) return fail('chain_empty', at)
  const misnamed = certificates.findIndex(({ issuer }, index) => !namesNext(issuer, certificates[index + 1]))
  if (misnamed >= 0) return fail('chain_name_mismatch', `${at}[${misnamed}].issuer`)
  const own = pinned.find(({ spkiDigest }) => spkiDigest === last.spkiDigest)
  const rootKey = own ?? pinned.find((key) => last.isSignedBy(key))
  if (rootKey === undefined) return fail('root_not_pinned', `${at}[${certificates.length - 1}]`)
  const unsigned = certificates
    .slice(0, -1)
    .findLastIndex((certificate, index) => !isSignedBy(certificate, certificates[index + 1]))
  if (unsigned >= 0) return fail('chain_signature_invalid', `${at}[${unsigned}]`)
  const intermediates = certificates.slice(1, own ? -1 : undefined)
  return verified({ certificates, leaf, intermediates, rootKey })
}

/** Outside of its dates (RFC 5280 §4.1.2.5). */
export type ValidityCode = 'certificate_expired' | 'certificate_not_yet_valid'

/** Judges the dates of one certificate; `notAfter` can be left out where the vendor says so. */
export function checkValidity(
  certificate: Certificate,
  { now, ignoreNotAfter = false }: { readonly now: NumericDate; readonly ignoreNotAfter?: boolean },
  at: string,
): undefined | Failure<ValidityCode> {
  if (now < certificate.notBefore) return fail('certificate_not_yet_valid', at)
  if (!ignoreNotAfter && now > certificate.notAfter) return fail('certificate_expired', at)
  return undefined
}

const namesNext = (issuer: Certificate['issuer'], next: Certificate | undefined): boolean =>
  next === undefined || sameName(issuer, next.subject)

const isSignedBy = (certificate: Certificate, issuer: Certificate | undefined): boolean =>
  issuer !== undefined && certificate.isSignedBy(issuer.issuerKey())
