import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../../test/support/cases.ts'
import { parseCoseSign1 } from '../../test/support/cose.ts'
import { encodeBase64url, Failure, type PublicJwk } from '../base/index.ts'
import { generateSigner } from '../jose/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { type Cbor, cborTag, decodeCbor, encodeCbor } from './cbor.ts'
import { coseKeyToJwk, jwkToCoseKey } from './cose-key.ts'
import { coseHeaders, createCoseSign1, readCoseSign1, verifyCoseSign1 } from './cose-sign1.ts'

const ctx = { crypto: createNodeCrypto() }
const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))

/** RFC 9052 Appendix C.2.1, key "11" of Appendix C.7.1. */
const published = hex(
  'd28443a10126a10442313154546869732069732074686520636f6e74656e742e58408eb33e4ca31d1c465ab05aac34cc6b23d58fef5c083106c4' +
    'd25a91aef0b0117e2af9a291aa32e14ab834dc56ed2a223444547e01f11d3b0916e5a4c345cacb36',
)
const publishedKey: PublicJwk = {
  kty: 'EC',
  crv: 'P-256',
  x: encodeBase64url(hex('bac5b11cad8f99f9c72b05cf4b9e26d244dc189f745228255a219a86d6a09eff')),
  y: encodeBase64url(hex('20138bf82dc1b6d562be0fa54ab7804a3a64b6d72ccfed6b6fb6ed28bbfc117e')),
}
const policy = { algorithms: ['ES256'] } as const

async function verdict(bytes: Uint8Array, key = publishedKey): Promise<string> {
  const parsed = parseCoseSign1(bytes, policy)
  if (parsed instanceof Failure) return parsed.code
  const result = await verifyCoseSign1(ctx, parsed, key, 'sign1')
  return result instanceof Failure ? result.code : Buffer.from(result.payload).toString()
}

test('verifies the signature of RFC 9052 Appendix C.2.1', async () => {
  assert.equal(await verdict(published), 'This is the content.')
})

const [protectedBytes, unprotectedHeaders, payload, signature] = decodeCbor(published.subarray(1), 'published') as [
  Uint8Array,
  Map<Cbor, Cbor>,
  Uint8Array,
  Uint8Array,
]
const headers = (...entries: [Cbor, Cbor][]) => encodeCbor(new Map(entries))

for (const [id, structure, code] of casesOf<readonly Cbor[]>({
  cose_signature_invalid: {
    'a changed payload': [protectedBytes, unprotectedHeaders, hex('00'), signature],
    'a changed signature': [protectedBytes, unprotectedHeaders, payload, signature.toReversed()],
    'a signature too short': [protectedBytes, unprotectedHeaders, payload, signature.subarray(1)],
  },
  cose_alg_unsupported: {
    'another algorithm': [headers([1, -35]), unprotectedHeaders, payload, signature],
    'no algorithm': [new Uint8Array(), unprotectedHeaders, payload, signature],
  },
  cose_crit_unsupported: {
    'critical headers': [headers([1, -7], [2, [4]]), unprotectedHeaders, payload, signature],
    'critical headers in the unprotected map': [protectedBytes, new Map<Cbor, Cbor>([[2, [4]]]), payload, signature],
  },
  cose_header_repeated: {
    'a header in both maps': [protectedBytes, new Map([[1, -7]]), payload, signature],
    'one header of two in both maps': [
      headers([1, -7], [3, 'text/plain']),
      new Map([[3, 'text/html']]),
      payload,
      signature,
    ],
  },
  cose_payload_missing: { 'no payload': [protectedBytes, unprotectedHeaders, null, signature] },
  cose_malformed: {
    'a payload of another type': [protectedBytes, unprotectedHeaders, 'text', signature],
    'unprotected headers that are not a map': [protectedBytes, [], payload, signature],
    'protected headers that are not bytes': [new Map([[1, -7]]), unprotectedHeaders, payload, signature],
    'a signature that is a text': [protectedBytes, unprotectedHeaders, payload, 's'.repeat(64)],
    'five members': [protectedBytes, unprotectedHeaders, payload, signature, null],
    'protected headers that are a list of headers': [encodeCbor([1, -7]), unprotectedHeaders, payload, signature],
    'three members': [protectedBytes, unprotectedHeaders, payload],
  },
  cbor_malformed: { 'protected headers that are not CBOR': [hex('ff'), unprotectedHeaders, payload, signature] },
})) {
  test(`refuses a COSE_Sign1 with ${id}`, async () => {
    assert.equal(await verdict(encodeCbor(structure as Cbor)), code)
  })
}

test('refuses a COSE_Sign1 in any tag except its own', () => {
  const structure = decodeCbor(published.subarray(1), 'published') as Cbor
  const code = (value: Cbor) => {
    const result = readCoseSign1(value, policy, 'sign1')
    return result instanceof Failure ? result.code : 'read'
  }
  assert.deepEqual([structure, cborTag(18, structure), cborTag(24, structure)].map(code), [
    'read',
    'read',
    'cose_malformed',
  ])
})

test('refuses a value that is not a COSE_Sign1', async () => {
  for (const [bytes, code] of [
    ['f6', 'cose_malformed'],
    ['04', 'cose_malformed'],
    ['6461626364', 'cose_malformed'],
  ] as const)
    assert.equal(await verdict(hex(bytes)), code, bytes)
})

