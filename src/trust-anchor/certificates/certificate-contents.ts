/**
 * Contents of the certificates of a federation: the self-signed certificate of an authority's key, and the certificate
 * of a member's federation key. The member certifies its protocol keys with that key.
 *
 * IT-Wallet 1.3.3 trust-infrastructure, X.509 Certificates Issuance.
 */
import type { JsonObject, NumericDate, PublicJwk } from '../../base/index.ts'
import { constrainedHosts } from '../../federation/index.ts'
import type { Signer } from '../../jose/index.ts'
import {
  authorityKeyIdentifier,
  basicConstraints,
  crlDistributionPoint,
  isHostName,
  keyIdentifierOf,
  keyUsage,
  nameConstraints,
  signCertificate,
  spkiOf,
  subjectAltName,
  subjectKeyIdentifier,
  type UnsignedExtension,
} from '../../x509/index.ts'

/** The authority that signs a certificate, with the names from its own certificate. */
export interface CertificateIssuer {
  readonly signer: Signer
  /** Subject of the authority's certificate, as text or as DER. */
  readonly name: string | Uint8Array
  /** Subject key identifier of the authority's certificate. */
  readonly keyId: Uint8Array
  readonly crlUrl: string
}

/** Subject of a certificate: an entity and its key. */
interface CertificateSubject {
  readonly entityId: string
  /** Subject as text, or as the DER of a former certificate. */
  readonly name: string | Uint8Array
  readonly jwk: PublicJwk
}

export interface SerialAndValidity {
  readonly serial: string
  readonly notBefore: NumericDate
  readonly notAfter: NumericDate
}

/** Key usages of every certificate here. IT-Wallet 1.3.3 requires all four. */
const usages = keyUsage(['digitalSignature', 'keyEncipherment', 'keyCertSign', 'cRLSign']) // FED-102

/**
 * Returns true if certificates can name the host of an entity. They cannot name an IP address, because no name
 * constraint can permit a URI with an IP address (D-721). Returns false for a text that is not a URL.
 */
export const isCertifiable = (entityId: string): boolean => isHostName(URL.parse(entityId)?.hostname ?? '')

/**
 * Returns true if this runtime can read the key. A member can publish a well-formed key that is not a point on its
 * curve.
 */
export function isCertifiableKey(jwk: PublicJwk): boolean {
  try {
    return spkiOf(jwk).length > 0
  } catch {
    return false
  }
}

/** Returns the extension with the names of an entity: its identifier as URI, and its host. */
const altNamesOf = (entityId: string): UnsignedExtension =>
  subjectAltName({ dns: [new URL(entityId).hostname], uris: [entityId] }) // FED-102

/**
 * Issues the self-signed certificate of an authority's own key. For a Trust Anchor it is the root certificate. Does not
 * check that `jwk` is the key of `signer`.
 */
export function issueOwnCertificate(
  signer: Signer,
  { entityId, name, jwk }: CertificateSubject,
  validity: SerialAndValidity,
): Promise<Uint8Array> {
  const spki = spkiOf(jwk)
  const keyId = keyIdentifierOf(spki)
  return signCertificate(signer, {
    ...validity,
    subject: name,
    issuer: name,
    spki,
    extensions: [
      basicConstraints(),
      usages,
      altNamesOf(entityId),
      subjectKeyIdentifier(keyId),
      authorityKeyIdentifier(keyId),
    ],
  })
}

/** The parts of a member's record that determine the constraints in its certificate. */
interface MemberBounds {
  readonly intermediate: boolean
  readonly constraints?: JsonObject
}

/** Issues the certificate of a member's federation key. */
export function issueMemberCertificate(
  issuer: CertificateIssuer,
  member: CertificateSubject & MemberBounds,
  validity: SerialAndValidity,
): Promise<Uint8Array> {
  const spki = spkiOf(member.jwk)
  return signCertificate(issuer.signer, {
    ...validity,
    subject: member.name,
    issuer: issuer.name,
    spki,
    extensions: [
      basicConstraints(member.intermediate ? 1 : 0), // FED-102
      usages,
      altNamesOf(member.entityId),
      nameConstraints(nameConstraintsOf(member)), // FED-103
      subjectKeyIdentifier(keyIdentifierOf(spki)),
      authorityKeyIdentifier(issuer.keyId), // FED-102
      crlDistributionPoint(issuer.crlUrl), // FED-106
    ],
  })
}

/**
 * Returns the hosts that certificates below this one may name (`permitted`) and must not name (`excluded`). Permits the
 * member's own host, and for an intermediate also the hosts that its statement permits. Leaves out hosts that no
 * certificate can name (`isCertifiable`).
 */
function nameConstraintsOf({ entityId, intermediate, constraints = {} }: CertificateSubject & MemberBounds) {
  const hostsIn = (list: 'permitted' | 'excluded'): readonly string[] =>
    intermediate ? constrainedHosts(constraints, list).filter((host) => isHostName(host.replace(/^\./, ''))) : []
  const permitted = new Set([new URL(entityId).hostname, ...hostsIn('permitted')])
  return { permitted: [...permitted], excluded: hostsIn('excluded') }
}
