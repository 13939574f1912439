/** A certification authority for tests: root, members below it, their certificates and revocation lists. */

import { failed } from '../../../src/base/index.ts'
import { generateSigner, type JwsAlgorithm, type Signer } from '../../../src/jose/index.ts'
import { createNodeCrypto } from '../../../src/node/index.ts'
import {
  authorityKeyIdentifier,
  basicConstraints,
  createCertificateList,
  crlDistributionPoint,
  extensionOids,
  keyIdentifierOf,
  keyUsage,
  nameConstraints,
  organizationSubject,
  parsePathCertificate,
  signCertificate,
  spkiOf,
  subjectAltName,
  subjectKeyIdentifier,
  type UnsignedCertificate,
  type UnsignedCertificateList,
  type UnsignedExtension,
  writeImplicit,
  writeSequence,
} from '../../../src/x509/index.ts'

export const testNow = 1_800_000_000
const hour = 3600

/** One key with its certificate. */
export interface Certified {
  readonly entityId: string
  readonly signer: Signer
  readonly subject: string
  readonly spki: Uint8Array
  readonly keyId: Uint8Array
  readonly der: Uint8Array
  readonly crl: string
}

/** Changes of a certificate: fields, and extensions by their identifier. `null` omits an extension. */
export interface CertificateChanges extends Partial<Omit<UnsignedCertificate, 'extensions'>> {
  readonly extensions?: Readonly<Record<string, UnsignedExtension | null>>
  readonly further?: readonly UnsignedExtension[]
  readonly signWith?: Signer
}

let serials = 0

/** Issues a certificate as the federation's specification prescribes, with the changes of a test. */
export async function certify(
  usual: {
    readonly entityId: string
    readonly issuer?: Certified
    readonly kind: 'root' | 'intermediate' | 'member' | 'protocol'
    readonly alg?: JwsAlgorithm
  },
  { extensions: replaced = {}, further = [], signWith, ...fields }: CertificateChanges = {},
): Promise<Certified> {
  const { entityId, issuer, kind } = usual
  const signer = await generateSigner({ crypto: createNodeCrypto() }, usual.alg)
  const spki = fields.spki ?? spkiOf(signer.publicJwk)
  const keyId = keyIdentifierOf(spki)
  const organization = { country: 'IT', stateOrProvince: 'Lazio', locality: 'Roma', organizationName: `${kind} S.p.A.` }
  const ownSubject = organizationSubject(organization, { entityId, test: true })
  const subject = typeof fields.subject === 'string' ? fields.subject : ownSubject
  const host = new URL(entityId).hostname
  const byKind = {
    root: [basicConstraints(), keyUsage(['keyCertSign', 'cRLSign'])],
    intermediate: [
      basicConstraints(1),
      keyUsage(['keyCertSign', 'cRLSign']),
      nameConstraints({ permitted: ['.example'] }),
    ],
    member: [
      basicConstraints(0),
      keyUsage(['digitalSignature', 'keyEncipherment', 'keyCertSign', 'cRLSign']),
      nameConstraints({ permitted: [host], excluded: ['localhost.localdomain'] }),
    ],
    protocol: [keyUsage(['digitalSignature'])],
  } as const
  const extensions = [
    ...byKind[kind],
    subjectAltName({ dns: [host], uris: [entityId] }),
    subjectKeyIdentifier(keyId),
    authorityKeyIdentifier(issuer?.keyId ?? keyId),
    ...(issuer ? [crlDistributionPoint(issuer.crl)] : []),
  ]
  const der = await signCertificate(signWith ?? issuer?.signer ?? signer, {
    subject,
    issuer: issuer?.subject ?? subject,
    serial: (0x1000 + serials++).toString(16),
    notBefore: testNow - hour,
    notAfter: testNow + 24 * hour,
    spki,
    ...fields,
    extensions: [
      ...extensions.flatMap((one) => (replaced[one.oid] === null ? [] : [replaced[one.oid] ?? one])),
      ...further,
    ],
  })
  return { entityId, signer, subject, spki, keyId, der, crl: `${entityId}/crl` }
}

/**
 * Returns the changes that give the certificate of a member the form of the national federation (September 2026): no
 * names, no name constraints, and an authority key identifier that also names the certificate of the issuer.
 */
export function nationalForm(issuer: Certified): CertificateChanges {
  const read = parsePathCertificate(issuer.der, 'issuer')
  if (failed(read)) throw new TypeError(read.code)
  const named = [
    writeImplicit(0, false, issuer.keyId),
    writeImplicit(1, true, writeImplicit(4, true, read.subject)),
    writeImplicit(2, false, Buffer.from(read.certificate.serial.padStart(4, '0'), 'hex')),
  ]
  return {
    extensions: {
      [extensionOids.subjectAltName]: null,
      [extensionOids.nameConstraints]: null,
      [extensionOids.authorityKeyIdentifier]: {
        oid: extensionOids.authorityKeyIdentifier,
        value: writeSequence(...named),
      },
    },
  }
}

/** Issues the revocation list of an authority, with the changes of a test. */
export const listOf = (issuer: Certified, changes: Partial<UnsignedCertificateList> = {}): Promise<Uint8Array> =>
  createCertificateList(issuer.signer, {
    issuer: issuer.subject,
    issuerKeyId: issuer.keyId,
    number: 1,
    thisUpdate: testNow - hour,
    nextUpdate: testNow + hour,
    revoked: [],
    ...changes,
  })
