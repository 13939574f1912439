/** Decides whether an issued certificate is still used, is replaced by a new one, or may have no successor. */
import { decodeLenientBase64, failed, type NumericDate, type PublicJwk, sameBytes } from '../../base/index.ts'
import { parseCertificate, spkiOf } from '../../x509/index.ts'
import type { IssuedCertificate } from './issued-certificates.ts'

/** Returns the time at which a certificate is renewed: after half of its lifetime. */
const renewalOf = ({ notBefore, notAfter }: IssuedCertificate): NumericDate => notBefore + (notAfter - notBefore) / 2

/**
 * Revocation reasons after which the service issues a new certificate automatically. After other reasons only the
 * operator does.
 */
const replaceable: readonly unknown[] = ['superseded', 'cessationOfOperation']

/**
 * Returns true if the certificate is valid and its renewal is not due. False before `notBefore`, for example after the
 * clock was set back.
 */
export const isCurrent = (one: IssuedCertificate, now: NumericDate): boolean =>
  one.revokedAt === undefined && one.heldAt === undefined && one.notBefore <= now && now < renewalOf(one)

/** Returns true if a certificate certifies this key. A member may give the `kid` of a former key to another key. */
export function certifies({ certificate }: IssuedCertificate, jwk: PublicJwk): boolean {
  const parsed = parseCertificate(decodeLenientBase64(certificate) ?? new Uint8Array(), 'certificate')
  return !failed(parsed) && sameBytes(parsed.spki, spkiOf(jwk))
}

/** Returns true if the operator has revoked the certificate for a reason that forbids a new one. */
export const isWithheld = ({ revokedAt, reason }: IssuedCertificate): boolean =>
  revokedAt !== undefined && !replaceable.includes(reason)
