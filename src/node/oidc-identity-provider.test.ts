/**
 * The adapter against a provider of our own making, which can be made to misbehave. The honest one, by other authors, is
 * in `sandbox/national-idp/national-login.test.ts`.
 */

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { observeOutput } from '../../test/support/decisions.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { failed, type Json, type JsonObject, type PublicJwk } from '../base/index.ts'
import {
  encryptJwe,
  generateDecrypter,
  generateSigner,
  type JweEncryption,
  parseJws,
  signJwt,
  verifyJws,
  withKeyCache,
} from '../jose/index.ts'
import { fiscalNumberClaim, type NationalLoginCode } from '../pid-provider/index.ts'
import { importNationalLoginKey } from './national-login-key.ts'
import { createNodeCrypto } from './node-crypto.ts'
import { createOidcIdentityProvider } from './oidc-identity-provider.ts'
import { parseProviderMetadata } from './oidc-provider-registration.ts'

const ctx = { crypto: withKeyCache(createNodeCrypto()) }
const now = 1_768_478_400
const clientId = 'https://pid.example'
const callbackUrl = 'https://pid.example/login/cie'
const issuer = 'https://idp.example'

const idpSigner = await generateSigner(ctx)
const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
const rpKey = await importNationalLoginKey(await crypto.subtle.exportKey('jwk', pair.privateKey), 'rp', 'ES256')
const { key_ops, ext, ...rpPublic } = await crypto.subtle.exportKey('jwk', pair.publicKey)
const rpPublicJwk = rpPublic as PublicJwk
/** What a national relying party publishes for its userinfo. */
const decrypter = await generateDecrypter(ctx, 'RSA-OAEP-256', { enc: ['A256CBC-HS512'] })
const stranger = await generateDecrypter(ctx, 'RSA-OAEP-256', { enc: ['A256CBC-HS512'] })

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const jwt = (body: string, type = 'application/jwt'): Response =>
  new Response(body, { headers: { 'content-type': type } })

/** As `italia/spid-cie-oidc-django` and the national rules have it: a JWS, encrypted to the relying party's key. */
async function encrypted(jws: string, to = decrypter, enc: JweEncryption = 'A256CBC-HS512'): Promise<string> {
  const encryption = { alg: 'RSA-OAEP-256', enc, recipient: to.publicJwk, header: { cty: 'JWT' } } as const
  const compact = await encryptJwe({ ...ctx, random: seededRandom('userinfo') }, encryption, jws)
  assert.ok(!failed(compact))
  return compact
}

const person = {
  given_name: 'Ada',
  family_name: 'Neri',
  birthdate: '1970-01-02',
  place_of_birth: { locality: 'H501' },
  [fiscalNumberClaim]: 'TINIT-NRADAA70A42H501K',
}

interface Misbehaviour {
  /** Members of the provider's registered metadata. */
  readonly metadata?: JsonObject
  /** Members of the ID Token. */
  readonly idToken?: JsonObject
  /** Whether we publish a key for userinfo. */
  readonly decrypts?: boolean
  readonly token?: (answer: {
    id_token: string
    access_token: string
    token_type: string
  }) => Response | Promise<Response>
  readonly userinfo?: (claims: JsonObject) => Response | Promise<Response>
}

