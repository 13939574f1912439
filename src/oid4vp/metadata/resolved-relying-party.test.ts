import assert from 'node:assert/strict'
import { test } from 'node:test'
import { created, definition, encryptionKey, other, publicJwk } from '../../../test/support/relying-party-settings.ts'
import { failed, type Json, type JsonObject, verified } from '../../base/index.ts'
import type { TrustedEntity } from '../../federation/trust-evaluator.ts'
import type { ProfileName } from '../../profiles/index.ts'
import { formatAttested, readRelyingPartyMetadata } from '../index.ts'

const entity = (metadata: TrustedEntity['metadata']): TrustedEntity =>
  verified({ entityId: 'https://rp.example', metadata, federationKeys: [other], trustChain: [], expiresAt: 1 })

test('WI-57 the wallet reads what the relying party publishes', () => {
  const read = readRelyingPartyMetadata(entity(created), 'openid_credential_verifier')
  assert.ok(!failed(read))
  assert.equal(read.type, 'openid_credential_verifier')
  assert.deepEqual(read.responseUris, ['https://rp.example/response'])
  assert.deepEqual(
    read.presentationDefinitions.map(({ id }) => id),
    ['d'],
  )
  assert.deepEqual(read.keys, [publicJwk, encryptionKey])
})

test('WI-57 the wallet reads the earlier form, and ignores malformed definitions and unknown members', () => {
  const earlier: JsonObject = {
    response_uris: ['https://rp.example/r'],
    presentation_definitions: [{ id: 'broken' }, definition, definition, null],
    vp_formats: { jwt_vp_json: { alg: ['EdDSA'] } },
    subject_type: 'pairwise',
    default_max_age: 1111,
  }
  const read = readRelyingPartyMetadata(entity({ wallet_relying_party: earlier }), 'openid_credential_verifier')
  assert.ok(!failed(read))
  assert.equal(read.type, 'wallet_relying_party')
  assert.deepEqual(read.responseUris, ['https://rp.example/r'])
  assert.deepEqual(
    read.presentationDefinitions.map(({ id }) => id),
    ['d'],
  )
  assert.deepEqual(read.keys, [other], 'the federation keys are the fallback (D-25)')
})

const readMembers = (members: JsonObject) =>
  readRelyingPartyMetadata(entity({ openid_credential_verifier: members }), 'openid_credential_verifier')

test('WI-57 WI-84 D-359 the algorithms of a response are also read under the names of later versions', () => {
  const read = (members: JsonObject) => {
    const metadata = readMembers(members)
    assert.ok(!failed(metadata), failed(metadata) ? `${metadata.code} ${metadata.at}` : '')
    const { signedResponseAlgs, encryptedResponseAlgs, encryptedResponseEncs } = metadata
    return [signedResponseAlgs, encryptedResponseAlgs, encryptedResponseEncs]
  }
  const own = {
    authorization_signed_response_alg: 'ES256',
    authorization_encrypted_response_alg: 'ECDH-ES',
    authorization_encrypted_response_enc: 'A256GCM',
  }
  const choices = {
    authorization_signing_alg_values_supported: ['ES512'],
    authorization_encryption_alg_values_supported: ['RSA-OAEP-256'],
    authorization_encryption_enc_values_supported: ['A128GCM'],
  }
  const final = { encrypted_response_enc_values_supported: ['A192GCM'] }
  assert.deepEqual(read({}), [undefined, undefined, undefined])
  assert.deepEqual(read(own), [['ES256'], ['ECDH-ES'], ['A256GCM']])
  assert.deepEqual(read({ ...choices, ...final }), Object.values(choices))
  assert.deepEqual(read({ ...final, ...choices, ...own }), [['ES256'], ['ECDH-ES'], ['A256GCM']])
  assert.deepEqual(read(final), [undefined, undefined, ['A192GCM']])
  for (const [name, place] of [
    ['encrypted_response_enc_values_supported', 2],
    ['authorization_encryption_enc_values_supported', 2],
    ['authorization_encryption_alg_values_supported', 1],
    ['authorization_signing_alg_values_supported', 0],
  ] as const)
    assert.deepEqual(read({ [name]: 'A192GCM' })[place], ['A192GCM'], name)
  for (const value of [7, [7], {}]) {
    const refused = readMembers({ authorization_encrypted_response_alg: value as Json })
    assert.equal(failed(refused) && refused.code, 'rp_metadata_malformed')
  }
})

const both = {
  ...{ client_id: 'https://rp.example', client_name: 'Comune', application_type: 'web', request_uris: [] },
  ...{ response_uris: [], logo_uri: 'https://rp.example/logo.svg', jwks: { keys: [] } },
  ...{ authorization_signed_response_alg: 'ES256', authorization_encrypted_response_alg: 'ECDH-ES' },
  authorization_encrypted_response_enc: 'A128CBC-HS256',
  encrypted_response_enc_values_supported: ['A256GCM'],
  vp_formats: { 'dc+sd-jwt': {} },
  vp_formats_supported: { 'dc+sd-jwt': {}, mso_mdoc: {} },
}

