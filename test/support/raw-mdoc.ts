/**
 * A DeviceResponse of a hostile wallet and a hostile issuer, written by hand by ISO 18013-5 §8.3.2.1.2.2 and §9.1.2 and
 * OpenID4VP 1.0 §B.2. A test may change every part before the next one is built from it.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { PublicJwk } from '../../src/base/index.ts'
import { jwkThumbprint, type Signer } from '../../src/jose/index.ts'
import { docType, domestic } from './mdoc.ts'
import { type RawMap, RawTag, type RawValue, rawCbor } from './raw-cbor.ts'
import { type RelyingPartyFixture, rpId, statusIndexes, statusUri } from './relying-party-service.ts'

export interface RawElement {
  readonly namespace: string
  readonly name: string
  readonly value: RawValue
  readonly id?: RawValue
  readonly random?: RawValue
  /** The namespace under which the wallet shows the element. Defaults to `namespace`. */
  readonly shownIn?: string
  readonly digest?: Uint8Array
  readonly withheld?: boolean
}

type Change<T extends RawValue> = (value: T) => RawValue | undefined

export interface RawMdocBend {
  readonly elements?: readonly RawElement[]
  readonly hash?: 'sha256' | 'sha384' | 'sha512'
  /** The bytes of an item, before their digest is taken. */
  readonly item?: (bytes: Uint8Array) => Uint8Array
  /** IssuerSignedItemBytes. */
  readonly itemBytes?: (item: Uint8Array) => RawValue
  readonly nameSpaces?: Change<RawMap>
  readonly mso?: Change<RawMap>
  readonly payload?: (bytes: Uint8Array) => Uint8Array
  readonly issuerHeader?: RawValue
  readonly unprotected?: RawMap
  readonly issuerAuth?: Change<RawValue[]>
  readonly issuerKey?: Signer
  readonly session?: Readonly<Record<string, RawValue>>
  readonly transcript?: RawValue
  readonly deviceNameSpaces?: RawValue
  readonly deviceHeader?: RawValue
  readonly deviceKey?: Signer
  /** DeviceAuthentication, decoded. */
  readonly authentication?: (parts: RawValue[]) => RawValue
  readonly deviceAuth?: (signature: RawValue[], payload: Uint8Array) => RawValue
  readonly document?: Change<RawMap>
  readonly response?: Change<RawMap>
  readonly bytes?: (bytes: Uint8Array) => Uint8Array
}

export const shown: readonly RawElement[] = [
  { namespace: docType, name: 'given_name', value: 'Ada' },
  { namespace: docType, name: 'family_name', value: 'Rossi', withheld: true },
  { namespace: domestic, name: 'personal_administrative_number', value: 'TINIT-XXX' },
]

/** Returns the DeviceResponse in base64url. */
export async function rawDeviceResponse(
  fixture: RelyingPartyFixture,
  holder: Signer,
  presentationNonce: string,
  bend: RawMdocBend = {},
): Promise<string> {
  const { nameSpaces, valueDigests } = issuedElements(bend)
  const issuerAuth = await issuerAuthOf(fixture, holder, valueDigests, bend)
  const deviceNameSpaces = bend.deviceNameSpaces ?? new RawTag(24, rawCbor(new Map()))
  const transcript = bend.transcript ?? transcriptOf(fixture, presentationNonce, bend)
  const parts: RawValue[] = ['DeviceAuthentication', transcript, docType, deviceNameSpaces]
  const payload = rawCbor(new RawTag(24, rawCbor(bend.authentication?.(parts) ?? parts)))
  const signature = await sign1(bend.deviceKey ?? holder, bend.deviceHeader ?? es256(), new Map(), payload)
  signature[2] = null
  const deviceAuth = bend.deviceAuth?.(signature, payload) ?? new Map([['deviceSignature', signature]])
  const document: RawMap = mapOf({
    docType,
    issuerSigned: mapOf({ nameSpaces: bent(bend.nameSpaces, nameSpaces), issuerAuth }),
    deviceSigned: mapOf({ nameSpaces: deviceNameSpaces, deviceAuth }),
  })
  const response = mapOf({ version: '1.0', documents: [bent(bend.document, document)], status: 0 })
  const bytes = rawCbor(bent(bend.response, response))
  return Buffer.from(bend.bytes?.(bytes) ?? bytes).toString('base64url')
}

