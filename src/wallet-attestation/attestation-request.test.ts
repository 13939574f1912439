import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  capabilities,
  changed,
  ctx,
  header,
  type Members,
  now,
  payload,
  policy,
  signer,
  validRequest,
  walletProvider,
} from '../../test/support/attestation-request.ts'
import { casesOf } from '../../test/support/cases.ts'
import { codeOf } from '../../test/support/refuses.ts'
import { encodeBase64url, Failure } from '../base/index.ts'
import { bareJwk, generateSigner, type Signer } from '../jose/index.ts'
import {
  checkEphemeralKey,
  parseWalletAttestationRequest,
  verifyWalletAttestationRequest,
} from './attestation-request.ts'

const other = await generateSigner(ctx)

async function verdict(
  compact: string,
  changes: Partial<typeof policy> | { walletProvider: string } = {},
): Promise<string> {
  const request = parseWalletAttestationRequest(ctx, compact, { ...policy, ...changes })
  if (request instanceof Failure) return request.code
  const result = await verifyWalletAttestationRequest(ctx, request)
  return codeOf(result)
}

test('WI-28 creates a request with every claim, which the provider accepts', async () => {
  assert.equal(await verdict(validRequest), 'accepted')
  assert.deepEqual(header, { alg: 'ES256', kid: signer.kid, typ: 'war+jwt' })
  assert.deepEqual(payload, {
    iss: `${walletProvider}/instance/${signer.kid}`,
    sub: walletProvider,
    aud: walletProvider,
    challenge: 'challenge',
    hardware_key_tag: 'tag',
    hardware_signature: 'c2ln',
    integrity_assertion: 'YXNz',
    cnf: { jwk: bareJwk(signer.publicJwk) },
    ...capabilities,
    presentation_definition_uri_supported: false,
    iat: now,
    exp: now + 300,
  })
})

const jwk = bareJwk(signer.publicJwk) as unknown as Members
const instance = (url: string, thumbprint = signer.kid) => ({ iss: `${url}/instance/${thumbprint}` })
const refusals = casesOf<readonly [payload: Members, header: Members]>({
  typ_mismatch: {
    'WP-15 no typ': [{}, { typ: undefined }],
    'WP-15 the typ of an attestation': [{}, { typ: 'wallet-attestation+jwt' }],
  },
  kid_missing: {
    'WP-15 no kid': [{}, { kid: undefined }],
    'WP-15 an empty kid': [{}, { kid: '' }],
    'WP-15 a kid of another type': [{}, { kid: 1 }],
  },
  signature_invalid: {
    'WP-16 a cnf with another key': [
      { cnf: { jwk: bareJwk(other.publicJwk) }, ...instance(walletProvider, other.kid) },
      { kid: other.kid },
    ],
  },
  iss_mismatch: {
    'WP-17 another provider': [instance('https://other.example'), {}],
    'WP-17 another thumbprint': [instance(walletProvider, other.kid), {}],
    'WP-17 another path': [{ iss: `${walletProvider}/instances/${signer.kid}` }, {}],
    'WP-17 an issuer with an additional slash': [{ iss: `${payload.iss}/` }, {}],
    'WP-17 the bare thumbprint': [{ iss: signer.kid }, {}],
  },
  aud_mismatch: {
    'WP-18 another audience': [{ aud: 'https://other.example' }, {}],
    'WP-18 an audience with an additional slash': [{ aud: `${walletProvider}/` }, {}],
  },
  expired: { 'WP-18 an end in the past': [{ exp: now - 30 }, {}] },
  not_yet_valid: { 'WP-18 a beginning in the future': [{ iat: now + 31 }, {}] },
  time_invalid: { 'GEN-10 an end that is text': [{ exp: String(now + 300) }, {}] },
  presentation_definition_uri_claimed: {
    'WP-24 presentation_definition_uri_supported true': [{ presentation_definition_uri_supported: true }, {}],
    'WP-24 presentation_definition_uri_supported as text': [{ presentation_definition_uri_supported: 'false' }, {}],
    'WP-24 presentation_definition_uri_supported null': [{ presentation_definition_uri_supported: null }, {}],
    'WP-24 presentation_definition_uri_supported zero': [{ presentation_definition_uri_supported: 0 }, {}],
  },
  jwk_private: { 'GEN-15 a private member': [{ cnf: { jwk: { ...jwk, d: jwk.x } } }, {}] },
})
for (const [id, [payloadChanges, headerChanges], code] of refusals) {
  test(`${id} is refused`, async () => assert.equal(await verdict(await changed(payloadChanges, headerChanges)), code))
}

for (const restriction of [{ use: 'enc' }, { alg: 'ES384' }, { key_ops: ['sign'] }]) {
  test(`GEN-11 a key with ${JSON.stringify(restriction)} is refused`, async () => {
    assert.equal(await verdict(await changed({ cnf: { jwk: { ...jwk, ...restriction } } })), 'key_mismatch')
  })
}

test('GEN-16 a point off the curve is refused', async () => {
  const bad = { ...bareJwk(signer.publicJwk), y: signer.publicJwk.x ?? '' }
  const thumbprint = encodeBase64url(
    ctx.crypto.digest('sha-256', `{"crv":"P-256","kty":"EC","x":"${bad.x}","y":"${bad.y}"}`),
  )
  const compact = await changed({ cnf: { jwk: bad }, ...instance(walletProvider, thumbprint) }, { kid: thumbprint })
  assert.equal(await verdict(compact), 'key_unusable')
})

