/** Damages to a DeviceResponse: to its text, to its bytes, to any value in it, and to the request that it answers. */
import { failed } from '../../../src/base/index.ts'
import { type Cbor, decodeCbor, isCborBytes, isCborMap, isCborTag } from '../../../src/cose/index.ts'
import type { MdocBend } from '../mdoc-presentation.ts'
import { rpId } from '../relying-party-service.ts'
import { withCredential } from './sd-jwt.ts'
import { damageBytes, damageCbor, damageText, flipLastLetter, flipLetter } from './tools.ts'
import { type Mutation, type Mutator, sealed, type ValidResponse } from './valid-response.ts'

const hex = (value: Cbor | undefined): string =>
  isCborBytes(value)
    ? Buffer.from(value).toString('hex')
    : isCborTag(value)
      ? `${value.tag}(${hex(value.value)})`
      : JSON.stringify(value ?? null)

/**
 * Returns the parts of a DeviceResponse that determine its meaning: the signed parts, the certificates and the status.
 * The order of elements does not count. A simple value without a meaning is the same as null (D-390).
 */
function signedParts(text: string): string {
  const top = decodeCbor(Buffer.from(text, 'base64url'), 'mdoc', { size: 1_000_000, anyValue: true })
  const member = (value: Cbor | undefined, name: string): Cbor | undefined =>
    isCborMap(value) ? value.get(name) : undefined
  const untagged = (value: Cbor | undefined): readonly Cbor[] => {
    const list = isCborTag(value) ? value.value : value
    return Array.isArray(list) ? list : []
  }
  if (failed(top)) return 'not CBOR'
  const documents = member(top, 'documents')
  const [document] = Array.isArray(documents) ? documents : []
  const issuerSigned = member(document, 'issuerSigned')
  const spaces = member(issuerSigned, 'nameSpaces')
  const items = isCborMap(spaces)
    ? [...spaces].map(([name, list]) => [hex(name), untagged(list).map(hex).toSorted()]).toSorted()
    : hex(spaces)
  const [protectedHeader, header, payload, signature] = untagged(member(issuerSigned, 'issuerAuth'))
  const deviceSigned = member(document, 'deviceSigned')
  const deviceSignature = untagged(member(member(deviceSigned, 'deviceAuth'), 'deviceSignature'))
  const chain = isCborMap(header) ? untagged(header.get(33)).map(hex).join() || hex(header.get(33)) : ''
  return JSON.stringify([
    [
      hex(member(top, 'version')),
      hex(member(top, 'status')),
      documents && untagged(documents).length,
      hex(member(document, 'docType')),
    ],
    items,
    [protectedHeader, payload, signature].map(hex),
    chain,
    hex(member(deviceSigned, 'nameSpaces')),
    [0, 2, 3].map((index) => hex(deviceSignature[index])),
  ])
}

const withMdoc = (valid: ValidResponse, text: string): Promise<Mutation> => {
  const same = signedParts(text) === signedParts(valid.credential)
  return withCredential(valid, text, same ? 'only unsigned parts differ' : undefined)
}

/** Sessions that name the Relying Party and its key as another profile does. */
const otherSessions = ({ fixture, request }: ValidResponse): readonly MdocBend[] =>
  request.payload.client_metadata === undefined
    ? [{ session: { clientId: `openid_federation:${rpId}` } }]
    : [{ session: { clientId: rpId } }, { session: { encryptionThumbprint: fixture.decrypter.kid } }]

export const mdoc: readonly Mutator[] = [
  async (chance, valid) =>
    withMdoc(valid, chance.pick([damageText, flipLetter, flipLastLetter])(chance, valid.credential)),
  async (chance, valid) => {
    const bytes = Buffer.from(valid.credential, 'base64url')
    return withMdoc(valid, Buffer.from(damageBytes(chance, bytes)).toString('base64url'))
  },
  async (chance, valid) => {
    const bytes = Buffer.from(valid.credential, 'base64url')
    return withMdoc(valid, Buffer.from(damageCbor(chance, bytes)).toString('base64url'))
  },
  async (chance, valid) => {
    const bend = chance.pick<MdocBend>([
      { session: { presentationNonce: 'another' } },
      { session: { clientId: 'https://evil.example' } },
      { session: { responseUri: `${rpId}/` } },
      { session: { encryptionThumbprint: valid.stranger.kid } },
      { session: { encryptionThumbprint: undefined } },
      ...otherSessions(valid),
      { device: valid.stranger },
      { device: valid.wallet.attested },
      { elements: [] },
      { content: { docType: 'other' } },
      { content: { expiresAt: valid.fixture.clock.now() - 100, issuedAt: valid.fixture.clock.now() - 200 } },
      { content: { deviceKey: valid.stranger.publicJwk } },
    ])
    return { body: await sealed(valid, valid.members(await valid.remade(bend), valid.attestation)) }
  },
]