for (const [title, profile, change, expected] of [
  ['no list, and members of 1.0 only', 'seed', { vp_formats_supported: {} }, ['A128GCM']],
  ['an unreadable list of 1.0 only', 'seed', { encrypted_response_enc_values_supported: [7] }, ['A128GCM']],
  ['no list, and formats of both versions', 'seed', { vp_formats_supported: {}, vp_formats: {} }, undefined],
  [
    'no list, formats of 1.0, and a signature of JARM',
    'seed',
    { vp_formats_supported: {}, authorization_signed_response_alg: 'ES256' },
    undefined,
  ],
  ['no list', 'seed', {}, undefined],
  ['one text', 'it-wallet-1.4', { encrypted_response_enc_values_supported: 'A128GCM' }, ['A128GCM']],
  ['an unreadable list', 'it-wallet-1.4', { encrypted_response_enc_values_supported: { a: 1 } }, ['A128GCM']],
  [
    'an unreadable list, and one of JARM',
    'it-wallet-1.4',
    { encrypted_response_enc_values_supported: [7], authorization_encrypted_response_enc: 'A256GCM' },
    ['A256GCM'],
  ],
] as const)
  test(`WI-208 content encryptions of a response in ${profile}, with ${title}: ${expected ?? 'none'}`, () => {
    const { authorization_encrypted_response_enc, ...rest } = both
    const members = profile === 'seed' ? change : { ...rest, ...change }
    const published = entity({ openid_credential_verifier: members as JsonObject })
    const read = readRelyingPartyMetadata(published, 'openid_credential_verifier', profile)
    assert.ok(!failed(read), failed(read) ? read.at : '')
    assert.deepEqual(read.encryptedResponseEncs, expected)
  })

test('WI-57 WI-84 D-427 the algorithms of a response can be lists, as in the earlier form', () => {
  const earlier = {
    authorization_signed_response_alg: ['RS256', 'ES256'],
    authorization_encrypted_response_alg: ['RSA-OAEP', 'RSA-OAEP-256'],
    authorization_encrypted_response_enc: ['A128CBC-HS256', 'A256GCM'],
  }
  const later = { authorization_encryption_alg_values_supported: ['ECDH-ES'] }
  const read = readMembers({ ...earlier, ...later })
  assert.ok(!failed(read))
  assert.deepEqual(
    [read.signedResponseAlgs, read.encryptedResponseAlgs, read.encryptedResponseEncs],
    Object.values(earlier),
  )
})

test('WI-57 WI-95 D-363 formats are read under the name of OpenID4VP 1.0 unless vp_formats is present', () => {
  const formatsOf = (members: JsonObject) => {
    const metadata = readMembers(members)
    return failed(metadata) ? metadata.code : metadata.vpFormats
  }
  const [one, other] = [{ 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } }, { mso_mdoc: { alg: ['ES256'] } }]
  assert.deepEqual(formatsOf({ vp_formats_supported: one }), one)
  assert.deepEqual(formatsOf({ vp_formats_supported: one, vp_formats: other }), other)
  assert.deepEqual(formatsOf({ vp_formats_supported: one, vp_formats: {} }), {})
  assert.deepEqual(formatsOf({ vp_formats_supported: [] }), {})
})

for (const [profile, enc, formats] of [
  ['seed', ['A128CBC-HS256'], both.vp_formats],
  ['it-wallet-1.0', ['A128CBC-HS256'], both.vp_formats],
  ['it-wallet-1.4', ['A256GCM'], both.vp_formats_supported],
] as const)
  test(`WI-204 WI-57 in ${profile} its own members precede those of other versions`, () => {
    const published = entity({ openid_credential_verifier: both })
    const read = readRelyingPartyMetadata(published, 'openid_credential_verifier', profile)
    assert.ok(!failed(read), failed(read) ? read.at : '')
    assert.deepEqual([read.encryptedResponseEncs, read.vpFormats], [enc, formats])
  })

test('WI-204 WI-57 a malformed member of another version counts as absent', () => {
  const read = (members: JsonObject, profile: ProfileName) => {
    const published = entity({ openid_credential_verifier: { ...both, ...members } })
    const metadata = readRelyingPartyMetadata(published, 'openid_credential_verifier', profile)
    return failed(metadata) ? `${metadata.code} ${metadata.at}` : 'read'
  }
  const place = 'rp_metadata_malformed metadata.openid_credential_verifier'
  for (const name of ['authorization_signed_response_alg', 'authorization_encrypted_response_alg'])
    for (const value of [7, [7], {}, null]) {
      assert.equal(read({ [name]: value }, 'it-wallet-1.4'), 'read', `${name} ${value}`)
      for (const profile of ['seed', 'it-wallet-1.0'] as const)
        assert.ok(read({ [name]: value }, profile).startsWith(`${place}.${name}`), `${name} ${value}`)
    }
  assert.equal(read({ authorization_encrypted_response_enc: 7 }, 'it-wallet-1.4'), 'read')
  for (const profile of ['it-wallet-1.0', 'it-wallet-1.4'] as const)
    assert.equal(read({ response_uris_supported: 'https://rp.example/r' }, profile), 'read')
  assert.match(read({ response_uris_supported: 'https://rp.example/r' }, 'seed'), /response_uris_supported$/)
  assert.match(read({ authorization_signed_response_alg: 'none' }, 'it-wallet-1.4'), /signed_response_alg$/, 'WI-115')
  assert.match(read({ claims_allowed: 7 }, 'it-wallet-1.4'), /claims_allowed$/, 'a limit is never ignored')
  assert.match(read({ response_uris: 7 }, 'it-wallet-1.4'), /response_uris$/)
})

