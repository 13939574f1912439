import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed } from '../../base/index.ts'
import { checkRequestUri, createEngagementUrl, parseEngagementUrl } from '../index.ts'

const strict = { loopbackHttp: false }
const requestUri = 'https://rp.example/request?id=a&b=c'
const engagement = {
  client_id: 'https://rp.example',
  request_uri: requestUri,
  state: 's &=',
  request_uri_method: 'post',
} as const

for (const endpoint of [
  'https://wallet.example/authorization',
  'https://wallet.example/a?x=1',
  'haip://',
  'eudiw://authorize',
  'openid4vp:',
])
  test(`RP-30 WI-63 an engagement URL for ${endpoint} is parsed to the parameters that it was created from`, () => {
    const url = createEngagementUrl(endpoint, engagement)
    assert.ok(typeof url === 'string' && url.startsWith(endpoint))
    assert.deepEqual(parseEngagementUrl(url, strict), { ...engagement, entity_id: 'https://rp.example' })
  })

test('RP-02 parameters are appended to the query of a wallet endpoint', () => {
  for (const [endpoint, separator] of [
    ['https://w.example/a', '?'],
    ['https://w.example/a?', ''],
    ['https://w.example/a?x=1', '&'],
    ['https://w.example/a?x=1&', ''],
  ] as const) {
    const url = createEngagementUrl(endpoint, { client_id: 'https://rp.example', request_uri: 'https://rp.example/r' })
    assert.equal(
      url,
      `${endpoint}${separator}client_id=https%3A%2F%2Frp.example&request_uri=https%3A%2F%2Frp.example%2Fr`,
    )
  }
})

test('RP-02 the URL of variant 1 has client_id and request_uri only', () => {
  const url = createEngagementUrl('https://w.example/a', { client_id: 'https://rp.example', request_uri: requestUri })
  assert.equal(
    url,
    'https://w.example/a?client_id=https%3A%2F%2Frp.example&request_uri=https%3A%2F%2Frp.example%2Frequest%3Fid%3Da%26b%3Dc',
  )
  assert.deepEqual(parseEngagementUrl(String(url), strict), {
    client_id: 'https://rp.example',
    entity_id: 'https://rp.example',
    request_uri: requestUri,
    state: undefined,
    request_uri_method: 'get',
  })
})

const endpoints = [
  ['wallet', 'wallet_endpoint_malformed'],
  ['https://w.example/#x', 'wallet_endpoint_malformed'],
  ['https:w.example', 'wallet_endpoint_malformed'],
  ['https:/w.example', 'wallet_endpoint_malformed'],
  ['https://user@w.example/', 'wallet_endpoint_malformed'],
  ['https://@w.example/', 'wallet_endpoint_malformed'],
  ['haip://@authorize', 'wallet_endpoint_malformed'],
  ['https://w.example/è', 'wallet_endpoint_malformed'],
  ['eudiw://€', 'wallet_endpoint_malformed'],
  ['https://w.example/a b', 'wallet_endpoint_malformed'],
  ['https://w.example/?client_id=a', 'wallet_endpoint_malformed'],
  ['haip://?a=b&state', 'wallet_endpoint_malformed'],
  ['javascript:alert(1)//', 'wallet_endpoint_forbidden'],
  ['data:text/html,x', 'wallet_endpoint_forbidden'],
  ['vbscript:msgbox', 'wallet_endpoint_forbidden'],
  ['file:///x', 'wallet_endpoint_forbidden'],
  ['blob:https://w.example/x', 'wallet_endpoint_forbidden'],
  ['about:blank', 'wallet_endpoint_forbidden'],
] as const
for (const [endpoint, code] of endpoints)
  test(`RP-02 refuses the wallet endpoint ${endpoint}`, () => {
    const url = createEngagementUrl(endpoint, engagement)
    assert.ok(failed(url) && url.code === code)
  })

const query = (change: Record<string, string>): string =>
  `haip://?${new URLSearchParams({ client_id: 'https://rp.example', request_uri: requestUri, ...change })}`
const rows: readonly (readonly [id: string, title: string, url: string, code: string])[] = [
  ['WI-63', 'a text that is not a URL', 'rubbish', 'engagement_malformed'],
  ['WI-63', 'a URL of more than 9000 characters', `haip://?client_id=${'x'.repeat(9000)}`, 'engagement_malformed'],
  ['WI-63', 'no client_id', `haip://?request_uri=${requestUri}`, 'client_id_missing'],
  ['GEN-22', 'an empty client_id', query({ client_id: '' }), 'client_id_missing'],
  ['WI-63', 'no request_uri', 'haip://?client_id=https://rp.example', 'request_uri_missing'],
  ['WI-63', 'HTML-escaped separators', query({ state: 's' }).replaceAll('&', '&amp;'), 'engagement_html_escaped'],
  ['WI-63', 'one HTML-escaped separator', `${query({})}&amp;state=s`, 'engagement_html_escaped'],
  ['WI-63', 'client_id twice', `${query({})}&client_id=https://rp.example`, 'parameter_doubled'],
  ['WI-63', 'request_uri twice', `${query({})}&request_uri=https://x.example`, 'parameter_doubled'],
  [
    'WI-63',
    'request_uri_method twice',
    `${query({ request_uri_method: 'get' })}&request_uri_method=post`,
    'parameter_doubled',
  ],
  ['WI-63', 'state twice', `${query({ state: 'a' })}&state=a`, 'parameter_doubled'],
  ['GEN-19', 'a client_id that is not a URL', query({ client_id: 'rp' }), 'client_id_malformed'],
  ['WI-64', 'an http request_uri', query({ request_uri: 'http://rp.example/request' }), 'request_uri_malformed'],
  ['WI-64', 'a javascript request_uri', query({ request_uri: 'javascript:alert(1)' }), 'request_uri_malformed'],
  [
    'WI-64',
    'a request_uri with user info',
    query({ request_uri: 'https://a@rp.example/request' }),
    'request_uri_malformed',
  ],
  ['WI-66', 'the method put', query({ request_uri_method: 'put' }), 'request_uri_method_unsupported'],
]
for (const [id, title, url, code] of rows)
  test(`${id} refuses an engagement with ${title}`, () => {
    const parsed = parseEngagementUrl(url, strict)
    assert.equal(failed(parsed) ? parsed.code : 'accepted', code)
  })

test('WI-66 WI-15 reads the method in any letter case, and defaults to get', () => {
  const method = (text: string): unknown => {
    const parsed = parseEngagementUrl(query({ request_uri_method: text }), strict)
    return failed(parsed) ? parsed.code : parsed.request_uri_method
  }
  assert.deepEqual(['POST', 'Get', ''].map(method), ['post', 'get', 'get'])
})

test('WI-64 RP-22 a request_uri must be attested, without regard to its query', () => {
  const attested = { requestUris: ['https://rp.example/request'] }
  assert.equal(checkRequestUri(requestUri, attested), undefined)
  for (const other of ['https://rp.example/request/', 'https://rp.example/requests', 'https://x.example/request'])
    assert.equal(checkRequestUri(other, attested)?.code, 'request_uri_not_attested')
  assert.equal(checkRequestUri(requestUri, { requestUris: [] })?.code, 'request_uri_not_attested')
})
