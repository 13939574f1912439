/** The start of a presentation: the link for the same device, the QR code for another device, and refused starts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { observeOutput } from '../../support/decisions.ts'
import { assertShowsQrCode } from '../../support/qr-code.ts'
import { relyingPartyFixture, rpId, start } from '../../support/relying-party-fixture.ts'

const fixture = await relyingPartyFixture()

test('RP-02 RP-28 RP-30 on the same device, the start page redirects (302) and contains a link to the same URL', async () => {
  for (const variant of ['dcql', 'scope']) {
    const { response, page, engagementUrl, parameters, id } = await start(
      fixture,
      `variant=${variant}&flow=same-device`,
    )
    assert.equal(response.status, 302)
    assert.equal(response.headers.get('location'), engagementUrl)
    assert.ok(page.includes(`href="${engagementUrl.replaceAll('&', '&amp;')}"`))
    assert.ok(engagementUrl.startsWith('https://wallet.example/authorization?'))
    assert.equal(parameters.get('client_id'), rpId)
    assert.equal(parameters.get('request_uri'), `${rpId}/request?id=${id}`)
    const names =
      variant === 'dcql' ? ['client_id', 'request_uri', 'state', 'request_uri_method'] : ['client_id', 'request_uri']
    assert.deepEqual([...parameters.keys()], names)
    assert.equal(response.headers.get('cache-control'), 'no-store')
  }
  for (const id of ['RP-02', 'RP-28', 'RP-30']) observeOutput(id)
})

test('RP-29 RP-30 for another device, the start page shows a QR code of the engagement URL', async () => {
  for (const method of ['get', 'post']) {
    const { response, page, parameters, engagementUrl } = await start(
      fixture,
      `flow=cross-device&request_uri_method=${method}`,
    )
    assert.equal(response.status, 200)
    assert.equal(parameters.get('request_uri_method'), method)
    assert.equal(engagementUrl.split('?')[1], parameters.toString())
    assertShowsQrCode(page, engagementUrl, 'Q')
    assert.match(page, /id="qr-code" role="img" aria-label="[^"]+"><svg [^>]*viewBox/)
    assert.equal(response.headers.get('cache-control'), 'no-store')
  }
  observeOutput('RP-29')
})

test('RP-29 D-268 a long link gets a QR code with less error correction; a service whose link is too long does not start', async () => {
  const endpoint = (length: number) => ({ walletAuthorizationEndpoint: `https://wallet.example/${'a'.repeat(length)}` })
  for (const [length, ecc] of [
    [1000, 'Q'],
    [1600, 'M'],
    [2400, 'L'],
  ] as const) {
    const long = await relyingPartyFixture({ config: endpoint(length) })
    const { response, page, engagementUrl } = await start(long, 'flow=cross-device')
    assert.equal(response.status, 200)
    assertShowsQrCode(page, engagementUrl, ecc)
  }
  await assert.rejects(relyingPartyFixture({ config: endpoint(2900) }), /too long for a QR code/)
})

test('RP-09 RP-36 GEN-20 id, state, nonce and cookie are long, and all their values differ', async () => {
  const seen = new Set<string>()
  for (let count = 0; count < 20; count += 1) {
    const { id, parameters, browser } = await start(fixture)
    const session = await fixture.stores.presentationSessions.find(id)
    const values = [id, parameters.get('state') ?? '', session?.presentationNonce ?? '', ...browser.cookies.values()]
    assert.equal(values.length, 4)
    for (const value of values) assert.ok(Buffer.from(value, 'base64url').length >= 16 && value.length >= 32)
    for (const value of values) seen.add(value)
  }
  assert.equal(seen.size, 80)
  observeOutput('RP-36')
})

for (const [query, code] of [
  ['variant=other', 'parameter_value_unknown'],
  ['flow=other', 'parameter_value_unknown'],
  ['request_uri_method=PUT', 'parameter_value_unknown'],
  ['variant=scope&request_uri_method=post', 'request_uri_method_unsupported'],
] as const)
  test(`GEN-23 the start page refuses ${query}`, async () => {
    const response = await fixture.send(new Request(`${rpId}/presentations/new?${query}`))
    assert.equal(response.status, 400)
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
    assert.equal(fixture.sink.lastRefusal()?.checks.at(-1)?.code, code)
  })
