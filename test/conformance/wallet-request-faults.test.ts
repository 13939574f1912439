/**
 * Relying Parties that misbehave. Every row starts from a request that the wallet answers and bends one thing that the
 * party says; nothing may be posted, and the user is not asked.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../src/base/index.ts'
import { generateSigner, type Signer } from '../../src/jose/index.ts'
import { crypto } from '../support/federation.ts'
import type { JwtChange } from '../support/forge-jwt.ts'
import { createPresentationBench, nextBench, type PresentationBench } from '../support/presentation-bench.ts'
import { refusedBy } from '../support/refused-by.ts'
import {
  attestedRedirectUri,
  pidQuery,
  type RelyingPartyBends,
  relyingPartyId,
  requestUri,
  responseUri,
} from '../support/scripted-relying-party.ts'
import { walletProviderId } from '../support/wallet-provider-fixture.ts'

const stranger: Signer = await generateSigner({ crypto })
const parties = await createPresentationBench()

/** `bend` may return another link than the Relying Party's own. */
type Row = readonly [
  id: string,
  what: string,
  bend: (bends: RelyingPartyBends, link: () => URL) => unknown,
  code: string,
]

const request = (change: JwtChange) => (bends: RelyingPartyBends) => {
  bends.request = change
}
const payload = (change: Record<string, unknown>) => request({ payload: change })
const scoped = (change: Record<string, unknown>) => (bends: RelyingPartyBends) => {
  bends.variant = 'scope'
  bends.request = { payload: change }
}
const metadata = (change: Record<string, unknown>) => (bends: RelyingPartyBends) => {
  bends.metadata = (members) => ({ ...members, ...change }) as JsonObject
}
const link =
  (change: (url: URL) => unknown) =>
  (_: RelyingPartyBends, own: () => URL): string => {
    const url = own()
    change(url)
    return url.href
  }
const answer = (path: string, make: () => Response) => (bends: RelyingPartyBends) => {
  bends.answer = (asked) => (asked === path ? make() : undefined)
}
/** An attested response_uri that is none to post to. */
const respondTo = (url: string) => (bends: RelyingPartyBends) => {
  metadata({ response_uris_supported: [url], response_uris: [url] })(bends)
  payload({ response_uri: url })(bends)
}
const posted = (walletNonce: RelyingPartyBends['walletNonce']) => (bends: RelyingPartyBends) => {
  bends.engagement = { request_uri_method: 'post' }
  Object.assign(bends, { walletNonce })
}
const json = (body: unknown, status = 200): Response => Response.json(body, { status })
const now = 1_768_478_400

const engagements: readonly Row[] = [
  ['WI-63', 'a link without client_id', link((url) => url.searchParams.delete('client_id')), 'client_id_missing'],
  ['WI-63', 'a link without request_uri', link((url) => url.searchParams.delete('request_uri')), 'request_uri_missing'],
  [
    'WI-63',
    'a doubled client_id',
    link((url) => url.searchParams.append('client_id', relyingPartyId)),
    'parameter_doubled',
  ],
  [
    'WI-63',
    'a doubled request_uri',
    link((url) => url.searchParams.append('request_uri', requestUri)),
    'parameter_doubled',
  ],
  ['WI-63', 'no link at all', () => 'nonsense', 'engagement_malformed'],
  [
    'WI-66',
    'another method',
    link((url) => url.searchParams.set('request_uri_method', 'put')),
    'request_uri_method_unsupported',
  ],
  [
    'WI-64',
    'a plain http request_uri',
    link((url) => url.searchParams.set('request_uri', 'http://rp.example/request')),
    'request_uri_malformed',
  ],
  [
    'WI-64',
    'a request_uri of somebody else',
    link((url) => url.searchParams.set('request_uri', 'https://evil.example/request')),
    'request_uri_not_attested',
  ],
  [
    'WI-64',
    'a request_uri that is not attested',
    link((url) => url.searchParams.set('request_uri', `${relyingPartyId}/other`)),
    'request_uri_not_attested',
  ],
  [
    'GEN-19',
    'a client_id that is no https URL',
    link((url) => url.searchParams.set('client_id', 'http://rp.example')),
    'client_id_malformed',
  ],
  [
    'WI-72',
    'a party without any metadata of a Relying Party',
    link((url) => url.searchParams.set('client_id', walletProviderId)),
    'entity_type_missing',
  ],
]