test('WI-115 refuses metadata with another application type, or with "none" for signed responses', () => {
  assert.ok(!failed(readMembers({ application_type: 'web' })))
  const faults: readonly (readonly [name: string, value: Json])[] = [
    ['application_type', 'native'],
    ['application_type', ''],
    ['authorization_signed_response_alg', 'none'],
    ['authorization_signed_response_alg', 'None'],
    ['authorization_signed_response_alg', ['ES256', 'none']],
  ]
  for (const [name, value] of faults) {
    const refused = readMembers({ [name]: value })
    assert.ok(failed(refused), `${name} ${value} was accepted`)
    assert.equal(refused.code, 'rp_metadata_malformed')
    assert.ok(refused.at.startsWith(`metadata.openid_credential_verifier.${name}`), refused.at)
  }
})

test('WI-76 response URIs are attested under both names', () => {
  const members = { response_uris_supported: ['https://a.example'], response_uris: ['https://b.example'] }
  const read = readRelyingPartyMetadata(entity({ wallet_relying_party: members }), 'wallet_relying_party')
  assert.ok(!failed(read))
  assert.deepEqual(read.responseUris, ['https://a.example', 'https://b.example'])
})

test('GEN-15 GEN-16 an unusable key is ignored, but a set with a private key is refused', () => {
  const read = (...keys: object[]) =>
    readRelyingPartyMetadata(
      entity({ wallet_relying_party: { jwks: { keys: keys as JsonObject[] } } }),
      'wallet_relying_party',
    )
  const some = read({ kty: 'EC', crv: 'P-999', x: 'AA', y: 'AA' }, publicJwk)
  assert.ok(!failed(some))
  assert.deepEqual(some.keys, [publicJwk])
  const none = read(publicJwk, { ...other, d: 'AA' })
  assert.ok(failed(none) && none.code === 'jwk_private')
})

test('WI-95 RP-61 format and issuer algorithm must be attested', () => {
  const formats = { 'vc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] }, mso_mdoc: {} }
  const credential = (format: string, alg?: string) => ({ format, claims: {}, ...(alg ? { alg } : {}) })
  assert.ok(formatAttested(formats, credential('dc+sd-jwt', 'ES256')))
  assert.ok(!formatAttested(formats, credential('dc+sd-jwt', 'ES384')))
  assert.ok(!formatAttested(formats, credential('dc+sd-jwt')))
  assert.ok(formatAttested(formats, credential('mso_mdoc', 'ES512')))
  assert.ok(!formatAttested(formats, credential('ldp_vc', 'ES256')))
  assert.ok(!formatAttested({}, credential('dc+sd-jwt', 'ES256')))
  const bound = { ...credential('dc+sd-jwt', 'ES256'), keyBindingAlg: 'ES256' }
  for (const [listed, taken] of [
    [['ES512'], false],
    [[], false],
    [['ES512', 'ES256'], true],
    ['ES512', true],
  ] as const)
    assert.equal(formatAttested({ 'vc+sd-jwt': { 'kb-jwt_alg_values': listed as Json } }, bound), taken)
})

test('WI-95 algorithms of an mdoc can also be named by their COSE numbers (D-412)', () => {
  const mdoc = { format: 'mso_mdoc', claims: {}, alg: 'ES256', keyBindingAlg: 'ES256' }
  for (const [entry, taken] of [
    [{ issuerauth_alg_values: [-35, -36] }, false],
    [{ issuerauth_alg_values: [-35, -7] }, true],
    [{ issuerauth_alg_values: [-9] }, true],
    [{ issuerauth_alg_values: [-65537, 'ES256'] }, false],
    [{ issuerauth_alg_values: -35 }, true],
    [{ deviceauth_alg_values: [5] }, false],
    [{ deviceauth_alg_values: [5, -7] }, true],
    [{ issuerauth_alg_values: [-7], deviceauth_alg_values: [-35] }, false],
    [{ alg: ['ES256'], deviceauth_alg_values: [-9] }, true],
  ] as const)
    assert.equal(formatAttested({ mso_mdoc: entry as Json }, mdoc), taken, JSON.stringify(entry))
})
