/** The back-channel answers of an OpenID Connect provider, and the results of a login with them. */

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { casesOf } from '../../test/support/cases.ts'
import {
  createNationalLogin,
  ctx,
  decrypter,
  idpSigner,
  json,
  jwt,
  type Misbehaviour,
} from '../../test/support/oidc-provider.ts'
import { codeOf } from '../../test/support/refuses.ts'
import { userinfoDecrypter } from '../../test/support/rsa-keys.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { fail, failed } from '../base/index.ts'
import { encryptJwe, type JweEncryption } from '../jose/index.ts'
import { fiscalNumberClaim, type NationalLoginCode } from '../pid-provider/index.ts'

const stranger = await userinfoDecrypter(2)

/** Encrypts a JWS to the relying party's key, as the national rules require. */
async function encrypted(jws: string, to = decrypter, enc: JweEncryption = 'A256CBC-HS512'): Promise<string> {
  const encryption = { alg: 'RSA-OAEP-256', enc, recipient: to.publicJwk, header: { cty: 'JWT' } } as const
  const compact = await encryptJwe({ ...ctx, random: seededRandom('userinfo') }, encryption, jws)
  assert.ok(!failed(compact))
  return compact
}

describe('encrypted userinfo', () => {
  const { sign } = createNationalLogin()
  const national = { userinfo_encryption_alg_values_supported: ['RSA-OAEP', 'RSA-OAEP-256'] }
  const rows = casesOf<Misbehaviour>({
    accepted: {
      'a nested JWT, application/jose': {
        userinfo: async (claims) => jwt(await encrypted(await sign(claims)), 'application/jose'),
      },
      'a nested JWT, application/jwt': { userinfo: async (claims) => jwt(await encrypted(await sign(claims))) },
      'a nested JWT as JSON text, as italia/spid-cie-oidc-django sends it (D-364)': {
        userinfo: async (claims) => jwt(await encrypted(JSON.stringify(await sign(claims))), 'application/jose'),
      },
      'a JWT that is only signed, from a provider that can encrypt': {},
      'a JWT that is only signed, when we publish no key for it': { decrypts: false },
    },
    userinfo_sub_mismatch: {
      'a nested JWT as JSON text, of another person': {
        userinfo: async (claims) => jwt(await encrypted(JSON.stringify(await sign({ ...claims, sub: 'user-2' })))),
      },
      'a nested JWT of another person': {
        userinfo: async (claims) => jwt(await encrypted(await sign({ ...claims, sub: 'user-2' }))),
      },
    },
    jws_malformed: {
      'a JSON string that is not a JWT': { userinfo: async () => jwt(await encrypted('"user-1"')) },
      'encrypted claims that are not signed': {
        userinfo: async (claims) => jwt(await encrypted(JSON.stringify(claims))),
      },
    },
    userinfo_undecryptable: {
      'a nested JWT, when we publish no key for it': {
        decrypts: false,
        userinfo: async (claims) => jwt(await encrypted(await sign(claims))),
      },
      'a nested JWT to another key': { userinfo: async (claims) => jwt(await encrypted(await sign(claims), stranger)) },
      'a nested JWT with a content encryption that we do not publish': {
        userinfo: async (claims) => jwt(await encrypted(await sign(claims), decrypter, 'A128GCM')),
      },
      'a nested JWT that was changed': {
        userinfo: async (claims) => jwt(`${(await encrypted(await sign(claims))).slice(0, -4)}AAAA`),
      },
    },
  })
  for (const [what, misbehaviour, code] of rows)
    test(`PP-62 ${code === 'accepted' ? 'accepts' : 'refuses'} ${what}: ${code}`, async () => {
      assert.equal(
        codeOf(await createNationalLogin({ metadata: national, decrypts: true, ...misbehaviour }).login()),
        code,
      )
    })
})