const objects: readonly Row[] = [
  [
    'WI-93',
    'an error instead of the request',
    answer('/request', () => json({ error: 'invalid_request' }, 400)),
    'request_refused',
  ],
  [
    'WI-93',
    'a page instead of the request',
    answer('/request', () => new Response('<p>', { headers: { 'content-type': 'text/html' } })),
    'media_type_unexpected',
  ],
  ['WI-93', 'text that is no JWT', (bends) => Object.assign(bends, { text: () => 'nonsense' }), 'jws_malformed'],
  ['WI-93', 'another typ', request({ header: { typ: 'wallet-attestation+jwt' } }), 'typ_mismatch'],
  ['WI-12', 'a bad signature', request({ signer: stranger }), 'signature_invalid'],
  ['WI-12', 'an unknown key', request({ header: { kid: stranger.kid } }), 'key_unknown'],
  [
    'WI-12',
    'alg none',
    (bends) =>
      Object.assign(bends, {
        text: (jwt: string) => `${btoa('{"alg":"none","typ":"JWT"}').replace(/=+$/, '')}.${jwt.split('.')[1]}.`,
      }),
    'alg_none',
  ],
  [
    'WI-12',
    'a MAC',
    (bends) =>
      Object.assign(bends, {
        text: (jwt: string) =>
          `${btoa('{"alg":"HS256","typ":"JWT"}').replace(/=+$/, '')}.${jwt.split('.').slice(1).join('.')}`,
      }),
    'alg_mac',
  ],
  [
    'WI-12',
    'no kid where several keys fit',
    (bends) => {
      bends.request = { header: { kid: undefined } }
      bends.metadata = (members) => {
        const { keys } = members.jwks as { keys: JsonObject[] }
        return { ...members, jwks: { keys: [...keys, stranger.publicJwk as unknown as JsonObject] } }
      }
    },
    'kid_missing',
  ],
  ['WI-72', 'a trust chain that is none', request({ header: { trust_chain: ['x'] } }), 'no_trust_chain'],
  ['WI-72', 'a trust chain of the wrong shape', request({ header: { trust_chain: 'x' } }), 'trust_chain_malformed'],
  ['WI-73', 'another client_id', payload({ client_id: 'https://other.example' }), 'client_id_mismatch'],
  ['WI-73', 'another issuer', payload({ iss: 'https://other.example' }), 'iss_mismatch'],
  ['WI-73', 'an object that was made for somebody else', payload({ aud: 'https://wallet.example' }), 'aud_mismatch'],
  [
    'WI-73',
    'an object that was made for somebody else too, in variant 1',
    scoped({ aud: ['https://self-issued.me/v2', 'https://wallet.example'] }),
    'aud_mismatch',
  ],
  ['WI-73', 'no client_id', payload({ client_id: undefined }), 'client_id_missing'],
  ['WI-73', 'no issuer', payload({ iss: undefined }), 'iss_missing'],
  ['WI-74', 'an expired request', payload({ iat: now - 900, exp: now - 600 }), 'expired'],
  ...['exp', 'iat', 'nonce', 'state', 'response_uri', 'response_mode', 'response_type'].map(
    (name): Row => ['WI-74', `no ${name}`, payload({ [name]: undefined }), `${name}_missing`],
  ),
  ['GEN-10', 'an end that is text', payload({ exp: String(now + 60) }), 'time_invalid'],
  ['GEN-04', 'a request from the future', payload({ iat: now + 600, exp: now + 900 }), 'not_yet_valid'],
  ['WI-75', 'a short nonce', payload({ nonce: 'n'.repeat(31) }), 'nonce_short'],
  ['WI-65', 'another state than the link', payload({ state: 'other' }), 'state_mismatch'],
  ['WI-68', 'no wallet_nonce after a POST', posted(() => undefined), 'wallet_nonce_missing'],
  ['WI-68', 'another wallet_nonce', posted(() => 'another'), 'wallet_nonce_mismatch'],
  [
    'WI-76',
    'a response_uri that is not attested',
    payload({ response_uri: 'https://evil.example/response' }),
    'response_uri_not_attested',
  ],
  [
    'WI-76',
    'a response_uri with a query more',
    payload({ response_uri: `${responseUri}?x=1` }),
    'response_uri_not_attested',
  ],
  [
    'GEN-19',
    'an attested response_uri of plain http',
    respondTo('http://rp.example/response'),
    'response_uri_malformed',
  ],
  [
    'GEN-19',
    'an attested response_uri with user info',
    respondTo('https://user:secret@rp.example/response'),
    'response_uri_malformed',
  ],
  ['GEN-19', 'an attested response_uri that runs a script', respondTo('javascript:alert(1)'), 'response_uri_malformed'],
  ['WI-77', 'another response_type', payload({ response_type: 'code' }), 'response_type_unsupported'],
  ['WI-77', 'another response_mode', payload({ response_mode: 'fragment' }), 'response_mode_unsupported'],
  [
    'WI-78',
    'redirect_uri beside response_uri',
    payload({ redirect_uri: attestedRedirectUri }),
    'redirect_uri_conflict',
  ],
  ['WI-78', 'a Request Object inside', payload({ request: 'eyJ' }), 'request_present'],
  ['WI-78', 'a request_uri inside', payload({ request_uri: 'https://rp.example/r' }), 'request_uri_present'],
  ['WI-78', 'transaction_data', payload({ transaction_data: ['eyJ0eXBlIjoieCJ9'] }), 'transaction_data_unsupported'],
  [
    'WI-78',
    'transaction_data in variant 1',
    scoped({ transaction_data: ['eyJ0eXBlIjoieCJ9'] }),
    'transaction_data_unsupported',
  ],
  ['WI-78', 'a definition beside scope', scoped({ presentation_definition: {} }), 'presentation_definition_conflict'],
  ['WI-78', 'neither scope nor definition', scoped({ scope: undefined }), 'query_missing'],
  ['WI-78', 'DCQL beside scope', payload({ scope: 'definition-1' }), 'query_ambiguous'],
  [
    'WI-79',
    'a definition by reference',
    scoped({ scope: undefined, presentation_definition_uri: 'https://rp.example/d' }),
    'presentation_definition_uri_unsupported',
  ],
  [
    'WI-79',
    'a definition by reference beside DCQL',
    payload({ presentation_definition_uri: 'https://rp.example/d' }),
    'presentation_definition_uri_unsupported',
  ],
  ['WI-80', 'an unknown scope', scoped({ scope: 'PersonIdentificationData Unknown' }), 'scope_unknown'],
  ['WI-81', 'another client_id_scheme', scoped({ client_id_scheme: 'x509_san_dns' }), 'client_id_scheme_unsupported'],
  ['WI-13', 'client_metadata in variant 1', scoped({ client_metadata: {} }), 'client_metadata_forbidden'],
  [
    'WI-13',
    'client_metadata_uri in variant 1',
    scoped({ client_metadata_uri: 'https://rp.example/m' }),
    'client_metadata_uri_forbidden',
  ],
  ['WI-82', 'a query that is none', payload({ dcql_query: { credentials: [] } }), 'dcql_malformed'],
  [
    'WI-82',
    'a query with one id twice',
    payload({ dcql_query: { credentials: [pidQuery.credentials[0], pidQuery.credentials[0]] } }),
    'dcql_id_duplicate',
  ],
  [
    'WI-83',
    'a type that the federation does not allow',
    metadata({ credential_types_allowed: ['other'] }),
    'credential_type_not_allowed',
  ],
  [
    'WI-83',
    'a claim that the federation does not allow',
    metadata({ claims_allowed: ['given_name'] }),
    'claim_not_allowed',
  ],
  [
    'WI-84',
    'metadata without a key to encrypt to',
    (bends) =>
      Object.assign(bends, {
        metadata: (members: JsonObject) => ({
          ...members,
          jwks: { keys: (members.jwks as { keys: JsonObject[] }).keys.filter(({ use }) => use === 'sig') },
        }),
      }),
    'encryption_key_missing',
  ],
  [
    'WI-84',
    'metadata whose only key signs the requests',
    (bends) =>
      Object.assign(bends, {
        metadata: (members: JsonObject) => {
          const [{ use, alg, ...bare }] = (members.jwks as { keys: [JsonObject] }).keys
          return { ...members, jwks: { keys: [bare] } }
        },
      }),
    'encryption_key_missing',
  ],
  [
    'WI-84',
    'a forbidden encryption',
    metadata({ authorization_encrypted_response_alg: 'RSA1_5' }),
    'encryption_alg_forbidden',
  ],
  [
    'WI-84',
    'an encryption that this wallet does not know',
    metadata({ authorization_encrypted_response_alg: 'ECDH-ES+A256KW' }),
    'encryption_key_missing',
  ],
  [
    'WI-84',
    'a content encryption that this wallet does not know',
    metadata({ authorization_encrypted_response_enc: 'A192GCM' }),
    'encryption_alg_unsupported',
  ],
  [
    'WI-84',
    'a key to encrypt to that is no point of its curve',
    (bends) =>
      Object.assign(bends, {
        metadata: (members: JsonObject) => {
          const [sig, enc] = (members.jwks as { keys: [JsonObject, JsonObject] }).keys
          return { ...members, jwks: { keys: [sig, { ...enc, y: sig.y }] } }
        },
      }),
    'jwe_recipient_unusable',
  ],
]

