import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { certify } from '../../test/support/certificates/test-authority.ts'
import { configFaultsOf } from '../../test/support/config-faults.ts'
import { recordingSink } from '../../test/support/decisions.ts'
import { certificatePem } from '../../test/support/expired-certificate.ts'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { decodeBase64url, type JsonObject } from '../base/index.ts'
import { ConfigError, createNodeCrypto } from '../node/index.ts'
import { session } from '../store-contracts/relying-party-records.ts'
import type { RoleStores } from '../stores/index.ts'
import { composeRole, openKeys } from './compose-service.ts'
import { openStores } from './open-stores.ts'
import { createSettings, readSettings } from './read-settings.ts'
import type { ServedRole } from './role-names.ts'

const organization = {
  organization_name: 'Comune',
  homepage_uri: 'https://rp.example/',
  policy_uri: 'https://rp.example/privacy',
  tos_uri: 'https://rp.example/terms',
  logo_uri: 'https://rp.example/logo.svg',
}
const anchor = (entityId: string) => ({ entityId, jwks: { keys: [publicJwk] } })
const publicJwk = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  kid: 'anchor',
}

const values = (profiles: object, change: object = {}) => ({
  publicUrl: 'https://rp.example',
  anchors: [anchor('https://ta.example')],
  role: { organization, clientName: 'Comune' },
  profiles,
  ...change,
})

test('a further entity has its own identifier, superiors and keys, and otherwise the settings of the service', () => {
  const own = { anchors: [anchor('https://ta.example/1.4')], role: { clientName: 'Comune 1.4' } }
  const { profileEntities, role } = createSettings(
    'relying-party',
    values({ 'it-wallet-1.4': own, 'it-wallet-1.0': {} }),
  )
  assert.equal(role.profile, 'seed')
  assert.deepEqual(
    profileEntities.map((one) => [
      one.publicUrl,
      one.role.entityId,
      one.role.profile,
      one.keys.file,
      one.role.clientName,
    ]),
    [
      ['https://rp.example/1.0', 'https://rp.example/1.0', 'it-wallet-1.0', 'keys/it-wallet-1.0/keys.json', 'Comune'],
      [
        'https://rp.example/1.4',
        'https://rp.example/1.4',
        'it-wallet-1.4',
        'keys/it-wallet-1.4/keys.json',
        'Comune 1.4',
      ],
    ],
  )
  assert.deepEqual(
    profileEntities.map((one) => one.role.authorityHints),
    [['https://ta.example'], ['https://ta.example/1.4']],
  )
})

test('RP-207 an entity inherits links without a profile as those of the service, if another link states a profile', () => {
  const link = 'https://wallet.example/open'
  const [plain, today] = [
    { name: 'A', link },
    { name: 'B', link, profile: 'it-wallet-1.4' },
  ] as const
  const linksOf = (walletLinks: readonly object[], own: object = {}) => {
    const role = { organization, clientName: 'Comune', walletLinks }
    const { profileEntities } = createSettings('relying-party', values({ 'it-wallet-1.4': { role: own } }, { role }))
    return profileEntities[0]?.role.walletLinks
  }
  assert.deepEqual(linksOf([plain, today]), [{ ...plain, profile: 'seed' }, today])
  assert.deepEqual(linksOf([plain]), [plain])
  assert.deepEqual(linksOf([today], { walletLinks: [plain, today] }), [plain, today])
})

test('a service has no further entities by default', () => {
  assert.deepEqual(createSettings('relying-party', values({})).profileEntities, [])
})

const refused: readonly (readonly [string, object, object, RegExp])[] = [
  ['an unknown profile', { 'it-wallet-9': {} }, {}, /^profiles/],
  [
    'two entities at one path',
    { 'it-wallet-1.0': { path: '/p' }, 'it-wallet-1.4': { path: '/p/q' } },
    {},
    /\.path: is that of another/,
  ],
  ['a malformed path', { 'it-wallet-1.4': { path: '1.4' } }, {}, /is not a path/],
  [
    'a lifetime that belongs to the whole service',
    { 'it-wallet-1.4': { role: { requestLifetimeSeconds: 60 } } },
    {},
    /belongs to the whole service/,
  ],
  [
    'superiors in the role of a profile',
    { 'it-wallet-1.4': { role: { authorityHints: ['https://ta.example'] } } },
    {},
    /role\.authorityHints: set profiles\.it-wallet-1\.4\.authorityHints instead/,
  ],
  [
    'a fault in the role of a profile',
    { 'it-wallet-1.4': { role: { clientName: '' } } },
    {},
    /^profiles\.it-wallet-1\.4\.role\.clientName/,
  ],
  [
    'an anchor without keys',
    { 'it-wallet-1.4': { anchors: [{ entityId: 'https://ta.example' }] } },
    {},
    /pins no keys/,
  ],
  [
    'a further entity without keys if the service has a hardware token',
    { 'it-wallet-1.4': {} },
    { keys: { pkcs11: { module: '/m', token: 't', labels: { federation: ['f'] } } } },
    /\.keys: is missing/,
  ],
]
for (const [name, profiles, change, sentence] of refused)
  test(`refuses ${name}`, () => {
    const faults = configFaultsOf(() => createSettings('relying-party', values(profiles, change)))
    assert.match(faults.join('\n'), sentence)
  })

