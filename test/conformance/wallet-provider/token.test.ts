/**
 * Attestation requests at the Wallet Provider with one fault at a time. Every row starts from a valid request of a
 * registered instance; decision and answer must both name the rule.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNonce } from '../../../src/base/index.ts'
import { generateSigner, jwkThumbprint } from '../../../src/jose/index.ts'
import { assertionFaults } from '../../../src/software-device/index.ts'
import { ruleCasesOf } from '../../support/cases.ts'
import { observeOutput } from '../../support/decisions.ts'
import {
  createWalletProviderBench,
  type RequestChanges,
  walletProviderId,
  walletSide,
} from '../../support/wallet-provider-bench.ts'

const bench = await createWalletProviderBench()
const { vendor, clock } = bench
const phone = await bench.registered()
/** RFC 7523 §3.1. */
const invalid = { status: 400, error: 'invalid_grant' }
const payload = (members: Record<string, unknown>): RequestChanges => ({ payload: members })
const header = (members: Record<string, unknown>): RequestChanges => ({ header: members })

/** The answers to failure codes that are not answered with `invalid`. */
const answers: Readonly<Record<string, typeof invalid>> = {
  nonce_foreign: { status: 403, error: 'invalid_request' },
  instance_unknown: { status: 404, error: 'not_found' },
  hardware_signature_undecodable: { status: 400, error: 'bad_request' },
  hardware_signature_invalid: { status: 403, error: 'invalid_request' },
}

/** One fault for each failure code. The tests of `attestation-request.ts` have every fault of a header and a claim. */
const rows = ruleCasesOf<[changes: RequestChanges]>({
  'WP-15 kid_missing': [['no kid', header({ kid: undefined })]],
  'WP-16 kid_mismatch': [['the kid of the hardware key', header({ kid: jwkThumbprint(walletSide, phone.publicJwk) })]],
  'WP-17 iss_mismatch': [['the provider alone in iss', payload({ iss: walletProviderId })]],
  'WP-18 aud_mismatch': [['another aud', payload({ aud: 'https://x.example' })]],
  'WP-24 presentation_definition_uri_claimed': [
    ['presentation_definition_uri_supported true', payload({ presentation_definition_uri_supported: true })],
  ],
  'WP-57 capability_malformed': [['vp_formats_supported as a list', payload({ vp_formats_supported: [] })]],
  'WP-56 claim_missing assertion.payload.hardware_signature': [
    ['no hardware_signature', payload({ hardware_signature: undefined })],
  ],
  'WP-56 claim_malformed assertion.payload.hardware_signature': [
    ['hardware_signature as a number', payload({ hardware_signature: 1 })],
  ],
  'WP-56 cnf_jwk_missing assertion.payload.cnf': [['a cnf without jwk', payload({ cnf: {} })]],
  'WP-19 nonce_foreign challenge': [
    [
      'a challenge for another purpose',
      { challenge: createNonce(bench.context, bench.context.challengeKeys, 'c_nonce', clock.now()) },
    ],
  ],
  'WP-20 instance_unknown': [
    ['an unknown tag', payload({ hardware_key_tag: 'unknown' })],
    ['the tag in another case', payload({ hardware_key_tag: phone.hardwareKeyTag.toUpperCase() })],
  ],
  'WP-59 hardware_signature_undecodable': [
    ['a hardware signature that cannot be read', payload({ hardware_signature: 'AAAA' })],
  ],
  'WP-21 hardware_signature_invalid': [
    ['a hardware signature over other client data', { clientData: '{"challenge":"c","jwk_thumbprint":"t"}' }],
    ['the hardware signature of another device', { evidenceOf: await bench.registered() }],
  ],
})

for (const [[id, code, at], what, changes] of rows)
  test(`${id} refuses a request with ${what}`, async () => {
    const expected = { id, code, ...(answers[code] ?? invalid), ...(at === undefined ? {} : { at }) }
    await bench.refuses(bench.attest(phone, changes), expected)
    assert.notEqual((await bench.stores.walletInstances.find(phone.hardwareKeyTag))?.status, 'revoked')
  })

test('WP-18 checks exp, iat and nbf with the configured skew of 30 seconds and no more', async () => {
  const now = clock.now()
  for (const [times, code] of [
    [{ exp: now - 29 }, undefined],
    [{ exp: now - 30 }, 'expired'],
    [{ iat: now + 30 }, undefined],
    [{ iat: now + 31 }, 'not_yet_valid'],
    [{ nbf: now + 31 }, 'not_yet_valid'],
  ] as const) {
    const response = await bench.attest(phone, payload({ iat: now - 100, ...times }))
    if (code === undefined) assert.equal(response.status, 200)
    else await bench.refuses(response, { id: 'GEN-04', code, ...invalid })
  }
})

test('WP-19 refuses an expired challenge, and a challenge that was used at either endpoint: 403', async () => {
  const fresh = await createWalletProviderBench()
  const device = await fresh.registered()
  const late = await fresh.challenge()
  fresh.clock.advance(300)
  await fresh.refuses(fresh.attest(device, { challenge: late }), 'WP-19 nonce_expired 403 invalid_request')
  const challenge = await fresh.challenge()
  assert.equal((await fresh.attest(device, { challenge })).status, 200)
  const used = 'WP-19 challenge_used 403 invalid_request challenge'
  await fresh.refuses(fresh.attest(device, { challenge }), used)
  const second = await fresh.challenge()
  assert.equal((await fresh.register(await fresh.vendor.createDevice(), { challenge: second })).status, 204)
  await fresh.refuses(fresh.attest(device, { challenge: second }), used)
})