const redirects: readonly Row[] = [
  [
    'WI-18',
    'a redirect to somebody else',
    (bends) => Object.assign(bends, { redirect: () => 'https://evil.example/done?response_code=x' }),
    'redirect_uri_not_attested',
  ],
  [
    'WI-18',
    'a redirect to another path',
    (bends) => Object.assign(bends, { redirect: () => `${relyingPartyId}/other` }),
    'redirect_uri_not_attested',
  ],
  [
    'WI-18',
    'a redirect of another scheme',
    (bends) => Object.assign(bends, { redirect: () => 'javascript:alert(1)' }),
    'redirect_uri_unusable',
  ],
  ['WI-88', 'an error status', answer('/response', () => json({ error: 'invalid_request' }, 400)), 'response_refused'],
  [
    'WI-88',
    'another media type',
    answer('/response', () => new Response('{}', { headers: { 'content-type': 'text/html' } })),
    'media_type_unexpected',
  ],
  ['WI-88', 'an answer without redirect_uri', answer('/response', () => json({})), 'redirect_uri_missing'],
  [
    'WI-88',
    'an answer that is no JSON',
    answer('/response', () => new Response('x', { headers: { 'content-type': 'application/json' } })),
    'json_malformed',
  ],
]

async function run(bench: PresentationBench, bend: Row[2]): Promise<unknown> {
  const bent = bend(bench.relyingParty.bends, () => new URL(bench.relyingParty.engagement()))
  return bench.wallet.present(typeof bent === 'string' ? bent : bench.relyingParty.engagement())
}

