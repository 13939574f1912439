/**
 * The OpenID Provider of a running sandbox as a member of the sandbox's federation: what it publishes, and which
 * clients it accepts.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { decodeJwt } from '../../../test/support/forge-jwt.ts'
import { freshDirectory } from '../../../test/support/fresh-directory.ts'
import { metadata as clientMetadata } from '../../../test/support/national-login.ts'
import { failed, type JsonObject, type PublicJwk } from '../../base/index.ts'
import { createEntityConfigurationPublisher, createFederationTrustEvaluator } from '../../federation/index.ts'
import { generateSigner } from '../../jose/index.ts'
import { createGuardedFetch, createNodeCrypto, createSystemClock, type RunningServer, serve } from '../../node/index.ts'
import { organizationOf } from '../organizations.ts'
import { pinTrustAnchor } from '../pin-trust-anchor.ts'
import { type Sandbox, startSandbox } from '../start-sandbox.ts'
import { createUserAgent, isDeparture, type Page } from '../user-agent.ts'

const loopback = createGuardedFetch({ loopbackHttp: true })
const ctx = { crypto: createNodeCrypto(), clock: createSystemClock(), fetch: loopback }
const urls = { loopbackHttp: true }
const data = freshDirectory()
const servers: RunningServer[] = []
/** The paths of all requests to relying parties. */
const asked: string[] = []
let sandbox: Sandbox
let idp = ''

before(async () => {
  sandbox = await startSandbox({ data })
  idp = sandbox.state.national_idp.oidc
})
after(async () => {
  await sandbox.stop()
  await Promise.all(servers.map((server) => server.stop()))
  await loopback.close()
})

/** Starts a relying party with this metadata at its own URL, which serves its keys at the path `keysAt`. */
async function startRelyingParty(openidRelyingParty: JsonObject, keysAt?: string): Promise<string> {
  const signer = await generateSigner(ctx)
  let answer = async (_request: Request): Promise<Response> => new Response()
  const app = (request: Request) => answer(request)
  const server = await serve({ port: 0, hosts: ['127.0.0.1'], stopTimeoutSeconds: 0, app })
  servers.push(server)
  const entityId = `http://127.0.0.1:${server.port}`
  const metadata = {
    federation_entity: organizationOf('relying-party', entityId),
    openid_relying_party: { ...openidRelyingParty, ...(keysAt && { jwks_uri: `${entityId}${keysAt}` }) },
  }
  const authorityHints = [sandbox.state.trust_anchor]
  const publisher = createEntityConfigurationPublisher(
    { ...ctx, signer },
    { entityId, metadata, authorityHints, lifetimeSeconds: 600, anchors: new Map(), urls, skewSeconds: 0 },
  )
  answer = async ({ url }) => {
    asked.push(new URL(url).pathname)
    if (url.endsWith(String(keysAt))) return Response.json(clientMetadata.jwks)
    const { jwt } = await publisher.entityConfiguration(ctx.clock.now())
    return new Response(jwt, { headers: { 'content-type': 'application/entity-statement+jwt' } })
  }
  return entityId
}

async function admit(entityId: string): Promise<void> {
  const response = await fetch(`${sandbox.state.trust_anchor}/admin/subordinates`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.state.admin_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ entity_id: entityId }),
  })
  assert.ok(response.ok, await response.clone().text())
}

/** Opens the login with an invalid request of this client. Returns the page or redirect that the user gets. */
async function openLogin(clientId: string, request = 'x.y.z') {
  const parameters = { client_id: clientId, scope: 'openid', code_challenge: 'x', code_challenge_method: 'S256' }
  const url = `${idp}/auth?${new URLSearchParams({ ...parameters, response_type: 'code', request })}`
  return createUserAgent({ language: 'en' }).open(url, ({ port }) => port === '9')
}

async function openRefusal(clientId: string): Promise<Page> {
  const visit = await openLogin(clientId)
  assert.ok(!isDeparture(visit))
  return visit
}

async function evaluate() {
  const pinned = (await pinTrustAnchor(loopback, sandbox.state.trust_anchor)) as readonly PublicJwk[]
  const anchors = new Map([[sandbox.state.trust_anchor, pinned]])
  const entity = await createFederationTrustEvaluator(ctx, { anchors, urls, skewSeconds: 30 }).evaluate(idp, [
    'openid_provider',
  ])
  assert.ok(!failed(entity), JSON.stringify(entity))
  return entity
}

