/**
 * The Wallet Provider with wallets of IT-Wallet 1.0: registration and attestation by JSON, refusals as problem details.
 * Both profiles share a use case; these tests cover the parser and the format of the answers.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFederationTrustEvaluator } from '../../../src/federation/index.ts'
import type { AnswerWithHeaders } from '../../../src/http/index.ts'
import { bareJwk, defaultAlgorithms, generateSigner, jwkThumbprint } from '../../../src/jose/index.ts'
import { assertionFaults, keyAttestationFaults } from '../../../src/software-device/index.ts'
import { verifyWalletAttestation } from '../../../src/wallet-attestation/index.ts'
import type { WpAnswer } from '../../../src/wallet-provider/index.ts'
import { ruleTables } from '../../../src/wallet-provider/rule-tables.ts'
import { observeOutput } from '../../support/decisions.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import {
  createWalletProviderBench,
  jsonType,
  type RequestChanges,
  walletProviderId,
  walletSide,
} from '../../support/wallet-provider-bench.ts'

const bench = await createWalletProviderBench()
const { clock, sink, vendor } = bench
const path = '/wallet-instances'
const phone = await vendor.createDevice()

const malformed = { status: 400, error: 'bad_request' }
const refused = { status: 400, error: 'invalid_request' }
const revoked = { status: 403, error: 'invalid_request' }
const unknown = { status: 404, error: 'not_found' }
const tooWeak = { status: 409, error: 'integrity_check_error' }

const ask = (changes: RequestChanges = {}, device = phone): Promise<Response> =>
  bench.attest(device, { itWallet1: true, ...changes })

async function attestationOf(response: Response): Promise<string> {
  const text = await response.text()
  assert.equal(response.status, 200, text)
  const body = JSON.parse(text) as { wallet_attestations: { format: string; wallet_attestation: string }[] }
  const [one] = body.wallet_attestations
  assert.deepEqual(body, { wallet_attestations: [{ format: 'jwt', wallet_attestation: one?.wallet_attestation }] })
  return one?.wallet_attestation ?? ''
}

test('WP-80 an instance that registers at one endpoint gets attestations in both profiles', async () => {
  const response = await bench.register(phone, { path })
  assert.deepEqual([response.status, await response.text()], [204, ''])
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal((await bench.attest(phone)).status, 200)
  await attestationOf(await ask({}, await bench.registered()))
  observeOutput('WP-80')
})

test('WP-80 /wallet-instances refuses by the same rules as /wallet-instance, and answers 409 to an insufficient device', async () => {
  const another = await vendor.createDevice()
  const register = (changes: Parameters<typeof bench.register>[1]) => bench.register(another, { path, ...changes })
  await bench.refuses(register({ body: { challenge: undefined } }), 'WP-05 member_missing 400 bad_request')
  await bench.refuses(register({ body: { nonce: 'x' } }), {
    id: 'WP-06',
    code: 'member_unknown',
    ...malformed,
  })
  await bench.refuses(register({ challenge: 'x' }), { id: 'WP-04', code: 'nonce_foreign', ...refused })
  await bench.refuses(bench.register(phone, { path }), 'WP-13 hardware_key_known 400 invalid_request')
  const response = await register({ knobs: keyAttestationFaults.unlocked })
  assert.equal(response.status, 409)
})

test('WP-86 a registration can contain is_renewal, without effect; at /wallet-instance it is refused', async () => {
  for (const is_renewal of [true, false]) {
    const response = await bench.register(await vendor.createDevice(), { path, body: { is_renewal } })
    assert.equal(response.status, 204, await response.text())
  }
  assert.equal((await ask()).status, 200, 'the instance registered before is unchanged')
  const mistyped = await bench.register(await vendor.createDevice(), { path, body: { is_renewal: 'true' } })
  await bench.refuses(mistyped, 'WP-05 member_malformed 400 bad_request')
  const unknownThere = await bench.register(await vendor.createDevice(), { body: { is_renewal: true } })
  await bench.refuses(unknownThere, 'WP-06 member_unknown 400 bad_request')
})

test('WP-83 the answer is JSON with one attestation, whose JWT has the claims that clients read', async () => {
  const { assertion, ephemeralKey } = await bench.attestationRequest(phone, { itWallet1: true })
  const response = await bench.sendItWallet1(assertion)
  assert.equal(response.headers.get('content-type'), 'application/json')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const { header, payload } = decodeJwt(await attestationOf(response))
  assert.deepEqual(Object.keys(header).toSorted(), ['alg', 'kid', 'trust_chain', 'typ'])
  assert.equal(header.typ, 'oauth-client-attestation+jwt')
  const { status, ...rest } = payload
  assert.deepEqual(Object.keys(status as object), ['status_list'])
  assert.deepEqual(rest, {
    iss: walletProviderId,
    sub: ephemeralKey.kid,
    aal: 'https://trust-list.eu/aal/high',
    cnf: { jwk: { ...bareJwk(ephemeralKey.publicJwk), kid: ephemeralKey.kid } },
    iat: clock.now(),
    exp: clock.now() + 3600,
  })
  observeOutput('WP-83')
})

test('WP-83 the attestation does not contain the capabilities of the request', async () => {
  const stated = { authorization_endpoint: 'haip://authorize', response_types_supported: ['vp_token'] }
  const { payload } = decodeJwt(await attestationOf(await ask({ payload: stated })))
  assert.equal(Object.hasOwn(payload, 'authorization_endpoint'), false)
  assert.equal(Object.hasOwn(payload, 'client_id_schemes_supported'), false)
})

test('WP-85 the attestation verifies through the federation', async () => {
  const policy = {
    anchors: bench.anchors,
    urls: { loopbackHttp: false },
    skewSeconds: 0,
    algorithms: defaultAlgorithms,
  }
  const trust = createFederationTrustEvaluator({ ...walletSide, clock, fetch: bench.network.fetch }, policy)
  const judged = { algorithms: defaultAlgorithms, skew: 0, now: clock.now() }
  const result = await verifyWalletAttestation({ ...walletSide, trust }, await attestationOf(await ask()), judged)
  assert.ok('walletProvider' in result, JSON.stringify(result))
  assert.equal(result.walletProvider.entityId, walletProviderId)
})

test('WP-82 accepts a request that is valid for an hour and whose key has a kid', async () => {
  const ephemeralKey = await generateSigner(walletSide)
  const jwk = { ...bareJwk(ephemeralKey.publicJwk), kid: ephemeralKey.kid }
  await attestationOf(await ask({ ephemeralKey, payload: { cnf: { jwk }, exp: clock.now() + 3600 } }))
})

type Row = readonly [id: string, what: string, changes: RequestChanges, code: string, answer: object]
const stranger = await bench.registered()
const hardwareThumbprint = jwkThumbprint(walletSide, phone.publicJwk)
const thumbprint = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'
const rows: readonly Row[] = [
  ['WP-15', 'no typ', { header: { typ: undefined } }, 'typ_mismatch', malformed],
  ['WP-15', 'no kid', { header: { kid: undefined } }, 'kid_missing', malformed],
  [
    'WP-56',
    'challenge in place of nonce',
    { payload: { nonce: undefined, challenge: 'x' } },
    'claim_missing',
    malformed,
  ],
  ['WP-56', 'a cnf that names its key by kid alone', { payload: { cnf: { kid: 'x' } } }, 'cnf_jwk_missing', malformed],
  ['WP-57', 'a malformed capability', { payload: { vp_formats_supported: [] } }, 'capability_malformed', malformed],
  [
    'WP-24',
    'a presentation definition by URI',
    { payload: { presentation_definition_uri_supported: true } },
    'presentation_definition_uri_claimed',
    malformed,
  ],
  ['WP-16', 'the kid of the hardware key', { header: { kid: hardwareThumbprint } }, 'kid_mismatch', refused],
  [
    'WP-17',
    'the URL of an instance in iss',
    { payload: { iss: `${walletProviderId}/instance/${thumbprint}` } },
    'iss_mismatch',
    refused,
  ],
  ['WP-18', 'another aud', { payload: { aud: 'https://x.example' } }, 'aud_mismatch', refused],
  ['WP-19', 'a nonce of another issuer', { challenge: 'x' }, 'nonce_foreign', refused],
  ['WP-20', 'an unknown tag', { payload: { hardware_key_tag: 'unknown' } }, 'instance_unknown', unknown],
  ['WP-21', 'the evidence of another device', { evidenceOf: stranger }, 'hardware_signature_invalid', refused],
  [
    'WP-62',
    'a verdict that does not evaluate the app',
    { knobs: assertionFaults.unevaluated_app },
    'play_app_unevaluated',
    tooWeak,
  ],
]
for (const [id, what, changes, code, answer] of rows)
  test(`${id} refuses a request of IT-Wallet 1.0 with ${what}`, async () => {
    await bench.refuses(ask(changes), { id, code, ...(answer as typeof malformed) })
    assert.equal(sink.lastRefusal()?.surface, 'wallet-provider/wallet-attestations')
    assert.notEqual((await bench.stores.walletInstances.find(phone.hardwareKeyTag))?.status, 'revoked')
  })

test('WP-81 refuses JSON without an assertion, and an assertion that is not a string', async () => {
  const post = (body: object) => bench.post('/wallet-attestations', jsonType, JSON.stringify(body))
  for (const body of [{}, { grant_type: 'x' }])
    await bench.refuses(post(body), 'WP-81 assertion_missing 400 bad_request body.assertion')
  for (const assertion of ['', 7, null, ['x']])
    await bench.refuses(post({ assertion }), { id: 'WP-81', code: 'assertion_malformed', ...malformed })
})

test('WP-15 neither endpoint accepts a request of the other profile, and such a request does not use up its challenge', async () => {
  const challenge = await bench.challenge()
  const printed = await bench.attestationRequest(phone, { challenge })
  const mismatch = { id: 'WP-15', code: 'typ_mismatch', ...malformed }
  await bench.refuses(bench.sendItWallet1(printed.assertion), mismatch)
  const later = await bench.attestationRequest(phone, { challenge, itWallet1: true })
  await bench.refuses(bench.sendAssertion(later.assertion), { ...mismatch, error: 'invalid_grant' })
  await attestationOf(await bench.sendItWallet1(later.assertion))
})

test('WP-19 a challenge that was used in one profile is refused in the other', async () => {
  for (const first of [true, false]) {
    const challenge = await bench.challenge()
    assert.equal((await ask({ challenge, itWallet1: first })).status, 200)
    const again = await ask({ challenge, itWallet1: !first })
    const answer = first ? { ...refused, status: 403 } : refused
    await bench.refuses(again, { id: 'WP-19', code: 'challenge_used', ...answer })
  }
})

test('WP-20 WP-28 WP-84 the answer to a revoked instance is 403', async () => {
  const device = await bench.registered()
  await attestationOf(await ask({}, device))
  const reason = 'revoked_by_provider'
  await bench.stores.walletInstances.revoke({ hardwareKeyTag: device.hardwareKeyTag, reason, now: clock.now() })
  await bench.refuses(ask({}, device), { id: 'WP-20', code: 'instance_revoked', ...revoked })
})

test('WP-29 WP-213 a verdict that denies the device revokes the instance in this profile, too: 409, and 403 from then on', async () => {
  const device = await bench.registered()
  const denial = await ask({ knobs: assertionFaults.basic_integrity_only }, device)
  assert.equal(denial.status, 409)
  assert.match(
    String(((await denial.json()) as { detail: string }).detail),
    / is revoked now: set the wallet up again\.$/,
  )
  const instance = await bench.stores.walletInstances.find(device.hardwareKeyTag)
  assert.equal(instance?.revocationReason, 'integrity_denied')
  await bench.refuses(ask({}, device), { id: 'WP-20', code: 'instance_revoked', ...revoked })
})

test('WP-76 refusals at this endpoint are counted for the instance', async () => {
  const device = await bench.registered()
  await ask({ knobs: assertionFaults.basic_integrity_only }, device)
  const counted = await bench.stores.walletInstances.refusals(device.hardwareKeyTag)
  assert.deepEqual(
    counted.map(({ requirement }) => requirement),
    ['WP-23'],
  )
})

test('WP-84 refusals have error, error_description and the members of problem details, with the same status and text', async () => {
  for (const [response, status] of [
    [await ask({ header: { kid: undefined } }), 400],
    [await ask({ payload: { hardware_key_tag: 'unknown' } }), 404],
    [await ask({ knobs: assertionFaults.unevaluated_app }), 409],
    [await bench.post('/wallet-attestations', 'text/plain', 'x'), 415],
    [await bench.post(path, jsonType, '{'), 400],
  ] as const) {
    const body = (await response.json()) as Record<string, unknown>
    assert.deepEqual(Object.keys(body), ['error', 'error_description', 'title', 'status', 'detail'])
    assert.deepEqual([response.status, body.status, body.detail], [status, status, body.error_description])
    assert.ok(String(body.detail).startsWith(String(body.title)))
  }
  observeOutput('WP-84')
})

test('WP-84 no rule of these endpoints answers 403, which is for revoked instances', () => {
  for (const surface of ['wallet-provider/wallet-instances', 'wallet-provider/wallet-attestations'] as const)
    for (const [code, [, answer]] of Object.entries<readonly [string, WpAnswer]>(ruleTables[surface])) {
      const { status, problemStatus = status }: AnswerWithHeaders = answer
      assert.notEqual(problemStatus, 403, code)
    }
})
