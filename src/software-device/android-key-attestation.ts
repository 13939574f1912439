/**
 * Creates Android key attestations. The device's attestation key signs the leaf certificate of a hardware key. An app
 * sends the list of certificates as base64 of comma-separated base64, with the platform's line breaks.
 */
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { concatBytes, daySeconds } from '../base/index.ts'
import { keyDescriptionOid } from '../device-integrity/index.ts'
import {
  type CertificateSigningKey,
  derTags,
  issueCertificate,
  writeDer,
  writeOid,
  writeSequence,
} from '../x509/index.ts'
import { type AndroidAuthorities, createAndroidAuthorities, createRemoteBranch } from './android-authority.ts'
import { type Authority, type AuthorityContext, createAuthority, spkiOf } from './authority.ts'
import { withLastBitChanged } from './hardware-key.ts'
import { type KeyDescriptionFacts, type KeyDescriptionKnobs, writeKeyDescription } from './key-description-record.ts'

/** Forms and faults of the certificate list that contains the record. */
export interface ChainKnobs {
  readonly rootOmitted?: boolean
  /** Uses the chain of another root with the same names. */
  readonly foreignRoot?: boolean
  /** Validity of Droid CA3 in days from now. */
  readonly intermediateDays?: readonly [from: number, to: number]
  readonly intermediateName?: string
  /** Adds a certificate that the attested key signed, with a forged record or without one. */
  readonly prolonged?: 'with-record' | 'without-record'
  readonly recordRepeated?: boolean
  readonly recordAbsent?: boolean
  /** Index of the certificate in whose signature one bit is changed. */
  readonly brokenSignatureAt?: number
  readonly swappedIntermediates?: boolean
  readonly leafKey?: 'RSA' | 'P-384' | 'ML-DSA'
  /** Number of additional bytes in the leaf. */
  readonly ballastBytes?: number
  /** Number of additional certificates at the end. */
  readonly surplusCertificates?: number
  /** Sends only the first 40 bytes of the leaf. */
  readonly leafUnreadable?: boolean
  /** Changes the record before the leaf is signed, for fuzzing the code after signature checks. */
  readonly alteredRecord?: (record: Uint8Array) => Uint8Array
}

/** Forms and faults of a key attestation: of its record and its chain. */
export interface KeyAttestationKnobs extends KeyDescriptionKnobs, ChainKnobs {}

/** The part of a device that certifies keys. */
interface AttestationAuthority {
  readonly authorities: AndroidAuthorities
  readonly provisioning: 'remote' | 'factory'
  /** Attestation certificate of the device or its batch. */
  readonly attester: Authority
}

/**
 * Creates the attestation certificate of a device. Its organization (remote) or title (factory) is the name of the
 * secure environment. The certificate is valid for 30 days from now.
 */
export function createAttester(
  ctx: AuthorityContext,
  authorities: AndroidAuthorities,
  provisioning: 'remote' | 'factory',
  strongBox: boolean,
): Authority {
  const name = Buffer.from(ctx.random.bytes(16)).toString('hex')
  const title = strongBox ? 'StrongBox' : 'TEE'
  const subject = provisioning === 'remote' ? `O=${title}, CN=${name}` : `2.5.4.5=${name}, 2.5.4.12=${title}`
  return createAuthority(ctx, { subject, curve: 'P-256', issuer: authorities[provisioning][0], days: [-5, 30] })
}

/** Returns the value of `key_attestation`: the encoded list of certificates. */
export function createKeyAttestation(
  ctx: AuthorityContext,
  authority: AttestationAuthority,
  hardwareKey: KeyObject,
  facts: KeyDescriptionFacts,
  knobs: KeyAttestationKnobs = {},
): string {
  const [attester, ...superiors] = branchFor(ctx, authority, knobs)
  const leafSubject = 'CN=Android Keystore Key'
  const description = writeKeyDescription(facts, knobs)
  const record = { oid: keyDescriptionOid, value: knobs.alteredRecord?.(description) ?? description }
  const ballast = { oid: '2.5.29.99', value: new Uint8Array(knobs.ballastBytes ?? 0) }
  const leaf = issueLeaf(ctx, {
    subject: leafSubject,
    issuer: attester,
    spki: leafSpki(ctx, hardwareKey, knobs),
    extensions: [
      ...(knobs.recordAbsent ? [] : [record]),
      ...(knobs.recordRepeated ? [record] : []),
      ...(knobs.ballastBytes ? [ballast] : []),
    ],
  })
  const list = [knobs.leafUnreadable ? leaf.subarray(0, 40) : leaf, attester.der, ...superiors.map(({ der }) => der)]
  if (knobs.swappedIntermediates) list.splice(2, 2, ...list.slice(2, 4).reverse())
  if (knobs.prolonged)
    list.unshift(prolong(ctx, hardwareKey, leafSubject, knobs.prolonged === 'with-record' ? [record] : []))
  for (let count = knobs.surplusCertificates ?? 0; count > 0; count -= 1) list.push(attester.der)
  return encodeList(list.map((der, index) => (index === knobs.brokenSignatureAt ? withLastBitChanged(der) : der)))
}

