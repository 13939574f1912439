import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { expectSuccess, refuses } from '../../test/support/refuses.ts'
import { createAuthorizationUrl, parseAuthorizationQuery } from './authorization-request.ts'
import {
  createAuthorizationErrorResponse,
  createAuthorizationResponse,
  verifyAuthorizationResponse,
} from './authorization-response.ts'
import { readQuery } from './parameters.ts'

const seed = 9207

const iss = 'https://pid.example'
const redirectUri = 'https://wallet.example/cb?tenant=a%2Fb'
const expected = { redirectUri, state: 's&=+ é', issuer: iss }
const success = createAuthorizationResponse(redirectUri, { code: 'c', state: expected.state, iss })

test('WI-39 the authorization URL has only client_id and request_uri, encoded', () => {
  const reference = { client_id: 'thumb', request_uri: 'urn:ietf:params:oauth:request_uri:a b' }
  const url = createAuthorizationUrl('https://pid.example/authorize?v=1', reference)
  assert.equal(
    url,
    'https://pid.example/authorize?v=1&client_id=thumb&request_uri=urn%3Aietf%3Aparams%3Aoauth%3Arequest_uri%3Aa%20b',
  )
  assert.deepEqual(expectSuccess(parseAuthorizationQuery(readQuery(new URL(url)) ?? new Map())), reference)
})

test('PP-15, PP-56 the redirect keeps the query of redirect_uri and carries code, state, iss', () => {
  assert.equal(
    success,
    'https://wallet.example/cb?tenant=a%2Fb&code=c&state=s%26%3D%2B%20%C3%A9&iss=https%3A%2F%2Fpid.example',
  )
  assert.deepEqual(expectSuccess(verifyAuthorizationResponse(success, expected)), { kind: 'code', code: 'c' })
})

test('PP-56 any state comes back unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (state) => {
      const url = createAuthorizationResponse('https://wallet.example/cb', { code: 'c', state, iss })
      assert.equal(new URL(url).searchParams.get('state'), state)
      expectSuccess(verifyAuthorizationResponse(url, { redirectUri: 'https://wallet.example/cb', state, issuer: iss }))
    }),
    { seed },
  )
})

test('PP-57, WI-42 an error redirect contains error, state and iss, and is read as an error', () => {
  const url = createAuthorizationErrorResponse('https://wallet.example/cb?tenant=x', {
    error: 'access_denied',
    error_description: 'No & thanks',
    state: expected.state,
    iss,
  })
  const parameters = new URL(url).searchParams
  assert.deepEqual(
    [parameters.get('error'), parameters.get('state'), parameters.get('iss')],
    ['access_denied', expected.state, iss],
  )
  assert.deepEqual(expectSuccess(verifyAuthorizationResponse(url, expected)), {
    kind: 'error',
    error: 'access_denied',
    error_description: 'No & thanks',
  })
})

test('WI-20 the redirect may add the slash of an empty path, which some systems add to a link with a custom scheme (D-1060)', () => {
  for (const [redirectUri, arrived] of [
    ['eudiw://callback', 'eudiw://callback/'],
    ['eudiw://callback/', 'eudiw://callback'],
    ['https://wallet.example', 'https://wallet.example/'],
  ] as const) {
    const url = createAuthorizationResponse(arrived, { code: 'c', state: expected.state, iss })
    assert.deepEqual(expectSuccess(verifyAuthorizationResponse(url, { ...expected, redirectUri })), {
      kind: 'code',
      code: 'c',
    })
  }
})

for (const [redirectUri, arrived] of [
  ['eudiw://callback', 'eudiw://other/'],
  ['eudiw://callback', 'eudiw://callback/x'],
  ['eudiw://callback/cb', 'eudiw://callback/cb/'],
  ['eudiw:', 'eudiw:/'],
  ['https://wallet.example/cb', 'https://wallet.example/cb/'],
] as const)
  refuses(
    'WI-20',
    `a response at ${arrived} instead of ${redirectUri}`,
    () =>
      verifyAuthorizationResponse(createAuthorizationResponse(arrived, { code: 'c', state: expected.state, iss }), {
        ...expected,
        redirectUri,
      }),
    'redirect_uri_mismatch',
  )

const base = 'https://wallet.example/cb'
const query = (values: Record<string, string>) => `${base}?${new URLSearchParams(values)}`
const good = { code: 'c', state: expected.state, iss }
const faults: readonly (readonly [id: string, what: string, url: string, code: string])[] = [
  ['WI-40', 'no state', query({ code: 'c', iss }), 'state_missing'],
  ['WI-40', 'an empty state', query({ ...good, state: '' }), 'state_missing'],
  ['WI-40', 'another state', query({ ...good, state: 'x' }), 'state_mismatch'],
  ['WI-41', 'no iss', query({ code: 'c', state: expected.state }), 'iss_missing'],
  ['WI-41', 'another iss', query({ ...good, iss: 'https://evil.example' }), 'iss_mismatch'],
  ['WI-41', 'an iss with an additional slash', query({ ...good, iss: `${iss}/` }), 'iss_mismatch'],
  ['WI-41', 'an error without iss', query({ error: 'access_denied', state: expected.state }), 'iss_missing'],
  ['WI-40', 'an error with another state', query({ error: 'access_denied', state: 'x', iss }), 'state_mismatch'],
  ['WI-20', 'another host', query(good).replace('wallet', 'evil'), 'redirect_uri_mismatch'],
  ['WI-20', 'another path', query(good).replace('/cb', '/cb2'), 'redirect_uri_mismatch'],
  ['WI-20', 'another scheme', query(good).replace('https:', 'http:'), 'redirect_uri_mismatch'],
  ['WI-20', 'user info', query(good).replace('://', '://user@'), 'redirect_uri_mismatch'],
  ['WI-20', 'an empty user info', query(good).replace('://', '://@'), 'redirect_uri_mismatch'],
  ['WI-20', 'a text that is not a URL', 'cb?code=c', 'redirect_uri_mismatch'],
  ['GEN-09', 'a doubled code', `${query(good)}&code=d`, 'parameter_duplicated'],
  ['GEN-09', 'a doubled state', `${query(good)}&state=`, 'parameter_duplicated'],
  ['WI-42', 'code and error together', query({ ...good, error: 'x' }), 'authorization_response_malformed'],
  ['WI-42', 'neither code nor error', query({ state: expected.state, iss }), 'authorization_response_malformed'],
]
for (const [id, what, url, code] of faults)
  refuses(id, `a response with ${what}`, () => verifyAuthorizationResponse(url, expected), code)
