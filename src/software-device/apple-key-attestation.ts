/**
 * Creates App Attest attestations: the certificate of a hardware key with the nonce, authenticator data, and a random
 * receipt. The members have Apple's order.
 */
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { concatBytes, daySeconds } from '../base/index.ts'
import { encodeCbor } from '../cose/index.ts'
import {
  type AppAttestEnvironment,
  appAttestNonceOid,
  operatingSystemOid,
  operatingSystemTag,
} from '../device-integrity/index.ts'
import { issueCertificate, writeExplicit, writeOctets, writeSequence } from '../x509/index.ts'
import {
  type AppleAuthorities,
  type AppleIntermediateKnobs,
  createAppleAuthorities,
  createAppleIntermediate,
} from './apple-authority.ts'
import { type Authority, type AuthorityContext, randomSerial, spkiOf } from './authority.ts'
import { type CborKnobs, writeCborBytes, writeCborMap } from './cbor-map.ts'
import { openPrivateKey, publicJwkOf, sha256, withLastBitChanged } from './hardware-key.ts'
import {
  type AttestedKeyKnobs,
  type AuthenticatorDataKnobs,
  keyIdOf,
  writeAttestedAuthenticatorData,
} from './write-authenticator-data.ts'

/** Forms and faults that an attestation can have. Without them, the attestation is genuine. */
export interface AppleKeyAttestationKnobs
  extends AppleIntermediateKnobs,
    AuthenticatorDataKnobs,
    AttestedKeyKnobs,
    CborKnobs {
  /** Replaces the challenge as the input of the nonce. */
  readonly challenge?: string
  readonly format?: string
  readonly omitted?: 'attStmt' | 'x5c' | 'receipt' | 'authData'
  /** Number of bytes by which the CBOR header overstates the length of the receipt. */
  readonly receiptOverstatedBy?: number
  readonly foreignRoot?: boolean
  /** Validity of the leaf in days from now. */
  readonly leafDays?: readonly [from: number, to: number]
  readonly leafIssuer?: string
  /** Sends only the first 40 bytes of the leaf. */
  readonly leafUnreadable?: boolean
  readonly leafKey?: 'of-another' | 'P-384'
  readonly certificates?: 'leaf-only' | 'with-root'
  /** Index of the certificate in whose signature one bit is changed. */
  readonly brokenSignatureAt?: number
  readonly nonceExtension?: 'absent' | 'repeated' | 'truncated' | 'surplus' | 'untagged'
  /** Name of the operating system in the leaf. Absent by default, as on iOS 17. */
  readonly operatingSystem?: string
  /** Changes a bit of the authenticator data after the nonce was computed. */
  readonly alteredAfterwards?: boolean
  /** Changes the authenticator data before the nonce is computed, for fuzzing the code after signature checks. */
  readonly alteredAuthenticatorData?: (data: Uint8Array) => Uint8Array
}

interface AppleAttestationFacts {
  readonly authorities: AppleAuthorities
  readonly hardwareKey: KeyObject
  readonly appId: string
  readonly environment: AppAttestEnvironment
  readonly challenge: string
}

/** Returns the value of `key_attestation`: the attestation object in base64. */
export function createAppleKeyAttestation(
  ctx: AuthorityContext,
  facts: AppleAttestationFacts,
  knobs: AppleKeyAttestationKnobs = {},
): string {
  const anotherKey = openPrivateKey()
  const publicJwk = publicJwkOf(facts.hardwareKey)
  const attestedData = writeAttestedAuthenticatorData(
    facts.appId,
    {
      keyId: keyIdOf(publicJwk),
      publicJwk,
      anotherJwk: publicJwkOf(anotherKey),
      environment: facts.environment,
    },
    knobs,
  )
  const authenticatorData = knobs.alteredAuthenticatorData?.(attestedData) ?? attestedData
  const { root, intermediate } = authoritiesFor(ctx, facts.authorities, knobs)
  const leaf = issueLeaf(ctx, intermediate, leafSpki(facts.hardwareKey, anotherKey, knobs), {
    name: Buffer.from(keyIdOf(publicJwk)).toString('hex'),
    nonce: sha256(concatBytes([authenticatorData, sha256(knobs.challenge ?? facts.challenge)])),
    knobs,
  })
  const list = [knobs.leafUnreadable ? leaf.subarray(0, 40) : leaf]
  if (knobs.certificates !== 'leaf-only') list.push(intermediate.der)
  if (knobs.certificates === 'with-root') list.push(root.der)
  const certificates = list.map((der, index) => (index === knobs.brokenSignatureAt ? withLastBitChanged(der) : der))
  const sentData = knobs.alteredAfterwards ? withLastBitChanged(authenticatorData) : authenticatorData
  return writeObject(certificates, ctx.random.bytes(900), sentData, knobs).toString('base64')
}

