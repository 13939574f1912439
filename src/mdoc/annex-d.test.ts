/** The published example of ISO/IEC 18013-5, Annex D: its items, digests and signature. */

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { codeOf } from '../../test/support/refuses.ts'
import { annexD } from '../../test/vectors/iso18013-5.ts'
import { encodeBase64url, Failure } from '../base/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { parseDeviceResponse } from './device-response.ts'
import { mdocClaims, parseMdoc } from './issuer-signed.ts'
import { verifyIssuerSigned } from './verify-issuer-signed.ts'

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'))
const base64url = (hex: string): string => encodeBase64url(bytesOf(hex))
const items = Object.values(annexD.items)
const ctx = { crypto: createNodeCrypto() }
const { x, y } = annexD.signerKey
const trusted = { certificates: [], keys: [{ kty: 'EC', crv: 'P-256', x: base64url(x), y: base64url(y) }] }
const policy = { docType: annexD.docType, trusted, now: Date.parse('2020-10-15T00:00:00Z') / 1000, skew: 0 }

const text = (value: string): string => (0x60 + value.length).toString(16) + Buffer.from(value).toString('hex')

/** Returns IssuerSigned in CBOR: a map with two members, the first with one namespace. */
function issuerSignedHex(itemsHex: readonly string[], authHex: string = annexD.issuerAuth.join('')): string {
  const list = (0x80 + itemsHex.length).toString(16) + itemsHex.join('')
  return `a2${text('nameSpaces')}a1${text(annexD.namespace)}${list}${text('issuerAuth')}${authHex}`
}
const issuerSigned = (...parts: Parameters<typeof issuerSignedHex>): string => base64url(issuerSignedHex(...parts))

async function verdict(compact: string, changes: object = {}): Promise<string> {
  const parsed = parseMdoc(compact, { algorithms: ['ES256'] }, 'mdoc')
  if (parsed instanceof Failure) return parsed.code
  const result = await verifyIssuerSigned(ctx, parsed, { ...policy, ...changes }, 'mdoc')
  return codeOf(result)
}

test('ISO 18013-5 Annex D: each item has the digest of the example', () => {
  for (const [item, digest] of items) assert.equal(createHash('sha256').update(bytesOf(item)).digest('hex'), digest)
})

test('ISO 18013-5 Annex D: the example is parsed and verified', async () => {
  const compact = issuerSigned(items.map(([item]) => item))
  const parsed = parseMdoc(compact, { algorithms: ['ES256'] }, 'mdoc')
  assert.ok(!(parsed instanceof Failure), String(parsed instanceof Failure && `${parsed.code} ${parsed.at}`))
  assert.deepEqual(mdocClaims(parsed), {
    [annexD.namespace]: {
      family_name: 'Doe',
      issue_date: '2019-10-20',
      expiry_date: '2024-10-20',
      document_number: '123456789',
    },
  })
  assert.equal((parsed.mso.deviceKey as { x?: string }).x, base64url(annexD.deviceKeyX))
  assert.equal(await verdict(compact), 'accepted')
})

test('ISO 18013-5 Annex D: a changed character, another signature and another time are refused', async () => {
  const all = items.map(([item]) => item)
  const renamed = all.map((item) => item.replace('446f65', '446f66'))
  assert.equal(await verdict(issuerSigned(renamed)), 'digest_mismatch')
  const [head, certificate, mso, signature = ''] = annexD.issuerAuth
  const forged = [head, certificate, mso, signature.replace(/2e$/, '2f')].join('')
  assert.equal(await verdict(issuerSigned(all, forged)), 'cose_signature_invalid')
  assert.equal(await verdict(issuerSigned(all), { now: Date.parse('2021-10-02') / 1000 }), 'mdoc_expired')
  assert.equal(await verdict(issuerSigned(all), { trusted: { certificates: [], keys: [] } }), 'chain_untrusted')
})

test('ISO 18013-5 Annex D: the whole response is refused only for its MAC, because a remote session has no key for it', () => {
  const response = (deviceSigned: string): string => {
    const parts = {
      docType: text(annexD.docType),
      issuerSigned: issuerSignedHex(items.map(([item]) => item)),
      deviceSigned,
    }
    const members = Object.entries(parts).map(([name, value]) => `${text(name)}${value}`)
    return base64url(`a3${text('version')}${text('1.0')}${text('documents')}81a3${members.join('')}${text('status')}00`)
  }
  const algorithms = { algorithms: ['ES256'], deviceAlgorithms: ['ES256'] } as const
  const code = (deviceSigned: string) => {
    const parsed = parseDeviceResponse(response(deviceSigned), algorithms, 'vp')
    return parsed instanceof Failure ? parsed.code : mdocClaims(parsed.mdoc)[annexD.namespace]
  }
  assert.equal(code(annexD.deviceSigned), 'device_mac_unsupported')
  const signature = `8443a10126a0f65840${'00'.repeat(64)}`
  const signed = annexD.deviceSigned.replace(/a169.*/, `a1${text('deviceSignature')}${signature}`)
  assert.ok(Object.hasOwn(Object(code(signed)), 'family_name'))
})
