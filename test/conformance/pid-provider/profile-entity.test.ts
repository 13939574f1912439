/** A PID Provider in a later profile: metadata in the form of the profile, and endpoints that issue nothing. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { failed, type JsonObject } from '../../../src/base/index.ts'
import { createServices } from '../../../src/pid-provider/context.ts'
import { furtherProfileNames, pidProviderWire } from '../../../src/profiles/index.ts'
import { observeOutput } from '../../support/decisions.ts'
import { pidProviderFixture, pidProviderId } from '../../support/pid-provider-fixture.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

type Metadata = Readonly<Record<string, JsonObject>>

const paths = { 'it-wallet-1.0': '/1.0', 'it-wallet-1.4': '/1.4' } as const

async function entityOf(profile: keyof typeof paths) {
  const prefix = paths[profile]
  const entityId = `${pidProviderId}${prefix}`
  const fixture = await pidProviderFixture({ config: { entityId, profile } })
  const send = (path: string, init?: RequestInit): Promise<Response> => fixture.send(`${prefix}${path}`, init)
  const [, payload = ''] = (await (await send('/.well-known/openid-federation')).text()).split('.')
  const { metadata } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { metadata: Metadata }
  return { ...fixture, entityId, send, metadata }
}

/** Returns the URLs of members whose name ends in `_endpoint`, below the entity. */
const endpointsIn = (metadata: Metadata, entityId: string): readonly URL[] =>
  Object.values(metadata)
    .flatMap((members) => Object.entries(members))
    .filter(([name]) => name.endsWith('_endpoint'))
    .map(([, url]) => {
      assert.ok(String(url).startsWith(`${entityId}/`), String(url))
      return new URL(String(url))
    })

for (const profile of furtherProfileNames)
  describe(profile, () => {
    test(`PP-170 the metadata have the entity types and endpoints of ${profile}, and no others`, async () => {
      const { metadata } = await entityOf(profile)
      const wire = pidProviderWire[profile]
      assert.deepEqual(Object.keys(metadata), wire.entityTypes)
      const { oauth_authorization_server: server, openid_credential_issuer: issuer } = metadata
      assert.deepEqual(server?.token_endpoint_auth_methods_supported, ['attest_jwt_client_auth'])
      assert.deepEqual(server?.acr_values_supported, ['https://anchor.example/loa/high'])
      const named = Object.keys(issuer ?? {}).filter((name) => name.endsWith('_endpoint'))
      assert.deepEqual(named, Object.keys(wire.issuerEndpoints))
      assert.deepEqual(
        Object.keys(issuer?.credential_configurations_supported ?? {}),
        wire.configurations?.map(({ id }) => id),
      )
      observeOutput('PP-170')
    })

    test(`PP-171 each endpoint of ${profile} responds with 501 and issues nothing`, async () => {
      const { metadata, entityId, send, sink } = await entityOf(profile)
      const refused = 'PP-171 profile_endpoint_unbuilt 501 server_error'
      for (const { href, pathname } of endpointsIn(metadata, entityId)) {
        const path = href.slice(entityId.length)
        if (path === '/authorize') continue
        const answer = await send(path, { method: 'POST', body: 'x'.repeat(100_000) })
        await assertRefusal(answer, sink, refused)
        assert.equal(sink.decisions.at(-1)?.surface, `pid-provider${path}`, pathname)
      }
      const page = await send('/authorize?request_uri=x')
      assert.equal(page.status, 501)
      assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
      assert.equal(sink.decisions.at(-1)?.checks.at(-1)?.requirement, 'PP-171')
    })
  })

test('PP-170 a configuration of 1.0 has vct, scope and claims, and a claim has only path and display', async () => {
  const { metadata } = await entityOf('it-wallet-1.0')
  const { credential_configurations_supported: configurations, ...issuer } = metadata.openid_credential_issuer ?? {}
  const { dc_sd_jwt_PersonIdentificationData: pid } = configurations as Readonly<Record<string, JsonObject>>
  assert.equal(pid?.vct, 'https://anchor.example/vct/v1.0.0/personidentificationdata')
  assert.equal(pid?.scope, 'PersonIdentificationData')
  const [first] = (pid?.claims ?? []) as readonly JsonObject[]
  assert.deepEqual(first, {
    path: ['given_name'],
    display: [
      { locale: 'it-IT', name: 'Nome' },
      { locale: 'en-US', name: 'Given name' },
    ],
  })
  assert.equal(issuer.status_assertion_endpoint, issuer.status_attestation_endpoint)
  assert.deepEqual(issuer.evidence_supported, ['vouch'])
  assert.deepEqual(issuer.batch_credential_issuance, { batch_size: 1 })
})

