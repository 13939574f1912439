/** An mdoc of a document signer below a test authority, in which a test may change one thing. */
import assert from 'node:assert/strict'
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { Failure, type NumericDate, type PublicJwk } from '../../src/base/index.ts'
import { type Cbor, type CborTag, cborTag, decodeCbor, encodeCbor, isCborTag } from '../../src/cose/index.ts'
import { createLocalSigner, generateSigner, type Signer } from '../../src/jose/index.ts'
import {
  fullDate,
  issueMdoc,
  type MdocContent,
  type MdocSigner,
  type ParsedMdoc,
  parseMdoc,
} from '../../src/mdoc/index.ts'
import { createNodeCrypto, signingKey } from '../../src/node/node-crypto.ts'
import { derTags, issueCertificate, type UnsignedExtension, writeDer, writeSequence } from '../../src/x509/index.ts'
import { seededRandom } from './seeded-random.ts'

export const mdocContext = { crypto: createNodeCrypto(), random: seededRandom('mdoc') }
export const mdocNow: NumericDate = 1_780_000_000
export const docType = 'eu.europa.ec.eudiw.pid.1'
export const domestic = 'eu.europa.ec.eudiw.pid.it.1'
export const issuerUri = 'https://pid.example'
const day = 86_400

export interface MadeCertificate {
  readonly der: Uint8Array
  readonly subject: string
  readonly privateKey: KeyObject
}

export interface CertificateChange {
  readonly subject?: string
  readonly issuerName?: string
  readonly authority?: boolean
  readonly from?: NumericDate
  readonly until?: NumericDate
  readonly curve?: 'P-256' | 'P-384'
  readonly uri?: string
  readonly signedBy?: KeyObject
  /** DER SubjectPublicKeyInfo. Defaults to a fresh key's. */
  readonly spki?: Uint8Array
  readonly authorityKeyId?: Uint8Array
  /** Contents of the OIDs of extendedKeyUsage, in hexadecimal. */
  readonly purposes?: readonly string[]
  readonly pathLength?: number
  /** The OID of a critical extension with no content. */
  readonly critical?: string
  readonly further?: readonly UnsignedExtension[]
}

/** Issues a certificate. Without an issuer, it is self-signed. */
export function makeCertificate(
  issuer: MadeCertificate | undefined,
  { subject = 'CN=Document Signer, C=IT', authority = false, uri = issuerUri, ...change }: CertificateChange = {},
): MadeCertificate {
  const curve = change.curve ?? 'P-256'
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve })
  const signedBy = change.signedBy ?? issuer?.privateKey ?? privateKey
  const der = issueCertificate({
    subject,
    issuer: change.issuerName ?? issuer?.subject ?? subject,
    serial: '4a',
    notBefore: change.from ?? mdocNow - day,
    notAfter: change.until ?? mdocNow + 400 * day,
    spki: change.spki ?? publicKey.export({ type: 'spki', format: 'der' }),
    issuerKey: { privateKey: signedBy, curve: issuer ? 'P-256' : curve, hash: 'SHA-256' },
    authority,
    ...(change.pathLength === undefined ? {} : { pathLength: change.pathLength }),
    extensions: [
      { oid: '2.5.29.17', value: writeSequence(writeDer(0x86, Buffer.from(uri))) },
      ...(change.authorityKeyId
        ? [{ oid: '2.5.29.35', value: writeSequence(writeDer(0x80, change.authorityKeyId)) }]
        : []),
      ...(change.purposes
        ? [{ oid: '2.5.29.37', critical: true as const, value: writeSequence(...change.purposes.map(purpose)) }]
        : []),
      ...(change.critical ? [{ oid: change.critical, critical: true as const, value: writeSequence() }] : []),
      ...(change.further ?? []),
    ],
  })
  return { der, subject, privateKey }
}

const purpose = (hex: string): Uint8Array => writeDer(derTags.oid, Buffer.from(hex, 'hex'))

export const signerWith = ({ privateKey }: MadeCertificate): Signer =>
  createLocalSigner(
    mdocContext,
    'ES256',
    signingKey(createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }))),
  )

export const authority = makeCertificate(undefined, { subject: 'CN=Authority, C=IT', authority: true })
export const documentSigner = makeCertificate(authority)
export const mdocSigner: MdocSigner = { signer: signerWith(documentSigner), x5chain: [documentSigner.der] }
export const trusted = { certificates: [authority.der], keys: [] as PublicJwk[] }
export const device = await generateSigner(mdocContext)

