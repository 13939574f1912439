/**
 * What the wallet sends to a Relying Party, in both variants, and what it does with the user's choice.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../src/base/index.ts'
import { entityConfigurationPath } from '../../src/federation/index.ts'
import { generateSigner, parseJws, type Signer, verifyJws } from '../../src/jose/index.ts'
import { parseWalletMetadata } from '../../src/oid4vp/index.ts'
import { parseSdJwt, verifyKeyBindingJwt, verifySdJwt } from '../../src/sd-jwt/index.ts'
import { createMemoryBlobStore } from '../../src/wallet/index.ts'
import { observeOutput } from '../support/decisions.ts'
import { crypto } from '../support/federation.ts'
import { decodeJwt } from '../support/forge-jwt.ts'
import { createPresentationBench, type PresentationBench } from '../support/presentation-bench.ts'
import { refusedBy } from '../support/refused-by.ts'
import { vouched } from '../support/refuses.ts'
import { issuerId, pidClaims } from '../support/scripted-issuer.ts'
import {
  attestedRedirectUri,
  createScriptedRelyingParty,
  pidDefinition,
  presentationNonce,
  relyingPartyId,
  requestUri,
  responseCode,
  responseUri,
} from '../support/scripted-relying-party.ts'
import { createTestWallet } from '../support/wallet-parts.ts'

/** Verifies a presentation as a Relying Party does. Returns the names of what was disclosed. */
async function verifyPresentation(bench: PresentationBench, presentation: string): Promise<readonly unknown[]> {
  const times = { now: bench.fixture.clock.now(), skew: 0 }
  const policy = { typ: ['vc+sd-jwt'], algorithms: ['ES256'] } as const
  const parsed = vouched(parseSdJwt(presentation, policy))
  const verified = vouched(await verifySdJwt({ crypto }, parsed, bench.issuer.signer.publicJwk, times))
  vouched(
    await verifyKeyBindingJwt({ crypto }, verified, {
      ...times,
      aud: relyingPartyId,
      nonce: presentationNonce,
      issuedNotBefore: times.now,
      algorithms: ['ES256'],
    }),
  )
  return verified.disclosed.map(({ name }) => name).sort()
}

const attestationOf = (compact: string) =>
  decodeJwt(compact) as unknown as { payload: { sub: string; cnf: { jwk: Signer['publicJwk'] } } }

test('WI-17 WI-84 WI-85 WI-86 WI-87 answers DCQL, encrypted, with the asked disclosures and the attestation', async () => {
  const bench = await createPresentationBench()
  const { wallet, relyingParty } = bench
  const outcome = await wallet.present(relyingParty.engagement())
  assert.equal(outcome.kind, 'presented')
  const form = await bench.lastForm(responseUri)
  assert.deepEqual([...form.keys()], ['response', 'state'])
  const { vp_token, state, ...rest } = await bench.decryptResponse(form)
  assert.deepEqual(rest, {})
  assert.equal(state, 'the-state')
  observeOutput('WI-84')
  const tokens = vp_token as { pid: string; wallet: string }
  assert.deepEqual(Object.keys(tokens), ['pid', 'wallet'])
  observeOutput('WI-85')
  assert.deepEqual(await verifyPresentation(bench, tokens.pid), ['given_name', 'place_of_birth'])
  observeOutput('WI-17')
  const { header, payload } = decodeJwt(tokens.pid.slice(tokens.pid.lastIndexOf('~') + 1))
  assert.deepEqual(header, { alg: 'ES256', typ: 'kb+jwt' })
  assert.deepEqual(Object.keys(payload).sort(), ['aud', 'iat', 'nonce', 'sd_hash'])
  observeOutput('WI-87')
  const { payload: attestation } = decodeJwt(tokens.wallet)
  assert.ok((attestation.exp as number) > bench.fixture.clock.now())
  observeOutput('WI-86')
})