/**
 * Returns the device's chain above the leaf. The knobs make it faulty. With `intermediateDays` or `intermediateName`,
 * returns a remotely provisioned chain.
 */
function branchFor(
  ctx: AuthorityContext,
  { authorities, provisioning, attester }: AttestationAuthority,
  knobs: ChainKnobs,
): readonly [Authority, ...Authority[]] {
  const root = knobs.rootOmitted ? [] : [authorities.root]
  if (knobs.foreignRoot) {
    const foreign = createAndroidAuthorities(ctx)
    return [createAttester(ctx, foreign, provisioning, false), ...foreign[provisioning], foreign.root]
  }
  if (knobs.intermediateDays === undefined && knobs.intermediateName === undefined)
    return [attester, ...authorities[provisioning], ...root]
  const { intermediateDays: days, intermediateName: name } = knobs
  const remote = createRemoteBranch(ctx, authorities.root, {
    ...(days ? { days } : {}),
    ...(name ? { name } : {}),
  })
  return [createAttester(ctx, { ...authorities, remote }, 'remote', false), ...remote, ...root]
}

interface LeafRequest {
  readonly subject: string
  readonly issuer: { readonly subject: string; readonly key: CertificateSigningKey }
  readonly spki: Uint8Array
  readonly extensions: readonly { readonly oid: string; readonly value: Uint8Array }[]
}

/** Issues a leaf with serial 1 and dates without meaning, as real devices do. */
const issueLeaf = (ctx: AuthorityContext, { issuer, ...request }: LeafRequest): Uint8Array =>
  issueCertificate({
    ...request,
    issuer: issuer.subject,
    serial: '01',
    notBefore: 0,
    notAfter: ctx.clock.now() + 7_000 * daySeconds,
    issuerKey: issuer.key,
  })

const prolong = (
  ctx: AuthorityContext,
  attestedKey: KeyObject,
  subject: string,
  extensions: LeafRequest['extensions'],
): Uint8Array =>
  issueLeaf(ctx, {
    subject,
    issuer: { subject, key: { privateKey: attestedKey, curve: 'P-256', hash: 'SHA-256' } },
    spki: spkiOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey),
    extensions,
  })

function leafSpki(ctx: AuthorityContext, hardwareKey: KeyObject, { leafKey }: ChainKnobs): Uint8Array {
  if (leafKey === 'RSA') return spkiOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey)
  if (leafKey === 'P-384') return spkiOf(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey)
  return leafKey === 'ML-DSA' ? mlDsaSpki(ctx) : spkiOf(createPublicKey(hardwareKey))
}

/** Returns a key that looks like ML-DSA-44 (RFC 9881 §4): 1312 bytes under id-ml-dsa-44. */
const mlDsaSpki = ({ random }: AuthorityContext): Uint8Array =>
  writeSequence(
    writeSequence(writeOid('2.16.840.1.101.3.4.3.17')),
    writeDer(derTags.bitString, concatBytes([Uint8Array.of(0), random.bytes(1312)])),
  )

const encodeList = (certificates: readonly Uint8Array[]): string =>
  wrapBase64(Buffer.from(certificates.map((der) => wrapBase64(Buffer.from(der))).join(','), 'utf8'))

/** Encodes base64 in lines of 76 characters, as Android's default encoder does. */
const wrapBase64 = (bytes: Buffer): string => bytes.toString('base64').replace(/.{1,76}/g, '$&\n')
