/** The administrators' endpoints, except the revocation of one instance: search, show, link, revocation of a group. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unavailable } from '../../../src/base/index.ts'
import { openSqliteStores } from '../../../src/stores/sqlite/open-stores.ts'
import type { WalletInstances } from '../../../src/wallet-provider/index.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import {
  administrationAnswer,
  administrator,
  as,
  postsTo,
  refusesStrangers,
} from '../../support/wallet-provider-administration.ts'
import { createWalletProviderBench, walletProviderId } from '../../support/wallet-provider-bench.ts'
import { genJsonRows } from '../gen-rows.ts'

const administrators = [administrator('owner')]
const bench = await createWalletProviderBench({ context: { administrators } })
const { clock, devices, sink, vendor } = bench
const base = '/admin/wallet-instances'
const get = (path: string, headers: Record<string, string> = as('owner')) => bench.send(`${base}${path}`, { headers })
const post = postsTo(bench, base)
const show = async (tag: string) =>
  (await (await post('/show', { hardware_key_tag: tag })).json()) as Record<string, unknown>
const list = async (search: object = {}) => {
  const response = await post('/search', search)
  assert.equal(response.status, 200)
  const { wallet_instances } = (await response.json()) as { wallet_instances: { hardware_key_tag: string }[] }
  return wallet_instances.map(({ hardware_key_tag }) => hardware_key_tag)
}

test('WP-76 WP-11 an administrator finds instances and sees one with its device and its history', async () => {
  const start = clock.now()
  const first = await bench.registered()
  clock.advance(10)
  const second = await bench.registered()
  assert.equal((await bench.attest(second)).status, 200)
  clock.advance(5)
  const revocation = { hardware_key_tag: second.hardwareKeyTag, reason: 'revoked_by_user' }
  assert.equal((await post('/revoke', revocation)).status, 204)
  assert.deepEqual(await list(), [second.hardwareKeyTag, first.hardwareKeyTag])
  assert.deepEqual(await list({ limit: 1 }), [second.hardwareKeyTag])
  assert.deepEqual(await list({ status: 'revoked', platform: 'android' }), [second.hardwareKeyTag])
  assert.deepEqual(await list({ platform: 'apple' }), [])
  assert.deepEqual(await list({ registered_to: start }), [first.hardwareKeyTag])
  assert.deepEqual(await list({ registered_from: start + 1 }), [second.hardwareKeyTag])
  const shown = await show(second.hardwareKeyTag)
  assert.partialDeepStrictEqual(shown, {
    status: 'revoked',
    registered_at: start + 10,
    operational_at: start + 10,
    revoked_at: start + 15,
    revocation_reason: 'revoked_by_user',
    device: { platform: 'android', application: vendor.app.packageName },
    history: [
      { at: start + 10, change: 'registered', actor: 'wallet' },
      { at: start + 10, change: 'operational', actor: 'wallet' },
      { at: start + 15, change: 'revoked', actor: 'owner', reason: 'revoked_by_user' },
    ],
  })
})

test('WP-12 a user’s name is in no record of the linked instances, and all of them are revoked together', async () => {
  const mine = [await bench.registered(), await bench.registered()]
  const other = await bench.registered()
  for (const { hardwareKeyTag } of mine)
    assert.equal((await post('/link', { hardware_key_tag: hardwareKeyTag, user: 'user-4711' })).status, 204)
  const all = { user: 'user-4711', reason: 'revoked_by_user' }
  const answer = await post('/revoke-all', all)
  assert.deepEqual([answer.status, await answer.json()], [200, { revoked: 2 }])
  assert.deepEqual(await (await post('/revoke-all', all)).json(), { revoked: 0 })
  for (const { hardwareKeyTag } of mine) {
    const shown = await show(hardwareKeyTag)
    assert.equal(shown.status, 'revoked')
    assert.ok(!JSON.stringify(shown).includes('user-4711'))
    assert.ok(!JSON.stringify(await bench.stores.walletInstances.find(hardwareKeyTag)).includes('user-4711'))
  }
  assert.equal((await show(other.hardwareKeyTag)).status, 'registered')
})

test('WP-52 WP-76 revocations before an outage are recorded, and the next request revokes the rest', async () => {
  const stores = openSqliteStores('wallet-provider', ':memory:').stores
  const { walletInstances } = stores
  let steps = 0
  const revokeSome: WalletInstances['revokeSome'] = (input) => {
    steps += 1
    return steps === 2
      ? Promise.reject(new Unavailable('an outage'))
      : walletInstances.revokeSome({ ...input, limit: 1 })
  }
  const own = await createWalletProviderBench({
    devices,
    stores: { ...stores, walletInstances: { ...walletInstances, revokeSome } },
    context: { administrators },
  })
  for (const { hardwareKeyTag } of [await own.registered(), await own.registered(), await own.registered()])
    await walletInstances.linkUser({ hardwareKeyTag, user: 'mario', actor: 'ada', now: own.clock.now() })
  const revokeAll = () => postsTo(own, base)('/revoke-all', { user: 'mario', reason: 'revoked_by_user' })
  assert.equal((await revokeAll()).status, 503)
  const [failed] = own.sink.decisions.filter(({ outcome }) => outcome === 'failed')
  assert.equal(failed?.evidence.change, 'revoked')
  assert.equal((await walletInstances.search({ status: 'revoked', limit: 9 })).length, 1)
  const again = await revokeAll()
  assert.deepEqual([again.status, await again.json()], [200, { revoked: 2 }])
  assert.deepEqual(await (await revokeAll()).json(), { revoked: 0 })
})

test('WP-12 a user’s instances are listed, and one that was unlinked is not revoked with the others', async () => {
  const [mine, sold] = [await bench.registered(), await bench.registered()]
  for (const { hardwareKeyTag } of [mine, sold])
    await post('/link', { hardware_key_tag: hardwareKeyTag, user: 'user-4712' })
  assert.equal((await list({ user: 'user-4712' })).length, 2)
  assert.equal((await post('/unlink', { hardware_key_tag: sold.hardwareKeyTag })).status, 204)
  assert.deepEqual(await list({ user: 'user-4712' }), [mine.hardwareKeyTag])
  const answer = await post('/revoke-all', { user: 'user-4712', reason: 'revoked_by_user' })
  assert.deepEqual(await answer.json(), { revoked: 1 })
  const { status, history } = await show(sold.hardwareKeyTag)
  const changes = (history as { change: string; actor: string }[]).map(({ change, actor }) => `${change} ${actor}`)
  assert.deepEqual([status, changes], ['registered', ['registered wallet', 'linked owner', 'unlinked owner']])
})

test('WP-28 WP-76 WP-194 the evidence of every change names its actor and a thumbprint by which the search finds the instance', async () => {
  const [one, other] = [await bench.registered(), await bench.registered()]
  const [thumbprint, others] = await Promise.all(
    [one, other].map(
      async ({ hardwareKeyTag }) => (await bench.stores.walletInstances.find(hardwareKeyTag))?.hardwareKeyThumbprint,
    ),
  )
  const hardware_key_tag = one.hardwareKeyTag
  const serial = other.attesterSerial
  const changes: [path: string, body: object, kept: object][] = [
    ['/link', { hardware_key_tag, user: 'user-4713' }, { change: 'linked', thumbprint }],
    ['/unlink', { hardware_key_tag }, { change: 'unlinked', thumbprint }],
    ['/unlink', { hardware_key_tag }, { thumbprint }],
    ['/revoke', { hardware_key_tag, reason: 'revoked_by_user' }, { change: 'revoked', thumbprint }],
    ['/revoke', { hardware_key_tag, reason: 'revoked_by_provider' }, { thumbprint }],
    [
      '/revoke-all',
      { certificate_serial: serial, reason: 'device_certificate_revoked' },
      { change: 'revoked', certificate: serial },
    ],
    ['/revoke-all', { certificate_serial: 'abc', reason: 'device_certificate_revoked' }, { certificate: 'abc' }],
  ]
  for (const [path, body, kept] of changes) {
    assert.ok((await post(path, body)).ok)
    assert.deepEqual(sink.decisions.at(-1)?.evidence, { actor: 'owner', ...kept }, path)
  }
  const [mine, mineToo] = [await bench.registered(), await bench.registered()]
  for (const { hardwareKeyTag } of [mine, mineToo])
    await post('/link', { hardware_key_tag: hardwareKeyTag, user: 'user-4714' })
  await post('/revoke-all', { user: 'user-4714', reason: 'revoked_by_user' })
  const { evidence } = sink.decisions.at(-1) ?? {}
  const found = await Promise.all((evidence?.thumbprint ?? '').split(' ').map((print) => list({ thumbprint: print })))
  assert.deepEqual(found.flat().toSorted(), [mine, mineToo].map(({ hardwareKeyTag }) => hardwareKeyTag).toSorted())
  assert.deepEqual(await list({ thumbprint: others ?? '' }), [other.hardwareKeyTag])
  assert.doesNotMatch(JSON.stringify(sink.decisions), /user-471/, 'GEN-24')
})

test('WP-76 an instance is shown with the number of its refused requests by each check', async () => {
  const device = await bench.registered()
  const stranger = await vendor.createDevice()
  const start = clock.now()
  assert.deepEqual((await show(device.hardwareKeyTag)).refusals, [])
  for (let times = 0; times < 3; times += 1) await bench.attest(device, { evidenceOf: stranger })
  clock.advance(10)
  await bench.attest(device, { knobs: { play: { appRecognitionVerdict: 'UNEVALUATED' } } })
  await bench.attest(device, { challenge: 'stale' })
  assert.equal((await bench.attest(device)).status, 200)
  assert.deepEqual((await show(device.hardwareKeyTag)).refusals, [
    { requirement: 'WP-62', code: 'play_app_unevaluated', count: 1, first_at: start + 10, last_at: start + 10 },
    { requirement: 'WP-21', code: 'hardware_signature_invalid', count: 3, first_at: start, last_at: start },
  ])
})

test('WP-76 a failure to count a refusal does not change the answer', async () => {
  const device = await bench.registered()
  for (const thrown of [new Unavailable('the store is away'), new TypeError('ours')]) {
    const walletInstances = {
      ...bench.stores.walletInstances,
      countRefusal: async () => {
        throw thrown
      },
    }
    const random = seededRandom('shaky')
    const shaky = await createWalletProviderBench({ devices, stores: { walletInstances }, context: { random } })
    const response = await shaky.attest(device, { evidenceOf: await vendor.createDevice() })
    await shaky.refuses(response, 'WP-21 hardware_signature_invalid 403 invalid_request')
    assert.deepEqual(shaky.faults, [thrown])
  }
})

test('WP-28 WP-52 every instance below a compromised certificate is revoked, whatever the spelling of its serial number', async () => {
  const [bad, good] = [await bench.registered(), await bench.registered()]
  const serial = `00${bad.attesterSerial.toUpperCase()}`
  assert.deepEqual(await list({ certificate_serial: serial }), [bad.hardwareKeyTag])
  const answer = await post('/revoke-all', { certificate_serial: serial, reason: 'device_certificate_revoked' })
  assert.deepEqual(await answer.json(), { revoked: 1 })
  assert.equal((await show(bad.hardwareKeyTag)).revocation_reason, 'device_certificate_revoked')
  assert.equal((await show(good.hardwareKeyTag)).status, 'registered')
  assert.equal((await bench.attest(bad)).status, 403)
})

test('WP-28 WP-52 the instances below a certificate with a negative serial number are found and revoked', async () => {
  const { walletInstances } = bench.stores
  for (const [name, serial] of [
    ['negative', '-ab'],
    ['positive', 'ab'],
  ] as const)
    await walletInstances.register({
      claims: [{ name: 'challenge', value: name, expiresAt: bench.clock.now() + 60 }],
      instance: {
        ...{ hardwareKeyTag: name, hardwareKeyThumbprint: name, hardwareKey: { kty: 'EC' } },
        ...{ device: { platform: 'android', application: 'a' }, status: 'registered', registeredAt: bench.clock.now() },
      },
      certificateSerials: [serial],
    })
  assert.deepEqual(await list({ certificate_serial: '-00AB' }), ['negative'])
  const body = { certificate_serial: '-AB', reason: 'device_certificate_revoked' }
  assert.deepEqual(await (await post('/revoke-all', body)).json(), { revoked: 1 })
  assert.equal((await show('positive')).status, 'registered')
})

for (const [what, body] of [
  ['search', {}],
  ['show', { hardware_key_tag: 'x' }],
  ['revoke-all', { user: 'x', reason: 'revoked_by_user' }],
  ['link', { user: 'x', hardware_key_tag: 'x' }],
  ['unlink', { hardware_key_tag: 'x' }],
] as const)
  refusesStrangers(sink, what, (headers) => post(`/${what}`, body, headers))

for (const [what, further] of [
  ['show', {}],
  ['link', { user: 'x' }],
  ['unlink', {}],
] as const)
  test(`WP-76 ${what} answers 404 for an unknown instance`, async () => {
    await bench.refuses(
      post(`/${what}`, { hardware_key_tag: 'nobody', ...further }),
      'WP-76 instance_unknown 404 not_found',
    )
  })

test('WP-12 WP-76 users and instances are read from the body, not from the URL', async () => {
  const { hardwareKeyTag } = await bench.registered()
  await post('/link', { hardware_key_tag: hardwareKeyTag, user: 'user-4715' })
  assert.equal((await get('?user=user-4715')).status, 404)
  assert.equal((await get('/search?user=user-4715')).status, 405)
  const searched = await (await post('/search?user=nobody', { user: 'user-4715' })).json()
  assert.deepEqual((searched as { wallet_instances: object[] }).wallet_instances.length, 1)
  assert.equal((await get(`/show?hardware_key_tag=${hardwareKeyTag}`)).status, 405)
  assert.equal((await post(`/show?hardware_key_tag=${hardwareKeyTag}`, {})).status, 400)
})

for (const [code, path, body] of [
  ['search_malformed', '/search', { status: 'gone' }],
  ['search_malformed', '/search', { platform: 'windows' }],
  ['search_malformed', '/search', { registered_from: 'yesterday' }],
  ['search_malformed', '/search', { registered_to: -1 }],
  ['search_malformed', '/search', { limit: 0 }],
  ['search_malformed', '/search', { limit: 1001 }],
  ['search_malformed', '/search', { limit: '1' }],
  ['search_malformed', '/search', { user: '' }],
  ['search_malformed', '/search', { certificate_serial: 'xyz' }],
  ['search_malformed', '/search', { certificate_serial: '-' }],
  ['search_malformed', '/search', { colour: 'red' }],
  ['show_malformed', '/show', {}],
  ['show_malformed', '/show', { hardware_key_tag: '' }],
  ['show_malformed', '/show', { hardware_key_tag: 'x', user: 'x' }],
  ['group_malformed', '/revoke-all', { reason: 'revoked_by_user' }],
  ['group_malformed', '/revoke-all', { user: 'x' }],
  ['group_malformed', '/revoke-all', { user: 'x', certificate_serial: '1', reason: 'revoked_by_user' }],
  ['group_malformed', '/revoke-all', { certificate_serial: 'xyz', reason: 'revoked_by_user' }],
  ['group_malformed', '/revoke-all', { user: 'x', reason: 'evidence_forged' }],
  ['link_malformed', '/link', { user: 'x' }],
  ['link_malformed', '/unlink', { user: 'x', hardware_key_tag: 'x' }],
  ['link_malformed', '/link', { user: '', hardware_key_tag: 'x' }],
] as const)
  test(`WP-76 refuses ${JSON.stringify(body)} at ${path}: 400`, async () => {
    await bench.refuses(post(path, body), { id: 'WP-76', code, status: 400, error: 'bad_request' })
  })

const common = { sink, fetch: bench.network.fetch, bodyLimit: 65_536, answer: administrationAnswer }
const tagged = async () => ({ hardware_key_tag: (await bench.registered()).hardwareKeyTag })
for (const [what, code, accepted, content] of [
  ['search', 'search_malformed', 200, async () => ({ user: 'x' })],
  ['show', 'show_malformed', 200, tagged],
  ['revoke-all', 'group_malformed', 200, async () => ({ user: 'x', reason: 'revoked_by_user' })],
  ['link', 'link_malformed', 204, async () => ({ user: 'x', ...(await tagged()) })],
  ['unlink', 'link_malformed', 204, tagged],
] as const)
  genJsonRows({
    ...common,
    surface: `wallet-provider${base}/${what}`,
    url: `${walletProviderId}${base}/${what}`,
    valid: async () => ({ content: await content(), headers: as('owner') }),
    accepted,
    unknownMember: { id: 'WP-76', code, status: 400, error: 'bad_request' },
  })
