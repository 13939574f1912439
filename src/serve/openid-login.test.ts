import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { faultsOf } from '../../test/support/faulty-settings.ts'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { createNodeCrypto, createNodeRandom, createSystemClock, keyPlans, openIdKey } from '../node/index.ts'
import { openRelyingPartyKeys } from './compose-relying-party.ts'
import { createSettings } from './read-settings.ts'

const directory = freshDirectory()
const toPath = (path: string) => join(directory, path)
const write = (file: string, text: string): string => {
  writeFileSync(toPath(file), text)
  return toPath(file)
}
const secretFile = write('client.secret', `${'s'.repeat(32)}\n`)
const client = {
  clientId: 'portal',
  displayName: 'Portal',
  redirectUris: ['https://portal.example/callback'],
  authentication: { method: 'client_secret_basic', secretFile },
}
const openid = { clients: [client] }

test('the faults of an OpenID Provider’s settings are reported with all other faults', () => {
  assert.deepEqual(faultsOf('relying-party', { openid }), [])
  assert.deepEqual(
    faultsOf('relying-party', { openid: { clients: [{ ...client, authentification: 'none' }] } }).length,
    1,
  )
  const gone = { method: 'client_secret_basic', secretFile: '/nowhere/client.secret' }
  assert.deepEqual(faultsOf('relying-party', { openid: { clients: [{ ...client, authentication: gone }] } }), [
    'openid.clients.0.authentication.secretFile: there is no file /nowhere/client.secret: correct the path, or put the file there',
  ])
  const plain = { ...client, redirectUris: ['http://portal.example/callback'] }
  const own = {
    applications: [{ id: 'openid', apiKeyDigests: ['x'.repeat(42).concat('A')] }],
    variants: ['scope'],
  }
  assert.deepEqual(faultsOf('relying-party', { openid: { clients: [plain] } }, own), [
    'openid.clients.0.redirectUris.0: must be an https URL that has neither a fragment nor a user name',
    'role.applications: the id "openid" belongs to the OpenID Provider',
    'role.variants: must contain "dcql", with which the logins ask the wallet',
  ])
})

test('RP-137 a profile of the logins that the service cannot serve is reported at the start', () => {
  const profiles = { 'it-wallet-1.4': {} }
  const faultsIn = (profile: string, values: object, role: object = {}) =>
    faultsOf('relying-party', { openid: { ...openid, profile }, ...values }, role)
  assert.deepEqual(faultsIn('it-wallet-1.4', {}), ['openid.profile: is not offered by "profiles"'])
  assert.deepEqual(faultsIn('it-wallet-1.0', { profiles }), ['openid.profile: is not offered by "profiles"'])
  for (const profile of ['seed', 'it-wallet-1.4', 'auto']) assert.deepEqual(faultsIn(profile, { profiles }), [])
  const strict = { requiredWalletLevels: ['https://trust-list.eu/aal/high'], responseProtections: ['signed_encrypted'] }
  assert.deepEqual(faultsIn('it-wallet-1.4', { profiles }, strict), [
    'openid.profile: wallets of this profile cannot prove a level of "requiredWalletLevels"',
  ])
  for (const profile of ['seed', 'auto']) assert.deepEqual(faultsIn(profile, { profiles }, strict), [])
})

test('RP-121 a login whose query does not ask for its subject or claims is reported at the start', () => {
  const credential = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['eu.eudiw.pid.it'] } }
  const asking = (...names: readonly string[]) => ({
    credentials: [{ ...credential, claims: names.map((name) => ({ path: [name] })) }],
  })
  const fault = (at: string, claim: string) => `openid.logins.${at}: its query does not ask for the claim ${claim}`
  const role = { dcqlQuery: asking('given_name'), dcqlQueries: { name: asking('given_name') } }
  assert.deepEqual(faultsOf('relying-party', { openid }, role), [fault('pid.subject', 'pid.tax_id_number')])
  const named = { query: 'name', subject: ['pid', 'given_name'], claims: { surname: ['pid', 'family_name'] } }
  assert.deepEqual(faultsOf('relying-party', { openid: { ...openid, logins: { named } } }, role), [
    fault('named.claims.surname', 'pid.family_name'),
  ])

  const entity = { role: { dcqlQueries: { name: asking('family_name') } } }
  const faultsIn = (profile: string | undefined) => {
    const logins = { named: { query: 'name', subject: ['pid', 'given_name'] } }
    const values = { openid: { ...openid, logins, ...(profile && { profile }) }, profiles: { 'it-wallet-1.4': entity } }
    return faultsOf('relying-party', values, role)
  }
  const own = `${fault('named.subject', 'pid.given_name')} in the profile it-wallet-1.4`
  for (const profile of ['it-wallet-1.4', 'auto']) assert.deepEqual(faultsIn(profile), [own])
  for (const profile of ['seed', undefined]) assert.deepEqual(faultsIn(profile), [])
})

test('a client must have a secret of 32 characters or public keys, and ID Tokens have a key of their own', async () => {
  const open = (authentication: object) => {
    const url = 'https://rp.example'
    const organization = { organization_name: 'RP', homepage_uri: url, policy_uri: url, tos_uri: url, logo_uri: url }
    const role = { clientName: 'RP', organization, authorityHints: ['https://anchor.example'] }
    const clients = [{ ...client, authentication }]
    const values = { publicUrl: url, keys: { file: 'keys/keys.json' }, openid: { clients }, role }
    const settings = createSettings('relying-party', values, (path) => (path.startsWith('/') ? path : toPath(path)))
    const parts = { crypto: createNodeCrypto(), random: createNodeRandom(), clock: createSystemClock() }
    return openRelyingPartyKeys(settings, { ...parts, makeKeys: true })
  }
  const first = await open(client.authentication)
  assert.deepEqual(first.openId?.credentials.get('portal'), { secret: 's'.repeat(32) })
  assert.equal(first.openId?.signers[0].alg, openIdKey.alg)
  assert.equal(Object.hasOwn(keyPlans['relying-party'], 'openid'), false)
  const jwksFile = write('keys.json', JSON.stringify({ keys: [first.federation[0].publicJwk] }))
  const second = await open({ method: 'private_key_jwt', jwksFile })
  assert.deepEqual(second.openId?.credentials.get('portal')?.jwks, { keys: [first.federation[0].publicJwk] })
  assert.deepEqual(second.openId?.subjectSecret, first.openId?.subjectSecret)

  const faulty: Record<string, object> = {
    'secretFile: is shorter than 32 characters': {
      ...client.authentication,
      secretFile: write('short.secret', 's'.repeat(31)),
    },
    'secretFile: contains a character that is not printable ASCII': {
      ...client.authentication,
      secretFile: write('lines.secret', `${'s'.repeat(32)}\nsecond line`),
    },
    'jwksFile: contains no JWK set': { method: 'private_key_jwt', jwksFile: write('none.json', '{"keys":[]}') },
    'jwksFile: contains no JWK set with public keys': {
      method: 'private_key_jwt',
      jwksFile: write('private.json', '{"keys":[{"kty":"oct","k":"AAAA"}]}'),
    },
  }
  for (const [fault, authentication] of Object.entries(faulty))
    await assert.rejects(open(authentication), { name: 'ConfigError', message: new RegExp(fault) })
})
