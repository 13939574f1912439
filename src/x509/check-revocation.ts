/** Checks a certificate against the revocation list of its issuer (RFC 5280 §6.3). */
import { type Failure, fail, sameBytes } from '../base/index.ts'
import { extensionOids } from './certificate-extensions.ts'
import type { CertificateList } from './certificate-list.ts'
import { derMembers, readDer } from './der.ts'
import type { ListIssuer } from './listed-certificate.ts'
import type { PathTimes } from './validate-path.ts'

/** Reasons not to use a list for the certificates of an issuer. */
export type CertificateListUseCode =
  | 'crl_issuer_mismatch'
  | 'crl_usage_missing'
  | 'crl_signature_invalid'
  | 'crl_key_id_mismatch'
  | 'crl_number_missing'
  | 'crl_not_yet_valid'
  | 'crl_expired'

/**
 * Checks a list with the certificate of its issuer: issuer name, cRLSign, signature, authorityKeyIdentifier, CRL number
 * and dates. A certificate without keyUsage may sign lists. A list without `nextUpdate` fails with `crl_expired`.
 */
export function checkCertificateList(
  list: CertificateList,
  issuer: ListIssuer,
  { now, skew }: PathTimes,
  at: string,
): undefined | Failure<CertificateListUseCode> {
  const [keyId, number] = [extensionOids.authorityKeyIdentifier, extensionOids.crlNumber].map((name) =>
    list.extensions.find(({ oid }) => oid === name),
  )
  const { nextUpdate } = list
  if (!sameBytes(list.issuer, issuer.subject)) return fail('crl_issuer_mismatch', at)
  if (issuer.usages?.includes('cRLSign') === false) return fail('crl_usage_missing', at)
  if (!list.isSignedBy(issuer.certificate.issuerKey())) return fail('crl_signature_invalid', at)
  if (!namesKey(keyId?.value, issuer.keyId)) return fail('crl_key_id_mismatch', at) // RFC 5280 §5.2.1
  if (number === undefined) return fail('crl_number_missing', at) // RFC 5280 §5.2.3
  if (now + skew < list.thisUpdate) return fail('crl_not_yet_valid', at)
  if (nextUpdate === undefined || now - skew > nextUpdate) return fail('crl_expired', at)
  return undefined
}

/** Returns true if an authorityKeyIdentifier contains this key identifier. */
function namesKey(extension: Uint8Array | undefined, keyId: Uint8Array | undefined): boolean {
  const identifier = derMembers(readDer(extension ?? new Uint8Array()))?.find(
    ({ tagClass, tag }) => tagClass === 2 && tag === 0,
  )
  return identifier !== undefined && keyId !== undefined && sameBytes(identifier.contents, keyId)
}

/**
 * Checks that a list has no entry for the serial number of a certificate (`Certificate.serial`). The reason and the
 * date of an entry do not count. The list must have passed `checkCertificateList` with the issuer of the certificate.
 */
export function checkRevocation(
  list: CertificateList,
  serial: string,
  at: string,
): undefined | Failure<'x509_revoked'> {
  const entry = list.find(serial)
  if (entry)
    return fail('x509_revoked', at, {
      expected: 'no entry',
      found: entry.reason ?? 'unspecified',
      isShownAnywhere: true,
    })
  return undefined
}