for (const host of ['192.0.2.7', '[2001:db8::7]', 'my_host.example'])
  test(`FED-120 a Trust Anchor at ${host} states at the start why it has no entity in a profile with certificates`, () => {
    const settings = { publicUrl: `https://${host}`, role: { organization } }
    assert.equal(createSettings('trust-anchor', settings).publicUrl, `https://${host}`)
    const profiles = { 'it-wallet-1.0': {}, 'it-wallet-1.4': {} }
    assert.deepEqual(
      configFaultsOf(() => createSettings('trust-anchor', { ...settings, profiles })),
      Object.keys(profiles).map(
        (profile) =>
          `profiles.${profile}: publicUrl has a host that no certificate can name: it must be a host name of letters, digits, hyphens and dots, and no IP address`,
      ),
    )
  })

for (const role of ['pid-provider', 'wallet-provider'] as const)
  test(`refuses further profiles of a ${role}`, () => {
    const environment = { FIDUCIA_PROFILES: JSON.stringify({ 'it-wallet-1.4': {} }) }
    const faults = configFaultsOf(() => readSettings(role, { environment }))
    assert.match(faults.join('\n'), new RegExp(`profiles\\.it-wallet-1\\.4: fiducia serve ${role} offers no entity`))
  })

/** Trusts the root certificate that `compose` writes. */
const certificateTrust = { rootFiles: ['root.pem'] }

async function compose(
  role: ServedRole,
  profiles: object,
  closed: unknown[] = [],
  beforeComposition = (_directory: string): void => undefined,
) {
  const directory = freshDirectory()
  const { der } = await certify({ entityId: 'https://ta.example', kind: 'root' })
  writeFileSync(join(directory, 'root.pem'), certificatePem(Buffer.from(der)))
  const settings = createSettings(role, values(profiles), (path) => join(directory, path))
  const { stores, close } = await openStores(role, { ...settings.database, url: 'sqlite::memory:' })
  const clock = fixedClock()
  const troubles: string[] = []
  const parts = {
    ...{ clock, random: seededRandom(role), crypto: createNodeCrypto(), decisions: recordingSink() },
    fetch: () => Promise.reject(new TypeError('nobody answers')),
    onFault: assert.fail,
    onTrouble: (what: string) => troubles.push(what),
    makeKeys: true,
    stores,
  }
  const keys = await openKeys(role, settings, parts)
  const watched = <K extends object>(opened: K, name: string): K => ({ ...opened, close: () => closed.push(name) })
  beforeComposition(directory)
  const service = await composeRole(
    role,
    settings,
    {
      ...watched(keys, 'own'),
      profiles: Object.fromEntries(
        Object.entries(keys.profiles ?? {}).map(([name, one]) => [name, watched(one, name)]),
      ),
    },
    parts as never,
  )
  return { service, close, stores: stores as RoleStores['relying-party'], clock, troubles }
}

const payloadOf = (jwt: string): JsonObject =>
  JSON.parse(new TextDecoder().decode(decodeBase64url(jwt.split('.')[1] ?? '')))

test('one service serves each entity below its own path, with its own keys', async () => {
  const { service, close } = await compose('relying-party', {
    'it-wallet-1.4': { certificateTrust },
    'it-wallet-1.0': { path: '/old' },
  })
  const kids: unknown[] = []
  for (const entity of ['https://rp.example', 'https://rp.example/1.4', 'https://rp.example/old']) {
    const response = await service.app(new Request(`${entity}/.well-known/openid-federation`))
    const { sub, jwks } = payloadOf(await response.text()) as { sub: string; jwks: { keys: { kid: string }[] } }
    assert.equal(sub, entity)
    kids.push(...jwks.keys.map(({ kid }) => kid))
  }
  assert.equal(new Set(kids).size, 3)
  assert.deepEqual(
    service.furtherEntities?.map(({ publicUrl }) => publicUrl),
    ['https://rp.example/old', 'https://rp.example/1.4'],
  )
  assert.equal((await service.app(new Request('https://rp.example/1.40/.well-known/openid-federation'))).status, 404)
  service.close()
  await close()
})

const loseRoot = (directory: string): void => rmSync(join(directory, 'root.pem'))
const failing: readonly (readonly [string, object, RegExp, typeof loseRoot?])[] = [
  ['a path that hides an endpoint of the service', { path: '/presentations' }, /would hide the endpoint/],
  ['a later entity whose root is lost', {}, /root\.pem/, loseRoot],
]
for (const [name, later, sentence, beforeComposition] of failing)
  test(`refuses ${name}, and closes the keys of every entity`, async () => {
    const closed: unknown[] = []
    const profiles = { 'it-wallet-1.0': {}, 'it-wallet-1.4': { certificateTrust, ...later } }
    await assert.rejects(compose('relying-party', profiles, closed, beforeComposition), (thrown) => {
      assert.ok(thrown instanceof ConfigError)
      assert.match(thrown.faults.join(), sentence)
      return true
    })
    assert.deepEqual(closed.toSorted(), ['it-wallet-1.0', 'it-wallet-1.4', 'own'])
  })

test('RP-209 a service warns of an erasure request that an application has not confirmed', async () => {
  const { service, close, stores, clock, troubles } = await compose('relying-party', {
    'it-wallet-1.4': { certificateTrust },
  })
  await stores.presentationSessions.begin(session('own'))
  const audit = { at: clock.now(), application: '', presentation: 'receipt', event: 'erased' } as const
  const task = { id: 'task', receipt: 'receipt', application: 'portal', holder: '{"tax_id_code":"X"}' }
  assert.equal(await stores.erasures?.erase({ session: 'own', texts: [], tasks: [task], audit }), 'erased')
  clock.advance(31 * 86_400)
  await service.runUpkeep(clock.now())
  assert.deepEqual(troubles, [
    'the application portal has not confirmed the erasure request with the receipt receipt in 30 days: the request has ended',
  ])
  service.close()
  await close()
})
