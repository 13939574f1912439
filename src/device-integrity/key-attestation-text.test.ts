/** Encoding, size and platform of a key attestation. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base64, challenge, phone, verdict } from '../../test/support/key-attestation.ts'
import { encodeCbor } from '../cose/index.ts'
import { evidenceClass } from './evidence-class.ts'

test('WP-38 reads base64 of either alphabet, padded or not, with white space at both levels', async () => {
  const text = await phone.keyAttestation(challenge)
  const spellings = [
    text.replace(/\s/g, ''),
    text.replace(/\s/g, '').replaceAll('=', ''),
    ` ${text.replaceAll('\n', '\r\n')}\t`,
  ]
  for (const spelling of spellings) assert.equal(await verdict(spelling), 'accepted')
})

for (const [id, text, code] of [
  ['a text that is not base64', '{"fmt":"none"}', 'evidence_undecodable'],
  ['an empty text', '', 'evidence_undecodable'],
  ['only white space', ' \n', 'evidence_undecodable'],
  ['a list with a gap', base64('MIIB,,MIIB'), 'evidence_undecodable'],
  ['bytes of another format', base64(Uint8Array.of(0xff, 0xfe)), 'evidence_undecodable'],
  ['base64 of base64 of bytes that are not a certificate', base64('AAAA'), 'certificate_malformed'],
] as const) {
  test(`WP-38 refuses ${id} as malformed`, async () => {
    assert.equal(await verdict(text), code)
    assert.equal(evidenceClass(code), 'malformed')
  })
}

test('WP-08 refuses an Apple object with its own code if there is no verifier for it', async () => {
  const object = encodeCbor(new Map([['fmt', 'apple-appattest']]))
  assert.equal(await verdict(base64(object)), 'platform_unsupported')
})

test('WP-38 refuses a text over the limit without decoding it', async () => {
  assert.equal(await verdict('!'.repeat(96_001)), 'evidence_too_large')
  assert.equal(await verdict('!'.repeat(96_000)), 'evidence_undecodable')
})
