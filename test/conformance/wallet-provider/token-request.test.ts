/**
 * The Wallet Attestation Request as the token endpoint reads it: each header and claim broken by itself (it-wallet §Data
 * formats).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNonce } from '../../../src/base/index.ts'
import { generateSigner, jwkThumbprint } from '../../../src/jose/index.ts'
import { createDeviceBench } from '../../support/device-integrity.ts'
import {
  createWalletProviderBench,
  type RequestChanges,
  walletProviderId,
  walletSide,
} from '../../support/wallet-provider-bench.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

const devices = await createDeviceBench()
const bench = await createWalletProviderBench({ devices })
const { clock, sink } = bench
const phone = await bench.registered()

/** RFC 7523 §3.1. */
const invalid = { status: 400, error: 'invalid_grant' }
const forged = { status: 403, error: 'invalid_request' }
const statusOf = async (tag: string) => (await bench.stores.walletInstances.find(tag))?.status

type Row = readonly [id: string, what: string, changes: RequestChanges, code: string, answer: object, at?: string]
const payload = (members: Record<string, unknown>): RequestChanges => ({ payload: members })
const header = (members: Record<string, unknown>): RequestChanges => ({ header: members })
const hardwareThumbprint = jwkThumbprint(walletSide, phone.publicJwk)
const thumbprint = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'

