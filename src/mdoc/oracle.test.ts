import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DeviceResponse, Holder, IssuerSigned, SessionTranscript, Verifier } from '@owf/mdoc'
import { mdocContext as ctx, docType, issue, mdocNow as now, parsed, trusted } from '../../test/support/mdoc.ts'
import {
  atNow,
  device,
  issuedByOracle,
  oracle,
  session,
  shownByOracle,
  theirTranscript,
  transcript,
} from '../../test/support/mdoc-oracle.ts'
import { shownClaims } from '../../test/support/mdoc-verdict.ts'
import { Failure } from '../base/index.ts'
import { mdocClaims } from './issuer-signed.ts'
import { presentMdoc } from './present.ts'
import { verifyIssuerSigned } from './verify-issuer-signed.ts'

test('the oracle verifies our mdoc', async () => {
  const text = await issue({ deviceKey: device.publicJwk })
  await Holder.verifyIssuerSigned({ issuerSigned: text, ...atNow }, oracle)
  const claims = IssuerSigned.fromEncodedForOid4Vci(text).getPrettyClaims(docType) as Record<string, unknown>
  assert.equal(claims.given_name, 'Ada')
  assert.equal(String(claims.birth_date), '1980-01-10')
})

test('RP-12 the oracle verifies our device response', async () => {
  const held = parsed(await issue({ deviceKey: device.publicJwk }))
  const text = await presentMdoc(device, held, [[docType, 'given_name']], transcript)
  const deviceResponse = DeviceResponse.fromEncodedForOid4Vp(text)
  const input = { deviceResponse, sessionTranscript: theirTranscript, ...atNow }
  await Verifier.verifyDeviceResponse(input, oracle)
  const other = await SessionTranscript.forOid4Vp({ ...session, nonce: 'another' }, oracle)
  await assert.rejects(Verifier.verifyDeviceResponse({ ...input, sessionTranscript: other }, oracle))
})

for (const digestAlgorithm of ['SHA-256', 'SHA-384', 'SHA-512'] as const)
  test(`WI-62 RP-12 an mdoc of ${digestAlgorithm} and a device response of the oracle are verified here`, async () => {
    const issued = await issuedByOracle(digestAlgorithm)
    const policy = { docType, trusted, now, skew: 30 }
    const mdoc = await verifyIssuerSigned(ctx, parsed(issued.encodedForOid4Vci), policy, 'mdoc')
    assert.ok(!(mdoc instanceof Failure))
    assert.deepEqual(mdocClaims(mdoc), {
      [docType]: { given_name: 'Ada', family_name: 'Rossi', birth_date: '1980-01-10' },
    })
    assert.deepEqual(await shownClaims(await shownByOracle(issued), transcript), { [docType]: { given_name: 'Ada' } })
  })

test('the oracle creates the same session transcript', () => {
  const [, , [, hash]] = transcript as unknown as [null, null, [string, Uint8Array]]
  assert.ok(Buffer.from(theirTranscript.encode()).includes(Buffer.from(hash)))
})