function setUp({ token = json, userinfo, metadata, idToken, decrypts }: Misbehaviour = {}) {
  const wire = { calls: 0, down: false }
  let loginNonce = ''
  const forms: URLSearchParams[] = []
  const sign = (claims: object): Promise<string> => signJwt(idpSigner, { kid: idpSigner.kid }, { ...claims })
  const fetch = async (request: Request): Promise<Response> => {
    wire.calls += 1
    if (wire.down) throw new TypeError('nobody answers')
    if (new URL(request.url).pathname === '/userinfo') {
      const claims = { iss: issuer, aud: clientId, sub: 'user-1', ...person }
      return userinfo ? userinfo(claims) : jwt(await sign(claims))
    }
    forms.push(new URLSearchParams(await request.text()))
    const id_token = await sign({
      iss: issuer,
      sub: 'user-1',
      aud: clientId,
      nonce: loginNonce,
      iat: now,
      exp: now + 300,
      acr: 'https://www.spid.gov.it/SpidL3',
      ...idToken,
    })
    return token({ id_token, access_token: 'access', token_type: 'Bearer' })
  }
  const provider = parseProviderMetadata(
    {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      authorization_response_iss_parameter_supported: true,
      ...metadata,
    },
    [idpSigner.publicJwk],
    issuer,
    { loopbackHttp: false },
  )
  const national = createOidcIdentityProvider(
    { ...ctx, random: seededRandom('login'), fetch },
    {
      id: 'cie',
      displayName: { it: 'CIE', en: 'CIE' },
      clientId,
      key: rpKey,
      registration: async () => provider,
      ...(decrypts && { decrypter }),
    },
  )
  const login = async (pendingChange: JsonObject = {}, parameterChange: Record<string, string> = {}, later = 1) => {
    const begun = await national.begin({ callbackUrl, now })
    assert.ok(!failed(begun))
    loginNonce = String(begun.pending.loginNonce)
    const parameters = new Map(
      Object.entries({ code: 'code', state: begun.requestId, iss: issuer, ...parameterChange }),
    )
    return national.complete({ parameters, pending: { ...begun.pending, ...pendingChange }, now: now + later })
  }
  return { national, login, wire, forms, sign }
}

/** The library reads the machine's clock once more, so a second may have passed. */
const isAbout = (value: unknown, time: number): boolean => value === time || value === time + 1

const codeOf = (result: object): string => (failed(result) ? String((result as { code: string }).code) : 'accepted')

describe('the request', () => {
  test('PP-113 PP-61 is a signed request object with PKCE, a long state and nonce, level High and a fresh login', async () => {
    const begun = await setUp().national.begin({ callbackUrl, now })
    assert.ok(!failed(begun))
    const { searchParams } = new URL(begun.location)
    assert.deepEqual([...searchParams.keys()].sort(), [
      'client_id',
      'code_challenge',
      'code_challenge_method',
      'request',
      'response_type',
      'scope',
    ])
    const jws = parseJws(
      searchParams.get('request') ?? '',
      { typ: ['oauth-authz-req+jwt'], algorithms: ['ES256'] },
      'r',
    )
    assert.ok(!failed(jws))
    assert.ok(!failed(await verifyJws(ctx, jws, rpPublicJwk, 'r')))
    assert.equal(jws.header.kid, 'rp')
    const { jti, nbf, iat, exp, state, nonce, code_challenge, claims, ...rest } = jws.payload
    assert.deepEqual(rest, {
      iss: clientId,
      aud: issuer,
      client_id: clientId,
      response_type: 'code',
      scope: searchParams.get('scope'),
      redirect_uri: callbackUrl,
      code_challenge_method: 'S256',
      prompt: 'consent login',
      acr_values: 'https://www.spid.gov.it/SpidL3',
    })
    assert.ok(isAbout(iat, now) && isAbout(exp, now + 60))
    assert.ok(String(state).length >= 32 && String(nonce).length >= 32 && state !== nonce)
    assert.equal(state, begun.requestId)
    assert.match(`${state} ${nonce}`, /^[A-Za-z0-9]+ [A-Za-z0-9]+$/)
    assert.equal(String(code_challenge).length, 43)
    assert.deepEqual(
      [searchParams.get('code_challenge'), searchParams.get('code_challenge_method')],
      [code_challenge, 'S256'],
    )
    const asked = claims as { id_token: Record<string, Json>; userinfo: Record<string, Json> }
    assert.deepEqual(asked.id_token.acr, { essential: true, value: 'https://www.spid.gov.it/SpidL3' })
    assert.deepEqual(Object.keys(asked.userinfo).sort(), Object.keys(person).sort())
    observeOutput('PP-61')
  })

  for (const [what, scopes, scope] of [
    ['CIE id', ['openid', 'offline_access', 'profile', 'email'], 'openid profile'],
    ['SPID', ['openid', 'offline_access'], 'openid'],
    ['a provider that does not say its scopes', undefined, 'openid profile'],
  ] as const)
    test(`PP-113 asks ${what} for ${scope}`, async () => {
      const begun = await setUp(scopes ? { metadata: { scopes_supported: [...scopes] } } : {}).national.begin({
        callbackUrl,
        now,
      })
      assert.ok(!failed(begun))
      const { searchParams } = new URL(begun.location)
      const policy = { typ: ['oauth-authz-req+jwt'], algorithms: ['ES256'] } as const
      const jws = parseJws(searchParams.get('request') ?? '', policy, 'r')
      assert.ok(!failed(jws))
      assert.deepEqual([searchParams.get('scope'), jws.payload.scope], [scope, scope])
    })

  test('PP-113 no two are alike', async () => {
    const { national } = setUp()
    const both = [await national.begin({ callbackUrl, now }), await national.begin({ callbackUrl, now })]
    const values = both.flatMap((begun) =>
      failed(begun) ? [] : ['state', 'loginNonce', 'codeVerifier'].map((name) => begun.pending[name]),
    )
    assert.equal(new Set(values).size, 6)
  })

  test('PP-62 the code is redeemed with private_key_jwt and the PKCE verifier', async () => {
    const { login, forms } = setUp()
    assert.equal(codeOf(await login()), 'accepted')
    const [form] = forms
    assert.equal(form?.get('redirect_uri'), callbackUrl)
    assert.equal(form?.get('code_verifier')?.length, 43)
    assert.equal(form?.has('client_secret'), false)
    const assertion = parseJws(form?.get('client_assertion') ?? '', { typ: [undefined], algorithms: ['ES256'] }, 'a')
    assert.ok(!failed(assertion))
    assert.ok(!failed(await verifyJws(ctx, assertion, rpPublicJwk, 'a')))
    assert.deepEqual([assertion.payload.iss, assertion.payload.sub], [clientId, clientId])
    assert.equal(assertion.payload.aud, `${issuer}/token`)
    assert.ok(isAbout(assertion.payload.iat, now + 1))
  })
})

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

