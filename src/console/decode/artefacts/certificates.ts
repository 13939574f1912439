/** Decodes DER certificates: one, or several as a chain. */
import { encodeBase64url, failed, type JsonObject } from '../../../base/index.ts'
import {
  type Certificate,
  checkValidity,
  type NameAttribute,
  parseCertificate,
  pinKey,
  verifyChain,
} from '../../../x509/index.ts'
import type { Decoded, Member, Verdict } from '../decoded.ts'
import { membersOf } from '../member-tree.ts'
import { publicJwkOf, reasonWithout } from '../pasted-keys.ts'
import type { Reading } from '../reading.ts'
import { notValid, notVerifiable, passed } from '../verdicts.ts'

const maximumCertificates = 10

/** Short names of name attributes (RFC 4519). */
const attributeNames: Readonly<Record<string, string>> = {
  ...{ '2.5.4.3': 'CN', '2.5.4.4': 'SN', '2.5.4.5': 'serialNumber', '2.5.4.6': 'C', '2.5.4.7': 'L', '2.5.4.8': 'ST' },
  ...{ '2.5.4.10': 'O', '2.5.4.11': 'OU', '2.5.4.12': 'title', '2.5.4.42': 'GN' },
  ...{ '2.5.4.97': 'organizationIdentifier', '1.2.840.113549.1.9.1': 'E' },
}

/** Names of extensions (RFC 5280 §4.2, and those of device attestations). */
const extensionNames: Readonly<Record<string, string>> = {
  ...{ '2.5.29.14': 'subjectKeyIdentifier', '2.5.29.15': 'keyUsage', '2.5.29.17': 'subjectAltName' },
  ...{ '2.5.29.18': 'issuerAltName', '2.5.29.19': 'basicConstraints', '2.5.29.31': 'cRLDistributionPoints' },
  ...{ '2.5.29.32': 'certificatePolicies', '2.5.29.35': 'authorityKeyIdentifier', '2.5.29.37': 'extKeyUsage' },
  ...{ '1.3.6.1.5.5.7.1.1': 'authorityInfoAccess', '1.3.6.1.4.1.11129.2.1.17': 'Android key attestation' },
  ...{ '1.2.840.113635.100.8.2': 'Apple App Attest nonce' },
}

/** A certificate, and its name by its position in the pasted chain: `[0]` for the leaf. */
interface NamedCertificate {
  readonly name: string
  readonly certificate: Certificate
}

/**
 * Decodes the first 10 DER certificates, leaf first. Returns `undefined` if the first one is malformed. Leaves out
 * other malformed ones, reports the first of them in the verdict `form`, and then does not verify the chain.
 */
export async function decodeCertificates(reading: Reading, ders: readonly Uint8Array[]): Promise<Decoded | undefined> {
  const parsed = ders.slice(0, maximumCertificates).map((der, index) => parseCertificate(der, `certificate[${index}]`))
  const [leaf] = parsed
  if (leaf === undefined || failed(leaf)) return undefined
  const certificates = parsed.flatMap((one, index) => (failed(one) ? [] : [{ name: `[${index}]`, certificate: one }]))
  const malformed = parsed.find(failed)
  const members: Member[] = []
  for (const { name, certificate } of certificates)
    members.push({ name, members: await fieldsOf(reading, certificate) })
  const [only] = members
  const kind = parsed.length === 1 ? 'certificate' : 'certificate_chain'
  const chain = certificates.map(({ certificate }) => certificate)
  return {
    kind,
    now: reading.now,
    verdicts: [
      malformed === undefined ? passed('form') : notValid('form', malformed),
      ...checkValidityPeriods(reading, certificates),
      ...(malformed === undefined ? [verifyCertificateChain(reading, chain)] : []),
    ],
    sections: [{ name: 'certificates', members: kind === 'certificate' ? (only?.members ?? []) : members }],
  }
}

function checkValidityPeriods({ now }: Reading, certificates: readonly NamedCertificate[]): readonly Verdict[] {
  const faults = certificates.flatMap(({ name, certificate }) => {
    const at = `certificate${name}`
    const fault = checkValidity(certificate, { now }, at)
    return fault === undefined ? [] : [notValid('times', fault, at)]
  })
  return faults.length > 0 ? faults : [passed('times')]
}

/**
 * Verifies the chain up to a pasted certificate. If none was pasted, verifies the links between the certificates, and
 * returns `verified` only if the last certificate is self-signed. Returns `not_verifiable` if the runtime does not
 * support the key of an issuer.
 */
function verifyCertificateChain({ pastedKeys }: Reading, certificates: readonly Certificate[]): Verdict {
  const [leaf, ...above] = certificates
  const last = above.at(-1) ?? leaf
  if (last === undefined) return notVerifiable('certificates', 'root_not_pinned')
  if (above.some((issuer) => issuer.publicKey() === undefined)) return notVerifiable('certificates', 'not_supported')
  const pinned = pastedKeys.certificates.map((der) => pinKey(der))
  const chain = verifyChain(certificates, pinned.length > 0 ? pinned : [last.issuerKey()], 'certificate')
  if (failed(chain)) return notValid('certificates', chain)
  if (pinned.length > 0) return passed('certificates', { by: 'pasted' })
  const isSelfSigned = last.isSignedBy(last.issuerKey())
  if (isSelfSigned) return passed('certificates', { by: 'self_signed' })
  return notVerifiable('certificates', reasonWithout(pastedKeys, 'root_not_pinned'))
}

async function fieldsOf(reading: Reading, certificate: Certificate): Promise<readonly Member[]> {
  const key = publicJwkOf(certificate.publicKey())
  const fields: JsonObject = {
    subject: nameText(certificate.subject),
    issuer: nameText(certificate.issuer),
    serial_number: certificate.serial,
    not_before: certificate.notBefore,
    not_after: certificate.notAfter,
    is_authority: certificate.isAuthority,
    ...(key && { public_key: key as unknown as JsonObject }),
    extensions: certificate.extensions.slice(0, 64).map(({ oid }) => extensionNames[oid] ?? oid),
    spki_sha256: encodeBase64url(Buffer.from(certificate.spkiDigest, 'hex')),
  }
  return membersOf(reading, fields, { kind: 'certificate', section: 'certificates', path: [] })
}

const nameText = (name: readonly NameAttribute[]): string =>
  name.map(({ oid, text }) => `${attributeNames[oid] ?? oid}=${text}`).join(', ')