function writeObject(
  certificates: readonly Uint8Array[],
  receipt: Uint8Array,
  authenticatorData: Uint8Array,
  knobs: AppleKeyAttestationKnobs,
): Buffer {
  const present = ([name]: readonly [string, Uint8Array]): boolean => name !== knobs.omitted
  const statement = [
    ['x5c', encodeCbor(certificates)],
    ['receipt', writeCborBytes(receipt, knobs.receiptOverstatedBy)],
  ] as const
  const members = [
    ['fmt', encodeCbor(knobs.format ?? 'apple-appattest')],
    ['attStmt', writeCborMap(statement.filter(present))],
    ['authData', encodeCbor(authenticatorData)],
  ] as const
  return Buffer.from(writeCborMap(members.filter(present), knobs))
}

function authoritiesFor(
  ctx: AuthorityContext,
  authorities: AppleAuthorities,
  knobs: AppleKeyAttestationKnobs,
): AppleAuthorities {
  if (knobs.foreignRoot) return createAppleAuthorities(ctx)
  if (knobs.intermediateDays === undefined && !knobs.intermediateNotAuthority) return authorities
  return { root: authorities.root, intermediate: createAppleIntermediate(ctx, authorities.root, knobs) }
}

interface LeafFacts {
  readonly name: string
  readonly nonce: Uint8Array
  readonly knobs: AppleKeyAttestationKnobs
}

function issueLeaf(
  ctx: AuthorityContext,
  issuer: Authority,
  spki: Uint8Array,
  { name, nonce, knobs }: LeafFacts,
): Uint8Array {
  const [from, to] = knobs.leafDays ?? [-1, 2]
  return issueCertificate({
    subject: `ST=Sandbox, O=Sandbox, OU=AAA Certification, CN=${name}`,
    issuer: knobs.leafIssuer ?? issuer.subject,
    serial: randomSerial(ctx),
    notBefore: ctx.clock.now() + from * daySeconds,
    notAfter: ctx.clock.now() + to * daySeconds,
    spki,
    issuerKey: issuer.key,
    extensions: [
      ...nonceExtensions(nonce, knobs).map((value) => ({ oid: appAttestNonceOid, value })),
      ...systemExtensions(knobs),
    ],
  })
}

function systemExtensions({ operatingSystem }: AppleKeyAttestationKnobs) {
  if (operatingSystem === undefined) return []
  const name = writeExplicit(operatingSystemTag, writeOctets(Buffer.from(operatingSystem)))
  return [{ oid: operatingSystemOid, value: writeSequence(name) }]
}

function nonceExtensions(nonce: Uint8Array, { nonceExtension }: AppleKeyAttestationKnobs): readonly Uint8Array[] {
  const value = writeSequence(writeExplicit(1, writeOctets(nonce)))
  if (nonceExtension === 'absent') return []
  if (nonceExtension === 'repeated') return [value, value]
  if (nonceExtension === 'truncated') return [writeSequence(writeExplicit(1, writeOctets(nonce.subarray(0, 31))))]
  if (nonceExtension === 'surplus') return [concatBytes([value, Uint8Array.of(0)])]
  return [nonceExtension === 'untagged' ? writeSequence(writeOctets(nonce)) : value]
}

function leafSpki(hardwareKey: KeyObject, anotherKey: KeyObject, { leafKey }: AppleKeyAttestationKnobs): Uint8Array {
  if (leafKey === 'P-384') return spkiOf(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey)
  return spkiOf(createPublicKey(leafKey === 'of-another' ? anotherKey : hardwareKey))
}