describe('the back channel', () => {
  const { sign } = createNationalLogin()
  const busy = { error: 'temporarily_unavailable' }
  const page = (status: number) => new Response('<p>', { status, headers: { 'content-type': 'text/html' } })
  const challenged = (error?: string) =>
    new Response(error === undefined ? '' : JSON.stringify({ error }), {
      status: 401,
      headers: { 'content-type': 'application/json', 'www-authenticate': 'Basic realm="tokens"' },
    })
  const rows = casesOf<Misbehaviour, NationalLoginCode | 'accepted'>({
    code_rejected: {
      'a used code': { token: () => json({ error: 'invalid_grant' }, 400) },
      'a used code, in a body of another type': {
        token: () => new Response('{"error":"invalid_grant"}', { status: 400 }),
      },
    },
    client_rejected: {
      'a refused client': { token: () => json({ error: 'invalid_client' }, 401) },
      'a refused client, in a challenge and a body': { token: () => challenged('invalid_client') },
      'a refused client, in a challenge only': { token: () => challenged() },
    },
    provider_error: {
      'another error': { token: () => json({ error: 'invalid_scope' }, 400) },
      'a 404': { token: () => new Response('', { status: 404 }) },
      'a 403 with a page': { token: () => page(403) },
      'refused userinfo': { userinfo: () => json({ error: 'invalid_token' }, 401) },
      'userinfo answered with 404': { userinfo: () => page(404) },
      'userinfo refused in a challenge': {
        userinfo: () =>
          new Response('', { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }),
      },
    },
    provider_unreachable: {
      'a 503': { token: () => json({ error: 'temporarily_unavailable' }, 503) },
      'a 429': { token: () => page(429) },
      'a 400 with the error temporarily_unavailable': { token: () => json(busy, 400) },
      'userinfo answered with 429': { userinfo: () => page(429) },
      'userinfo answered with 500': { userinfo: () => json({}, 500) },
    },
    provider_malformed: {
      'an answer larger than a megabyte': { token: () => json({ filler: 'x'.repeat(1_000_000) }) },
      'an answer that is not UTF-8': { token: () => new Response(Uint8Array.of(0xff)) },
    },
    at_hash_mismatch: { 'an ID Token of another access token': { idToken: { at_hash: 'x'.repeat(22) } } },
    json_malformed: { 'a page instead of tokens': { token: () => new Response('<p>') } },
    accepted: { 'tokens of another media type': { token: (answer) => new Response(JSON.stringify(answer)) } },
    id_token_missing: { 'a missing ID Token': { token: ({ id_token, ...rest }) => json(rest) } },
    token_response_malformed: {
      'a missing access token': { token: ({ access_token, ...rest }) => json(rest) },
      'an empty access token': { token: (answer) => json({ ...answer, access_token: '' }) },
      'an access token that no header can contain': { token: (answer) => json({ ...answer, access_token: 'a\nb' }) },
      'an access token with a letter outside ASCII': { token: (answer) => json({ ...answer, access_token: 'à' }) },
      'tokens of an unexpected type': { token: (answer) => json({ ...answer, token_type: 'DPoP' }) },
      'tokens without a type': { token: ({ token_type, ...rest }) => json(rest) },
    },
    json_duplicate_member: {
      'a repeated member': { token: ({ id_token }) => new Response(`{"id_token":"x","id_token":"${id_token}"}`) },
    },
    signature_invalid: {
      'an ID Token with another payload': {
        token: ({ id_token, ...rest }) => {
          const [header, payload, signature] = id_token.split('.')
          const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString())
          const other = Buffer.from(JSON.stringify({ ...claims, sub: 'user-2' })).toString('base64url')
          return json({ ...rest, id_token: `${header}.${other}.${signature}` })
        },
      },
    },
    alg_none: {
      'an unsigned ID Token': {
        token: ({ id_token, ...rest }) => {
          const header = Buffer.from('{"alg":"none"}').toString('base64url')
          return json({ ...rest, id_token: `${header}.${id_token.split('.')[1]}.` })
        },
      },
    },
    userinfo_sub_mismatch: {
      'userinfo of another person': { userinfo: async (claims) => jwt(await sign({ ...claims, sub: 'user-2' })) },
    },
    userinfo_unsigned: { 'unsigned userinfo': { userinfo: (claims) => json(claims) } },
    userinfo_malformed: {
      'userinfo of another media type': {
        userinfo: () => new Response('x', { headers: { 'content-type': 'text/html' } }),
      },
    },
    jws_malformed: { 'userinfo that is not a JWT': { userinfo: () => jwt('a.b') } },
    attribute_missing: {
      'userinfo without a tax number': {
        userinfo: async ({ [fiscalNumberClaim]: _, ...claims }) => jwt(await sign(claims)),
      },
    },
    attribute_malformed: {
      'userinfo with a name that is not a string': {
        userinfo: async (claims) => jwt(await sign({ ...claims, given_name: 7 })),
      },
    },
  })
  for (const [what, misbehaviour, code] of rows)
    test(`PP-62 PP-58 a login with ${what}: ${code}`, async () => {
      assert.equal(codeOf(await createNationalLogin(misbehaviour).login()), code)
    })

  test('PP-58 refuses an unreachable provider: provider_unreachable', async () => {
    const { login, wire } = createNationalLogin()
    wire.down = true
    assert.equal(codeOf(await login()), 'provider_unreachable')
  })

  test('PP-58 reports an address that our own client forbids as a fault of the registration, not as an outage', async () => {
    const token = () => Promise.reject(Object.assign(new Error('idp.example'), { code: 'address_forbidden' }))
    const ended = await createNationalLogin({ token }).login()
    assert.deepEqual([codeOf(ended), (ended as { at?: string }).at], ['provider_malformed', '/token.address_forbidden'])
  })

  test('PP-62 accepts the token type in upper and lower case (RFC 6749 §5.1)', async () => {
    const { login } = createNationalLogin({ token: (answer) => json({ ...answer, token_type: 'bEARER' }) })
    assert.equal(codeOf(await login()), 'accepted')
  })

  test('PP-58 a failed search for a signing key ends the login with the code of the search', async () => {
    const knownKeys = [stranger.publicJwk]
    for (const code of ['provider_unreachable', 'provider_untrusted'] as const)
      assert.equal(
        codeOf(await createNationalLogin({ knownKeys, lookedUp: fail(code, 'openid_provider') }).login()),
        code,
      )
  })

  test('PP-207 uses the key for signatures if the provider names its encryption key alike', async () => {
    const { kid } = idpSigner
    const knownKeys = [
      { ...stranger.publicJwk, kid, use: 'enc', alg: 'ECDH-ES' },
      { ...idpSigner.publicJwk, use: 'sig', alg: idpSigner.alg },
    ]
    const { login } = createNationalLogin({ knownKeys, lookedUp: fail('provider_unreachable', 'openid_provider') })
    assert.equal(codeOf(await login()), 'accepted')
  })

  test('PP-62 searches again for the key of an ID Token that the registration did not contain', async () => {
    const { login } = createNationalLogin({ knownKeys: [stranger.publicJwk] })
    assert.equal(codeOf(await login()), 'accepted')
  })
})

