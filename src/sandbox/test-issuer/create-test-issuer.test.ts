/** The test issuer refuses invalid requests, and states on each page that it is a test. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crypto } from '../../../test/support/federation.ts'
import { decodeJwt } from '../../../test/support/forge-jwt.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
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

test('WI-150 two credentials of the test issuer never have the same index in the status list', async () => {
  const others = seededRandom('indexes')
  const indexes = [7, 7, 8]
  const random = {
    bytes: (length: number) =>
      length === 6 ? Uint8Array.of(0, 0, 0, 0, 0, indexes.shift() ?? 9) : others.bytes(length),
  }
  const drawn = await createWalletProviderFixture()
  await connectTestIssuer(drawn, { random })
  const ask = async (path: string, body: object): Promise<JsonObject> => {
    const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    return (await drawn.network.fetch(new Request(testIssuerId + path, init))).json() as Promise<JsonObject>
  }
  const received = async () => {
    const { c_nonce } = await ask('/nonce', {})
    const content = { clientId: testIssuerClient, audience: testIssuerId, cNonce: String(c_nonce) }
    const jwt = await createKeyProof({ crypto }, key, { ...content, now: drawn.clock.now() })
    const { credentials } = await ask('/credential', { vct, proof: { proof_type: 'jwt', jwt } })
    const [{ credential }] = credentials as unknown as [{ credential: string }]
    const { status_list } = decodeJwt(credential.split('~')[0] ?? '').payload.status as { status_list: JsonObject }
    return status_list.idx
  }
  assert.deepEqual([await received(), await received()], [7, 8])
})

test('WI-150 the pages and the type metadata of the test issuer state that it is a test', async () => {
  assert.match(testIssuerName, /TEST/)
  for (const path of ['/', '/privacy', '/terms']) assert.ok((await (await send(path)).text()).includes(testIssuerName))
  const metadata = await send(`/.well-known/type-metadata?${new URLSearchParams({ vct })}`)
  assert.match(await metadata.text(), /"description":"[^"]*\(TEST\)"/)
  assert.equal((await send('/.well-known/type-metadata?vct=urn:other')).status, 404)
})

test('the type metadata states the language of its texts as lang and as locale', async () => {
  const metadata = await send(`/.well-known/type-metadata?${new URLSearchParams({ vct })}`)
  const { display } = (await metadata.json()) as { readonly display: readonly JsonObject[] }
  assert.deepEqual(
    display.map(({ lang, locale }) => [lang, locale]),
    [['it-IT', 'it-IT']],
  )
})