test('WI-71 WI-84 WI-94 answers a scope: shows the attestation at the request, and sends presentation, attestation, submission', async () => {
  const bench = await createPresentationBench()
  const { wallet, relyingParty } = bench
  relyingParty.bends.variant = 'scope'
  relyingParty.bends.responseMode = 'direct_post'
  await wallet.present(relyingParty.engagement())
  const request = bench.sentTo(requestUri)[0] as Request
  const [scheme, attestation = ''] = (request.headers.get('authorization') ?? '').split(' ')
  const proof = decodeJwt(request.headers.get('dpop') ?? '')
  assert.equal(scheme, 'DPoP')
  assert.deepEqual(proof.header.jwk, attestationOf(attestation).payload.cnf.jwk)
  assert.equal(proof.payload.ath, Buffer.from(crypto.digest('sha-256', attestation)).toString('base64url'))
  assert.deepEqual([proof.payload.htm, proof.payload.htu], ['GET', requestUri])
  assert.match(proof.payload.jti as string, /^[0-9a-f-]{36}$/)
  observeOutput('WI-71')
  const form = await bench.lastForm(responseUri)
  assert.deepEqual([...form.keys()], ['vp_token', 'presentation_submission', 'state'])
  const [presentation, shown] = JSON.parse(form.get('vp_token') ?? '') as [string, string]
  assert.deepEqual(await verifyPresentation(bench, presentation), ['unique_id'])
  assert.equal(shown, attestation)
  const { id, ...submission } = JSON.parse(form.get('presentation_submission') ?? '') as JsonObject
  assert.ok(id)
  assert.deepEqual(submission, {
    definition_id: pidDefinition.id,
    descriptor_map: [
      { id: 'PersonIdentificationData', format: 'vc+sd-jwt', path: '$[0]' },
      { id: 'WalletAttestation', format: 'jwt', path: '$[1]' },
    ],
  })
  observeOutput('WI-85')
})

test('WI-86 sends the attestation with a scope that does not ask for it', async () => {
  const bench = await createPresentationBench()
  const { bends } = bench.relyingParty
  Object.assign(bends, { variant: 'scope', responseMode: 'direct_post', scope: 'PersonIdentificationData' })
  await bench.wallet.present(bench.relyingParty.engagement())
  const form = await bench.lastForm(responseUri)
  const [presentation = '', attestation = ''] = JSON.parse(form.get('vp_token') ?? '') as string[]
  assert.deepEqual(await verifyPresentation(bench, presentation), ['unique_id'])
  assert.equal(decodeJwt(attestation).header.typ, 'wallet-attestation+jwt')
  const { descriptor_map } = JSON.parse(form.get('presentation_submission') ?? '') as { descriptor_map: JsonObject[] }
  assert.deepEqual(
    descriptor_map.map(({ path }) => path),
    ['$[0]'],
  )
})