for (const [id, what, bend, code] of engagements)
  test(`${id} refuses ${what}, and sends nothing to the request endpoint`, async () => {
    const bench = nextBench(parties)
    await refusedBy(id, code, run(bench, bend))
    assert.equal(bench.sentTo(requestUri).length, 0)
    assert.equal(
      bench.fixture.network.exchanges.some(({ request }) => request.url.includes('evil.example')),
      false,
    )
  })

for (const [id, what, bend, code] of objects)
  test(`${id} refuses ${what}, and posts nothing`, async () => {
    const bench = nextBench(parties)
    await refusedBy(id, code, run(bench, bend))
    assert.equal(bench.sentTo(responseUri).length, 0)
    assert.equal(bench.sentTo('http://rp.example/response').length, 0)
    assert.equal(bench.sentTo('https://rp.example/d').length, 0)
    assert.equal(bench.asked.length, 0)
  })

for (const [id, what, bend, code] of redirects)
  test(`${id} opens nothing after ${what}`, async () => {
    const bench = nextBench(parties)
    await refusedBy(id, code, run(bench, bend))
    assert.deepEqual(bench.opened, [])
  })

test('WI-72 refuses a Relying Party that has left the federation', async () => {
  const bench = await createPresentationBench()
  bench.fixture.expel(relyingPartyId)
  await refusedBy('WI-72', 'no_trust_chain', bench.wallet.present(bench.relyingParty.engagement()))
})

test('WI-13 ignores client_metadata in variant 2 and keeps to the metadata of the chain', async () => {
  const bench = nextBench(parties)
  bench.relyingParty.bends.request = {
    payload: { client_metadata: { client_name: 'Evil', jwks: { keys: [stranger.publicJwk] } } },
  }
  assert.equal((await bench.wallet.present(bench.relyingParty.engagement())).kind, 'presented')
  assert.equal(bench.asked[0]?.relyingParty.name, 'Banca di Prova')
  await bench.decryptResponse(await bench.lastForm(responseUri))
})

test('WI-72 builds the chain when the header has none; WI-93 takes both kinds of typ', async () => {
  const bench = nextBench(parties)
  bench.relyingParty.bends.request = { header: { trust_chain: undefined, typ: 'JWT' } }
  assert.equal((await bench.wallet.present(bench.relyingParty.engagement())).kind, 'presented')
})

test('WI-73 takes a Request Object without aud, and one whose aud is where it was fetched', async () => {
  for (const named of ['none', 'request_uri']) {
    const bench = nextBench(parties)
    const link = bench.relyingParty.engagement()
    const aud = new URL(link).searchParams.get(named) ?? undefined
    bench.relyingParty.bends.request = { payload: { aud } }
    assert.equal((await bench.wallet.present(link)).kind, 'presented')
  }
})

test('WI-75 takes a UUID as nonce; WI-66 reads the method without regard to letter case', async () => {
  const bench = nextBench(parties)
  bench.relyingParty.bends.request = { payload: { nonce: '2c128e4d-fc91-4cd3-86b8-18bdea0988cb' } }
  const url = new URL(bench.relyingParty.engagement())
  url.searchParams.set('request_uri_method', 'POST')
  assert.equal((await bench.wallet.present(url.href)).kind, 'presented')
  assert.equal(bench.sentTo(requestUri)[0]?.method, 'POST')
})
