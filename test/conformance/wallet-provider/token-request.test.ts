/**
 * The Wallet Attestation Request at the token endpoint: each header and claim with a fault of its own (it-wallet §Data
 * formats).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNonce } from '../../../src/base/index.ts'
import { generateSigner, jwkThumbprint } from '../../../src/jose/index.ts'
import { ruleCasesOf } from '../../support/cases.ts'
import {
  createWalletProviderBench,
  type RequestChanges,
  walletProviderId,
  walletSide,
} from '../../support/wallet-provider-bench.ts'

const bench = await createWalletProviderBench()
const { clock, sink } = bench
const phone = await bench.registered()

/** RFC 7523 §3.1. */
const invalid = { status: 400, error: 'invalid_grant' }
const forged = { status: 403, error: 'invalid_request' }
/** The answers to failure codes that are not answered with `invalid`. */
const answers: Readonly<Record<string, typeof invalid>> = {
  nonce_foreign: forged,
  instance_unknown: { status: 404, error: 'not_found' },
  hardware_signature_undecodable: { status: 400, error: 'bad_request' },
  hardware_signature_invalid: forged,
}
const statusOf = async (tag: string) => (await bench.stores.walletInstances.find(tag))?.status

const payload = (members: Record<string, unknown>): RequestChanges => ({ payload: members })
const header = (members: Record<string, unknown>): RequestChanges => ({ header: members })
const hardwareThumbprint = jwkThumbprint(walletSide, phone.publicJwk)
const thumbprint = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'

const rows = ruleCasesOf<[changes: RequestChanges]>({
  'WP-15 typ_mismatch': [
    ['no typ', header({ typ: undefined })],
    ['the typ var+jwt', header({ typ: 'var+jwt' })],
  ],
  'WP-15 kid_missing': [
    ['no kid', header({ kid: undefined })],
    ['an empty kid', header({ kid: '' })],
    ['a kid that is not a string', header({ kid: 7 })],
  ],
  'GEN-03 alg_unsupported': [['an alg that is not a string', header({ alg: 7 })]],
  'WP-16 kid_mismatch': [['the kid of the hardware key', header({ kid: hardwareThumbprint })]],
  'WP-17 iss_mismatch': [
    ['another provider in iss', payload({ iss: `https://x.example/instance/${thumbprint}` })],
    ['another thumbprint in iss', payload({ iss: `${walletProviderId}/instance/${thumbprint}` })],
    ['the provider alone in iss', payload({ iss: walletProviderId })],
    ['a bare thumbprint in iss', payload({ iss: thumbprint })],
  ],
  'WP-18 aud_mismatch': [
    ['another aud', payload({ aud: 'https://x.example' })],
    ['an aud with an additional slash', payload({ aud: `${walletProviderId}/` })],
  ],
  'WP-24 presentation_definition_uri_claimed': [
    ['presentation_definition_uri_supported true', payload({ presentation_definition_uri_supported: true })],
    ['presentation_definition_uri_supported as a string', payload({ presentation_definition_uri_supported: 'false' })],
    ['presentation_definition_uri_supported null', payload({ presentation_definition_uri_supported: null })],
  ],
  'WP-57 capability_malformed': [
    ['vp_formats_supported as a list', payload({ vp_formats_supported: [] })],
    ['a format that is not an object', payload({ vp_formats_supported: { 'dc+sd-jwt': 1 } })],
    ['an authorization_endpoint that is not a URL', payload({ authorization_endpoint: 'nowhere' })],
    ['response_types_supported as a string', payload({ response_types_supported: 'vp_token' })],
    ['response_modes_supported with a number', payload({ response_modes_supported: [1] })],
    ['request_object_signing_alg_values_supported empty', payload({ request_object_signing_alg_values_supported: [] })],
    ['an authorization_endpoint that runs a script', payload({ authorization_endpoint: 'javascript:alert(1)' })],
    [
      'the algorithms none and HS256 for Request Objects',
      payload({ request_object_signing_alg_values_supported: ['none', 'HS256'] }),
    ],
    ['a response type with two spaces', payload({ response_types_supported: ['code', 'x  y'] })],
    [
      'a format with an object among its algorithms',
      payload({ vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': [{ given_name: 'Mario' }] } } }),
    ],
  ],
  'WP-19 nonce_foreign challenge': [['a challenge of another form', { challenge: 'b2f1e3f0' }]],
  'WP-19 nonce_foreign': [
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

for (const [[id, code, at], what, changes] of rows) {
  test(`${id} refuses a request with ${what}`, async () => {
    const expected = { id, code, ...(answers[code] ?? invalid), ...(at === undefined ? {} : { at }) }
    await bench.refuses(bench.attest(phone, changes), expected)
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
      await bench.refuses(bench.attest(phone, payload({ [name]: value })), {
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
    await bench.refuses(bench.attest(phone, payload({ cnf })), {
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

test('WP-16 accepts any identifier as kid, not only the thumbprint as in the example of the specification', async () => {
  for (const kid of ['key-1', thumbprint, 'urn:uuid:6f3b8f0e-3c43-4d7c-9a6e-0d8f6d1d0c11']) {
    assert.equal((await bench.attest(phone, header({ kid }))).status, 200)
    assert.equal((await bench.attest(phone, { itWallet1: true, ...header({ kid }) })).status, 200)
  }
})

test('WP-16 refuses a request that another key has signed: 400 invalid_grant', async () => {
  const signer = await generateSigner(walletSide)
  const expected = 'WP-16 signature_invalid 400 invalid_grant assertion'
  await bench.refuses(bench.attest(phone, { signer }), expected)
  const named = { signer, header: { jwk: signer.publicJwk } }
  await bench.refuses(bench.attest(phone, named), expected)
})

test('WP-102 accepts any sub, and a request without one', async () => {
  for (const sub of [undefined, walletProviderId, `${walletProviderId}/`, thumbprint, 'https://x.example'])
    assert.equal((await bench.attest(phone, payload({ sub }))).status, 200, String(sub))
})
