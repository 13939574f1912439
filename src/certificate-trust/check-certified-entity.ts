/**
 * Checks that a valid path certifies a key of an entity for signatures (IT-Wallet 1.3.3, trust-infrastructure, X.509
 * Certificates Issuance). Compares entity identifiers, because name constraints apply to hosts and cannot distinguish
 * two entities on one host.
 */
import { type Failure, type FoundEvidence, fail, sameBytes } from '../base/index.ts'
import {
  type CertificatePath,
  checkNameConstraints,
  type GeneralName,
  type NameConstraintCode,
  type PathCertificate,
} from '../x509/index.ts'

type CertifiedEntityCode =
  | NameConstraintCode
  | 'x509_issuer_not_authority'
  | 'x509_signer_is_authority'
  | 'x509_signer_usage_missing'
  | 'x509_signer_purpose_missing'
  | 'x509_entity_mismatch'
  | 'x509_host_mismatch'
  | 'x509_issuer_entity_mismatch'
  | 'x509_constraints_missing'

/**
 * Purpose of a certified key. A `protocol` key signs protocol messages. A `federation` key signs statements and the
 * certificates of protocol keys.
 */
export type CertifiedKind = 'protocol' | 'federation'

/** id-kp-jwt (RFC 9509 §3) and anyExtendedKeyUsage (RFC 5280 §4.2.1.12), see D-1095. */
const signingPurposes: readonly string[] = ['1.3.6.1.5.5.7.3.37', '2.5.29.37.0']

/**
 * Checks names and purpose of a valid path. Returns the first failure, or `undefined`.
 *
 * - The leaf permits digital signatures. Its extendedKeyUsage, if present, permits signing JWTs. One of its URIs is the
 *   entity identifier, and there are no others except those of endpoints. One of its DNS names is the entity's host. A
 *   wildcard does not match.
 * - The leaf of a protocol key is not an authority. Its issuer is a root, or an intermediate certificate whose only URI
 *   is the same identifier and whose name constraints have permitted subtrees. The leaf may have URIs of endpoints below
 *   an intermediate certificate whose name constraints permit URIs (D-1055).
 * - The leaf of a federation key is an authority. Name constraints, if present, have permitted subtrees. It may have no
 *   names at all. The constraints above it must then permit the identifier and the host of the entity. The names of its
 *   issuer are not checked.
 * - The issuer of a protocol key may also lack names or constraints if `isIssuerStated`: the superior's statement about
 *   this entity binds the key of the issuer to it. Otherwise the name constraints of each intermediate certificate have
 *   permitted subtrees (D-1140).
 * - No intermediate certificate has the same subject and issuer. Such a certificate would not count towards path
 *   lengths (RFC 5280 §6.1.4), and could name another entity on the same host.
 *
 * Does not check signatures, times or revocation.
 */