describe('PP-62 null for an optional member counts as a missing member (D-502)', () => {
  const { sign } = createNationalLogin()
  const rows = casesOf<Misbehaviour, NationalLoginCode | 'accepted'>({
    accepted: {
      'of the token response': {
        token: (answer) => json({ ...answer, scope: null, refresh_token: null, expires_in: null }),
      },
      'of the ID Token': { idToken: { azp: null, auth_time: null, at_hash: null, nbf: null } },
      'of userinfo': {
        userinfo: async (claims) => jwt(await sign({ ...claims, iss: null, aud: null, exp: null, gender: null })),
      },
      'of the place of birth': {
        userinfo: async (claims) =>
          jwt(await sign({ ...claims, place_of_birth: { locality: 'H501', region: null, country: null } })),
      },
      'of userinfo, if the ID Token contains it': {
        idToken: { given_name: 'Ada' },
        userinfo: async (claims) => jwt(await sign({ ...claims, given_name: null })),
      },
      'of the metadata': { metadata: { scopes_supported: null, jwks_uri: null } },
    },
    acr_missing: { 'in place of the level': { idToken: { acr: null } } },
    id_token_malformed: {
      'in place of the nonce': { idToken: { nonce: null } },
      'in place of the expiry': { idToken: { exp: null } },
    },
    attribute_missing: {
      'in place of the tax number': {
        userinfo: async (claims) => jwt(await sign({ ...claims, [fiscalNumberClaim]: null })),
      },
    },
    userinfo_malformed: {
      'in place of the subject': { userinfo: async (claims) => jwt(await sign({ ...claims, sub: null })) },
    },
  })
  for (const [what, misbehaviour, code] of rows)
    test(`PP-62 null ${what}: ${code}`, async () => {
      assert.equal(codeOf(await createNationalLogin(misbehaviour).login()), code)
    })
})