test('WI-16 WI-67 WI-69 WI-70 posts what it can do, a nonce, and nothing else', async () => {
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
  const metadata = vouched(parseWalletMetadata(form.get('wallet_metadata') ?? ''))
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

test('WI-15 fetches with GET when no method is named, and without an attestation in variant 2', async () => {
  const bench = await createPresentationBench()
  bench.relyingParty.bends.engagement = { request_uri_method: undefined }
  await bench.wallet.present(bench.relyingParty.engagement())
  const [request] = bench.sentTo(requestUri) as [Request]
  assert.equal(request.method, 'GET')
  assert.equal(request.headers.get('authorization'), null)
})

test('WI-70 understands links of any scheme, the profile of high assurance included', async () => {
  const bench = await createPresentationBench()
  for (const scheme of ['haip://', 'eudiw://authorize']) {
    const link = bench.relyingParty.engagement().replace('https://wallet.example/authorization', scheme)
    assert.equal((await bench.wallet.present(link)).kind, 'presented')
  }
})

for (const [keys, shown] of [
  ['one key of use sig', ([sig]) => [sig]],
  ['a key to encrypt to beside it', (both) => both],
  ['one key that says neither use nor alg', ([{ use, alg, ...bare }]) => [bare]],
] as readonly (readonly [string, (keys: [JsonObject, JsonObject]) => readonly JsonObject[]])[])
  test(`WI-84 signs the response where the Relying Party asks for a signature only, and publishes ${keys}`, async () => {
    const bench = await createPresentationBench()
    const { relyingParty } = bench
    relyingParty.bends.metadata = ({
      jwks,
      authorization_encrypted_response_alg,
      authorization_encrypted_response_enc,
      ...rest
    }) => ({
      ...rest,
      jwks: { keys: [...shown((jwks as unknown as { keys: [JsonObject, JsonObject] }).keys)] },
    })
    await bench.wallet.present(relyingParty.engagement())
    const response = (await bench.lastForm(responseUri)).get('response') ?? ''
    const jws = vouched(parseJws(response, { typ: ['oauth-authz-resp+jwt'], algorithms: ['ES256'] }, 'response'))
    const { wallet } = jws.payload.vp_token as { wallet: string }
    vouched(await verifyJws({ crypto }, jws, attestationOf(wallet).payload.cnf.jwk, 'response'))
    assert.deepEqual([jws.payload.iss, jws.payload.aud], [attestationOf(wallet).payload.sub, relyingPartyId])
  })

test('WI-14 shows who asks for what and why, and sends only what stays selected', async () => {
  const bench = await createPresentationBench()
  const { holder, relyingParty } = bench
  relyingParty.bends.variant = 'scope'
  relyingParty.bends.scope = 'definition-1'
  await holder.wallet.present(relyingParty.engagement())
  const [shown] = holder.asked
  assert.equal(shown?.relyingParty.name, 'Banca di Prova')
  assert.equal(shown?.relyingParty.entityId, relyingPartyId)
  assert.equal(shown?.relyingParty.organization, 'Ente di Prova')
  assert.deepEqual(
    shown?.items.map(({ purpose, candidates }) => [
      purpose,
      candidates[0]?.issuer,
      candidates[0]?.claims.map(({ value }) => value),
    ]),
    [['To open your account', issuerId, [pidClaims.unique_id]]],
  )
  relyingParty.bends.variant = 'dcql'
  holder.consent = ({ items: [item] }) => ({
    given: true,
    items: [{ id: item?.id ?? '', credential: item?.candidates[0]?.id ?? '', claims: [['given_name']] }],
  })
  await holder.wallet.present(relyingParty.engagement())
  const { vp_token } = await bench.decryptResponse(await bench.lastForm(responseUri))
  assert.deepEqual(await verifyPresentation(bench, (vp_token as { pid: string }).pid), ['given_name'])
})

test('WI-14 goes no further than what was offered, whatever the consent screen says', async () => {
  const bench = await createPresentationBench()
  bench.holder.consent = ({ items: [item] }) => ({
    given: true,
    items: [{ id: item?.id ?? '', credential: item?.candidates[0]?.id ?? '', claims: [['given_name'], ['unique_id']] }],
  })
  await bench.wallet.present(bench.relyingParty.engagement())
  const { vp_token } = await bench.decryptResponse(await bench.lastForm(responseUri))
  assert.deepEqual(await verifyPresentation(bench, (vp_token as { pid: string }).pid), ['given_name'])
  for (const items of [[], [{ id: 'pid', credential: 'another', claims: [] }]]) {
    bench.holder.consent = () => ({ given: true, items })
    const code = items.length === 0 ? 'item_not_chosen' : 'credential_not_offered'
    await refusedBy('WI-14', code, bench.wallet.present(bench.relyingParty.engagement()))
  }
  assert.equal(bench.sentTo(responseUri).length, 1)
})

test('WI-89 WI-14 tells a verified Relying Party that the user declined, unencrypted, and nothing else', async () => {
  const bench = await createPresentationBench()
  bench.holder.consent = () => ({ given: false })
  const outcome = await bench.wallet.present(bench.relyingParty.engagement())
  const redirectUri = `${attestedRedirectUri}?response_code=${responseCode}`
  assert.deepEqual(outcome, {
    kind: 'declined',
    relyingParty: relyingPartyId,
    told: true,
    redirectUri,
    pageOpened: true,
  })
  assert.deepEqual(Object.fromEntries(await bench.lastForm(responseUri)), {
    error: 'access_denied',
    state: 'the-state',
  })
  assert.deepEqual(bench.opened, [redirectUri])
  observeOutput('WI-89')
})

const elsewhere = { redirect_uri: 'https://elsewhere.example' }
const attested = { redirect_uri: attestedRedirectUri }
for (const [title, flow, answer, told] of [
  ['no page', 'same-device', () => Response.json({}), true],
  ['a page that is not attested', 'same-device', () => Response.json(elsewhere), true],
  ['a refusal of its own', 'same-device', () => Response.json(attested, { status: 403 }), false],
  ['no JSON', 'same-device', () => new Response('thank you'), true],
  ['nothing', 'same-device', () => Promise.reject(new TypeError('closed')), false],
  ['a page, across devices', 'cross-device', () => Response.json(attested), true],
] as const)
  test(`WI-89 WI-18 a declined presentation opens nothing when the Relying Party answers ${title}`, async () => {
    const bench = await createPresentationBench()
    bench.holder.consent = () => ({ given: false })
    bench.relyingParty.bends.answer = async (path) => (path === '/response' ? answer() : undefined)
    const outcome = await bench.wallet.present(bench.relyingParty.engagement(), flow)
    assert.deepEqual(outcome, { kind: 'declined', relyingParty: relyingPartyId, told })
    assert.deepEqual([bench.opened, bench.sentTo(attestedRedirectUri)], [[], []])
  })

test('WI-88 opens the redirect on the same device, and fetches it across devices', async () => {
  const bench = await createPresentationBench()
  await bench.wallet.present(bench.relyingParty.engagement(), 'same-device')
  assert.deepEqual(bench.opened, [`${attestedRedirectUri}?response_code=${responseCode}`])
  assert.equal(bench.sentTo(attestedRedirectUri).length, 0)
  await bench.wallet.present(bench.relyingParty.engagement(), 'cross-device')
  assert.equal(bench.opened.length, 1)
  assert.equal(bench.sentTo(attestedRedirectUri)[0]?.method, 'GET')
})

/** A device on which no page can be opened. */
async function benchWithoutBrowser() {
  const bench = await createPresentationBench()
  bench.holder.page = () => Promise.reject(new Error('no browser'))
  return bench
}
const lastPage = `${attestedRedirectUri}?response_code=${responseCode}`

test('WI-88 what was presented stays presented where the page cannot be opened, and the outcome says so (D-256)', async () => {
  const bench = await benchWithoutBrowser()
  const of = { kind: 'presented', relyingParty: relyingPartyId, redirectUri: lastPage } as const
  assert.deepEqual(await bench.wallet.present(bench.relyingParty.engagement()), { ...of, pageOpened: false })
  assert.deepEqual([bench.sentTo(responseUri).length, bench.opened], [1, [lastPage]])
  bench.holder.page = undefined
  assert.deepEqual(await bench.wallet.present(bench.relyingParty.engagement()), { ...of, pageOpened: true })
  bench.relyingParty.bends.answer = (path) =>
    path === new URL(attestedRedirectUri).pathname ? Promise.reject(new TypeError('closed')) : undefined
  const across = await bench.wallet.present(bench.relyingParty.engagement(), 'cross-device')
  assert.deepEqual(across, { ...of, pageOpened: false })
})

test('WI-89 nor does a page that cannot be opened undo that the Relying Party was told', async () => {
  const bench = await benchWithoutBrowser()
  bench.holder.consent = () => ({ given: false })
  assert.deepEqual(await bench.wallet.present(bench.relyingParty.engagement()), {
    kind: 'declined',
    relyingParty: relyingPartyId,
    told: true,
    redirectUri: lastPage,
    pageOpened: false,
  })
  for (const { id } of await bench.wallet.list()) await bench.wallet.remove(id)
  await refusedBy('WI-82', 'no_matching_credential', bench.wallet.present(bench.relyingParty.engagement()))
})

test('WI-04 shows two Relying Parties attestations of different keys, and one the same', async () => {
  const bench = await createPresentationBench()
  const other = await createScriptedRelyingParty(bench.fixture, 'https://other.example')
  for (const party of [bench.relyingParty, other]) party.bends.responseMode = 'direct_post'
  const subjects: string[] = []
  for (const party of [bench.relyingParty, other, bench.relyingParty]) {
    await bench.wallet.present(party.engagement())
    const url = party === other ? 'https://other.example/response' : responseUri
    const { wallet } = JSON.parse((await bench.lastForm(url)).get('vp_token') ?? '') as { wallet: string }
    subjects.push(attestationOf(wallet).payload.sub)
  }
  assert.notEqual(subjects[0], subjects[1])
  assert.equal(subjects[0], subjects[2])
  const pushed = bench.fixture.network.exchanges.find(({ request }) => request.url === `${issuerId}/my/push`)
  const form = new URLSearchParams(await (pushed as { request: Request }).request.text())
  assert.ok(!subjects.includes(form.get('client_id') ?? ''), 'nor is it the one of the PID Provider')
})

test('WI-05 sends no attestation that ends, and gets a new one', async () => {
  const bench = await createPresentationBench()
  await bench.wallet.present(bench.relyingParty.engagement())
  bench.fixture.clock.advance(3600)
  await bench.wallet.present(bench.relyingParty.engagement())
  const { vp_token } = await bench.decryptResponse(await bench.lastForm(responseUri))
  const { payload } = decodeJwt((vp_token as { wallet: string }).wallet)
  assert.equal(payload.iat, bench.fixture.clock.now())
})

test('WI-64 takes a request_uri that is attested under either name, for whichever variant', async () => {
  const bench = await createPresentationBench()
  const { bends } = bench.relyingParty
  bends.metadata = (members, type) =>
    type === 'openid_credential_verifier' ? members : { ...members, request_uris: [`${relyingPartyId}/request_uri`] }
  assert.equal((await bench.wallet.present(bench.relyingParty.engagement())).kind, 'presented')
  bends.engagement = { request_uri: `${relyingPartyId}/elsewhere` }
  const run = bench.wallet.present(bench.relyingParty.engagement())
  const refusal = await refusedBy('WI-64', 'request_uri_not_attested', run)
  assert.doesNotMatch(refusal.answer.text, /member of the federation/)
})

test('WI-18 opens the page as it was judged, without what would not stand in a URL', async () => {
  const bench = await createPresentationBench()
  const letters = '\u009b\u202e'
  bench.relyingParty.bends.redirect = (url) => `${url}&x=${letters}#\u001b[2J${letters}`
  for (const consent of [undefined, () => ({ given: false }) as const]) {
    bench.holder.consent = consent
    const { redirectUri } = await bench.wallet.present(bench.relyingParty.engagement())
    assert.match(redirectUri ?? '', /^[!-~]+$/)
    assert.equal(bench.opened.at(-1), redirectUri)
  }
})

test('WI-92 deals with a request once; WI-91 and again after the service had a fault', async () => {
  const bench = await createPresentationBench()
  const link = bench.relyingParty.engagement()
  bench.relyingParty.bends.answer = (path) =>
    path === '/request' ? Response.json({ error: 'server_error' }, { status: 500 }) : undefined
  await refusedBy('WI-93', 'request_refused', bench.wallet.present(link))
  bench.relyingParty.bends.answer = () => undefined
  assert.equal((await bench.wallet.present(link)).kind, 'presented')
  await refusedBy('WI-92', 'engagement_used', bench.wallet.present(link))
  assert.equal(bench.sentTo(responseUri).length, 1)
})

test('WI-92 of two taps on one link at once one is answered', async () => {
  const bench = await createPresentationBench()
  const link = bench.relyingParty.engagement()
  const taps = await Promise.allSettled([bench.wallet.present(link), bench.wallet.present(link)])
  const [second] = taps.filter((tap) => tap.status === 'rejected')
  assert.ok(second)
  await refusedBy('WI-92', 'engagement_used', Promise.reject(second.reason))
  assert.equal(bench.sentTo(responseUri).length, 1)
})

test('WI-92 GEN-27 a request that could not be judged for want of an answer may be opened again', async () => {
  const bench = await createPresentationBench()
  const { bends } = bench.relyingParty
  const link = bench.relyingParty.engagement()
  bends.request = { header: { trust_chain: undefined } }
  let isDown = false
  bends.answer = async (path) => {
    if (path === '/request' && !isDown) {
      isDown = true
      bench.fixture.clock.advance(7200) // what the wallet knew of the party has ended
    }
    return isDown && path === entityConfigurationPath ? new Response('', { status: 503 }) : undefined
  }
  await refusedBy('GEN-27', 'trust_unavailable', bench.wallet.present(link))
  assert.equal(bench.asked.length, 0)
  bends.answer = () => undefined
  bench.fixture.clock.advance(60)
  assert.equal((await bench.wallet.present(link)).kind, 'presented')
  await refusedBy('WI-92', 'engagement_used', bench.wallet.present(link))
})

for (const [what, requirement, code, answer] of [
  ['nothing', 'GEN-27', 'unreachable', () => Promise.reject(new TypeError('closed'))],
  ['unreadable', 'GEN-23', 'answer_unreadable', async () => new Response(Uint8Array.of(0xff))],
  ['500', 'WI-88', 'response_refused', async () => new Response('', { status: 500 })],
  ['503', 'WI-88', 'response_refused', async () => new Response('', { status: 503 })],
  ['429', 'WI-88', 'response_refused', async () => new Response('', { status: 429 })],
] as const)
  test(`WI-92 a response to which the answer is ${what} is not sent again, and the user is told so`, async () => {
    const bench = await createPresentationBench()
    const link = bench.relyingParty.engagement()
    let posts = 0
    bench.relyingParty.bends.answer = (path) => {
      if (path !== '/response') return undefined
      posts += 1
      return answer()
    }
    const refusal = await refusedBy(requirement, code, bench.wallet.present(link))
    assert.equal(refusal.answer.error, 'response_unconfirmed')
    assert.match(refusal.answer.text, /ask the service for a new request/)
    await refusedBy('WI-92', 'engagement_used', bench.wallet.present(link))
    assert.equal(posts, 1)
  })

for (const [title, answer] of [
  ['an empty object', () => Response.json({})],
  ['nothing', () => new Response(null)],
  ['a page', () => new Response('<p>Grazie</p>', { headers: { 'content-type': 'text/html' } })],
] as const)
  test(`WI-88 a service that takes the presentation and answers ${title} is not said to have refused it`, async () => {
    const bench = await createPresentationBench()
    bench.relyingParty.bends.answer = (path) => (path === '/response' ? answer() : undefined)
    const code = title === 'an empty object' ? 'redirect_uri_missing' : 'media_type_unexpected'
    const refusal = await refusedBy('WI-88', code, bench.wallet.present(bench.relyingParty.engagement()))
    assert.equal(refusal.answer.error, 'response_unanswered')
    assert.match(refusal.answer.text, /has received the presentation/)
    assert.deepEqual(bench.opened, [])
  })

test('WI-91 after a server_error the user is told to scan again', async () => {
  const bench = await createPresentationBench()
  bench.relyingParty.bends.answer = (path) =>
    path === '/request' ? Response.json({ error: 'server_error' }, { status: 500 }) : undefined
  const refusal = await refusedBy('WI-93', 'request_refused', bench.wallet.present(bench.relyingParty.engagement()))
  assert.match(refusal.answer.text, /again/)
})

test('WI-03 presents nothing without an attestation', async () => {
  const bench = await createPresentationBench()
  const bare = createTestWallet(bench.fixture, { blobs: createMemoryBlobStore() })
  await refusedBy('WI-03', 'not_registered', bare.wallet.present(bench.relyingParty.engagement()))
  assert.equal(bench.sentTo(requestUri).length, 0)
})

test('WI-19 WI-90 an invalid request is shown and recorded, and the unverified party hears nothing', async () => {
  const bench = await createPresentationBench()
  const forger = await generateSigner({ crypto })
  bench.relyingParty.bends.request = { signer: forger }
  const refusal = await refusedBy('WI-12', 'signature_invalid', bench.wallet.present(bench.relyingParty.engagement()))
  assert.match(refusal.answer.text, /does not hold/)
  const recorded = bench.sink.lastRefusal()
  assert.equal(recorded?.trace, refusal.trace)
  assert.equal(recorded?.evidence.entity, relyingPartyId)
  assert.equal(bench.sentTo(responseUri).length, 0)
  assert.equal(bench.asked.length, 0)
})
