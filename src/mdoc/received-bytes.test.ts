/** Items in the encoding of other implementations: a digest covers the received bytes, not a new encoding of ours. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import {
  decoded,
  device,
  docType,
  issue,
  itemsOf,
  map,
  mdocContext,
  mdocNow,
  mdocPolicy,
  mdocSigner,
  parsed,
  resigned,
  rewritten,
  trusted,
} from '../../test/support/mdoc.ts'
import { failed } from '../base/index.ts'
import { type Cbor, type CborTag, cborTag, encodeCbor } from '../cose/index.ts'
import { parseDeviceResponse } from './device-response.ts'
import { presentMdoc } from './present.ts'
import { openId4VpTranscript } from './session-transcript.ts'
import { verifyIssuerSigned } from './verify-issuer-signed.ts'

type Members = ReadonlyMap<Cbor, Cbor>

/** Encodes lengths and numbers in more bytes than necessary. */
function inLongForm(members: Members): Uint8Array {
  const key = (name: Cbor): Uint8Array => {
    const bytes = Buffer.from(String(name))
    return Buffer.concat([Buffer.of(0x79, 0, bytes.length), bytes])
  }
  const number = (value: number): Uint8Array => Buffer.of(0x1a, 0, 0, 0, value)
  const value = (one: Cbor): Uint8Array => (typeof one === 'number' ? number(one) : encodeCbor(one))
  const pairs = [...members].flatMap(([name, one]) => [key(name), value(one)])
  return new Uint8Array(Buffer.concat([Buffer.of(0xb9, 0, members.size), ...pairs]))
}

const forms: readonly (readonly [title: string, write: (members: Members) => Uint8Array])[] = [
  ['keys in the reverse order', (members) => encodeCbor(new Map([...members].toReversed()))],
  ['keys sorted by their length', (members) => encodeCbor(new Map([...members].toSorted(byLength)))],
  ['lengths that are not the shortest', inLongForm],
]
const byLength = ([a]: readonly [Cbor, Cbor], [b]: readonly [Cbor, Cbor]): number => String(a).length - String(b).length

/** Returns the mdoc of an issuer that encodes the first item with `write`. */
async function issuedSo(write: (members: Members) => Uint8Array) {
  let id = 0
  let digest = new Uint8Array()
  let written = new Uint8Array()
  const text = rewritten(await issue(), (top) => {
    const items = itemsOf(top)
    const members = decoded((items[0] as CborTag).value as Uint8Array)
    id = Number(members.get('digestID'))
    written = new Uint8Array(write(members))
    const item = cborTag(24, written)
    digest = new Uint8Array(createHash('sha256').update(encodeCbor(item)).digest())
    items[0] = item
  })
  const signed = await resigned(text, mdocSigner.signer, (mso) =>
    map(map(mso.get('valueDigests')).get(docType)).set(id, digest),
  )
  return { mdoc: parsed(signed), written }
}

const policy = { docType, trusted, now: mdocNow, skew: 0 }
const transcript = openId4VpTranscript(mdocContext, {
  clientId: 'https://rp.example',
  presentationNonce: 'n',
  responseUri: 'https://rp.example/response',
})

for (const [title, write] of forms)
  test(`WI-62 RP-12 an item with ${title} is verified and presented with the received bytes`, async () => {
    const { mdoc, written } = await issuedSo(write)
    const [item] = mdoc.items
    assert.ok(item)
    assert.deepEqual([item.encoded, item.value], [written, 'D’Amico'])
    const verdict = await verifyIssuerSigned(mdocContext, mdoc, policy, 'mdoc')
    assert.ok(!failed(verdict), failed(verdict) ? verdict.code : '')
    const shown = await presentMdoc(device, mdoc, [[docType, item.name]], transcript)
    const received = parseDeviceResponse(shown, { ...mdocPolicy, deviceAlgorithms: ['ES256'] }, 'response')
    assert.ok(!failed(received))
    assert.deepEqual(received.mdoc.items[0]?.encoded, written)
    assert.ok(!failed(await verifyIssuerSigned(mdocContext, received.mdoc, policy, 'mdoc')))
  })

for (const [title, headHashed, code] of [
  ['that was written on the way is accepted', 'shortest', undefined],
  ['that its issuer hashed is refused', 'long', 'digest_mismatch'],
] as const)
  test(`WI-62 RP-12 the digest covers the shortest head of tag 24: a longer head ${title} (D-279)`, async () => {
    let id = 0
    let heads = { shortest: Buffer.alloc(0), long: Buffer.alloc(0) }
    let inner = Buffer.alloc(0)
    const text = rewritten(await issue(), (top) => {
      inner = Buffer.from((itemsOf(top)[0] as CborTag).value as Uint8Array)
      id = Number(decoded(inner).get('digestID'))
      heads = { shortest: Buffer.of(0xd8, 24, 0x58, inner.length), long: Buffer.of(0xd8, 24, 0x59, 0, inner.length) }
    })
    const hashed = createHash('sha256').update(heads[headHashed]).update(inner).digest()
    const signed = await resigned(text, mdocSigner.signer, (mso) =>
      map(map(mso.get('valueDigests')).get(docType)).set(id, new Uint8Array(hashed)),
    )
    const bytes = Buffer.from(signed, 'base64url')
    const at = bytes.indexOf(Buffer.concat([heads.shortest, inner]))
    const long = Buffer.concat([bytes.subarray(0, at), heads.long, bytes.subarray(at + heads.shortest.length)])
    const verdict = await verifyIssuerSigned(mdocContext, parsed(long.toString('base64url')), policy, 'mdoc')
    assert.equal(failed(verdict) ? verdict.code : undefined, code)
  })
