/** What an OpenID Connect provider answers on the back channel, and what is taken of it. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { codeOf, ctx, decrypter, json, jwt, type Misbehaviour, setUp } from '../../test/support/oidc-provider.ts'
import { userinfoDecrypter } from '../../test/support/rsa-keys.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { failed } from '../base/index.ts'
import { encryptJwe, type JweEncryption } from '../jose/index.ts'
import { fiscalNumberClaim, type NationalLoginCode } from '../pid-provider/index.ts'

const stranger = await userinfoDecrypter(2)

/** As the national rules have it: a JWS, encrypted to the relying party's key. */
async function encrypted(jws: string, to = decrypter, enc: JweEncryption = 'A256CBC-HS512'): Promise<string> {
  const encryption = { alg: 'RSA-OAEP-256', enc, recipient: to.publicJwk, header: { cty: 'JWT' } } as const
  const compact = await encryptJwe({ ...ctx, random: seededRandom('userinfo') }, encryption, jws)
  assert.ok(!failed(compact))
  return compact
}

describe('the userinfo, encrypted to us', () => {
  const { sign } = setUp()
  const national = { userinfo_encryption_alg_values_supported: ['RSA-OAEP', 'RSA-OAEP-256'] }
  const rows: readonly (readonly [string, Misbehaviour, string])[] = [
    [
      'a nested JWT, application/jose',
      { userinfo: async (claims) => jwt(await encrypted(await sign(claims)), 'application/jose') },
      'accepted',
    ],
    [
      'a nested JWT, application/jwt',
      { userinfo: async (claims) => jwt(await encrypted(await sign(claims))) },
      'accepted',
    ],
    [
      'a nested JWT as JSON text, as italia/spid-cie-oidc-django sends it (D-364)',
      {
        userinfo: async (claims) => jwt(await encrypted(JSON.stringify(await sign(claims))), 'application/jose'),
      },
      'accepted',
    ],
    [
      'a nested JWT as JSON text, of another person',
      { userinfo: async (claims) => jwt(await encrypted(JSON.stringify(await sign({ ...claims, sub: 'user-2' })))) },
      'userinfo_sub_mismatch',
    ],
    ['the JSON text of no JWT', { userinfo: async () => jwt(await encrypted('"user-1"')) }, 'jws_malformed'],
    ['a JWT that is only signed, from a provider that could encrypt', {}, 'accepted'],
    ['a JWT that is only signed, when we publish no key for it', { decrypts: false }, 'accepted'],
    [
      'a nested JWT, when we publish no key for it',
      { decrypts: false, userinfo: async (claims) => jwt(await encrypted(await sign(claims))) },
      'userinfo_undecryptable',
    ],
    [
      'a nested JWT to another key',
      { userinfo: async (claims) => jwt(await encrypted(await sign(claims), stranger)) },
      'userinfo_undecryptable',
    ],
    [
      'a nested JWT with another content encryption than we publish',
      { userinfo: async (claims) => jwt(await encrypted(await sign(claims), decrypter, 'A128GCM')) },
      'userinfo_undecryptable',
    ],
    [
      'a nested JWT that was changed',
      { userinfo: async (claims) => jwt(`${(await encrypted(await sign(claims))).slice(0, -4)}AAAA`) },
      'userinfo_undecryptable',
    ],
    [
      'encrypted claims that nobody signed',
      { userinfo: async (claims) => jwt(await encrypted(JSON.stringify(claims))) },
      'jws_malformed',
    ],
    [
      'a nested JWT of another person',
      { userinfo: async (claims) => jwt(await encrypted(await sign({ ...claims, sub: 'user-2' }))) },
      'userinfo_sub_mismatch',
    ],
  ]
  for (const [what, misbehaviour, code] of rows)
    test(`PP-62 ${code === 'accepted' ? 'takes' : 'refuses'} ${what}: ${code}`, async () => {
      assert.equal(codeOf(await setUp({ metadata: national, decrypts: true, ...misbehaviour }).login()), code)
    })
})

