/**
 * Validates a certification path whose signatures are verified (RFC 5280 §6.1). Does not process certificate policies.
 */
import { type Failure, fail, failed, type NumericDate, sameBytes } from '../base/index.ts'
import { extensionOids } from './certificate-extensions.ts'
import type { NameConstraints } from './general-names.ts'
import { checkNameConstraints, isEmptyName, type NameConstraintCode } from './name-constraints.ts'
import type { PathCertificate } from './path-certificate.ts'

/** Reasons why a path with verified signatures is not valid. */
export type PathValidationCode =
  | NameConstraintCode
  | 'x509_expired'
  | 'x509_not_yet_valid'
  | 'x509_extension_unknown'
  | 'x509_extension_criticality'
  | 'x509_issuer_not_authority'
  | 'x509_issuer_usage_missing'
  | 'x509_issuer_name_missing'
  | 'x509_path_length_exceeded'
  | 'x509_constraints_misplaced'
  | 'x509_usage_without_authority'
  | 'x509_key_id_missing'
  | 'x509_key_id_mismatch'

/** Time at which all certificates of a path must be valid, and accepted clock difference. */
export interface PathTimes {
  readonly now: NumericDate
  /** Maximum clock difference in seconds. */
  readonly skew: number
}

/**
 * Extensions that path validation processes. Any other critical extension is refused (RFC 5280 §4.2), except
 * cRLDistributionPoints if the revocation check can use every point.
 */
const processedExtensions: readonly string[] = [
  extensionOids.basicConstraints,
  extensionOids.keyUsage,
  extensionOids.subjectAltName,
  extensionOids.nameConstraints,
]

/**
 * Checks a path, leaf first and root last: dates, extensions, authorities, path lengths, key identifiers and names. The
 * dates and constraints of the root apply, too. `placeOf` names a certificate in a failure. Does not check signatures,
 * revocation or the purpose of the leaf.
 */
export function validatePath(
  path: readonly PathCertificate[],
  times: PathTimes,
  placeOf: (certificate: PathCertificate) => string,
): undefined | Failure<PathValidationCode> {
  const constraints: NameConstraints[] = []
  let authoritiesLeft = Number.POSITIVE_INFINITY
  for (const [index, certificate] of [...path.entries()].toReversed()) {
    const place = placeOf(certificate)
    const isFinal = index === 0
    const isSelfIssued = sameBytes(certificate.issuer, certificate.subject)
    const applied = isFinal || !isSelfIssued ? constraints : [] // RFC 5280 §6.1.3 (b), (c)
    const fault =
      checkDates(certificate, times, place) ??
      checkExtensions(certificate, place) ??
      checkKeyIds(certificate, path[index + 1], place) ??
      applied.map((one) => checkNameConstraints(certificate, one, place)).find(failed)
    if (fault) return fault
    if (isFinal) return undefined
    const authorityFault = checkAuthority(certificate, place)
    if (authorityFault) return authorityFault
    if (index < path.length - 1 && !isSelfIssued) authoritiesLeft -= 1 // RFC 5280 §6.1.4 (l)
    if (authoritiesLeft < 0) return fail('x509_path_length_exceeded', place)
    authoritiesLeft = Math.min(authoritiesLeft, certificate.pathLength ?? authoritiesLeft) // RFC 5280 §6.1.4 (m)
    if (certificate.constraints) constraints.push(certificate.constraints)
  }
  return undefined
}

function checkDates(
  { certificate: { notBefore, notAfter } }: PathCertificate,
  { now, skew }: PathTimes,
  at: string,
): undefined | Failure<'x509_not_yet_valid' | 'x509_expired'> {
  if (now + skew < notBefore)
    return fail('x509_not_yet_valid', at, { expected: `from ${notBefore}`, found: now, isShownAnywhere: true })
  if (now - skew > notAfter)
    return fail('x509_expired', at, { expected: `until ${notAfter}`, found: now, isShownAnywhere: true })
  return undefined
}

/** Extensions that authorities must mark as not critical (RFC 5280 §4.2.1.1, §4.2.1.2). */
const neverCritical: readonly string[] = [extensionOids.authorityKeyIdentifier, extensionOids.subjectKeyIdentifier]
/** Extensions that authorities must mark as critical (RFC 5280 §4.2.1.10, §4.2.1.11, §4.2.1.14). */
const alwaysCritical: readonly string[] = [
  extensionOids.nameConstraints,
  extensionOids.policyConstraints,
  extensionOids.inhibitAnyPolicy,
]

/** Extensions that must be critical in a certificate whose key may sign certificates (RFC 5280 §4.2.1.9). */
const criticalOfAuthorities: readonly string[] = [...alwaysCritical, extensionOids.basicConstraints]

const maySignCertificates = ({ isAuthority, usages }: Pick<PathCertificate, 'isAuthority' | 'usages'>): boolean =>
  isAuthority && usages?.includes('keyCertSign') !== false

function checkExtensions(
  { extensions, isAuthority, constraints, subject, names, usages, hasIgnoredPoints }: PathCertificate,
  at: string,
): undefined | Failure<PathValidationCode> {
  const mustBeCritical = maySignCertificates({ isAuthority, usages }) ? criticalOfAuthorities : alwaysCritical
  for (const { oid, critical } of extensions) {
    const isMisflagged = critical ? neverCritical.includes(oid) : mustBeCritical.includes(oid)
    const isOnlyName = oid === extensionOids.subjectAltName && !critical && isEmptyName(subject) && names.length > 0
    if (isMisflagged || isOnlyName) return fail('x509_extension_criticality', `${at}.${oid}`)
    const isProcessed =
      oid === extensionOids.crlDistributionPoints ? !hasIgnoredPoints : processedExtensions.includes(oid)
    if (critical && !isProcessed) return fail('x509_extension_unknown', `${at}.${oid}`)
  }
  if (constraints !== undefined && !isAuthority) return fail('x509_constraints_misplaced', at)
  if (usages?.includes('keyCertSign') && !isAuthority) return fail('x509_usage_without_authority', at) // RFC 5280 §4.2.1.9
  return undefined
}

/** Checks that a certificate below the root has the key identifier of its issuer (RFC 5280 §4.2.1.1). */
function checkKeyIds(
  { issuerKeyId }: PathCertificate,
  issuer: PathCertificate | undefined,
  at: string,
): undefined | Failure<'x509_key_id_missing' | 'x509_key_id_mismatch'> {
  if (issuer === undefined) return undefined
  if (issuerKeyId === undefined || issuer.keyId === undefined) return fail('x509_key_id_missing', at)
  if (!sameBytes(issuerKeyId, issuer.keyId)) return fail('x509_key_id_mismatch', at)
  return undefined
}

/**
 * Checks that an issuing certificate has basicConstraints with `cA`, a name, and `keyCertSign` if it has keyUsage (RFC
 * 5280 §6.1.4 (k), (n)).
 */
function checkAuthority(
  { isAuthority, usages, subject }: PathCertificate,
  at: string,
): undefined | Failure<PathValidationCode> {
  if (!isAuthority) return fail('x509_issuer_not_authority', at)
  if (usages?.includes('keyCertSign') === false) return fail('x509_issuer_usage_missing', at)
  if (isEmptyName(subject)) return fail('x509_issuer_name_missing', at)
  return undefined
}
