import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuses } from '../../test/support/refuses.ts'
import { checkRedirectUri } from './redirect-uri.ts'

const production = { loopbackHttp: false, customSchemes: [] }
const open = { loopbackHttp: true, customSchemes: ['eudiw', 'javascript', 'http', 'data'] }

const forbidden: readonly (readonly [text: string, code: string])[] = [
  ['http://wallet.example/cb', 'redirect_uri_scheme_forbidden'],
  ['http://localhost.wallet.example/cb', 'redirect_uri_scheme_forbidden'],
  ['javascript:alert(1)', 'redirect_uri_scheme_forbidden'],
  ['JavaScript:alert(1)', 'redirect_uri_scheme_forbidden'],
  ['data:text/html,x', 'redirect_uri_scheme_forbidden'],
  ['file:///etc/x', 'redirect_uri_scheme_forbidden'],
  ['/cb', 'redirect_uri_malformed'],
  ['//wallet.example/cb', 'redirect_uri_malformed'],
  ['wallet.example/cb', 'redirect_uri_malformed'],
  ['', 'redirect_uri_malformed'],
  ['https://', 'redirect_uri_malformed'],
  ['https:wallet.example/cb', 'redirect_uri_malformed'],
  ['https:consent', 'redirect_uri_malformed'],
  ['https:/login/callback/cie?a=b', 'redirect_uri_malformed'],
  ['HTTPS:/wallet.example/cb', 'redirect_uri_malformed'],
  ['https:///wallet.example/cb', 'redirect_uri_malformed'],
  ['http:localhost/cb', 'redirect_uri_malformed'],
  ['java\tscript:alert(1)', 'redirect_uri_malformed'],
  [' https://wallet.example/cb', 'redirect_uri_malformed'],
  ['https://wallet.example/cb\r\nx: y', 'redirect_uri_malformed'],
  ['https:\\\\wallet.example', 'redirect_uri_malformed'],
  ['https://wallet.example/cb#x', 'redirect_uri_fragment'],
  ['https://wallet.example/cb#', 'redirect_uri_fragment'],
  ['https://user@wallet.example/cb', 'redirect_uri_user_info'],
  ['https://:secret@wallet.example/cb', 'redirect_uri_user_info'],
  ['https://@wallet.example/cb', 'redirect_uri_user_info'],
  ['https://:@wallet.example/cb', 'redirect_uri_user_info'],
]
for (const [text, code] of forbidden) {
  refuses('PP-08', `redirect_uri ${JSON.stringify(text)}`, () => checkRedirectUri(text, production, 'x'), code)
  refuses('PP-08', `${JSON.stringify(text)}, whatever is configured`, () => checkRedirectUri(text, open, 'x'), code)
}

refuses(
  'PP-08',
  'a custom scheme that the configuration does not permit',
  () => checkRedirectUri('eudiw://cb', production, 'x'),
  'redirect_uri_scheme_forbidden',
)
refuses(
  'GEN-19',
  'loopback outside the sandbox',
  () => checkRedirectUri('http://localhost/cb', production, 'x'),
  'redirect_uri_scheme_forbidden',
)

test('PP-08 accepts https links, and the schemes and loopback hosts that the configuration permits', () => {
  assert.equal(checkRedirectUri('https://wallet.example/cb?a=b', production, 'x'), undefined)
  assert.equal(checkRedirectUri('HTTPS://wallet.example/cb', production, 'x'), undefined)
  assert.equal(checkRedirectUri('eudiw://cb', open, 'x'), undefined)
  assert.equal(checkRedirectUri('eudiw:cb', open, 'x'), undefined)
  assert.equal(checkRedirectUri('http://127.0.0.1:4000/cb', open, 'x'), undefined)
})
