import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf } from '../../../test/support/refuses.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { failed, randomToken } from '../../base/index.ts'
import { checkRedirectUri, createRedirectUri, parseRedirectAnswer, readResponseCode } from '../index.ts'

const strict = { loopbackHttp: false }
const attested = 'https://rp.example/cb'
const code = randomToken(seededRandom('code'))

test('RP-15 RP-74 WI-18 the code in the redirect URI is read back', () => {
  for (const base of [attested, `${attested}?lang=it`, `${attested}/`, 'https://rp.example/']) {
    const redirect_uri = createRedirectUri(base, code)
    assert.ok(!failed(redirect_uri))
    assert.deepEqual(parseRedirectAnswer(JSON.stringify({ redirect_uri })), { redirect_uri })
    assert.equal(checkRedirectUri(redirect_uri, [base], strict), redirect_uri)
    assert.equal(readResponseCode(new URL(redirect_uri)), code)
  }
})

test('RP-15 the code in the query of the redirect URI leaves the rest of the URI as attested', () => {
  const base = `${attested}?next=%2Fa%20b&flag`
  assert.equal(createRedirectUri(`${base}#top`, code), `${base}&response_code=${code}#top`)
})

test('RP-73 a redirect URI with a response code of fewer than 128 bits is not created', () => {
  for (const weak of ['', 'abc', 'x'.repeat(21), `${code}/..`])
    assert.equal(codeOf(createRedirectUri(attested, weak)), 'response_code_weak')
  assert.equal(codeOf(createRedirectUri('cb', code)), 'redirect_uri_malformed')
})

test('RP-17 a doubled code and a missing code are not read', () => {
  assert.equal(readResponseCode(new URL(attested)), undefined)
  assert.equal(readResponseCode(new URL(`${attested}?response_code=${code}&response_code=${code}`)), undefined)
})

const refused: readonly (readonly [uri: string, code: string])[] = [
  ['https://evil.example/cb', 'redirect_uri_not_attested'],
  ['https://rp.example:8443/cb', 'redirect_uri_not_attested'],
  ['https://rp.example/other', 'redirect_uri_not_attested'],
  ['https://rp.example/cb/short', 'redirect_uri_not_attested'],
  [`https://rp.example/xy/${code}`, 'redirect_uri_not_attested'],
  [`https://rp.example/cb/${code}/more`, 'redirect_uri_not_attested'],
  ['https://rp.example/cb/../admin', 'redirect_uri_not_attested'],
  ['https://rp.example.evil.example/cb', 'redirect_uri_not_attested'],
  ['https://rp.example@evil.example/cb', 'redirect_uri_unusable'],
  ['http://rp.example/cb', 'redirect_uri_unusable'],
  ['javascript:alert(1)', 'redirect_uri_unusable'],
  ['/cb', 'redirect_uri_unusable'],
  ['https://rp.example/cb?x=\u001b[2J', 'redirect_uri_unusable'],
]
for (const [uri, expected] of refused)
  test(`WI-18 does not open ${uri.slice(0, 48)}`, () =>
    assert.equal(codeOf(checkRedirectUri(uri, [attested], strict)), expected))

const tenant = `${attested}?tenant=1`
const codeless: readonly (readonly [uri: string, attested: readonly string[]])[] = [
  [attested, [attested]],
  [`${attested}?`, [attested]],
  [`${attested}#`, [attested]],
  [`${attested}?response_code=`, [attested]],
  [`${attested}#response_code=`, [attested]],
  [`${attested}/`, [`${attested}/`]],
  [tenant, [tenant]],
  [`${tenant}&tenant=1`, [tenant]],
  [tenant, [attested, tenant]],
  [`${attested}/${code}`, [attested, `${attested}/${code}`]],
]
for (const [uri, registered] of codeless)
  test(`WI-97 does not open ${uri}, which adds nothing to ${registered.join(' and ')}`, () =>
    assert.equal(codeOf(checkRedirectUri(uri, registered, strict)), 'response_code_missing'))

for (const added of ['?x=Zm9v', '?Zm9vYmFy', '?response_code=Zm9vYg==', '#Zm9vYmFy', '#code=Zm9v', `/${code}`])
  test(`WI-97 accepts the code of another Relying Party in ${added}`, () =>
    assert.equal(checkRedirectUri(attested + added, [attested], strict), attested + added))

test('WI-18 an attested text that is not a URL is ignored, and the other attested URIs count', () => {
  const uri = `${attested}?response_code=${code}`
  assert.equal(checkRedirectUri(uri, ['cb', attested], strict), uri)
  assert.equal(codeOf(checkRedirectUri(uri, ['cb'], strict)), 'redirect_uri_not_attested')
})

test('WI-18 opens nothing when no redirect URI is attested', () =>
  assert.equal(codeOf(checkRedirectUri(attested, [], strict)), 'redirect_uri_not_attested'))

test('WI-18 the URL to open is the checked URL, without a character that could move a cursor', () => {
  const letters = '\u009b\u202e'
  const url = checkRedirectUri(`${attested}?x=${letters}#\u001b[2J\u0007${letters}`, [attested], strict)
  assert.ok(!failed(url))
  assert.match(url, /^https:\/\/rp\.example\/cb\?x=[!-~]+#[!-~]+$/)
})

const answers: readonly (readonly [text: string, code: string])[] = [
  ['{}', 'redirect_uri_missing'],
  ['{"redirect_uri":1}', 'redirect_uri_missing'],
  ['{"redirect_uri":""}', 'redirect_uri_missing'],
  ['[]', 'json_malformed'],
  ['<html>', 'json_malformed'],
  ['{"redirect_uri":"a","redirect_uri":"b"}', 'json_duplicate_member'],
]
for (const [text, expected] of answers)
  test(`WI-88 refuses the answer ${text}`, () => assert.equal(codeOf(parseRedirectAnswer(text)), expected))