const rows: readonly Row[] = [
  ['WP-15', 'no typ', header({ typ: undefined }), 'typ_mismatch', invalid],
  ['WP-15', 'the typ var+jwt', header({ typ: 'var+jwt' }), 'typ_mismatch', invalid],
  ['WP-15', 'no kid', header({ kid: undefined }), 'kid_missing', invalid],
  ['WP-15', 'an empty kid', header({ kid: '' }), 'kid_missing', invalid],
  ['WP-15', 'a kid that is no text', header({ kid: 7 }), 'kid_missing', invalid],
  ['GEN-03', 'an alg that is no text', header({ alg: 7 }), 'alg_unsupported', invalid],
  ['WP-16', 'the kid of the hardware key', header({ kid: hardwareThumbprint }), 'kid_mismatch', invalid],
  [
    'WP-17',
    'another provider in iss',
    payload({ iss: `https://x.example/instance/${thumbprint}` }),
    'iss_mismatch',
    invalid,
  ],
  [
    'WP-17',
    'another thumbprint in iss',
    payload({ iss: `${walletProviderId}/instance/${thumbprint}` }),
    'iss_mismatch',
    invalid,
  ],
  ['WP-17', 'the provider alone in iss', payload({ iss: walletProviderId }), 'iss_mismatch', invalid],
  ['WP-17', 'a bare thumbprint in iss', payload({ iss: thumbprint }), 'iss_mismatch', invalid],
  ['WP-18', 'another aud', payload({ aud: 'https://x.example' }), 'aud_mismatch', invalid],
  ['WP-18', 'aud with a slash more', payload({ aud: `${walletProviderId}/` }), 'aud_mismatch', invalid],
  [
    'WP-24',
    'presentation_definition_uri_supported true',
    payload({ presentation_definition_uri_supported: true }),
    'presentation_definition_uri_claimed',
    invalid,
  ],
  [
    'WP-24',
    'presentation_definition_uri_supported as text',
    payload({ presentation_definition_uri_supported: 'false' }),
    'presentation_definition_uri_claimed',
    invalid,
  ],
  [
    'WP-24',
    'presentation_definition_uri_supported null',
    payload({ presentation_definition_uri_supported: null }),
    'presentation_definition_uri_claimed',
    invalid,
  ],
  ['WP-57', 'vp_formats_supported as a list', payload({ vp_formats_supported: [] }), 'capability_malformed', invalid],
  [
    'WP-57',
    'a format that is no object',
    payload({ vp_formats_supported: { 'dc+sd-jwt': 1 } }),
    'capability_malformed',
    invalid,
  ],
  [
    'WP-57',
    'an authorization_endpoint that is no URL',
    payload({ authorization_endpoint: 'nowhere' }),
    'capability_malformed',
    invalid,
  ],
  [
    'WP-57',
    'response_types_supported as text',
    payload({ response_types_supported: 'vp_token' }),
    'capability_malformed',
    invalid,
  ],
  [
    'WP-57',
    'response_modes_supported with a number',
    payload({ response_modes_supported: [1] }),
    'capability_malformed',
    invalid,
  ],
  [
    'WP-57',
    'request_object_signing_alg_values_supported empty',
    payload({ request_object_signing_alg_values_supported: [] }),
    'capability_malformed',
    invalid,
  ],
  [
    'WP-57',
    'an authorization_endpoint that runs a script',
    payload({ authorization_endpoint: 'javascript:alert(1)' }),
    'capability_malformed',
    invalid,
  ],
  [
    'WP-57',
    'Request Objects without a signature',
    payload({ request_object_signing_alg_values_supported: ['none', 'HS256'] }),
    'capability_malformed',
    invalid,
  ],
  [
    'WP-57',
    'a response type with two spaces',
    payload({ response_types_supported: ['code', 'x  y'] }),
    'capability_malformed',
    invalid,
  ],
  [
    'WP-57',
    'a format with more than a list of algorithms in its place',
    payload({ vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': [{ given_name: 'Mario' }] } } }),
    'capability_malformed',
    invalid,
  ],
  ['WP-19', 'a challenge of no form of ours', { challenge: 'b2f1e3f0' }, 'nonce_foreign', forged, 'challenge'],
  [
    'WP-19',
    'a challenge for another purpose',
    { challenge: createNonce(bench.context, bench.context.challengeKeys, 'c_nonce', clock.now()) },
    'nonce_foreign',
    forged,
  ],
  [
    'WP-20',
    'an unknown tag',
    payload({ hardware_key_tag: 'unknown' }),
    'instance_unknown',
    { status: 404, error: 'not_found' },
  ],
  [
    'WP-20',
    'the tag in another case',
    payload({ hardware_key_tag: phone.hardwareKeyTag.toUpperCase() }),
    'instance_unknown',
    { status: 404, error: 'not_found' },
  ],
  [
    'WP-59',
    'a hardware signature that cannot be read',
    payload({ hardware_signature: 'AAAA' }),
    'hardware_signature_undecodable',
    { status: 400, error: 'bad_request' },
  ],
  [
    'WP-21',
    'a hardware signature over other client data',
    { clientData: '{"challenge":"c","jwk_thumbprint":"t"}' },
    'hardware_signature_invalid',
    forged,
  ],
  [
    'WP-21',
    'the hardware signature of another device',
    { evidenceOf: await bench.registered() },
    'hardware_signature_invalid',
    forged,
  ],
]

for (const [id, what, changes, code, answer, at] of rows) {
  test(`${id} refuses a request with ${what}`, async () => {
    const expected = { id, code, ...(answer as typeof forged), ...(at === undefined ? {} : { at }) }
    await assertRefusal(await bench.attest(phone, changes), sink, expected)
    assert.notEqual(await statusOf(phone.hardwareKeyTag), 'revoked')
  })
}

const claims = [
  'iss',
  'aud',
  'iat',
  'exp',
  'challenge',
  'hardware_key_tag',
  'hardware_signature',
  'integrity_assertion',
  'cnf',
] as const
for (const name of claims) {
  test(`WP-56 refuses a request without ${name}, or with one of another type: 400`, async () => {
    const texts = name !== 'iat' && name !== 'exp'
    for (const value of texts ? [undefined, null, '', 7, []] : [undefined])
      await assertRefusal(await bench.attest(phone, payload({ [name]: value })), sink, {
        id: 'WP-56',
        code: 'claim_malformed',
        at: `assertion.payload.${name}`,
        ...invalid,
      })
  })
}

test('WP-56 refuses a cnf without jwk, and a jwk without kty, crv, x or y: 400', async () => {
  const key = await generateSigner(walletSide)
  const { kty, crv, x, y } = key.publicJwk
  const jwk = { kty, crv, x, y }
  for (const cnf of [{}, { kid: 'x' }])
    await assertRefusal(await bench.attest(phone, payload({ cnf })), sink, {
      id: 'WP-56',
      code: 'cnf_jwk_missing',
      at: 'assertion.payload.cnf',
      ...invalid,
    })
  for (const member of ['kty', 'crv', 'x', 'y'])
    for (const value of [undefined, 7, '', 'x']) {
      const changes = { ephemeralKey: key, payload: { cnf: { jwk: { ...jwk, [member]: value } } } }
      const response = await bench.attest(phone, changes)
      const { error } = (await response.json()) as { error?: string }
      assert.deepEqual([response.status, error], [400, 'invalid_grant'], `${member} ${value}`)
      assert.equal(sink.lastRefusal()?.checks.at(-1)?.at, 'assertion.payload.cnf.jwk')
    }
})

test('WP-16 takes any identifier as kid: the example of the specification is the thumbprint', async () => {
  for (const kid of ['key-1', thumbprint, 'urn:uuid:6f3b8f0e-3c43-4d7c-9a6e-0d8f6d1d0c11']) {
    assert.equal((await bench.attest(phone, header({ kid }))).status, 200)
    assert.equal((await bench.attest(phone, { itWallet1: true, ...header({ kid }) })).status, 200)
  }
})

test('WP-16 refuses a request that another key has signed: 400 invalid_grant', async () => {
  const signer = await generateSigner(walletSide)
  const expected = { id: 'WP-16', code: 'signature_invalid', at: 'assertion', ...invalid }
  await assertRefusal(await bench.attest(phone, { signer }), sink, expected)
  const named = { signer, header: { jwk: signer.publicJwk } }
  await assertRefusal(await bench.attest(phone, named), sink, expected)
})

test('WP-102 takes any sub, and a request without one', async () => {
  for (const sub of [undefined, walletProviderId, `${walletProviderId}/`, thumbprint, 'https://x.example'])
    assert.equal((await bench.attest(phone, payload({ sub }))).status, 200, String(sub))
})
