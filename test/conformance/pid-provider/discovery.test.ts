/**
 * Discovery without a federation: the two well-known documents agree with the entity configuration, and a deployed
 * client library finds them at the standard locations.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import * as oauth from 'oauth4webapi'
import type { JsonObject } from '../../../src/base/index.ts'
import { formatMdoc } from '../../../src/oauth/index.ts'
import { observeOutput } from '../../support/decisions.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { pidProviderFixture, pidProviderId } from '../../support/pid-provider-fixture.ts'

const authorizationServer = '/.well-known/oauth-authorization-server'
const credentialIssuer = '/.well-known/openid-credential-issuer'

interface Place {
  readonly issuer: string
  readonly path: string
  readonly document: 'oauth_authorization_server' | 'openid_credential_issuer'
}

const places: readonly Place[] = [
  { issuer: pidProviderId, path: authorizationServer, document: 'oauth_authorization_server' },
  { issuer: pidProviderId, path: credentialIssuer, document: 'openid_credential_issuer' },
  { issuer: `${pidProviderId}/pid`, path: `${authorizationServer}/pid`, document: 'oauth_authorization_server' },
  { issuer: `${pidProviderId}/pid`, path: `${credentialIssuer}/pid`, document: 'openid_credential_issuer' },
  { issuer: `${pidProviderId}/pid`, path: `/pid${credentialIssuer}`, document: 'openid_credential_issuer' },
]

const providerAt = async (entityId: string) => {
  const { provider } = await pidProviderFixture({ config: { entityId } })
  return (path: string, init?: RequestInit) => provider.app(new Request(`${pidProviderId}${path}`, init))
}

/**
 * Returns the members that only this document has (D-313). Checks that the draft 13 configurations among them are those
 * of the entity configuration, except for the algorithms of an mdoc.
 */
function finalMembers(body: Record<string, unknown>, signed: Record<string, unknown> = {}): Record<string, unknown> {
  const { scopes_supported, credential_configurations_supported: all } = body
  if (scopes_supported) return { scopes_supported }
  const draft13 = Object.entries(all as object).filter(([id]) => !/^(dc_sd_jwt|mso_mdoc)_/.test(id))
  const signedConfigurations = Object.entries(signed.credential_configurations_supported as Record<string, JsonObject>)
  const expected = signedConfigurations.map(
    ([id, { credential_signing_alg_values_supported: algorithms, ...entry }]) =>
      entry.format === formatMdoc
        ? [id, entry]
        : [id, { ...entry, credential_signing_alg_values_supported: algorithms }],
  )
  assert.deepEqual(draft13, expected)
  return { credential_configurations_supported: all }
}

for (const { issuer, path, document } of places)
  test(`PP-116 ${path} of ${issuer} equals the metadata of its entity configuration`, async () => {
    const send = await providerAt(issuer)
    const response = await send(path, { headers: { origin: 'https://browser.example' } })
    const body = await response.json()
    assert.equal(response.status, 200, JSON.stringify(body))
    assert.equal(response.headers.get('content-type'), 'application/json')
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    const signed = await send(`${new URL(issuer).pathname.replace(/\/$/, '')}/.well-known/openid-federation`)
    const { metadata } = decodeJwt(await signed.text()).payload as { metadata: Record<string, Record<string, unknown>> }
    assert.deepEqual(body, { ...metadata[document], ...finalMembers(body, metadata[document]) })
    assert.match(response.headers.get('cache-control') ?? '', /^public, max-age=[1-9]\d*$/)
    assert.equal(response.headers.get('cache-control'), signed.headers.get('cache-control'))
    const head = await send(path, { method: 'HEAD' })
    assert.deepEqual([head.status, await head.text()], [200, ''])
    observeOutput('PP-116')
  })

test('PP-116 an issuer with a path serves no metadata at other paths', async () => {
  const send = await providerAt(`${pidProviderId}/pid`)
  for (const path of [`/pid${authorizationServer}`, authorizationServer, credentialIssuer])
    assert.equal((await send(path)).status, 404, path)
  assert.equal((await send(`${authorizationServer}/pid`, { method: 'POST' })).headers.get('allow'), 'GET, HEAD')
})

for (const path of [authorizationServer, credentialIssuer])
  test(`PP-116 ${path} has its digest as ETag, and a client that sends this ETag gets a 304`, async () => {
    const { provider, clock } = await pidProviderFixture()
    const ask = (held?: string, method = 'GET') =>
      provider.app(
        new Request(`${pidProviderId}${path}`, {
          method,
          headers: held === undefined ? {} : { 'if-none-match': held },
        }),
      )
    const whole = await ask()
    const [tag, text] = [whole.headers.get('etag') ?? '', await whole.text()]
    assert.match(tag, /^"[\w-]{43}"$/)
    assert.equal(tag, `"${createHash('sha256').update(text).digest('base64url')}"`)
    for (const held of [tag, `W/${tag}`, `"other", ${tag}`, '*'])
      for (const method of ['GET', 'HEAD']) {
        const same = await ask(held, method)
        assert.deepEqual([same.status, await same.text()], [304, ''], `${method} ${held}`)
        assert.deepEqual(Object.fromEntries(same.headers), {
          'access-control-allow-origin': '*',
          'cache-control': whole.headers.get('cache-control'),
          etag: tag,
        })
      }
    const other = await ask('"other"')
    assert.deepEqual([other.status, other.headers.get('etag'), await other.text()], [200, tag, text])
    clock.advance(50_000)
    assert.equal((await ask(tag)).status, 304, 'even after the entity configuration is signed again')
  })

for (const issuer of [pidProviderId, `${pidProviderId}/pid`])
  test(`PP-116 oauth4webapi discovers ${issuer}`, async () => {
    const send = await providerAt(issuer)
    const response = await oauth.discoveryRequest(new URL(issuer), {
      algorithm: 'oauth2',
      [oauth.customFetch]: (url) => send(new URL(url).pathname),
    })
    const server = await oauth.processDiscoveryResponse(new URL(issuer), response)
    assert.equal(server.token_endpoint, `${issuer}/token`)
    assert.equal(server.require_pushed_authorization_requests, true)
  })