test('a structure without an algorithm is refused even if a listed algorithm has no COSE number', () => {
  const structure = [new Uint8Array(), unprotectedHeaders, payload, signature]
  const result = readCoseSign1(structure, { algorithms: ['ES256', 'RS256'] }, 'sign1')
  assert.ok(result instanceof Failure)
  assert.equal(result.code, 'cose_alg_unsupported')
})

test('refuses a key of another curve, and a point off the curve', async () => {
  assert.equal(await verdict(published, { ...publishedKey, crv: 'P-384' }), 'cose_key_mismatch')
  assert.equal(await verdict(published, { ...publishedKey, y: publishedKey.x ?? '' }), 'cose_key_unusable')
})

test('verifies a structure that it signed, with a detached payload', async () => {
  const signer = await generateSigner(ctx)
  const options = { payload: hex('0102'), unprotectedHeaders: new Map([[coseHeaders.kid, hex('31')]]) }
  const sign1 = await createCoseSign1(signer, { ...options, detached: true })
  const parsed = parseCoseSign1(encodeCbor(cborTag(18, sign1)), policy)
  assert.ok(!(parsed instanceof Failure))
  const check = async (detachedPayload: Uint8Array) =>
    verifyCoseSign1(ctx, parsed, signer.publicJwk, 'sign1', detachedPayload)
  assert.deepEqual(await check(hex('0102')), { ...parsed, payload: hex('0102') })
  assert.deepEqual([parsed.alg, parsed.protectedHeaders], ['ES256', new Map([[coseHeaders.alg, -7]])])
  assert.deepEqual(parsed.unprotectedHeaders, options.unprotectedHeaders)
  assert.ok((await check(hex('0103'))) instanceof Failure)
  const attached = readCoseSign1(await createCoseSign1(signer, options), policy, 'sign1')
  assert.ok(!(attached instanceof Failure))
  const doubled = await verifyCoseSign1(ctx, attached, signer.publicJwk, 'sign1', hex('00'))
  assert.ok(doubled instanceof Failure && doubled.code === 'cose_payload_doubled')
})

test('signs without unprotected headers, and refuses a signer whose algorithm has no COSE number', async () => {
  const bare = readCoseSign1(await createCoseSign1(await generateSigner(ctx), { payload: hex('01') }), policy, 'sign1')
  assert.ok(!(bare instanceof Failure))
  assert.deepEqual(bare.unprotectedHeaders, new Map())
  const rsa = await generateSigner(ctx, 'RS256')
  await assert.rejects(createCoseSign1(rsa, { payload: hex('01') }), TypeError)
})

test('ignores a protected header with a value that it does not know', () => {
  const named = headers([1, -7], [99, cborTag(100, 1)])
  const parsed = readCoseSign1([named, new Map(), payload, signature], policy, 'sign1')
  assert.ok(!(parsed instanceof Failure))
})

test('a COSE_Key for another algorithm is refused', async () => {
  const key = coseKeyToJwk(new Map<Cbor, Cbor>([...jwkToCoseKey(publishedKey), [3, -35]]), 'key')
  assert.ok(!(key instanceof Failure))
  assert.equal(await verdict(published, key), 'cose_key_mismatch')
})

test('a COSE_Key that names the right algorithm, or verifying or signing as its operation, is accepted', async () => {
  for (const member of [
    [3, -7],
    [3, -9],
    [4, [2]],
    [4, [1]],
    [4, [7, 2]],
  ] as const) {
    const key = coseKeyToJwk(new Map<Cbor, Cbor>([...jwkToCoseKey(publishedKey), member]), 'key')
    assert.ok(!(key instanceof Failure), String(member))
    assert.equal(await verdict(published, key), 'This is the content.', String(member))
  }
})

test('RP-12 accepts the identifiers of RFC 9864, which name the curve, for the same signatures (D-262)', async () => {
  for (const [alg, label, other] of [
    ['ES256', -9, -51],
    ['ES384', -51, -9],
    ['ES512', -52, -9],
    ['EdDSA', -19, -9],
  ] as const) {
    const signer = await generateSigner(ctx, alg)
    const verdictWith = async (stated: number): Promise<string> => {
      const named = headers([1, stated])
      const input = encodeCbor(['Signature1', named, new Uint8Array(), payload]) // RFC 9052 §4.4
      const bytes = encodeCbor([named, new Map(), payload, await signer.sign(input)])
      const parsed = parseCoseSign1(bytes, { algorithms: ['ES256', 'ES384', 'ES512', 'EdDSA'] })
      if (parsed instanceof Failure) return parsed.code
      const result = await verifyCoseSign1(ctx, parsed, signer.publicJwk, 'sign1')
      return result instanceof Failure ? result.code : parsed.alg
    }
    assert.equal(await verdictWith(label), alg)
    assert.equal(await verdictWith(other), 'cose_key_mismatch', `${other} for ${alg}`)
  }
  const parsed = parseCoseSign1(encodeCbor([headers([1, -51]), new Map(), payload, signature]), policy)
  assert.ok(parsed instanceof Failure)
  assert.equal(parsed.code, 'cose_alg_unsupported')
})
