/** Links without a valid request: each row changes the link, or the member that it names. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ruleCasesOf } from '../../support/cases.ts'
import { createPresentationBench, nextBench } from '../../support/presentation-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { type Bend, link, run } from '../../support/relying-party-bends.ts'
import { relyingPartyId, requestUri } from '../../support/scripted-relying-party.ts'
import { walletProviderId } from '../../support/wallet-provider-fixture.ts'

const parties = await createPresentationBench()

const engagements = ruleCasesOf<[bend: Bend]>({
  'WI-63 client_id_missing': [['a link without client_id', link((url) => url.searchParams.delete('client_id'))]],
  'WI-63 request_uri_missing': [['a link without request_uri', link((url) => url.searchParams.delete('request_uri'))]],
  'WI-63 parameter_doubled': [
    ['a doubled request_uri', link((url) => url.searchParams.append('request_uri', requestUri))],
  ],
  'WI-63 engagement_html_escaped': [
    [
      'an HTML-escaped link',
      link((url) => {
        url.search = url.search.replaceAll('&', '&amp;')
      }),
    ],
  ],
  'WI-63 engagement_malformed': [['a text that is not a link', () => 'nonsense']],
  'WI-66 request_uri_method_unsupported': [
    ['another method', link((url) => url.searchParams.set('request_uri_method', 'put'))],
  ],
  'WI-64 request_uri_malformed': [
    ['a plain http request_uri', link((url) => url.searchParams.set('request_uri', 'http://rp.example/request'))],
  ],
  'WI-64 request_uri_not_attested': [
    [
      'a request_uri of another host',
      link((url) => url.searchParams.set('request_uri', 'https://evil.example/request')),
    ],
    [
      'a request_uri that is not attested',
      link((url) => url.searchParams.set('request_uri', `${relyingPartyId}/other`)),
    ],
  ],
  'GEN-19 client_id_malformed': [
    ['a client_id that is not an https URL', link((url) => url.searchParams.set('client_id', 'http://rp.example'))],
  ],
  'WI-72 entity_type_missing': [
    [
      'a party without any metadata of a Relying Party',
      link((url) => url.searchParams.set('client_id', walletProviderId)),
    ],
  ],
})

for (const [[id, code], what, bend] of engagements)
  test(`${id} refuses ${what}, and sends nothing to the request endpoint`, async () => {
    const bench = nextBench(parties)
    await refusedBy(id, code, run(bench, bend))
    assert.equal(bench.sentTo(requestUri).length, 0)
    assert.equal(
      bench.fixture.network.exchanges.some(({ request }) => request.url.includes('evil.example')),
      false,
    )
  })
