/**
 * Links that lead to no request, and redirects that lead nowhere: each bent from a party that the wallet answers.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPresentationBench, nextBench } from '../../support/presentation-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { answer, json, link, type Row, run } from '../../support/relying-party-bends.ts'
import { relyingPartyId, requestUri } from '../../support/scripted-relying-party.ts'
import { walletProviderId } from '../../support/wallet-provider-fixture.ts'

const parties = await createPresentationBench()

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
  [
    'WI-63',
    'a link as HTML writes it',
    link((url) => {
      url.search = url.search.replaceAll('&', '&amp;')
    }),
    'engagement_html_escaped',
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
    'a page of text',
    answer('/response', () => new Response('<p>', { headers: { 'content-type': 'text/html' } })),
    'json_malformed',
  ],
  ['WI-88', 'an answer without redirect_uri', answer('/response', () => json({})), 'redirect_uri_missing'],
  [
    'WI-88',
    'an answer that is no JSON',
    answer('/response', () => new Response('x', { headers: { 'content-type': 'application/json' } })),
    'json_malformed',
  ],
]

for (const [id, what, bend, code] of redirects)
  test(`${id} opens nothing after ${what}`, async () => {
    const bench = nextBench(parties)
    await refusedBy(id, code, run(bench, bend))
    assert.deepEqual(bench.opened, [])
  })
