import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalsOf } from '../../../test/support/cases.ts'
import {
  both,
  type Case,
  clientId,
  crypto,
  definition,
  drop,
  entity,
  expectation,
  head,
  members,
  type Row,
  responseUri,
  run,
  type Seen,
  set,
  settings,
  signer,
  stranger,
  trust,
  trusting,
  valid,
} from '../../../test/support/request-object.ts'
import { failed } from '../../base/index.ts'
import { generateSigner } from '../../jose/index.ts'
import { verifyRequestObject } from '../index.ts'

test('WI-12 WI-72 WI-73 accepts a valid Request Object of each variant', async () => {
  assert.equal(await run('scope'), 'accepted')
  assert.equal(await run('dcql'), 'accepted')
})

test('WI-73 accepts an aud of any wallet, of this wallet or of the Relying Party, and a missing aud', async () => {
  const named = (aud: unknown) => (one: Case) => {
    one.payload.aud = aud
    one.expected = { ...one.expected, audiences: ['wallet-1', 'https://rp.example/request'] }
  }
  for (const kind of ['scope', 'dcql'] as const) {
    assert.equal(valid[kind].payload.aud, 'https://self-issued.me/v2')
    assert.equal(await run(kind, drop('aud')), 'accepted')
    for (const aud of ['wallet-1', ['https://self-issued.me/v2'], clientId, 'https://rp.example/request'])
      assert.equal(await run(kind, named(aud)), 'accepted')
  }
})

test('WI-72 passes the header trust chain and the kid as hints for either relying party type', async () => {
  const seen: Seen[] = []
  await run('dcql', trust(trusting(both(), seen)))
  await run('dcql', (one) => {
    one.trust = trusting(both(), seen)
    delete one.header.trust_chain
  })
  const types = ['wallet_relying_party', 'openid_credential_verifier']
  assert.deepEqual(seen, [
    { entityId: clientId, types, hint: { trustChain: settings.trustChain, kid: signer.kid } },
    { entityId: clientId, types, hint: { kid: signer.kid } },
  ])
})

test('checks that need no request come before the trust evaluation', async () => {
  const seen: Seen[] = []
  await run('dcql', (one) => {
    one.trust = trusting(both(), seen)
    delete one.payload.nonce
  })
  assert.deepEqual(seen, [])
})

const [other, wide] = [await generateSigner({ crypto }), await generateSigner({ crypto }, 'ES384')]
const tolerated: Row[] = refusalsOf({
  'WI-93 accepted': {
    'the typ of variant 2': ({ header }) => {
      header.typ = 'application/oauth-authz-req+jwt'
    },
  },
  'WI-75 accepted': { 'a UUID as nonce': set('nonce', '6f1b2c1e-9a4d-4c5e-8b7a-0f1e2d3c4b5a') },
  'WI-12 accepted': {
    'a kid where two keys fit': trust(trusting(both({}, [other, signer]))),
    'no kid where the other key is of another algorithm': (one) => {
      delete one.header.kid
      one.trust = trusting(both({}, [wide, signer]))
    },
    'no kid where only one key fits': head('kid', undefined),
  },
  'RP-213 accepted': {
    'a kid that the key for encrypted responses has too': trust(
      trusting(
        both({ jwks: { keys: [{ ...other.publicJwk, kid: signer.kid, use: 'enc' }, { ...signer.publicJwk }] } }),
      ),
    ),
  },
  'WI-76 accepted': {
    'a response_uri attested as response_uris': trust(
      trusting(both({ response_uris_supported: [], response_uris: [responseUri] })),
    ),
  },
  'WI-77 accepted': { direct_post: set('response_mode', 'direct_post') },
  'GEN-21 accepted': { 'an unknown claim': set('foo', { bar: 1 }) },
})
for (const kind of ['scope', 'dcql'] as const)
  for (const [id, title, mutate] of tolerated)
    test(`${id} ${kind}: accepts ${title}`, async () => assert.equal(await run(kind, mutate), 'accepted'))

test('WI-13 variant 2 ignores client_metadata', async () =>
  assert.equal(await run('dcql', set('client_metadata', { jwks: { keys: [stranger.publicJwk] } })), 'accepted'))

test('WI-57 reads metadata of only one entity type, in the earlier form', async () => {
  for (const kind of ['scope', 'dcql'] as const)
    for (const type of ['wallet_relying_party', 'openid_credential_verifier'] as const) {
      const { presentation_definitions_supported: definitions, response_uris_supported: uris, ...rest } = members()
      const earlier = {
        ...rest,
        presentation_definitions: definitions ?? [],
        response_uris: uris ?? [],
        default_acr_values: ['x'],
        vp_formats: { jwt_vp_json: {}, 'vc+sd-jwt': {} },
      }
      const evaluator = trusting(entity({ [type]: earlier }))
      assert.equal(await run(kind, trust(evaluator)), 'accepted')
    }
})

test('WI-57 WI-76 each variant uses the metadata of its own entity type if both exist', async () => {
  const elsewhere = { response_uris_supported: ['https://rp.example/elsewhere'], response_uris: [] }
  const both = (scope: object, dcql: object) =>
    trust(
      trusting(
        entity({
          wallet_relying_party: { ...members(), ...scope },
          openid_credential_verifier: { ...members(), ...dcql },
        }),
      ),
    )
  assert.equal(await run('scope', both({}, elsewhere)), 'accepted')
  assert.equal(await run('dcql', both({}, elsewhere)), 'response_uri_not_attested')
  assert.equal(await run('scope', both(elsewhere, {})), 'response_uri_not_attested')
  assert.equal(await run('dcql', both(elsewhere, {})), 'accepted')
})

for (const scheme of ['https', 'http'])
  test(`WI-81 D-430 variant 1 accepts the client_id_scheme ${scheme}`, async () =>
    assert.equal(await run('scope', set('client_id_scheme', scheme)), 'accepted'))

test('WI-80 a presentation_definition is accepted in the place of a scope', async () => {
  const mutate = (one: Case): void => {
    delete one.payload.scope
    one.payload.presentation_definition = definition
  }
  assert.equal(await run('scope', mutate), 'accepted')
  const broken = (one: Case): void => {
    mutate(one)
    one.payload.presentation_definition = { id: 'x' }
  }
  assert.equal(await run('scope', broken), 'definition_malformed')
})

test('hostile input gets a code, not an exception', async () => {
  const deep = `${'['.repeat(40)}${']'.repeat(40)}`
  const rows = ['', '.', '..', 'a.b.c', 'x'.repeat(200_000), `${'e30'}.${Buffer.from(deep).toString('base64url')}.AA`]
  for (const compact of rows) {
    const result = await verifyRequestObject({ crypto, trust: trusting(both()) }, compact, expectation)
    assert.ok(failed(result))
  }
  assert.equal(
    await run('dcql', set('dcql_query', { credentials: Array.from({ length: 1000 }, () => ({})) })),
    'dcql_too_large',
  )
})
