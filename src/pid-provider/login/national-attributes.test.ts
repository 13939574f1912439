import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { failed, type Json } from '../../base/index.ts'
import { type AttributesCode, fiscalNumberClaim, parseNationalAttributes } from './national-attributes.ts'
import { createNationalLoginMetadata } from './national-login-metadata.ts'

const claims = {
  sub: 'user-1',
  given_name: 'Nicolò',
  family_name: "D'Angelò",
  birthdate: '1978-09-23',
  place_of_birth: { locality: 'G273', region: 'PA' },
  [fiscalNumberClaim]: 'TINIT-DNGNCL78P23G273W',
}

describe('the attributes of a national login', () => {
  test('PP-68 are returned unchanged, with the prefix of the tax code, and other claims are ignored', () => {
    assert.deepEqual(parseNationalAttributes({ ...claims, email: 'n@example.org' }), {
      given_name: 'Nicolò',
      family_name: "D'Angelò",
      birthdate: '1978-09-23',
      place_of_birth: { locality: 'G273', region: 'PA' },
      fiscal_number: 'TINIT-DNGNCL78P23G273W',
    })
  })

  test('accept a place of birth that is a string as its locality, and a provisional tax code of eleven digits', () => {
    const result = parseNationalAttributes({
      ...claims,
      place_of_birth: 'Palermo',
      [fiscalNumberClaim]: 'TINIT-01234567890',
    })
    assert.ok(!failed(result))
    assert.deepEqual([result.place_of_birth, result.fiscal_number], [{ locality: 'Palermo' }, 'TINIT-01234567890'])
  })

  test('PP-68 have no province for a person born abroad', () => {
    const result = parseNationalAttributes({ ...claims, place_of_birth: { locality: 'Z404', region: 'EE' } })
    assert.ok(!failed(result))
    assert.deepEqual(result.place_of_birth, { locality: 'Z404' })
  })

  const rows: readonly (readonly [string, Json, AttributesCode])[] = [
    ...Object.keys(claims)
      .filter((name) => name !== 'sub')
      .flatMap((name) => [
        [name, null, 'attribute_missing'] as const,
        [name, ' ', 'attribute_missing'] as const,
        [name, 7, 'attribute_malformed'] as const,
      ]),
    ['place_of_birth', {}, 'attribute_missing'],
    ['place_of_birth', { region: 'EE' }, 'attribute_missing'],
    ['place_of_birth', { locality: '' }, 'attribute_malformed'],
    ['place_of_birth', { locality: ' ' }, 'attribute_malformed'],
    ['place_of_birth', { locality: 'G273', region: ' ' }, 'attribute_malformed'],
    ['birthdate', '1978-02-30', 'attribute_malformed'],
    ['birthdate', '23/09/1978', 'attribute_malformed'],
    ['birthdate', '1978', 'attribute_malformed'],
    [fiscalNumberClaim, 'DNGNCL78P23G273W', 'attribute_malformed'],
    [fiscalNumberClaim, 'TINIT-', 'attribute_malformed'],
    [fiscalNumberClaim, 'TINIT-dngncl78p23g273w', 'attribute_malformed'],
  ]
  for (const [name, value, code] of rows)
    test(`PP-67 refuses ${name} ${JSON.stringify(value)}: ${code}`, () => {
      const result = parseNationalAttributes({ ...claims, [name]: value })
      assert.ok(failed(result))
      assert.deepEqual([result.code, result.at], [code, name])
    })
})

test('PP-38 creates the relying party metadata that the national federation requires', () => {
  const key = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: 'rp' }
  const metadata = createNationalLoginMetadata({
    entityId: 'https://pid.example',
    clientName: 'PID Provider',
    redirectUris: ['https://pid.example/login/cie'],
    keys: [key],
    algorithm: 'ES256',
    contacts: ['ops@pid.example'],
  })
  assert.deepEqual(metadata, {
    client_id: 'https://pid.example',
    client_name: 'PID Provider',
    application_type: 'web',
    client_registration_types: ['automatic'],
    redirect_uris: ['https://pid.example/login/cie'],
    response_types: ['code'],
    grant_types: ['authorization_code'],
    jwks: { keys: [key] },
    subject_type: 'pairwise',
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'ES256',
    request_object_signing_alg: 'ES256',
    id_token_signed_response_alg: 'ES256',
    userinfo_signed_response_alg: 'ES256',
    default_acr_values: ['https://www.spid.gov.it/SpidL3'],
    contacts: ['ops@pid.example'],
  })
})

test('PP-38 names the encryption key and the algorithms for userinfo', () => {
  const [signing, encryption] = ['sig', 'enc'].map((use) => ({ kty: 'RSA', n: 'n', e: 'AQAB', kid: use, use }))
  assert.ok(signing && encryption)
  const { jwks, ...metadata } = createNationalLoginMetadata({
    entityId: 'https://pid.example',
    clientName: 'PID Provider',
    redirectUris: [],
    keys: [signing],
    algorithm: 'RS256',
    decrypter: { publicJwk: encryption, alg: 'RSA-OAEP-256', enc: ['A256CBC-HS512'] },
  })
  assert.deepEqual(jwks, { keys: [signing, encryption] })
  assert.deepEqual(
    [metadata.userinfo_encrypted_response_alg, metadata.userinfo_encrypted_response_enc],
    ['RSA-OAEP-256', 'A256CBC-HS512'],
  )
  assert.deepEqual(
    [metadata.request_object_signing_alg, metadata.id_token_signed_response_alg, metadata.userinfo_signed_response_alg],
    ['RS256', 'RS256', 'RS256'],
  )
})
