/**
 * Verifies a list of certificates, leaf first, up to a pinned key. Keys are pinned instead of certificates, because
 * vendors reissue the certificate of a root key and some devices omit the root. This is not the path validation of RFC
 * 5280 §6, which would refuse chains of genuine devices. Each vendor has its own rules for dates and constraints.
 */
import { type Failure, fail, type NumericDate, type Verified, verified } from '../base/index.ts'
import { type Certificate, type IssuerKey, sameName } from './certificate.ts'

/** Reasons to refuse a list of certificates. */
export type ChainCode = 'chain_empty' | 'chain_name_mismatch' | 'chain_signature_invalid' | 'root_not_pinned'

/** A list that leads to a pinned key. Dates, revocation and key usage are not checked. */
export interface CertificateChain {
  /** Received certificates, leaf first, with or without the root. */
  readonly certificates: readonly Certificate[]
  readonly leaf: Certificate
  /** Certificates between leaf and root, starting with the leaf's issuer. */
  readonly intermediates: readonly Certificate[]
}

/**
 * Checks that each certificate names the next one as its issuer and is signed by the key of the next one. Checks that
 * the last certificate has a pinned key or is signed by one. Does not check dates, constraints or revocation.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { generateKeyPairSync } from 'node:crypto'
 * import { failed } from 'fiducia/base'
 * import { issueCertificate, parseCertificate, pinKey, verifyChain } from 'fiducia/x509'
 *
 * const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
 * const spki = publicKey.export({ format: 'der', type: 'spki' })
 * const names = { subject: 'CN=Root', issuer: 'CN=Root', serial: '01', notBefore: 0, notAfter: 2 ** 31 }
 * const der = issueCertificate({ ...names, spki, issuerKey: { privateKey, curve: 'P-256', hash: 'SHA-256' } })
 * const certificate = parseCertificate(der, 'x5c[0]')
 * const chain = failed(certificate) ? certificate : verifyChain([certificate], [pinKey(spki)], 'x5c')
 * assert.ok(!failed(chain))
 * ```
 */
export function verifyChain(
  certificates: readonly Certificate[],
  pinned: readonly IssuerKey[],
  at: string,
): Verified<CertificateChain> | Failure<ChainCode> {
  const leaf = certificates[0]
  const last = certificates.at(-1)
  if (leaf === undefined || last === undefined) return fail('chain_empty', at)
  const misnamedIndex = certificates.findIndex(({ issuer }, index) => !namesNext(issuer, certificates[index + 1]))
  if (misnamedIndex >= 0) return fail('chain_name_mismatch', `${at}[${misnamedIndex}].issuer`)
  const isLastPinned = pinned.some(({ spkiDigest }) => spkiDigest === last.spkiDigest)
  if (!isLastPinned && !pinned.some((key) => last.isSignedBy(key)))
    return fail('root_not_pinned', `${at}[${certificates.length - 1}]`)
  const unsignedIndex = certificates
    .slice(0, -1)
    .findLastIndex((certificate, index) => !isSignedBy(certificate, certificates[index + 1]))
  if (unsignedIndex >= 0) return fail('chain_signature_invalid', `${at}[${unsignedIndex}]`)
  return verified({ certificates, leaf, intermediates: certificates.slice(1, isLastPinned ? -1 : undefined) })
}

/** Reasons why a certificate is not valid at a time (RFC 5280 §4.1.2.5). */
export type ValidityCode = 'certificate_expired' | 'certificate_not_yet_valid'

/**
 * Checks the dates of one certificate. `ignoreNotAfter` skips the expiry time, for vendors that allow this. Accepts no
 * clock difference.
 */
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
