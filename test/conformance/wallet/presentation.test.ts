/** The wallet's response to a Relying Party, in both variants: it contains no more than the user's choice. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../../src/base/index.ts'
import { parseJws, type Signer, verifyJws } from '../../../src/jose/index.ts'
import { parseSdJwt, verifyKeyBindingJwt, verifySdJwt } from '../../../src/sd-jwt/index.ts'
import { observeOutput } from '../../support/decisions.ts'
import { crypto } from '../../support/federation.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { createPresentationBench, type PresentationBench } from '../../support/presentation-bench.ts'
import { expectSuccess } from '../../support/refuses.ts'
import { issuerId, pidClaims } from '../../support/scripted-issuer.ts'
import {
  createScriptedRelyingParty,
  pidDefinition,
  presentationNonce,
  relyingPartyId,
  requestUri,
  responseUri,
} from '../../support/scripted-relying-party.ts'

/** Verifies a presentation as a Relying Party does. Returns the names of the disclosed claims. */
async function verifyPresentation(bench: PresentationBench, presentation: string): Promise<readonly unknown[]> {
  const times = { now: bench.fixture.clock.now(), skew: 0 }
  const policy = { typ: ['vc+sd-jwt'], algorithms: ['ES256'] } as const
  const parsed = expectSuccess(parseSdJwt(presentation, policy))
  const verified = expectSuccess(await verifySdJwt({ crypto }, parsed, bench.issuer.signer.publicJwk, times))
  expectSuccess(
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

test('WI-87 sends no response without the key of the credential', async () => {
  const bench = await createPresentationBench()
  const [held] = await bench.context.stores.credentials.list()
  bench.phone.state.keys.delete(held?.keyTag ?? '')
  await bench.refuses('WI-87', 'credential_key_lost')
  assert.equal(bench.sentTo(responseUri).length, 0)
})

test('WI-17 WI-84 WI-85 WI-86 WI-87 answers DCQL with an encrypted response: the requested disclosures and the attestation', async () => {
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

test('WI-71 WI-84 WI-94 answers a scope: sends the attestation at the fetch, and then presentation, attestation and submission', async () => {
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

test('WI-86 sends the attestation even for a scope that does not ask for it', async () => {
  const bench = await createPresentationBench()
  const { bends } = bench.relyingParty
  Object.assign(bends, { variant: 'scope', responseMode: 'direct_post', scope: 'PersonIdentificationData' })
  await bench.present()
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

for (const [keys, shown] of [
  ['one key of use sig', ([sig]) => [sig]],
  ['a signature key and an encryption key', (both) => both],
  ['one key without use and alg', ([{ use, alg, ...bare }]) => [bare]],
] as readonly (readonly [string, (keys: [JsonObject, JsonObject]) => readonly JsonObject[]])[])
  test(`WI-84 signs the response if the Relying Party asks for a signature only, and publishes ${keys}`, async () => {
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
    const jws = expectSuccess(parseJws(response, { typ: ['oauth-authz-resp+jwt'], algorithms: ['ES256'] }, 'response'))
    const { wallet } = jws.payload.vp_token as { wallet: string }
    expectSuccess(await verifyJws({ crypto }, jws, attestationOf(wallet).payload.cnf.jwk, 'response'))
    assert.deepEqual([jws.payload.iss, jws.payload.aud], [attestationOf(wallet).payload.sub, relyingPartyId])
  })

for (const [words, protection] of [
  [
    'the lists of OpenID Connect',
    {
      authorization_encryption_alg_values_supported: ['RSA-OAEP', 'RSA-OAEP-256', 'ECDH-ES', 'ECDH-ES+A256KW'],
      authorization_encryption_enc_values_supported: ['A192CBC-HS384', 'A256GCM'],
    },
  ],
  [
    'the lists of the earlier form',
    {
      authorization_signed_response_alg: ['RS256', 'ES256'],
      authorization_encrypted_response_alg: ['RSA-OAEP', 'RSA-OAEP-256', 'ECDH-ES'],
      authorization_encrypted_response_enc: ['A192CBC-HS384', 'A256GCM'],
    },
  ],
  ['the members of OpenID4VP 1.0', { encrypted_response_enc_values_supported: ['A256GCM'] }],
] as readonly (readonly [string, JsonObject])[])
  test(`WI-57 WI-84 WI-95 D-359 D-363 D-427 answers a Relying Party whose metadata have ${words}`, async () => {
    const bench = await createPresentationBench()
    bench.relyingParty.bends.metadata = ({
      authorization_signed_response_alg,
      authorization_encrypted_response_alg,
      authorization_encrypted_response_enc,
      vp_formats,
      ...rest
    }) => ({ ...rest, ...protection, vp_formats_supported: vp_formats as JsonObject })
    await bench.present()
    const form = await bench.lastForm(responseUri)
    const header = decodeJwt(`${form.get('response')?.split('.')[0]}.e30.`).header
    assert.deepEqual([header.alg, header.enc], ['ECDH-ES', 'A256GCM'])
    const { vp_token } = await bench.decryptResponse(form)
    assert.deepEqual(await verifyPresentation(bench, (vp_token as { pid: string }).pid), [
      'given_name',
      'place_of_birth',
    ])
  })

test('WI-14 shows the Relying Party, the claims and the purpose, and sends only the selected claims', async () => {
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

test('WI-14 sends no claim that it did not offer, even if the consent screen selects it', async () => {
  const bench = await createPresentationBench()
  bench.holder.consent = ({ items: [item] }) => ({
    given: true,
    items: [{ id: item?.id ?? '', credential: item?.candidates[0]?.id ?? '', claims: [['given_name'], ['unique_id']] }],
  })
  await bench.present()
  const { vp_token } = await bench.decryptResponse(await bench.lastForm(responseUri))
  assert.deepEqual(await verifyPresentation(bench, (vp_token as { pid: string }).pid), ['given_name'])
  for (const items of [[], [{ id: 'pid', credential: 'another', claims: [] }]]) {
    bench.holder.consent = () => ({ given: true, items })
    const code = items.length === 0 ? 'item_not_chosen' : 'credential_not_offered'
    await bench.refuses('WI-14', code)
  }
  assert.equal(bench.sentTo(responseUri).length, 1)
})

test('WI-04 shows two Relying Parties attestations of different keys, and one of them always the same key', async () => {
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
  assert.ok(!subjects.includes(form.get('client_id') ?? ''), 'the PID Provider saw another key')
})
