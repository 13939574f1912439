import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../../test/support/fixed-clock.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { Failure, type Fetch, Unavailable } from '../../base/index.ts'
import { createProviderLogin } from './provider-login.ts'

const issuer = 'https://idp.example'
const metadata = {
  ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
  ...{ jwks_uri: `${issuer}/jwks`, response_types_supported: ['code'], subject_types_supported: ['public'] },
  id_token_signing_alg_values_supported: ['ES256'],
}

const clock = fixedClock()

const loginOf = (fetch: Fetch, key: Readonly<Record<string, string>> | undefined = undefined) =>
  createProviderLogin(
    { clock, random: seededRandom('provider-login'), fetch },
    {
      ...{ issuer, clientId: 'console', scope: 'openid', publicUrl: 'https://console.example', loopbackHttp: false },
      ...{ nameClaim: 'sub', allowed: [{ claim: 'sub', value: 'ada' }] },
      authentication: key === undefined ? { secret: 'secret' } : { key },
    },
  )

test('an outage of the provider names its cause, at the beginning and at the end of a login', async () => {
  const cause = new Error('connection refused')
  const isOutage = (thrown: unknown): boolean => {
    assert.ok(thrown instanceof Unavailable)
    for (let error: unknown = thrown; error instanceof Error; error = error.cause) if (error === cause) return true
    return false
  }
  await assert.rejects(loginOf(async () => Promise.reject(cause)).begin(), isOutage)
  const login = loginOf(async ({ url }) =>
    url.includes('/.well-known/') ? Response.json(metadata) : Promise.reject(cause),
  )
  const { pending } = await login.begin()
  const parameters = new Map([
    ['code', 'c'],
    ['state', pending.state],
  ])
  await assert.rejects(login.complete(parameters, pending), isOutage)
})

/** Completes a login whose token endpoint gives this answer. */
async function completeWith(answer: Response) {
  const login = loginOf(async ({ url }) => (url.includes('/.well-known/') ? Response.json(metadata) : answer))
  const { pending } = await login.begin()
  return login.complete(new Map(Object.entries({ code: 'c', state: pending.state })), pending)
}

test('GEN-46 an error of the token endpoint names the client, the answer or an outage as the cause', async () => {
  const challenge = { 'www-authenticate': 'Basic realm="idp"' }
  const errorOf = (error: string, status = 400, headers = {}) => Response.json({ error }, { status, headers })
  const codeFor = async (answer: Response) => {
    const result = await completeWith(answer)
    return result instanceof Failure ? result.code : result
  }
  assert.equal(await codeFor(errorOf('invalid_client', 401, challenge)), 'login_client_rejected')
  assert.equal(await codeFor(errorOf('invalid_client', 401)), 'login_client_rejected')
  assert.equal(await codeFor(errorOf('invalid_client')), 'login_client_rejected')
  assert.equal(await codeFor(errorOf('unauthorized_client')), 'login_client_rejected')
  assert.equal(await codeFor(errorOf('invalid_grant')), 'login_answer_invalid')
  assert.equal(await codeFor(new Response('no', { status: 404 })), 'login_answer_invalid')
  for (const status of [429, 500, 502, 503])
    await assert.rejects(completeWith(new Response('down', { status })), Unavailable, `${status}`)
})

test('an unsupported key of the client is not reported as an outage of the provider', async () => {
  const login = loginOf(async () => Response.json(metadata), { kty: 'OKP', crv: 'Ed25519', x: 'x', d: 'd' })
  await assert.rejects(login.begin(), (thrown) => !(thrown instanceof Unavailable))
})

test('the redirect and the logout URL keep the query of the endpoint as it is written', async () => {
  const [endpoint, logout] = [`${issuer}/authorize?policy=a%20b&signed`, `${issuer}/logout?policy=a%20b`]
  const changed = { ...metadata, authorization_endpoint: endpoint, end_session_endpoint: logout }
  const login = loginOf(async () => Response.json(changed))
  const { location, pending } = await login.begin()
  assert.ok(location.startsWith(`${endpoint}&`), location)
  const { searchParams } = new URL(location)
  assert.deepEqual([...searchParams.keys()].sort(), [
    ...['client_id', 'code_challenge', 'code_challenge_method', 'nonce', 'policy', 'redirect_uri', 'response_type'],
    ...['scope', 'signed', 'state'],
  ])
  assert.equal(searchParams.get('state'), pending.state)
  assert.ok((await login.logoutUrl())?.startsWith(`${logout}&`))
})

test('strangers cannot make the console ask a provider that is down again and again', async () => {
  let count = 0
  const login = loginOf(async () => {
    count += 1
    throw new Error('down')
  })
  for (let visit = 0; visit < 3; visit += 1) assert.equal(await login.logoutUrl(), undefined)
  assert.equal(count, 1)
  clock.advance(5)
  await login.logoutUrl()
  assert.equal(count, 2)
})

test('a clock that is set back prolongs neither an outage nor the use of metadata', async () => {
  let isDown = true
  let count = 0
  const login = loginOf(async () => {
    count += 1
    if (isDown) throw new Error('down')
    return Response.json(metadata)
  })
  await assert.rejects(login.begin(), Unavailable)
  isDown = false
  clock.advance(-3600)
  await login.begin()
  assert.equal(count, 2)
  clock.advance(-3600)
  await login.begin()
  assert.equal(count, 3)
})