const getJson = async (url: string): Promise<JsonObject> => (await fetch(url)).json() as Promise<JsonObject>

test('the OpenID Provider’s trust chain is valid, and its resolved metadata are the discovery document with the keys by value', async () => {
  const { federation_entity: organization, openid_provider: provider = {} } = (await evaluate()).metadata
  const { jwks_uri: jwksUri, ...discovered } = await getJson(`${idp}/.well-known/openid-configuration`)
  const { jwks, organization_name, ...others } = provider
  const signing = discovered.request_object_signing_alg_values_supported
  assert.deepEqual(others, {
    ...discovered,
    client_registration_types_supported: ['automatic'],
    request_authentication_methods_supported: { authorization_endpoint: ['request_object'] },
    request_authentication_signing_alg_values_supported: signing,
  })
  assert.deepEqual(jwks, await getJson(String(jwksUri)))
  assert.equal(organization_name, organization?.organization_name)
  for (const page of ['homepage_uri', 'policy_uri', 'tos_uri', 'logo_uri'])
    assert.equal((await fetch(String(organization?.[page]))).status, 200, page)
})

test('a page refuses a client that is not a relying party of the federation, with the reason', async () => {
  for (const [clientId, reason] of [
    [await startRelyingParty(clientMetadata), 'no_trust_chain at trust_chain\\.\\S+404'],
    [sandbox.state.relying_party, 'entity_type_missing at metadata'],
  ] as const) {
    const visit = await openRefusal(clientId)
    assert.equal(visit.status, 400)
    const said = `it is not an openid_relying_party of the sandbox&#39;s federation \\(<code>${reason}</code>`
    assert.match(visit.text, new RegExp(said))
  }
})

test('a client that does not answer is refused with 503, because it cannot be verified now', async () => {
  const visit = await openRefusal('http://127.0.0.1:9')
  assert.equal(visit.status, 503)
  assert.match(visit.text, /cannot be verified now, because it or the federation does not answer.*trust_unavailable/)
})

test('PP-38 a member of the federation is a client under its entity identifier, and a refusal names the missing metadata', async () => {
  const whole = await startRelyingParty({ ...clientMetadata, client_id: 'https://another.example' })
  await admit(whole)
  const sentBack = await openLogin(whole)
  assert.ok(isDeparture(sentBack))
  assert.match(sentBack.location, /^http:\/\/localhost:9\/.*error=invalid_request_object/)
  const { userinfo_encrypted_response_alg, ...others } = clientMetadata
  const lacking = await startRelyingParty(others)
  await admit(lacking)
  const refused = await openRefusal(lacking)
  assert.equal(refused.status, 400)
  assert.match(refused.text, /<code>invalid_client_metadata: the client metadata lack userinfo_encrypted_response_alg</)
})

test('PP-38 a refused client is accepted as soon as it is a member of the federation', async () => {
  const entityId = await startRelyingParty(clientMetadata)
  assert.equal((await openRefusal(entityId)).status, 400)
  await admit(entityId)
  assert.ok(isDeparture(await openLogin(entityId)))
})

test('the keys of a member with a jwks_uri are fetched from that URL', async () => {
  const { jwks, ...others } = clientMetadata
  const entityId = await startRelyingParty(others, '/keys')
  await admit(entityId)
  const parts = [{ alg: 'RS256', kid: 'rp' }, { iss: entityId, client_id: entityId, aud: idp }, 'no signature']
  const request = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const sentBack = await openLogin(entityId, request)
  assert.ok(isDeparture(sentBack))
  assert.match(sentBack.location, /error=invalid_request_object/)
  assert.ok(asked.includes('/keys'))
})

test('with --data the OpenID Provider has the same federation key after a restart', async () => {
  const federationKid = async () =>
    decodeJwt(await (await fetch(`${idp}/.well-known/openid-federation`)).text()).header.kid
  const before = await federationKid()
  const port = Number(new URL(sandbox.state.console).port)
  await sandbox.stop()
  sandbox = await startSandbox({ data, port })
  assert.equal(await federationKid(), before)
  await evaluate()
})
