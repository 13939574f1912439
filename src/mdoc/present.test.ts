import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../../test/support/cases.ts'
import {
  type CborObject,
  mdocContext as ctx,
  device,
  docType,
  domestic,
  issue,
  parsed,
  rewritten,
} from '../../test/support/mdoc.ts'
import { shownClaims } from '../../test/support/mdoc-verdict.ts'
import { codeOf } from '../../test/support/refuses.ts'
import { handover } from '../../test/vectors/openid4vp.ts'
import { encodeBase64url } from '../base/index.ts'
import { type Cbor, cborTag, createCoseSign1, encodeCbor } from '../cose/index.ts'
import { generateSigner, jwkThumbprint } from '../jose/index.ts'
import { deviceAuthentication, presentMdoc } from './present.ts'
import { openId4VpTranscript } from './session-transcript.ts'

const session = {
  clientId: 'https://rp.example',
  presentationNonce: 'n-0S6_WzA2Mj',
  encryptionThumbprint: encodeBase64url(new Uint8Array(32).fill(9)),
  responseUri: 'https://rp.example/response',
}
const transcript = openId4VpTranscript(ctx, session)
const held = parsed(await issue())
const elements = [
  [docType, 'given_name'],
  [domestic, 'personal_administrative_number'],
] as const
const valid = await presentMdoc(device, held, elements, transcript)
const verdict = async (text: string, against = transcript) => codeOf(await shownClaims(text, against))

test('OpenID4VP 1.0 §B.2.6.1: the session transcript equals that of the example', () => {
  const { transcript: printed, encryptionKey, ...published } = handover
  const encryptionThumbprint = jwkThumbprint(ctx, encryptionKey)
  const bytes = encodeCbor(openId4VpTranscript(ctx, { ...published, encryptionThumbprint }))
  assert.equal(Buffer.from(bytes).toString('hex'), printed)
})

test('RP-12 presents only the requested elements, for this session', async () => {
  assert.deepEqual(await shownClaims(valid, transcript), {
    [docType]: { given_name: 'Ada' },
    [domestic]: { personal_administrative_number: 'TINIT-XXX' },
  })
  assert.equal(await verdict(await presentMdoc(device, held, [], transcript)), 'accepted')
  await assert.rejects(presentMdoc(device, held, [[docType, 'nothing']], transcript), TypeError)
})

for (const [id, change] of [
  ['another client', { clientId: 'https://evil.example' }],
  ['another nonce', { presentationNonce: 'other' }],
  ['another encryption key', { encryptionThumbprint: encodeBase64url(new Uint8Array(32)) }],
  ['no encryption', { encryptionThumbprint: undefined }],
  ['another response_uri', { responseUri: 'https://rp.example/other' }],
] as const) {
  test(`RP-12 refuses a signature made for ${id}`, async () => {
    const other = openId4VpTranscript(ctx, { ...session, ...change })
    assert.equal(await verdict(valid, other), 'device_signature_invalid')
  })
}

/** Returns a response with these bytes as the device's own signed elements. */
async function withDeviceNameSpaces(hex: string, tag = 24): Promise<string> {
  const nameSpaces = cborTag(tag, Buffer.from(hex, 'hex'))
  const payload = deviceAuthentication(transcript, docType, nameSpaces)
  const signature = await createCoseSign1(device, { payload, detached: true })
  return inDevice((deviceSigned) => {
    deviceSigned.set('nameSpaces', nameSpaces)
    deviceSigned.set('deviceAuth', new Map([['deviceSignature', signature]]))
  })
}

for (const [id, hex, code] of [
  ['no elements, their count in one byte', 'a0', 'accepted'],
  ['no elements, their count in two bytes', 'b800', 'accepted'],
  ['no elements, their count in three bytes', 'b90000', 'accepted'],
  ['an element', 'a16161a0', 'device_elements_unexpected'],
  ['a list', '80', 'device_elements_unexpected'],
  ['two maps', 'a0a0', 'device_elements_unexpected'],
  ['an empty byte string', '', 'device_elements_unexpected'],
] as const)
  test(`RP-12 a device that signs ${id}: ${code}`, async () =>
    assert.equal(await verdict(await withDeviceNameSpaces(hex)), code))

