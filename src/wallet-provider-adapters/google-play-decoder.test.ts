/** Google's decoder with a local server for both endpoints of Google, and outages of the token endpoint. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { keepCollectingGarbage } from '../../test/support/collect-garbage.ts'
import { createDeviceBench } from '../../test/support/device-integrity.ts'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { googleAccountKey, honestDecoding, startScriptedGoogle } from '../../test/support/scripted-google.ts'
import { createWalletProviderBench } from '../../test/support/wallet-provider-bench.ts'
import { assertRefusal } from '../../test/support/wire-refusal.ts'
import { Failure, failed } from '../base/index.ts'
import { parseJws, verifyJws, withKeyCache } from '../jose/index.ts'
import { createGuardedFetch, createNodeCrypto } from '../node/index.ts'
import { createGooglePlayDecoder, type GooglePlayOptions, type GoogleServiceAccount } from './google-play-decoder.ts'

const crypto = withKeyCache(createNodeCrypto())
const options = { timeoutMilliseconds: 3000, breakerFailures: 5, breakerPauseSeconds: 30 }
/** Creates a decoder with a scripted Google server. */
async function google(t: TestContext, further: Partial<GooglePlayOptions> = {}, clock = fixedClock()) {
  const scripted = await startScriptedGoogle()
  const fetch = createGuardedFetch({ loopbackHttp: true })
  t.after(async () => {
    scripted.stop()
    await fetch.close()
  })
  const { account, url } = scripted
  const decoder = createGooglePlayDecoder({ fetch, clock }, { account, url, ...options, ...further })
  return { ...scripted, clock, decoder }
}

const decodePath = '/v1/it.example.wallet:decodeIntegrityToken'
const codeOf = (answer: unknown) => (answer instanceof Failure ? answer.code : 'decoded')

test('WP-62 the account gets an access token with a signed grant, and uses it to decode at Google', async (t) => {
  const { decoder, asked, url, clock } = await google(t)
  assert.deepEqual(await decoder.decode('a.b.c', 'it.example.wallet'), { requestDetails: {} })
  const [grant, decode] = asked
  const form = new URLSearchParams(grant?.body)
  assert.equal(form.get('grant_type'), 'urn:ietf:params:oauth:grant-type:jwt-bearer')
  const jws = parseJws(form.get('assertion') ?? '', { typ: ['JWT'], algorithms: ['RS256'] }, 'assertion')
  assert.ok(!failed(jws))
  assert.equal(jws.header.kid, 'key-1')
  const now = clock.now()
  assert.deepEqual(jws.payload, {
    iss: 'provider@project.example',
    scope: 'https://www.googleapis.com/auth/playintegrity',
    aud: `${url}/token`,
    iat: now,
    exp: now + 3600,
  })
  const signed = await verifyJws({ crypto }, jws, googleAccountKey.export({ format: 'jwk' }) as never, 'assertion')
  assert.ok(!failed(signed))
  assert.deepEqual(decode, {
    path: decodePath,
    authorization: 'Bearer token-1',
    body: '{"integrity_token":"a.b.c"}',
  })
})

test('one access token is used until a minute before its end, and by all simultaneous callers', async (t) => {
  const { decoder, clock, pathsAsked } = await google(t)
  const decode = () => decoder.decode('t', 'it.example.wallet')
  await Promise.all([decode(), decode(), decode()])
  clock.advance(3539)
  await decode()
  assert.equal(pathsAsked().filter((path) => path === '/token').length, 1)
  clock.advance(1)
  await decode()
  assert.equal(pathsAsked().filter((path) => path === '/token').length, 2)
  clock.advance(-3600)
  await decode()
  assert.equal(pathsAsked().filter((path) => path === '/token').length, 3, 'even after the clock is set back')
})

for (const body of ['{"error":{"code":401}}', '<html>'])
  test(`an access token that Google no longer accepts is replaced, with the answer ${body}`, async (t) => {
    const { decoder, replies, asked } = await google(t)
    const inner = replies.decode
    replies.decode = async () => [401, body]
    assert.equal(codeOf(await decoder.decode('t', 'it.example.wallet')), 'play_service_unavailable')
    replies.decode = inner
    assert.equal(codeOf(await decoder.decode('t', 'it.example.wallet')), 'decoded')
    assert.equal(asked.at(-1)?.authorization, 'Bearer token-3')
  })

