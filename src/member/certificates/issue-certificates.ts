/** Contents of the certificates that a member signs with its federation key. */
import { encodeBase64, type NumericDate, type PublicJwk, type Random } from '../../base/index.ts'
import type { Signer } from '../../jose/index.ts'
import {
  authorityKeyIdentifier,
  basicConstraints,
  crlDistributionPoint,
  keyIdentifierOf,
  keyUsage,
  nameConstraints,
  organizationSubject,
  signCertificate,
  spkiOf,
  subjectAltName,
  subjectKeyIdentifier,
  withUnit,
} from '../../x509/index.ts'
import type { CertifiedSigner } from './member-certificate.ts'

/** Seconds by which `notBefore` precedes the signing, for verifiers whose clock is slow. */
const backdatedSeconds = 300
/** Organizational unit that distinguishes the subject of a protocol key from that of the federation key. */
const protocolUnit = 'Protocol key'

/** A certificate as base64 of DER, with the times of its renewal and expiry. */
interface TimedCertificate {
  readonly certificate: string
  readonly renewAt: NumericDate
  readonly expiresAt: NumericDate
}

interface IssuanceInput {
  readonly entityId: string
  readonly random: Random
  readonly now: NumericDate
  readonly lifetimeSeconds: number
}

/**
 * Issues the certificate of a protocol key. Its subject is that of the issuer (the member's federation key), plus
 * `protocolUnit`. The certificate expires no later than that of the issuer. `listUrl` is the URL of the issuer's
 * revocation list.
 */
export async function issueProtocolCertificate(
  { entityId, random, now, lifetimeSeconds }: IssuanceInput,
  issuer: CertifiedSigner,
  key: PublicJwk,
  listUrl: string,
): Promise<TimedCertificate> {
  const expiresAt = Math.min(now + lifetimeSeconds, issuer.notAfter)
  const spki = spkiOf(key)
  const der = await signCertificate(issuer.signer, {
    subject: withUnit(issuer.subject, protocolUnit),
    issuer: issuer.subject,
    serial: randomSerial(random), // FED-86
    notBefore: now - backdatedSeconds,
    notAfter: expiresAt, // FED-85
    spki,
    extensions: [
      keyUsage(['digitalSignature']),
      subjectAltName({ dns: [new URL(entityId).hostname], uris: [entityId] }), // FED-85
      subjectKeyIdentifier(keyIdentifierOf(spki)),
      authorityKeyIdentifier(issuer.keyId), // FED-85
      crlDistributionPoint(listUrl), // FED-85
    ],
  })
  return timed(der, now, expiresAt)
}

/** Issues the self-signed certificate of a federation key, for the member's Entity Configuration. */
export async function issueOwnCertificate(
  signer: Signer,
  { entityId, random, now, lifetimeSeconds }: IssuanceInput,
  { organizationName, test }: { readonly organizationName: string; readonly test: boolean },
): Promise<TimedCertificate> {
  const spki = spkiOf(signer.publicJwk)
  const keyId = keyIdentifierOf(spki)
  const host = new URL(entityId).hostname
  const subject = organizationSubject({ country: 'IT', organizationName }, { entityId, test })
  const expiresAt = now + lifetimeSeconds
  const der = await signCertificate(signer, {
    ...{ subject, issuer: subject, serial: randomSerial(random), spki },
    ...{ notBefore: now - backdatedSeconds, notAfter: expiresAt },
    extensions: [
      basicConstraints(0), // FED-90
      keyUsage(['digitalSignature', 'keyEncipherment', 'keyCertSign', 'cRLSign']), // FED-90
      subjectAltName({ dns: [host], uris: [entityId] }), // FED-90
      nameConstraints({ permitted: [host] }), // FED-90
      subjectKeyIdentifier(keyId),
      authorityKeyIdentifier(keyId),
    ],
  })
  return timed(der, now, expiresAt)
}

const timed = (der: Uint8Array, now: NumericDate, expiresAt: NumericDate): TimedCertificate => ({
  certificate: encodeBase64(der),
  renewAt: now + Math.ceil((expiresAt - now) / 2), // FED-86
  expiresAt,
})

/**
 * Returns 16 octets in hexadecimal, with 126 random bits. As a DER integer they are positive (RFC 5280 §4.1.2.2).
 */
function randomSerial(random: Random): string {
  const bytes = random.bytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