test('RP-12 a device that signs its elements with another tag: document_malformed', async () =>
  assert.equal(await verdict(await withDeviceNameSpaces('a0', 18)), 'document_malformed'))

const documentOf = (top: CborObject) => (top.get('documents') as CborObject[])[0] as CborObject
const inDocument = (change: (document: CborObject) => void) => rewritten(valid, (top) => change(documentOf(top)))
const inDevice = (change: (deviceSigned: CborObject) => void) =>
  inDocument((document) => change(document.get('deviceSigned') as CborObject))
const inAuth = (change: (deviceAuth: CborObject) => void) =>
  inDevice((deviceSigned) => change(deviceSigned.get('deviceAuth') as CborObject))

for (const [id, make, code] of casesOf({
  response_malformed: {
    'characters that are not base64url': () => '=',
    'a list instead of a map': () => 'gA',
  },
  response_version_unsupported: Object.fromEntries(
    ['2.0', '11.0', '1', '1.', '1.x', ' 1.0', 1, undefined].map((version) => [
      `version ${JSON.stringify(version)}`,
      () => rewritten(valid, (top) => top.set('version', version as Cbor)),
    ]),
  ),
  response_status_error: { 'an error status': () => rewritten(valid, (top) => top.set('status', 10)) },
  document_count: {
    'no document': () => rewritten(valid, (top) => top.delete('documents')),
    'two documents': () => rewritten(valid, (top) => top.set('documents', [documentOf(top), documentOf(top)])),
  },
  document_malformed: {
    'a number as its document': () => rewritten(valid, (top) => top.set('documents', [1])),
    'no issuerSigned': () => inDocument((document) => document.delete('issuerSigned')),
    'no deviceSigned': () => inDocument((document) => document.delete('deviceSigned')),
    'no device namespaces': () => inDevice((deviceSigned) => deviceSigned.delete('nameSpaces')),
    'device namespaces that are not bytes': () =>
      inDevice((deviceSigned) => deviceSigned.set('nameSpaces', cborTag(24, 'a0'))),
  },
  document_type_mismatch: { 'another outer type': () => inDocument((document) => document.set('docType', 'x')) },
  device_elements_unexpected: {
    'elements of the device': () =>
      inDevice((deviceSigned) => deviceSigned.set('nameSpaces', cborTag(24, encodeCbor(new Map([['a', new Map()]]))))),
  },
  device_signature_missing: {
    'no device signature': () => inAuth((deviceAuth) => deviceAuth.clear()),
    'a device signature in a list': () =>
      inDevice((deviceSigned) => deviceSigned.set('deviceAuth', ['deviceSignature'])),
  },
  device_mac_unsupported: { 'a MAC': () => inAuth((deviceAuth) => deviceAuth.set('deviceMac', [])) },
  cose_malformed: { 'a number as its signature': () => inAuth((deviceAuth) => deviceAuth.set('deviceSignature', 1)) },
  device_payload_attached: {
    'a payload beside the signature': () =>
      inAuth((deviceAuth) => (deviceAuth.get('deviceSignature') as Cbor[]).splice(2, 1, new Uint8Array())),
  },
  device_signature_invalid: {
    'a changed signature': () =>
      inAuth((deviceAuth) => (deviceAuth.get('deviceSignature') as Cbor[]).splice(3, 1, new Uint8Array(64))),
    'a signature of another device': async () => presentMdoc(await generateSigner(ctx), held, elements, transcript),
  },
  device_alg_mismatch: {
    'a device key on another curve': async () =>
      presentMdoc(
        device,
        parsed(await issue({ deviceKey: (await generateSigner(ctx, 'ES384')).publicJwk })),
        [],
        transcript,
      ),
  },
})) {
  test(`RP-12 refuses a device response with ${id}`, async () => assert.equal(await verdict(await make()), code))
}