for (const [what, endpoint, reply, place] of [
  ['an account that is refused', 'token', [400, '{"error":"invalid_grant"}'], 'access_token.status.400.invalid_grant'],
  ['a token endpoint that fails', 'token', [500, '{}'], 'access_token.status.500'],
  ['a grant without a token', 'token', [200, '{"expires_in":3600}'], 'access_token.body'],
  ['a token endpoint that does not answer', 'token', 'silence', 'access_token.timeout'],
  ['a service that fails', 'decode', [500, '{}'], 'decode.status.500'],
  [
    'an exhausted quota',
    'decode',
    [429, '{"error":{"status":"RESOURCE_EXHAUSTED"}}'],
    'decode.status.429.RESOURCE_EXHAUSTED',
  ],
  [
    'an account without the right',
    'decode',
    [403, '{"error":{"status":"PERMISSION_DENIED"}}'],
    'decode.status.403.PERMISSION_DENIED',
  ],
  ['a package that is unknown to Google', 'decode', [404, '{"error":{"status":"Not found: it"}}'], 'decode.status.404'],
  ['garbage', 'decode', [200, '<html>'], 'decode.body'],
  ['an error page of a proxy', 'decode', [400, '<html>'], 'decode.status.400'],
  ['an answer without a payload', 'decode', [200, '{}'], 'decode.body'],
  ['a payload that is not an object', 'decode', [200, '{"tokenPayloadExternal":"x"}'], 'decode.body'],
  ['a service that does not answer', 'decode', 'silence', 'decode.timeout'],
] as const)
  test(`WP-64 ${what} counts as an outage of the vendor, with its cause`, async (t) => {
    const { decoder, replies } = await google(t, reply === 'silence' ? { timeoutMilliseconds: 300 } : {})
    if (endpoint === 'token') replies.token = () => reply
    else replies.decode = async () => reply
    const answer = await decoder.decode('t', 'it.example.wallet')
    assert.ok(failed(answer))
    assert.deepEqual([answer.code, answer.at], ['play_service_unavailable', `integrity_assertion.${place}`])
  })

// Without the time limit the platform gives up after five minutes.
test('WP-64 a service that does not answer is an outage in time, even if garbage is collected', {
  timeout: 60_000,
}, async (t) => {
  const { account, url, replies, stop } = await startScriptedGoogle()
  t.after(stop)
  t.after(keepCollectingGarbage())
  replies.decode = async () => 'silence'
  const ctx = { fetch: globalThis.fetch, clock: fixedClock() }
  const decoder = createGooglePlayDecoder(ctx, { account, url, ...options, timeoutMilliseconds: 500 })
  assert.equal(codeOf(await decoder.decode('t', 'it.example.wallet')), 'play_service_unavailable')
})

test('WP-64 a vendor that cannot be reached is reported with the cause, and a pause as such', async (t) => {
  const { decoder, stop } = await google(t, { breakerFailures: 1 })
  stop()
  for (const place of ['access_token.refused', 'paused']) {
    const answer = await decoder.decode('t', 'it.example.wallet')
    assert.ok(failed(answer))
    assert.deepEqual([answer.code, answer.at], ['play_service_unavailable', `integrity_assertion.${place}`])
  }
})

test('WP-64 a URL that the client forbids is named as the cause', async (t) => {
  for (const [url, cause] of [
    ['http://google.example', 'url_forbidden'],
    ['https://10.0.0.5', 'address_forbidden'],
  ] as const) {
    const { decoder } = await google(t, { url })
    const answer = await decoder.decode('t', 'it.example.wallet')
    assert.ok(failed(answer))
    assert.equal(answer.at, `integrity_assertion.decode.${cause}`)
  }
})

test('the URL of the service may end with a slash', async (t) => {
  const { account, url, pathsAsked, stop } = await startScriptedGoogle()
  t.after(stop)
  const ctx = { fetch: globalThis.fetch, clock: fixedClock() }
  const decoder = createGooglePlayDecoder(ctx, { account, url: `${url}/`, ...options })
  assert.equal(codeOf(await decoder.decode('t', 'it.example.wallet')), 'decoded')
  assert.deepEqual(pathsAsked(), ['/token', decodePath])
})