for (const [what, form, id, code, error] of [
  ['no grant_type', { grant_type: undefined }, 'WP-14', 'grant_type_missing', 'invalid_request'],
  ['an empty grant_type', { grant_type: '' }, 'WP-14', 'grant_type_missing', 'invalid_request'],
  [
    'another grant_type',
    { grant_type: 'authorization_code' },
    'WP-14',
    'grant_type_unsupported',
    'unsupported_grant_type',
  ],
  ['no assertion', { assertion: undefined }, 'WP-14', 'assertion_missing', 'invalid_request'],
  ['an empty assertion', { assertion: '' }, 'WP-14', 'assertion_missing', 'invalid_request'],
] as const) {
  test(`${id} refuses a form with ${what}: 400 ${error}`, async () => {
    const { assertion } = await bench.attestationRequest(phone)
    const at = `form.${Object.keys(form)[0]}`
    await bench.refuses(bench.sendAssertion(assertion, form), { id, code, status: 400, error, at })
  })
}

test('WP-54 needs no client authentication beside the assertion, and ignores any', async () => {
  const { assertion } = await bench.attestationRequest(phone)
  const further = { client_id: 'someone', client_assertion: 'x', client_assertion_type: 'y' }
  assert.equal((await bench.sendAssertion(assertion, further)).status, 200)
})

test('WP-58 refuses the hardware key in place of the ephemeral key: 400', async () => {
  const ephemeralKey = await generateSigner(walletSide)
  const { kty, crv, x, y } = ephemeralKey.publicJwk
  const device = { ...(await vendor.createDevice()), publicJwk: { kty, crv, x, y } as typeof phone.publicJwk }
  await bench.stores.walletInstances.register({
    claims: [],
    instance: {
      hardwareKeyTag: device.hardwareKeyTag,
      hardwareKey: device.publicJwk,
      hardwareKeyThumbprint: ephemeralKey.kid,
      device: { platform: 'android', application: vendor.app.packageName },
      status: 'registered',
      registeredAt: clock.now(),
    },
  })
  await bench.refuses(bench.attest(device, { ephemeralKey }), {
    id: 'WP-58',
    code: 'ephemeral_key_is_hardware_key',
    ...invalid,
  })
})

for (const [what, changes, isSpent] of [
  ['a missing claim', payload({ iss: undefined }), false],
  ['another aud', payload({ aud: 'https://x.example' }), false],
  ['an unknown instance', payload({ hardware_key_tag: 'unknown' }), false],
  ['a bad signature', { signer: await generateSigner(walletSide) }, false],
  ['a bad hardware signature', { knobs: assertionFaults.signed_by_another_key }, false],
  ['a verdict that does not evaluate the app', { knobs: assertionFaults.unevaluated_app }, true],
] as const) {
  test(`WP-35 a request refused for ${what} has ${isSpent ? '' : 'not '}used up its challenge`, async () => {
    const challenge = await bench.challenge()
    assert.ok((await bench.attest(phone, { ...changes, challenge })).status >= 400)
    const again = await bench.attest(phone, { challenge })
    if (isSpent) await bench.refuses(again, 'WP-19 challenge_used 403 invalid_request')
    else assert.equal(again.status, 200)
  })
}

test('WP-55 every refusal is JSON with the codes of D-04: an assertion that is not valid is invalid_grant', async () => {
  for (const [changes, status, error] of [
    [header({ kid: undefined }), 400, 'invalid_grant'],
    [payload({ cnf: 7 }), 400, 'invalid_grant'],
    [header({ alg: 'RS256' }), 400, 'invalid_grant'],
    [payload({ exp: clock.now() - 100 }), 400, 'invalid_grant'],
    [payload({ aud: 'https://x.example' }), 400, 'invalid_grant'],
    [payload({ hardware_signature: 'AAAA' }), 400, 'bad_request'],
    [{ challenge: 'stale' }, 403, 'invalid_request'],
    [{ knobs: assertionFaults.unevaluated_app }, 403, 'integrity_check_error'],
    [payload({ hardware_key_tag: 'unknown' }), 404, 'not_found'],
  ] as const) {
    const response = await bench.attest(phone, changes)
    const body = (await response.json()) as Record<string, unknown>
    assert.deepEqual(Object.keys(body), ['error', 'error_description'])
    assert.deepEqual([response.status, body.error], [status, error])
  }
  observeOutput('WP-55')
})

test('WP-79 no special tag or challenge bypasses a check', async () => {
  for (const hardware_key_tag of ['test', 'sandbox', 'admin', 'demo', '00000000-0000-0000-0000-000000000000']) {
    const device = await vendor.createDevice()
    const named = { ...device, hardwareKeyTag: hardware_key_tag }
    assert.equal((await bench.register(device, { body: { hardware_key_tag } })).status, 204)
    for (const knobs of [assertionFaults.signed_by_another_key, assertionFaults.basic_integrity_only])
      assert.equal((await bench.attest(named, { knobs })).status, 403)
  }
  for (const challenge of ['test', '0'.repeat(76), '*'])
    assert.equal((await bench.attest(phone, { challenge })).status, 403)
})
