/** CBOR values that are ignored, in places where ISO 18013-5 and RFC 9052 permit any value (D-272). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type CborObject,
  mdocContext as ctx,
  device,
  docType,
  foreignValues,
  issue,
  map,
  mdocPolicy,
  mdocSigner,
  parsed,
  resigned,
  rewritten,
  withHeader,
} from '../../test/support/mdoc.ts'
import { shownClaims, verdict } from '../../test/support/mdoc-verdict.ts'
import { failed } from '../base/index.ts'
import { type Cbor, cborTag, encodeCbor } from '../cose/index.ts'
import { mdocClaims, parseMdoc } from './issuer-signed.ts'
import { presentMdoc } from './present.ts'
import { openId4VpTranscript } from './session-transcript.ts'

const transcript = openId4VpTranscript(ctx, {
  clientId: 'https://rp.example',
  presentationNonce: 'n-0S6_WzA2Mj',
  responseUri: 'https://rp.example/response',
})
const present = (mdoc: string): Promise<string> =>
  presentMdoc(device, parsed(mdoc), [[docType, 'given_name']], transcript)
const issued = await issue()
const shown = await present(issued)

async function shownVerdict(text: string): Promise<string> {
  const claims = await shownClaims(text, transcript)
  return failed(claims) ? `${claims.code} ${claims.at}` : JSON.stringify(claims[docType])
}

const documentOf = (top: CborObject): CborObject => map((top.get('documents') as Cbor[])[0])
const deviceSignatureOf = (top: CborObject): Cbor[] =>
  map(map(documentOf(top).get('deviceSigned')).get('deviceAuth')).get('deviceSignature') as Cbor[]

const places: readonly (readonly [place: string, add: (top: CborObject, value: Cbor) => void])[] = [
  ['beside the documents', (top, value) => top.set('later', value)],
  ['in the document', (top, value) => documentOf(top).set('errors', value)],
  ['in the device’s part', (top, value) => map(documentOf(top).get('deviceSigned')).set('later', value)],
  ['in the device’s headers', (top, value) => map(deviceSignatureOf(top)[1]).set(4, value)],
  ['in the issuer’s part', (top, value) => map(documentOf(top).get('issuerSigned')).set('later', value)],
]

for (const [title, value] of foreignValues) {
  for (const [place, add] of places)
    test(`RP-12 a device response with ${title} ${place} is accepted, and the value is ignored`, async () =>
      assert.equal(await shownVerdict(rewritten(shown, (top) => add(top, value))), '{"given_name":"Ada"}'))

  test(`WI-62 an mdoc with ${title} in its headers and its security object is accepted and presented`, async () => {
    const signed = await resigned(issued, mdocSigner.signer, (mso, headers) => {
      mso.set('later', value)
      headers.set('later', value)
    })
    const text = withHeader(signed, (headers) => headers.set(4, value))
    assert.equal(await verdict(text), 'accepted')
    assert.equal(await shownVerdict(await present(text)), '{"given_name":"Ada"}')
  })
}

for (const version of ['1.1', '1.10'])
  test(`RP-12 WI-62 a device response and a security object of version ${version} are accepted (D-1036)`, async () => {
    const signed = await resigned(issued, mdocSigner.signer, (mso) => mso.set('version', version))
    assert.equal(await verdict(signed), 'accepted')
    const response = rewritten(await present(signed), (top) => top.set('version', version))
    assert.equal(await shownVerdict(response), '{"given_name":"Ada"}')
  })

/** Replaces the zero at the end by an unassigned simple value, which our encoder does not write. */
const endingSimply = (bytes: Uint8Array): Uint8Array => {
  assert.equal(bytes.at(-1), 0)
  return bytes.with(-1, 0xe0)
}

test('RP-12 WI-62 unassigned simple values are ignored, even in an element (D-390)', async () => {
  const text = rewritten(shown, (top) => top.set('later', 0))
  const simple = Buffer.from(endingSimply(Buffer.from(text, 'base64url'))).toString('base64url')
  assert.equal(await shownVerdict(simple), '{"given_name":"Ada"}')
  const element = rewritten(issued, (top) => {
    const item = new Map<Cbor, Cbor>([
      ['digestID', 0],
      ['random', new Uint8Array(16)],
      ['elementIdentifier', 'x'],
      ['elementValue', 0],
    ])
    map(top.get('nameSpaces')).set('x', [cborTag(24, endingSimply(encodeCbor(item)))])
  })
  const mdoc = parseMdoc(element, mdocPolicy, 'mdoc')
  assert.ok(!failed(mdoc))
  const found = mdoc.items.find(({ namespace }) => namespace === 'x')
  assert.deepEqual([found?.name, found?.value], ['x', undefined])
  assert.equal(Object.hasOwn(mdocClaims(mdoc), 'x'), false)
})