export const mapOf = (members: Readonly<Record<string, RawValue>>): RawMap => new Map(Object.entries(members))
export const tdate = (seconds: number): RawTag =>
  new RawTag(0, new Date(seconds * 1000).toISOString().replace(/\.\d+/, ''))
const es256 = (): RawMap => new Map([[1, -7]])

function bent<T extends RawValue>(change: Change<T> | undefined, value: T): RawValue {
  return change?.(value) ?? value
}

function issuedElements({ elements = shown, hash = 'sha256', ...bend }: RawMdocBend) {
  const nameSpaces: Map<string, RawValue[]> = new Map()
  const valueDigests: Map<string, RawMap> = new Map()
  for (const [index, element] of elements.entries()) {
    const { namespace, name, value, id = index, random = randomBytes(16), shownIn = namespace } = element
    const item = rawCbor(mapOf({ digestID: id, random, elementIdentifier: name, elementValue: value }))
    const changed = bend.item?.(item) ?? item
    const itemBytes = bend.itemBytes?.(changed) ?? new RawTag(24, changed)
    const digest = element.digest ?? createHash(hash).update(rawCbor(itemBytes)).digest()
    valueDigests.set(namespace, (valueDigests.get(namespace) ?? new Map()).set(id, digest))
    if (!element.withheld) nameSpaces.set(shownIn, [...(nameSpaces.get(shownIn) ?? []), itemBytes])
  }
  return { nameSpaces: nameSpaces as RawMap, valueDigests: valueDigests as RawMap }
}

async function issuerAuthOf(
  { mdocIssuer, clock }: RelyingPartyFixture,
  holder: Signer,
  valueDigests: RawMap,
  { hash = 'sha256', ...bend }: RawMdocBend,
): Promise<RawValue> {
  const now = clock.now()
  const status = mapOf({ status_list: mapOf({ idx: statusIndexes.pid, uri: statusUri }) })
  const mso = mapOf({
    version: '1.0',
    digestAlgorithm: hash.toUpperCase().replace('SHA', 'SHA-'),
    valueDigests,
    deviceKeyInfo: mapOf({ deviceKey: coseKeyOf(holder.publicJwk) }),
    docType,
    validityInfo: mapOf({ signed: tdate(now), validFrom: tdate(now), validUntil: tdate(now + 3600) }),
    status,
  })
  const payload = rawCbor(new RawTag(24, rawCbor(bent(bend.mso, mso))))
  const unprotected = bend.unprotected ?? new Map([[33, mdocIssuer.certificate]])
  const signer = bend.issuerKey ?? mdocIssuer.signer
  const parts = await sign1(signer, bend.issuerHeader ?? es256(), unprotected, bend.payload?.(payload) ?? payload)
  return bent(bend.issuerAuth, parts)
}

const coseKeyOf = ({ x = '', y = '' }: PublicJwk): RawMap =>
  new Map<RawValue, RawValue>([
    [1, 2],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])

async function sign1(signer: Signer, header: RawValue, unprotected: RawMap, payload: Uint8Array): Promise<RawValue[]> {
  const protectedBytes = rawCbor(header)
  const signature = await signer.sign(rawCbor(['Signature1', protectedBytes, new Uint8Array(), payload]))
  return [protectedBytes, unprotected, payload, signature]
}

function transcriptOf(fixture: RelyingPartyFixture, nonce: string, { session = {} }: RawMdocBend): RawValue {
  const thumbprint = Buffer.from(jwkThumbprint(fixture, fixture.decrypter.publicJwk), 'base64url')
  const known = { clientId: rpId, nonce, thumbprint, responseUri: `${rpId}/response`, ...session }
  const { clientId, nonce: signed, thumbprint: key, responseUri } = known
  const information = createHash('sha256')
    .update(rawCbor([clientId, signed, key, responseUri]))
    .digest()
  return [null, null, ['OpenID4VPHandover', information]]
}