describe('the session that the answer belongs to', () => {
  for (const [what, change, later, code] of [
    ['another channel', { provider: 'spid' }, 1, 'pending_foreign'],
    ['a session that took too long', {}, 600, 'pending_expired'],
    ['a session without its state', { state: '' }, 1, 'pending_malformed'],
  ] as const)
    test(`PP-65 refuses ${what}: ${code}`, async () => {
      const { login, wire } = setUp()
      assert.equal(codeOf(await login(change, {}, later)), code)
      assert.equal(wire.calls, 0)
    })

  for (const [error, code] of [
    ['access_denied', 'user_denied'],
    ['login_required', 'user_login_required'],
    ['interaction_required', 'user_login_required'],
    ['consent_required', 'user_consent_required'],
    ['unmet_authentication_requirements', 'user_level_unavailable'],
    ['temporarily_unavailable', 'provider_unreachable'],
    ['server_error', 'provider_error'],
    ['invalid_request', 'provider_error'],
    ['constructor', 'provider_error'],
  ] as const)
    test(`PP-66 takes the provider's ${error} for ${code}, whatever code stands beside it`, async () => {
      const { login, wire } = setUp()
      assert.equal(codeOf(await login({}, { error })), code)
      assert.equal(wire.calls, 0)
    })

  test('an error from elsewhere counts for nothing: PP-62', async () => {
    const { login } = setUp()
    assert.equal(codeOf(await login({}, { error: 'access_denied', state: 'x' })), 'state_mismatch')
    assert.equal(
      codeOf(await login({}, { error: 'access_denied', iss: 'https://evil.example' })),
      'response_iss_mismatch',
    )
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
      'userinfo without a name',
      { userinfo: async ({ given_name, ...claims }) => jwt(await sign(claims)) },
      'attribute_missing',
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
})