test('PP-170 a configuration of 1.4 has its schema and source, and lists the algorithms of an mdoc by number', async () => {
  const { metadata, entityId } = await entityOf('it-wallet-1.4')
  const { credential_configurations_supported: configurations } = metadata.openid_credential_issuer ?? {}
  const { dc_sd_jwt_eid: eid, mso_mdoc_pid: mdoc } = configurations as Readonly<Record<string, JsonObject>>
  assert.equal(eid?.schema_id, 'eid+dc+sd-jwt+urn:it-wallet:eid:1')
  assert.deepEqual(eid?.authentic_sources, { entity_id: entityId, dataset_id: 'dc_sd_jwt_eid' })
  assert.equal(mdoc?.doctype, 'eu.europa.ec.eudi.pid.1')
  assert.deepEqual(mdoc?.credential_signing_alg_values_supported, [-7])
  const shown = mdoc?.credential_metadata as { readonly claims: readonly JsonObject[] }
  assert.deepEqual(shown.claims[0], {
    path: ['eu.europa.ec.eudi.pid.1', 'given_name'],
    mandatory: true,
    sd: 'always',
    display: [
      { locale: 'it-IT', name: 'Nome', label: 'Nome' },
      { locale: 'en-US', name: 'Given name', label: 'Given name' },
    ],
  })
})

test('an entity of 1.4 without the format mso_mdoc offers no mdoc', async () => {
  const fixture = await pidProviderFixture({ config: { profile: 'it-wallet-1.4', formats: ['vc+sd-jwt'] } })
  const [, payload = ''] = (await (await fixture.send('/.well-known/openid-federation')).text()).split('.')
  const { metadata } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { metadata: Metadata }
  const { credential_configurations_supported: configurations } = metadata.openid_credential_issuer ?? {}
  assert.deepEqual(Object.keys(configurations ?? {}), ['dc_sd_jwt_eid', 'dc_sd_jwt_pid'])
})

test('the metadata of the default profile match its table', async () => {
  const fixture = await pidProviderFixture()
  const [, payload = ''] = (await (await fixture.send('/.well-known/openid-federation')).text()).split('.')
  const { metadata } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { metadata: Metadata }
  const { oauth_authorization_server: server, openid_credential_issuer: issuer } = metadata
  const wire = pidProviderWire.seed
  assert.deepEqual(Object.keys(metadata).toSorted(), wire.entityTypes.toSorted())
  assert.deepEqual(server?.token_endpoint_auth_methods_supported, wire.tokenEndpointAuthMethods)
  assert.deepEqual(server?.response_modes_supported, wire.responseModes)
  const endpoints = Object.entries(issuer ?? {}).filter(([name]) => name.endsWith('_endpoint'))
  assert.deepEqual(
    Object.fromEntries(endpoints),
    Object.fromEntries(Object.entries(wire.issuerEndpoints).map(([name, path]) => [name, `${pidProviderId}${path}`])),
  )
  const absent = ['acr_values_supported', 'trust_frameworks_supported', 'evidence_supported', 'display']
  for (const name of absent) assert.equal(server?.[name] ?? issuer?.[name], undefined, name)
})

for (const [profile, verdict] of [
  ['it-wallet-1.4', 'x509_revoked'],
  ['it-wallet-1.0', 'trusted'],
] as const)
  test(`FED-115 for a PID Provider of ${profile}, a Wallet Provider with a revoked certificate is ${verdict}`, async () => {
    const config = { entityId: `${pidProviderId}${paths[profile]}`, profile }
    const { parts, clock, certificates, ...fixture } = await pidProviderFixture({ config })
    const { trust } = createServices(parts)
    const evaluate = async (): Promise<string> => {
      const entity = await trust.evaluate(fixture.walletProvider.entityId, ['wallet_provider'])
      return failed(entity) ? entity.code : 'trusted'
    }
    assert.equal(await evaluate(), 'trusted')
    certificates.revoked.add(Buffer.from(fixture.walletProviderCertificate.der).toString('base64'))
    clock.advance(3601) // past the expiry of the cached revocation list
    assert.equal(await evaluate(), verdict)
  })
