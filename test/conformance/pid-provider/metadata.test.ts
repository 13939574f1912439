/** The PID Provider's metadata: its members, and the existence of every endpoint in it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed } from '../../../src/base/index.ts'
import { createFederationTrustEvaluator } from '../../../src/federation/index.ts'
import { parseIssuerMetadata } from '../../../src/oid4vci/index.ts'
import { pidProviderConfig } from '../../../src/pid-provider/index.ts'
import { observeOutput } from '../../support/decisions.ts'
import { urls } from '../../support/federation.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { pidProviderFixture, pidProviderId } from '../../support/pid-provider-fixture.ts'

const fixture = await pidProviderFixture()

async function configuration() {
  const response = await fixture.send('/.well-known/openid-federation')
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/entity-statement+jwt')
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  const { payload } = decodeJwt(await response.text())
  // biome-ignore lint/suspicious/noExplicitAny: a document to look into
  return payload.metadata as Record<string, any>
}

test('PP-01 PP-02 PP-35 PP-36 PP-37 PP-40 the issuer metadata list existing endpoints, and the PID with its claims', async () => {
  const metadata = await configuration()
  const issuer = metadata.openid_credential_issuer
  assert.ok(metadata.federation_entity && metadata.openid_relying_party)
  assert.equal(issuer.credential_issuer, pidProviderId)
  for (const name of ['authorization', 'token', 'pushed_authorization_request', 'credential', 'nonce']) {
    const url = new URL(issuer[`${name}_endpoint`])
    assert.equal(url.origin, pidProviderId)
    const method = name === 'authorization' ? 'GET' : 'POST'
    const { status } = await fixture.provider.app(new Request(url, { method }))
    assert.ok(status !== 404 && status !== 405 && status < 500, `${name}: ${status}`)
  }
  assert.deepEqual(issuer.dpop_signing_alg_values_supported, ['ES256', 'ES384', 'ES512'])
  const entry = issuer.credentials_supported['eu.eudiw.pid.it']
  assert.equal(entry.format, 'vc+sd-jwt')
  assert.deepEqual(entry.cryptographic_binding_methods_supported, ['jwk'])
  assert.deepEqual(entry.credential_definition.type, ['eu.eudiw.pid.it'])
  const [display] = entry.display
  assert.deepEqual(Object.keys(display).sort(), ['background_color', 'locale', 'logo', 'name', 'text_color'])
  assert.deepEqual(Object.keys(display.logo).sort(), ['alt_text', 'url'])
  const subject = entry.credential_definition.credentialSubject
  assert.deepEqual(Object.keys(subject).sort(), [
    'birthdate',
    'family_name',
    'given_name',
    'place_of_birth',
    'tax_id_number',
    'unique_id',
  ])
  for (const { mandatory, display: names } of Object.values(subject) as { mandatory: boolean; display: object[] }[])
    assert.ok(mandatory && names.length > 0)
  for (const id of ['PP-01', 'PP-02', 'PP-35', 'PP-36', 'PP-37', 'PP-40']) observeOutput(id)
})

test('PP-208 the logo of each credential configuration has its address as uri and as url', async () => {
  const { openid_credential_issuer: issuer } = await configuration()
  const [display] = issuer.credentials_supported['eu.eudiw.pid.it'].display
  const expected = { ...display, logo: { uri: display.logo.url, ...display.logo } }
  for (const id of ['eu.eudiw.pid.it', 'eu.europa.ec.eudiw.pid.1'])
    assert.deepEqual(issuer.credential_configurations_supported[id].display, [expected])
  observeOutput('PP-208')
})

test('PP-38 PP-39 the metadata describe the relying party and the authorization server, and do not list the federation key', async () => {
  const {
    openid_relying_party: party,
    oauth_authorization_server: server,
    openid_credential_issuer: issuer,
  } = await configuration()
  assert.deepEqual(party.redirect_uris, [`${pidProviderId}/login/callback/cie`])
  assert.deepEqual(party.client_registration_types, ['automatic'])
  assert.equal(party.jwks.keys.length, 1)
  assert.equal(server.issuer, pidProviderId)
  assert.equal(server.require_pushed_authorization_requests, true)
  assert.equal(issuer.authorization_response_iss_parameter_supported, true)
  assert.ok(issuer.credential_configurations_supported['eu.eudiw.pid.it'])
  const { kid: own } = fixture.credentialSigner
  for (const [{ keys }, expected] of [
    [issuer.jwks, [own, fixture.mdocIssuer.signer.kid]],
    [server.jwks, [own]],
  ] as const) {
    assert.deepEqual(
      keys.map(({ kid }: { kid: string }) => kid),
      expected,
    )
    assert.ok(!('d' in keys[0]) && keys[0].kid !== fixture.federationSigner.kid)
  }
  observeOutput('PP-38')
  observeOutput('PP-39')
})

test('WI-35 a wallet finds the issuer through the federation and reads its metadata', async () => {
  const trust = createFederationTrustEvaluator(
    { crypto: fixture.crypto, clock: fixture.clock, fetch: fixture.network.fetch },
    { anchors: fixture.anchors, urls, skewSeconds: 30 },
  )
  const entity = await trust.evaluate(pidProviderId, ['openid_credential_issuer'])
  assert.ok(!failed(entity))
  const policy = { issuer: pidProviderId, credentialType: 'eu.eudiw.pid.it', algorithms: ['ES256'], urls } as const
  assert.ok(!failed(parseIssuerMetadata(entity.metadata, policy)))
})

test('PP-204 a provider starts only if its display has one entry for each language, with a language tag', () => {
  const { entityId, organization, authorityHints } = fixture.config
  const logo = { url: 'https://pid.example/logo.svg', alt_text: 'Logo' }
  const faultOf = (...locales: string[]) => {
    const display = locales.map((locale) => ({
      name: 'PID',
      locale,
      logo,
      background_color: '#fff',
      text_color: '#000',
    }))
    const read = pidProviderConfig.safeParse({ entityId, organization, authorityHints, display })
    return read.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join()
  }
  for (const locales of [['it'], ['IT-it'], ['it-IT', 'it', 'en'], ['sr-Latn-RS', 'sr-Cyrl-RS']])
    assert.equal(faultOf(...locales), undefined)
  for (const locale of ['italiano!', 'it_IT', 'i', 'it-', ' it'])
    assert.equal(faultOf(locale), 'display.0.locale is not a language tag such as "it-IT"', locale)
  for (const again of ['it-IT', 'it-it'])
    assert.equal(faultOf('it-IT', 'en', again), 'display two entries have the same locale', again)
})

test('GEN-30 the host of a request does not change the metadata', async () => {
  const request = new Request('https://evil.example/.well-known/openid-federation', {
    headers: { 'x-forwarded-host': 'evil.example' },
  })
  const { payload } = decodeJwt(await (await fixture.provider.app(request)).text())
  assert.ok(!JSON.stringify(payload).includes('evil.example'))
})

test('the style sheet is served as a separate file', async () => {
  const response = await fixture.send('/assets/pid-provider.css')
  assert.equal(response.headers.get('content-type'), 'text/css; charset=utf-8')
  assert.match(await response.text(), /:focus-visible/)
})
