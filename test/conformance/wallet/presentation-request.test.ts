/**
 * Fetching a Relying Party's request: links and methods, the wallet's metadata, and the refusal of invalid requests.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateSigner } from '../../../src/jose/index.ts'
import { parseWalletMetadata } from '../../../src/oid4vp/index.ts'
import { createMemoryBlobStore } from '../../../src/wallet/index.ts'
import { observeOutput } from '../../support/decisions.ts'
import { crypto } from '../../support/federation.ts'
import { createPresentationBench } from '../../support/presentation-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { expectSuccess } from '../../support/refuses.ts'
import { relyingPartyId, requestUri, responseUri } from '../../support/scripted-relying-party.ts'
import { createTestWallet } from '../../support/wallet-parts.ts'

test('WI-16 WI-67 WI-69 WI-70 posts its capabilities, a nonce, and nothing else', async () => {
  const bench = await createPresentationBench()
  const { wallet, relyingParty } = bench
  relyingParty.bends.engagement = { request_uri_method: 'post' }
  await wallet.present(relyingParty.engagement())
  await wallet.present(relyingParty.engagement())
  const [first, second] = bench.sentTo(requestUri) as [Request, Request]
  assert.equal(first.method, 'POST')
  assert.equal(first.headers.get('content-type'), 'application/x-www-form-urlencoded')
  assert.equal(first.headers.get('authorization'), null)
  const forms = await Promise.all([first, second].map(async (one) => new URLSearchParams(await one.text())))
  const [form, other] = forms as [URLSearchParams, URLSearchParams]
  assert.deepEqual([...form.keys()], ['wallet_metadata', 'wallet_nonce'])
  assert.match(form.get('wallet_nonce') ?? '', /^[\w-]{43}$/)
  assert.notEqual(form.get('wallet_nonce'), other.get('wallet_nonce'))
  observeOutput('WI-67')
  const metadata = expectSuccess(parseWalletMetadata(form.get('wallet_metadata') ?? ''))
  assert.deepEqual(Object.keys(metadata.vp_formats_supported), ['dc+sd-jwt', 'vc+sd-jwt', 'mso_mdoc'])
  assert.equal(metadata.presentation_definition_uri_supported, false)
  assert.deepEqual(metadata.response_types_supported, ['vp_token'])
  observeOutput('WI-69')
  assert.deepEqual(metadata.client_id_schemes_supported, ['entity_id'])
  assert.equal(metadata.authorization_endpoint, 'https://wallet.example/authorization')
  observeOutput('WI-70')
  const known = `vp_formats_supported presentation_definition_uri_supported client_id_schemes_supported authorization_endpoint
    response_types_supported response_modes_supported request_object_signing_alg_values_supported`
  assert.deepEqual(Object.keys(metadata).sort(), known.split(/\s+/).sort())
  observeOutput('WI-16')
})

test('WI-15 fetches with GET if the link names no method, and without an attestation in variant 2', async () => {
  const bench = await createPresentationBench()
  bench.relyingParty.bends.engagement = { request_uri_method: undefined }
  await bench.present()
  const [request] = bench.sentTo(requestUri) as [Request]
  assert.equal(request.method, 'GET')
  assert.equal(request.headers.get('authorization'), null)
})

test('WI-70 accepts links of any scheme, including the schemes of the high-assurance profile', async () => {
  const bench = await createPresentationBench()
  for (const scheme of ['haip://', 'haip-vp://', 'openid4vp://', 'eudiw://authorize']) {
    const link = bench.relyingParty.engagement().replace('https://wallet.example/authorization', scheme)
    assert.equal((await bench.wallet.present(link)).kind, 'presented')
  }
})

test('WI-64 accepts a request_uri that is attested for either entity type, and refuses another one', async () => {
  const bench = await createPresentationBench()
  const { bends } = bench.relyingParty
  bends.metadata = (members, type) =>
    type === 'openid_credential_verifier' ? members : { ...members, request_uris: [`${relyingPartyId}/request_uri`] }
  assert.equal((await bench.present()).kind, 'presented')
  bends.engagement = { request_uri: `${relyingPartyId}/elsewhere` }
  const run = bench.present()
  const refusal = await refusedBy('WI-64', 'request_uri_not_attested', run)
  assert.doesNotMatch(refusal.answer.text, /member of the federation/)
})

test('WI-03 fetches no request without a registration', async () => {
  const bench = await createPresentationBench()
  const bare = createTestWallet(bench.fixture, { blobs: createMemoryBlobStore() })
  await refusedBy('WI-03', 'not_registered', bare.wallet.present(bench.relyingParty.engagement()))
  assert.equal(bench.sentTo(requestUri).length, 0)
})

test('WI-19 WI-90 an invalid request is reported and recorded, and the unverified party receives nothing', async () => {
  const bench = await createPresentationBench()
  const forger = await generateSigner({ crypto })
  bench.relyingParty.bends.request = { signer: forger }
  const refusal = await bench.refuses('WI-12', 'signature_invalid')
  assert.match(refusal.answer.text, /is not valid/)
  const recorded = bench.sink.lastRefusal()
  assert.equal(recorded?.trace, refusal.trace)
  assert.equal(recorded?.evidence.entity, relyingPartyId)
  assert.equal(bench.sentTo(responseUri).length, 0)
  assert.equal(bench.asked.length, 0)
})
