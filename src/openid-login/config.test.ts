import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProfileName } from '../profiles/index.ts'
import { openIdLoginConfig, openIdLoginFaults } from './config.ts'

const client = {
  clientId: 'portal',
  displayName: 'Portal',
  redirectUris: ['https://portal.example/callback'],
  authentication: { method: 'client_secret_basic', secretFile: 'secret' },
}
const login = { subject: ['pid', 'tax_id_number'] }

test('a client is the only required setting, and the others have defaults', () => {
  const { path, logins, claimsLifetimeSeconds } = openIdLoginConfig.parse({ clients: [client] })
  assert.deepEqual([path, logins, claimsLifetimeSeconds], ['/openid', { pid: login }, 300])
  for (const own of ['/apis', '/administration', '/login/api'])
    assert.equal(openIdLoginConfig.parse({ clients: [client], path: own }).path, own)
})

test('contradictory or unusable settings are refused', () => {
  const faulty: Record<string, object> = {
    'no clients': { clients: [] },
    'a name that is displayed backwards': { clients: [{ ...client, displayName: '\u202elatroP' }] },
    'the same client twice': { clients: [client, client] },
    'claims for longer than five minutes': { clients: [client], claimsLifetimeSeconds: 301 },
    'a path without a slash at its beginning': { clients: [client], path: 'openid' },
    'a path with a slash at its end': { clients: [client], path: '/openid/' },
    'a path with an empty segment': { clients: [client], path: '/login//openid' },
    'the path of the administration': { clients: [client], path: '/admin' },
    'a path below the application API': { clients: [client], path: '/api/openid' },
    'no login': { clients: [client], logins: {} },
    'the same acr twice': { clients: [client], logins: { a: { ...login, acr: 'x' }, b: { ...login, acr: 'x' } } },
    'the same scope twice': { clients: [client], logins: { a: { ...login, scope: 'x' }, b: { ...login, scope: 'x' } } },
    'the scope of all logins': { clients: [client], logins: { a: { ...login, scope: 'openid' } } },
    'a claim of the provider': { clients: [client], logins: { a: { ...login, claims: { sub: ['pid', 'x'] } } } },
    'a login without subject': { clients: [client], logins: { a: {} } },
    'an unknown login': { clients: [{ ...client, logins: ['other'] }] },
    'a secret without method': { clients: [{ ...client, authentication: { method: 'none', secretFile: 'secret' } }] },
    'browser origins of a client with a secret': {
      clients: [{ ...client, browserOrigins: ['https://app.example'] }],
    },
    'neither PKCE nor authentication': {
      clients: [{ ...client, authentication: { method: 'none' }, withoutPkce: true }],
    },
  }
  for (const [name, settings] of Object.entries(faulty))
    assert.equal(openIdLoginConfig.safeParse(settings).success, false, name)
})

test('RP-137 the profile of the logins must be one that the service offers', () => {
  const faultsOf = (profile: string | undefined, profiles: ProfileName[]) =>
    openIdLoginFaults(openIdLoginConfig.parse({ clients: [client], ...(profile && { profile }) }), {
      ...{ queries: [], profiles },
      urls: { loopbackHttp: false },
    })
  assert.deepEqual(faultsOf('it-wallet-1.4', ['seed', 'it-wallet-1.0']), [
    'openid.profile: is not offered by "profiles"',
  ])
  assert.deepEqual(faultsOf('seed', ['it-wallet-1.4']), ['openid.profile: is not offered by "profiles"'])
  assert.deepEqual(faultsOf('it-wallet-1.4', ['seed', 'it-wallet-1.4']), [])
  for (const profile of [undefined, 'auto']) assert.deepEqual(faultsOf(profile, ['seed']), [])
})

test('redirect URIs and browser origins must be https, and the query of a login must exist', () => {
  const faultsOf = (change: object, loopbackHttp = false, queries: string[] = []) =>
    openIdLoginFaults(
      openIdLoginConfig.parse({ clients: [{ ...client, ...change }], logins: { a: { ...login, query: 'q' } } }),
      {
        queries,
        profiles: ['seed'],
        urls: { loopbackHttp },
      },
    )
  assert.deepEqual(faultsOf({}), ['openid.logins.a.query: is neither a query of role.dcqlQueries nor a preset'])
  assert.deepEqual(faultsOf({}, false, ['q']), [])
  const app = { authentication: { method: 'none' }, browserOrigins: ['https://app.example', 'https://app.example/'] }
  assert.deepEqual(faultsOf(app, false, ['q']), [
    'openid.clients.0.browserOrigins.1: is not the origin of an https URL',
  ])
  const local = { redirectUris: ['http://localhost:8080/callback'], postLogoutRedirectUris: ['http://localhost:8080/'] }
  assert.deepEqual(faultsOf(local, true, ['q']), [])
  assert.deepEqual(faultsOf(local, false, ['q']), [
    'openid.clients.0.redirectUris.0: must be an https URL that has neither a fragment nor a user name',
    'openid.clients.0.postLogoutRedirectUris.0: must be an https URL that has neither a fragment nor a user name',
  ])
})