export const nameSpaces = (): Map<string, Map<string, Cbor>> =>
  new Map([
    [
      docType,
      new Map<string, Cbor>([
        ['family_name', 'D’Amico'],
        ['given_name', 'Ada'],
        ['birth_date', fullDate('1980-01-10')],
        ['birth_place', new Map([['country', 'IT']])],
      ]),
    ],
    [domestic, new Map<string, Cbor>([['personal_administrative_number', 'TINIT-XXX']])],
  ])

const content = (change: Partial<MdocContent> = {}): MdocContent => ({
  docType,
  nameSpaces: nameSpaces(),
  deviceKey: device.publicJwk,
  issuedAt: mdocNow,
  expiresAt: mdocNow + 30 * day,
  status: { status_list: { idx: 7, uri: 'https://pid.example/statuslists/1' } },
  ...change,
})

export const issue = (change: Partial<MdocContent> = {}, signer: MdocSigner = mdocSigner): Promise<string> =>
  issueMdoc(mdocContext, signer, content(change))

export const mdocPolicy = { algorithms: ['ES256'] } as const

export function parsed(text: string): ParsedMdoc {
  const mdoc = parseMdoc(text, mdocPolicy, 'mdoc')
  assert.ok(!(mdoc instanceof Failure), mdoc instanceof Failure ? `${mdoc.code} ${mdoc.at}` : '')
  return mdoc
}

export type CborObject = Map<Cbor, Cbor>

/** Decodes the text, applies the change and encodes it again. */
export function rewritten(text: string, change: (top: CborObject) => void): string {
  const top = decodeCbor(Buffer.from(text, 'base64url'), 'mdoc', { tags: [18, 24], size: 1_000_000 }) as CborObject
  change(top)
  return Buffer.from(encodeCbor(top)).toString('base64url')
}

export const decoded = (bytes: Uint8Array): CborObject =>
  decodeCbor(bytes, 'inner', { tags: [0, 1, 24, 1004], size: 1_000_000 }) as CborObject

export const map = (value: Cbor | undefined): CborObject => value as CborObject

export const itemsOf = (top: CborObject, namespace = docType): Cbor[] =>
  map(top.get('nameSpaces')).get(namespace) as Cbor[]

/** Changes the first element of the main namespace. */
export const withItem = (text: string, change: (members: CborObject) => void): string =>
  rewritten(text, (top) => {
    const items = itemsOf(top)
    const [first] = items
    assert.ok(isCborTag(first))
    const members = decoded(first.value as Uint8Array)
    change(members)
    items[0] = cborTag(24, encodeCbor(members))
  })

/** The four parts of the issuer's signature. */
export const signatureOf = (top: CborObject): Cbor[] => top.get('issuerAuth') as Cbor[]

/** Changes the unprotected headers. */
export const withHeader = (text: string, change: (headers: CborObject) => void): string =>
  rewritten(text, (top) => change(map(signatureOf(top)[1])))

/** Changes the signed part and signs it again. */
export async function resigned(
  text: string,
  signer: MdocSigner['signer'],
  change: (mso: CborObject, protectedHeaders: CborObject) => void,
): Promise<string> {
  let parts: Cbor[] = []
  rewritten(text, (top) => {
    parts = signatureOf(top)
  })
  const [headers, unprotectedHeaders = null, payload] = parts
  const protectedHeaders = decoded(headers as Uint8Array)
  const mso = decoded((decoded(payload as Uint8Array) as unknown as CborTag).value as Uint8Array)
  change(mso, protectedHeaders)
  const signed = [encodeCbor(protectedHeaders), encodeCbor(cborTag(24, encodeCbor(mso)))] as const
  const input = encodeCbor(['Signature1', signed[0], new Uint8Array(), signed[1]]) // RFC 9052 §4.4
  const structure = [signed[0], unprotectedHeaders, signed[1], await signer.sign(input)]
  return rewritten(text, (top) => top.set('issuerAuth', structure))
}

/**
 * CBOR values that no element of the PID has, though ISO 18013-5 permits any value (D-194). `cborg` encodes them all.
 */
export const foreignValues: readonly (readonly [title: string, value: Cbor])[] = [
  ['tag 100, a day as a number (RFC 8943)', cborTag(100, 3650)],
  ['tag 37, a UUID', cborTag(37, new Uint8Array(16))],
  ['a bignum', cborTag(2, new Uint8Array(9).fill(1))],
  ['a foreign tag inside a list', ['x', cborTag(100, 1)]],
  ['undefined', undefined as unknown as Cbor],
  ['undefined as a member', new Map<Cbor, Cbor>([['x', undefined as unknown as Cbor]])],
  ['not a number', Number.NaN],
  ['infinity', Number.POSITIVE_INFINITY],
]