test('WP-64 the place does not name hosts, because the Wallet Instance sees it', async () => {
  const scripted = await startScriptedGoogle()
  scripted.stop()
  const otherName = { code: 'unreachable', trouble: 'other_name', names: 'google.example: proxy.internal' }
  const fetch = () => Promise.reject(Object.assign(new Error(), otherName))
  const { account, url } = scripted
  const decoder = createGooglePlayDecoder({ fetch, clock: fixedClock() }, { account, url, ...options })
  const answer = await decoder.decode('t', 'it.example.wallet')
  assert.ok(failed(answer))
  assert.equal(answer.at, 'integrity_assertion.access_token.other_name')
})

test('WP-62 a token that is unknown to Google does not open the circuit breaker', async (t) => {
  const { decoder, replies, pathsAsked } = await google(t, { breakerFailures: 2 })
  replies.decode = async () => [400, '{"error":{"code":400,"status":"INVALID_ARGUMENT"}}']
  for (let n = 0; n < 5; n += 1)
    assert.equal(codeOf(await decoder.decode('t', 'it.example.wallet')), 'play_token_unknown')
  assert.equal(pathsAsked().filter((path) => path === decodePath).length, 5)
})

test('WP-62 a token that is unknown to Google is refused, and revokes nothing', async (t) => {
  const devices = await createDeviceBench()
  const { decoder, replies } = await google(t, {}, devices.clock)
  const bench = await createWalletProviderBench({ devices, device: { decoder } })
  const device = await bench.registered()
  replies.decode = async () => [400, '{"error":{"code":400,"status":"INVALID_ARGUMENT"}}']
  const expected = { status: 403, error: 'invalid_request' }
  await assertRefusal(await bench.attest(device), bench.sink, { id: 'WP-62', code: 'play_token_unknown', ...expected })
  assert.equal((await bench.stores.walletInstances.find(device.hardwareKeyTag))?.status, 'registered')
})

test('WP-64 consecutive failures pause the requests; then a single request is sent, and a success ends the pause', async (t) => {
  const { decoder, replies, clock, pathsAsked } = await google(t, { breakerFailures: 3, breakerPauseSeconds: 30 })
  const inner = replies.decode
  const decode = async () => codeOf(await decoder.decode('t', 'it.example.wallet'))
  const asks = () => pathsAsked().filter((path) => path === decodePath).length
  replies.decode = async () => [503, '{}']
  for (let n = 0; n < 5; n += 1) assert.equal(await decode(), 'play_service_unavailable')
  assert.equal(asks(), 3)
  clock.advance(30)
  await Promise.all([decode(), decode(), decode()])
  assert.equal(asks(), 4)
  clock.advance(29)
  await decode()
  assert.equal(asks(), 4)
  clock.advance(1)
  replies.decode = inner
  assert.equal(await decode(), 'decoded')
  assert.deepEqual(await Promise.all([decode(), decode()]), ['decoded', 'decoded'])
})

test('an account whose key cannot be read is refused at start', () => {
  const account = { client_email: 'a@b.example', private_key: '-----BEGIN nothing', private_key_id: '1' }
  const ctx = { fetch: globalThis.fetch, clock: fixedClock() }
  assert.throws(() => createGooglePlayDecoder(ctx, { account, url: 'https://google.example', ...options }))
})

test('an account whose key is not an RSA key is refused at start', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const account = { client_email: 'a@b.example', private_key, private_key_id: '1' } as GoogleServiceAccount
  const ctx = { fetch: globalThis.fetch, clock: fixedClock() }
  assert.throws(
    () => createGooglePlayDecoder(ctx, { account, url: 'https://google.example', ...options }),
    /not an RSA key/,
  )
})

test('WP-64 DIS-08 an outage is a 503 with Retry-After and revokes nothing, and a token of the software vendor is accepted', async (t) => {
  const devices = await createDeviceBench()
  const { vendor, clock } = devices
  const { decoder, replies } = await google(t, {}, clock)
  const bench = await createWalletProviderBench({ devices, device: { decoder } })
  const device = await bench.registered()
  for (const reply of [[500, '{}'], [200, 'garbage'], 'silence'] as const) {
    replies.decode = async () => reply
    const response = await bench.attest(device)
    assert.equal(response.headers.get('retry-after'), '30')
    const expected = { status: 503, error: 'temporarily_unavailable' }
    await assertRefusal(response, bench.sink, { id: 'WP-64', code: 'play_service_unavailable', ...expected })
  }
  assert.equal((await bench.stores.walletInstances.find(device.hardwareKeyTag))?.status, 'registered')
  replies.decode = honestDecoding(vendor)
  assert.equal((await bench.attest(device)).status, 200)
})