for (const name of [
  'iss',
  'aud',
  'iat',
  'exp',
  'challenge',
  'hardware_signature',
  'integrity_assertion',
  'hardware_key_tag',
  'cnf',
])
  for (const [id, value, code] of [
    ['missing', undefined, 'claim_missing'],
    ['a list', [], ['iat', 'exp'].includes(name) ? 'time_invalid' : 'claim_malformed'],
    ['null', null, ['iat', 'exp'].includes(name) ? 'time_invalid' : 'claim_malformed'],
  ] as const)
    test(`WP-56 refuses ${name} as ${id}`, async () => {
      const compact = await changed({ [name]: value })
      const result = parseWalletAttestationRequest(ctx, compact, policy)
      assert.ok(result instanceof Failure)
      assert.deepEqual([result.code, result.at], [code, `assertion.payload.${name}`])
    })

for (const [name, value] of [
  ['iss', ''],
  ['iss', 1],
  ['sub', ''],
  ['sub', null],
  ['aud', [walletProvider]],
  ['challenge', 'c'.repeat(513)],
  ['hardware_key_tag', ''],
  ['hardware_key_tag', 't'.repeat(257)],
  ['hardware_key_tag', 'tàg'],
  ['hardware_signature', 's'.repeat(513)],
  ['integrity_assertion', 'i'.repeat(65_537)],
  ['cnf', { jwk: [] }],
  ['cnf', { jwk: 'key' }],
] as const)
  test(`WP-56 refuses ${name} as ${JSON.stringify(value).slice(0, 30)}`, async () => {
    const result = parseWalletAttestationRequest(ctx, await changed({ [name]: value }), policy)
    assert.deepEqual(result, new Failure('claim_malformed', `assertion.payload.${name}`))
  })

for (const cnf of [{}, { kid: 'x' }])
  test(`WP-56 refuses a cnf without jwk: ${JSON.stringify(cnf)}`, async () => {
    const result = parseWalletAttestationRequest(ctx, await changed({ cnf }), policy)
    assert.deepEqual(result, new Failure('cnf_jwk_missing', 'assertion.payload.cnf'))
  })

test('WP-56 the first of several faults, in the order of the claims, is reported', async () => {
  const result = parseWalletAttestationRequest(ctx, await changed({ cnf: 1, challenge: 1, aud: 1 }), policy)
  assert.deepEqual(result, new Failure('claim_malformed', 'assertion.payload.aud'))
})

test('WP-56 accepts the longest challenge, signature and assertion', async () => {
  const longest = { challenge: 'c'.repeat(512), hardware_signature: 's'.repeat(512) }
  assert.equal(await verdict(await changed({ ...longest, integrity_assertion: 'i'.repeat(65_536) })), 'accepted')
})

for (const name of ['kty', 'crv', 'x', 'y'])
  for (const value of [undefined, 1, ''])
    test(`WP-56 refuses cnf.jwk with ${name} ${JSON.stringify(value) ?? 'missing'}`, async () => {
      assert.match(
        await verdict(await changed({ cnf: { jwk: { ...jwk, [name]: value } } })),
        /^jwk_(malformed|unsupported)$/,
      )
    })

test('WP-56 refuses a cnf.jwk that is not an EC key', async () => {
  const { publicJwk } = await generateSigner(ctx, 'EdDSA')
  assert.equal(await verdict(await changed({ cnf: { jwk: bareJwk(publicJwk) } })), 'jwk_unsupported')
})

test('WP-102 accepts any sub, and a request without sub', async () => {
  for (const sub of [undefined, walletProvider, `${walletProvider}/`, payload.iss, signer.kid, 'https://other.example'])
    assert.equal(await verdict(await changed({ sub })), 'accepted', String(sub))
})

test('WP-16 refuses a changed signature and the signature of another key', async () => {
  assert.equal(await verdict(`${validRequest.slice(0, -10)}AAAAAAAAAA`), 'signature_invalid')
  assert.equal(await verdict(await changed({}, {}, other)), 'signature_invalid')
})

test('WP-16 accepts any identifier as kid', async () => {
  for (const kid of ['1', 'ephemeral key', other.kid, 'é'.repeat(200)])
    assert.equal(await verdict(await changed({}, { kid })), 'accepted')
})

test('GEN-21 ignores unknown members', async () => {
  assert.equal(await verdict(await changed({ nonce: 1 }, { x5c: [] })), 'accepted')
})

const parsed = async (kid: string) => {
  const request = parseWalletAttestationRequest(ctx, await changed({}, { kid }), policy)
  assert.ok(!(request instanceof Failure))
  return request
}
const hardware = (of: Signer) => ({ hardwareKey: of.publicJwk, hardwareKeyThumbprint: of.kid })

test('WP-58 refuses the hardware key as ephemeral key', async () => {
  const request = await parsed(signer.kid)
  assert.equal(checkEphemeralKey(request, hardware(signer))?.code, 'ephemeral_key_is_hardware_key')
  assert.equal(checkEphemeralKey(request, hardware(other)), undefined)
})

test('WP-16 refuses a kid that is the thumbprint of the hardware key, and accepts the thumbprint of any other key', async () => {
  const failure = checkEphemeralKey(await parsed(other.kid), hardware(other))
  assert.deepEqual([failure?.code, failure?.at], ['kid_mismatch', 'assertion.header.kid'])
  const { kid } = await generateSigner(ctx)
  assert.equal(checkEphemeralKey(await parsed(kid), hardware(other)), undefined)
})