export function checkCertifiedEntity(
  { leaf, certificates }: CertificatePath,
  {
    entityId,
    kind,
    isIssuerStated = false,
  }: { readonly entityId: string; readonly kind: CertifiedKind; readonly isIssuerStated?: boolean },
  at: string,
): undefined | Failure<CertifiedEntityCode> {
  const [place, issuerPlace] = [`${at}[0]`, `${at}[1]`]
  const isProtocol = kind === 'protocol'
  const issuer = isProtocol && certificates.length > 2 ? certificates[1] : undefined
  if (!isProtocol && !leaf.isAuthority) return fail('x509_issuer_not_authority', place, evidenceOf(authority, []))
  if (!isProtocol && !hasUsableConstraints(leaf, true)) return fail('x509_constraints_missing', place)
  if (isProtocol && leaf.isAuthority) return fail('x509_signer_is_authority', place)
  if (!leaf.usages?.includes('digitalSignature')) return fail('x509_signer_usage_missing', place)
  if (leaf.purposes?.some((oid) => signingPurposes.includes(oid)) === false)
    return fail('x509_signer_purpose_missing', place, evidenceOf(signingPurposes.join(' or '), leaf.purposes))
  const isNameless = !isProtocol && leaf.names.length === 0 // FED-138
  const uris = urisOf(leaf)
  if (!isNameless && !isOnly(uris, entityId) && !(mayNameEndpoints(issuer) && uris.includes(entityId)))
    return fail('x509_entity_mismatch', place, evidenceOf(entityId, uris))
  const hosts = dnsNamesOf(leaf)
  const host = URL.parse(entityId)?.hostname
  if (!isNameless && !hosts.some((name) => name.toLowerCase() === host))
    return fail('x509_host_mismatch', place, evidenceOf(host, hosts))
  const notPermitted = isNameless
    ? checkImpliedNames(leaf, { entityId, host }, certificates.slice(1), place)
    : undefined
  if (notPermitted) return notPermitted
  const selfIssued = certificates.slice(1, -1).findIndex(({ issuer: name, subject }) => sameBytes(name, subject))
  if (selfIssued >= 0)
    return fail('x509_issuer_entity_mismatch', `${at}[${selfIssued + 1}]`, evidenceOf(anotherName, 'the same name'))
  if (issuer === undefined) return undefined
  const issuerUris = urisOf(issuer)
  const isNamelessIssuer = isIssuerStated && issuer.names.length === 0 // FED-139
  if (!isNamelessIssuer && !isOnly(issuerUris, entityId))
    return fail('x509_issuer_entity_mismatch', issuerPlace, evidenceOf(entityId, issuerUris))
  if (!hasUsableConstraints(issuer, isIssuerStated)) return fail('x509_constraints_missing', issuerPlace)
  const above = isIssuerStated ? [] : certificates.slice(2, -1) // FED-139
  const unlimited = above.findIndex((certificate) => !hasUsableConstraints(certificate, false))
  return unlimited < 0 ? undefined : fail('x509_constraints_missing', `${at}[${unlimited + 2}]`)
}

/**
 * Checks a certificate without names: the name constraints of the certificates above it must permit the identifier and
 * the host of the entity. RFC 5280 applies constraints only to names that are present.
 */
function checkImpliedNames(
  { subject }: PathCertificate,
  { entityId, host = '' }: { readonly entityId: string; readonly host: string | undefined },
  above: readonly PathCertificate[],
  at: string,
): undefined | Failure<NameConstraintCode> {
  const names: readonly GeneralName[] = [
    { kind: 'uri', text: entityId },
    { kind: 'dns', text: host },
  ]
  for (const { constraints } of above) {
    const fault = constraints && checkNameConstraints({ subject, names }, constraints, at)
    if (fault) return fault
  }
  return undefined
}

/** Returns true for name constraints with permitted subtrees. For a stated certificate, they may also be absent. */
const hasUsableConstraints = ({ constraints }: PathCertificate, isStated: boolean): boolean =>
  constraints === undefined ? isStated : constraints.permitted.length > 0

/** Refuses a received certificate that the path does not use, or uses at another position (RFC 7515 §4.1.6). */
export function checkUnusedCertificates(
  received: readonly PathCertificate[],
  { certificates }: CertificatePath,
  at: string,
): undefined | Failure<'x5c_extraneous'> {
  const unused = received.findIndex((one, index) => one !== certificates[index])
  if (unused >= 0) return fail('x5c_extraneous', `${at}[${unused}]`)
  return undefined
}

/** Returns evidence with the names of entities, which are neither personal nor secret. */
const evidenceOf = (expected: string | undefined, found: string | readonly string[]): FoundEvidence => ({
  ...{ expected, found: found.length === 0 ? 'nothing' : found, isShownAnywhere: true },
})

const authority = 'cA in basicConstraints, because a federation key certifies other keys'
const anotherName = 'an issuer with another name than the subject'

/**
 * Returns true if the name constraints of the issuer permit URIs. A root may name any entity, so a leaf that a root
 * issued must not have further URIs: it could name two entities.
 */
const mayNameEndpoints = (issuer: PathCertificate | undefined): boolean =>
  issuer?.constraints?.permitted.some(({ kind }) => kind === 'uri') === true

const isOnly = (uris: readonly string[], entityId: string): boolean => uris.length === 1 && uris[0] === entityId

export const urisOf = ({ names }: PathCertificate): readonly string[] =>
  names.flatMap((name) => (name.kind === 'uri' ? [name.text] : []))

export const dnsNamesOf = ({ names }: PathCertificate): readonly string[] =>
  names.flatMap((name) => (name.kind === 'dns' ? [name.text] : []))
