/** The test issuer refuses invalid requests, and names itself a test on each page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crypto } from '../../../test/support/federation.ts'
import { connectTestIssuer, testIssuerId } from '../../../test/support/test-issuer.ts'
import { anchorId, createWalletProviderFixture } from '../../../test/support/wallet-provider-fixture.ts'
import type { JsonObject } from '../../base/index.ts'
import { itWallet1PidType } from '../../credential/index.ts'
import { generateSigner } from '../../jose/index.ts'
import { createKeyProof } from '../../oid4vci/index.ts'
import { testIssuerClient, testIssuerName } from './test-issuer-metadata.ts'

const fixture = await createWalletProviderFixture()
await connectTestIssuer(fixture)
const { fetch } = fixture.network
const send = (path: string, body?: object) =>
  fetch(
    new Request(testIssuerId + path, {
      ...(body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    }),
  )
const post = async (path: string, body: object) => {
  const response = await send(path, body)
  return { status: response.status, body: (await response.json()) as JsonObject }
}
const key = await generateSigner({ crypto })
const proofOf = async (change: object = {}): Promise<JsonObject> => {
  const { body } = await post('/nonce', {})
  const content = { clientId: testIssuerClient, audience: testIssuerId, cNonce: String(body.c_nonce) }
  const jwt = await createKeyProof({ crypto }, key, { ...content, now: fixture.clock.now(), ...change })
  return { proof_type: 'jwt', jwt }
}
const vct = itWallet1PidType(anchorId)

const refusals: readonly (readonly [what: string, body: () => Promise<object>, error: string])[] = [
  ['another type', async () => ({ vct: 'urn:other', proof: await proofOf() }), 'unknown_credential_configuration'],
  ['an unknown person', async () => ({ vct, username: 'nobody', proof: await proofOf() }), 'invalid_request'],
  ['a person that is not a string', async () => ({ vct, username: 7, proof: await proofOf() }), 'invalid_request'],
  ['no proof', async () => ({ vct }), 'invalid_proof'],
  ['a proof that is not a JWT', async () => ({ vct, proof: { jwt: 'a.b.c' } }), 'invalid_proof'],
  ['a proof for another issuer', async () => ({ vct, proof: await proofOf({ audience: anchorId }) }), 'invalid_proof'],
  ['a proof of another client', async () => ({ vct, proof: await proofOf({ clientId: 'other' }) }), 'invalid_proof'],
  ['a c_nonce of another origin', async () => ({ vct, proof: await proofOf({ cNonce: 'own' }) }), 'invalid_proof'],
]

for (const [what, bodyOf, error] of refusals)
  test(`WI-150 the test issuer refuses ${what}`, async () => {
    const { status, body } = await post('/credential', await bodyOf())
    assert.deepEqual([status, body.error], [400, error])
  })

test('WI-150 the test issuer accepts a c_nonce once', async () => {
  const proof = await proofOf()
  assert.equal((await post('/credential', { vct, proof })).status, 200)
  assert.equal((await post('/credential', { vct, proof })).body.error, 'invalid_nonce')
})

test('WI-150 the pages and the type metadata of the test issuer name it a test', async () => {
  assert.match(testIssuerName, /TEST/)
  for (const path of ['/', '/privacy', '/terms']) assert.ok((await (await send(path)).text()).includes(testIssuerName))
  const metadata = await send(`/.well-known/type-metadata?${new URLSearchParams({ vct })}`)
  assert.match(await metadata.text(), /"description":"[^"]*\(TEST\)"/)
  assert.equal((await send('/.well-known/type-metadata?vct=urn:other')).status, 404)
})