describe('the back channel', () => {
  const { sign } = setUp()
  const rows: readonly (readonly [string, Misbehaviour, NationalLoginCode])[] = [
    ['a used code', { token: () => json({ error: 'invalid_grant' }, 400) }, 'code_rejected'],
    ['a refused client', { token: () => json({ error: 'invalid_client' }, 401) }, 'client_rejected'],
    ['another error', { token: () => json({ error: 'invalid_scope' }, 400) }, 'provider_error'],
    ['a 503', { token: () => json({ error: 'temporarily_unavailable' }, 503) }, 'provider_unreachable'],
    ['an ID Token of another access token', { idToken: { at_hash: 'x'.repeat(22) } }, 'at_hash_mismatch'],
    ['a page instead of tokens', { token: () => new Response('<p>') }, 'json_malformed'],
    ['a 404', { token: () => new Response('', { status: 404 }) }, 'token_response_malformed'],
    ['no ID Token', { token: ({ id_token, ...rest }) => json(rest) }, 'id_token_missing'],
    ['no access token', { token: ({ access_token, ...rest }) => json(rest) }, 'token_response_malformed'],
    [
      'tokens of a type that was not asked for',
      { token: (answer) => json({ ...answer, token_type: 'DPoP' }) },
      'token_response_malformed',
    ],
    ['tokens without a type', { token: ({ token_type, ...rest }) => json(rest) }, 'token_response_malformed'],
    [
      'a doubled member',
      { token: ({ id_token }) => new Response(`{"id_token":"x","id_token":"${id_token}"}`) },
      'json_duplicate_member',
    ],
    [
      'an ID Token with another payload',
      {
        token: ({ id_token, ...rest }) => {
          const [header, payload, signature] = id_token.split('.')
          const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString())
          const other = Buffer.from(JSON.stringify({ ...claims, sub: 'user-2' })).toString('base64url')
          return json({ ...rest, id_token: `${header}.${other}.${signature}` })
        },
      },
      'signature_invalid',
    ],
    [
      'an unsigned ID Token',
      {
        token: ({ id_token, ...rest }) => {
          const header = Buffer.from('{"alg":"none"}').toString('base64url')
          return json({ ...rest, id_token: `${header}.${id_token.split('.')[1]}.` })
        },
      },
      'alg_none',
    ],
    [
      'an answer larger than a megabyte',
      { token: () => json({ filler: 'x'.repeat(1_000_000) }) },
      'provider_unreachable',
    ],
    [
      'userinfo of another',
      { userinfo: async (claims) => jwt(await sign({ ...claims, sub: 'user-2' })) },
      'userinfo_sub_mismatch',
    ],
    ['unsigned userinfo', { userinfo: (claims) => json(claims) }, 'userinfo_unsigned'],
    [
      'userinfo of another type',
      { userinfo: () => new Response('x', { headers: { 'content-type': 'text/html' } }) },
      'userinfo_malformed',
    ],
    ['refused userinfo', { userinfo: () => json({ error: 'invalid_token' }, 401) }, 'userinfo_malformed'],
    [
      'challenged userinfo',
      {
        userinfo: () =>
          new Response('', { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }),
      },
      'userinfo_malformed',
    ],
    ['userinfo out of order', { userinfo: () => json({}, 500) }, 'provider_unreachable'],
    ['userinfo that is no JWT', { userinfo: () => jwt('a.b') }, 'jws_malformed'],
    [
      'userinfo without a tax number',
      { userinfo: async ({ [fiscalNumberClaim]: _, ...claims }) => jwt(await sign(claims)) },
      'attribute_missing',
    ],
    [
      'userinfo with a name that is no text',
      { userinfo: async (claims) => jwt(await sign({ ...claims, given_name: 7 })) },
      'attribute_malformed',
    ],
  ]
  for (const [what, misbehaviour, code] of rows)
    test(`PP-62 ends the login on ${what}: ${code}`, async () => {
      assert.equal(codeOf(await setUp(misbehaviour).login()), code)
    })

  test('PP-58 a provider that cannot be reached is provider_unreachable', async () => {
    const { login, wire } = setUp()
    wire.down = true
    assert.equal(codeOf(await login()), 'provider_unreachable')
  })

  test('PP-62 the type of the tokens is read in any case (RFC 6749 §5.1)', async () => {
    const { login } = setUp({ token: (answer) => json({ ...answer, token_type: 'bEARER' }) })
    assert.equal(codeOf(await login()), 'accepted')
  })

  test('PP-62 a key that is published since, and signs, is looked for', async () => {
    const { login } = setUp({ knownKeys: [stranger.publicJwk] })
    assert.equal(codeOf(await login()), 'accepted')
  })
})
