/**
 * The maximum number of instances that evidence can revoke within a minute, the state of the instances beyond it, and
 * how an operator releases or revokes them (WP-91).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unavailable } from '../../../src/base/index.ts'
import { assertionFaults, type SoftwareDevice } from '../../../src/software-device/index.ts'
import { openSqliteStores } from '../../../src/stores/sqlite/open-stores.ts'
import { createJsonLog, createLogSink } from '../../../src/telemetry/index.ts'
import { createMetrics } from '../../../src/telemetry/metrics.ts'
import { type WalletInstances, walletProviderConfig } from '../../../src/wallet-provider/index.ts'
import { createDeviceBench } from '../../support/device-integrity.ts'
import { organization } from '../../support/federation.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import {
  administrationAnswer,
  administrator,
  as,
  postsTo,
  refusesStrangers,
} from '../../support/wallet-provider-administration.ts'
import {
  anchorId,
  type BenchOptions,
  createWalletProviderBench,
  walletProviderId,
} from '../../support/wallet-provider-bench.ts'
import { genJsonRows } from '../gen-rows.ts'

const administrators = [administrator('owner')]
const base = '/admin/wallet-instances'
const config = { maxRevocationsPerMinute: 2 }

const open = async (options: BenchOptions = {}) => {
  const devices = options.devices ?? (await createDeviceBench())
  const context = { administrators, ...options.context }
  const bench = await createWalletProviderBench({ config, ...options, devices, context })
  const post = postsTo(bench, base)
  const find = async ({ hardwareKeyTag }: SoftwareDevice) => bench.stores.walletInstances.find(hardwareKeyTag)
  const heldTags = async () => {
    const { wallet_instances } = (await (await post('/search', { held: true })).json()) as {
      wallet_instances: { hardware_key_tag: string }[]
    }
    return wallet_instances.map(({ hardware_key_tag }) => hardware_key_tag)
  }
  /** Creates devices whose evidence denies them: the first two are revoked, the others held. */
  const denied = async (count: number, knobs: object = assertionFaults.basic_integrity_only) => {
    const phones = await Promise.all(Array.from({ length: count }, () => bench.registered()))
    for (const phone of phones) assert.equal((await bench.attest(phone, { knobs })).status, 403)
    return phones
  }
  /** Returns the description that a device gets whose evidence denies it. */
  const deniedDescription = async () => {
    const answer = await bench.attest(await bench.registered(), { knobs: assertionFaults.basic_integrity_only })
    return String(((await answer.json()) as { error_description: string }).error_description)
  }
  return { ...bench, deniedDescription, devices, post, find, heldTags, denied }
}
const refusedAsHeld = { id: 'WP-91', code: 'instance_held', status: 403, error: 'integrity_check_error' }

test('WP-91 evidence revokes a limited number of instances in a minute; the next ones are held, and good ones are served', async () => {
  const bench = await open()
  const good = await bench.registered()
  const [first, second, third] = await bench.denied(3)
  assert.ok(first && second && third)
  const statuses = await Promise.all([first, second, third].map(async (phone) => (await bench.find(phone))?.status))
  assert.deepEqual(statuses, ['revoked', 'revoked', 'registered'])
  assert.partialDeepStrictEqual(await bench.find(third), { heldAt: bench.clock.now(), heldReason: 'integrity_denied' })
  const change = bench.sink.lastRefusal()?.evidence.change
  assert.equal(change, 'held')
  await bench.refuses(bench.attest(third), refusedAsHeld)
  await bench.refuses(bench.attest(third, { itWallet1: true }), { ...refusedAsHeld, status: 409 })
  assert.equal((await bench.attest(good)).status, 200)
  bench.clock.advance(60)
  await bench.refuses(bench.attest(third), refusedAsHeld)
  const [next] = await bench.denied(1)
  assert.ok(next)
  assert.equal((await bench.find(next))?.status, 'revoked')
})

test('WP-213 WP-91 the refusal that puts an instance on hold says who can release the instance, and not that it is revoked', async () => {
  const bench = await open()
  for (const _ of [1, 2])
    assert.match(await bench.deniedDescription(), / The Wallet Instance is revoked now: set the wallet up again\.$/)
  const description = await bench.deniedDescription()
  assert.match(description, / The Wallet Instance is on hold now: ask the Wallet Provider to release the instance\.$/)
  assert.doesNotMatch(description, /revoked/)
})

test('WP-91 forged evidence counts as well, so that a wrong key of the operator does not revoke every instance', async () => {
  const bench = await open()
  const phones = await bench.denied(4, assertionFaults.token_signed_by_another)
  const found = await Promise.all(phones.map(bench.find))
  assert.deepEqual(
    found.map((instance) => instance?.revocationReason ?? instance?.heldReason),
    Array.from({ length: 4 }, () => 'evidence_forged'),
  )
  assert.equal(found.filter((instance) => instance?.status === 'revoked').length, 2)
})

test('WP-91 an instance that is held while its request is verified gets no attestation', async () => {
  const devices = await createDeviceBench()
  const working = devices.provider({})
  const stores = openSqliteStores('wallet-provider', ':memory:').stores
  for (const early of [true, false]) {
    const hold = async (hardwareKeyTag: string, now: number) =>
      stores.walletInstances.revokeOrHold({ hardwareKeyTag, reason: 'integrity_denied', maxPerMinute: 0, now })
    const bench = await open({
      ...{ devices, stores },
      context: {
        random: seededRandom(`early ${early}`),
        deviceIntegrity: {
          ...working,
          verifyHardwareSignature: async (input) => {
            if (early) await hold(phone.hardwareKeyTag, devices.clock.now())
            return working.verifyHardwareSignature(input)
          },
          verifyIntegrityAssertion: async (input) => {
            if (!early) await hold(phone.hardwareKeyTag, devices.clock.now())
            return working.verifyIntegrityAssertion(input)
          },
        },
      },
    })
    const phone = await bench.registered()
    await bench.refuses(bench.attest(phone), refusedAsHeld)
    assert.equal((await bench.find(phone))?.status, 'registered')
  }
})

test('WP-91 an operator finds the held instances, and a released instance gets an attestation again', async () => {
  const bench = await open()
  const [, , third, fourth] = await bench.denied(4)
  assert.ok(third && fourth)
  assert.deepEqual((await bench.heldTags()).toSorted(), [third.hardwareKeyTag, fourth.hardwareKeyTag].toSorted())
  const { hardwareKeyTag: hardware_key_tag } = third
  const shown = await (await bench.post('/show', { hardware_key_tag })).json()
  assert.partialDeepStrictEqual(shown, { held_at: bench.clock.now(), held_reason: 'integrity_denied' })
  assert.equal((await bench.post('/release', { hardware_key_tag })).status, 204)
  assert.partialDeepStrictEqual(bench.sink.decisions.at(-1)?.evidence, { actor: 'owner', change: 'released' })
  assert.deepEqual(await bench.heldTags(), [fourth.hardwareKeyTag])
  assert.equal((await bench.attest(third)).status, 200)
  const history = await bench.stores.walletInstances.history(hardware_key_tag)
  assert.deepEqual(
    history.map(({ change, actor }) => [change, actor]),
    [
      ['registered', 'wallet'],
      ['held', 'wallet-provider'],
      ['released', 'owner'],
      ['operational', 'wallet'],
    ],
  )
})

test('WP-193 a release of an instance that is not held is refused, changes nothing and is not recorded as a change', async () => {
  const bench = await open()
  const [revoked, , held] = await bench.denied(3)
  const good = await bench.registered()
  assert.ok(revoked && held)
  const release = ({ hardwareKeyTag: hardware_key_tag }: SoftwareDevice) => bench.post('/release', { hardware_key_tag })
  assert.equal((await release(held)).status, 204)
  for (const phone of [held, revoked, good]) {
    const before = await bench.stores.walletInstances.history(phone.hardwareKeyTag)
    await bench.refuses(release(phone), 'WP-193 instance_not_held 409 not_held hardware_key_tag')
    assert.equal(bench.sink.lastRefusal()?.evidence.change, undefined)
    assert.deepEqual(await bench.stores.walletInstances.history(phone.hardwareKeyTag), before)
  }
})

test('WP-91 an operator releases all held instances, or revokes one or all of them', async () => {
  const bench = await open()
  const [, , third, fourth] = await bench.denied(5)
  assert.ok(third && fourth)
  const releaseAll = async () => (await bench.post('/release-all', { held: true })).json()
  assert.deepEqual(await releaseAll(), { released: 3 })
  assert.deepEqual(await releaseAll(), { released: 0 })
  assert.equal((await bench.attest(third)).status, 200)
  await bench.denied(3)
  const reason = 'revoked_by_provider'
  const [one] = await bench.heldTags()
  assert.equal((await bench.post('/revoke', { hardware_key_tag: one, reason })).status, 204)
  const revokeAll = await bench.post('/revoke-all', { held: true, reason })
  assert.deepEqual([revokeAll.status, await revokeAll.json()], [200, { revoked: 2 }])
  assert.partialDeepStrictEqual(bench.sink.decisions.at(-1)?.evidence, { actor: 'owner', change: 'revoked' })
  assert.deepEqual(await bench.heldTags(), [])
  assert.equal((await bench.find(fourth))?.status, 'registered')
})

test('WP-198 an operator finds, releases or revokes the instances that are held for one reason', async () => {
  const bench = await open()
  const [, , denied] = await bench.denied(3)
  const suspended = await bench.registered()
  assert.ok(denied)
  assert.equal(await bench.provider.holdBelowCertificates([suspended.attesterSerial]), 1)
  const held_reason = 'device_certificate_suspended'
  const found = await bench.post('/search', { held_reason })
  assert.partialDeepStrictEqual(await found.json(), { wallet_instances: [{ held_reason }] })
  const revoke = { held: true, held_reason: 'evidence_forged', reason: 'revoked_by_provider' }
  assert.deepEqual(await (await bench.post('/revoke-all', revoke)).json(), { revoked: 0 })
  assert.deepEqual(await (await bench.post('/release-all', { held: true, held_reason })).json(), { released: 1 })
  assert.deepEqual(await bench.heldTags(), [denied.hardwareKeyTag])
  const again = { ...revoke, held_reason: 'integrity_denied' }
  assert.deepEqual(await (await bench.post('/revoke-all', again)).json(), { revoked: 1 })
  assert.equal((await bench.find(suspended))?.status, 'registered')
})

test('WP-91 releases before an outage stay valid and are recorded', async () => {
  const stores = openSqliteStores('wallet-provider', ':memory:').stores
  const { walletInstances } = stores
  let steps = 0
  const releaseSome: WalletInstances['releaseSome'] = (input) => {
    steps += 1
    return steps === 2
      ? Promise.reject(new Unavailable('an outage'))
      : walletInstances.releaseSome({ ...input, limit: 1 })
  }
  const bench = await open({ stores: { walletInstances: { ...walletInstances, releaseSome } } })
  await bench.denied(5)
  assert.equal((await bench.post('/release-all', { held: true })).status, 503)
  assert.equal(bench.sink.decisions.at(-1)?.evidence.change, 'released')
  assert.equal((await bench.heldTags()).length, 2)
})

test('WP-91 a held instance is a warning in the log and is counted in its own metric', async () => {
  const lines: string[] = []
  const metrics = createMetrics('wallet-provider')
  const log = createLogSink(createJsonLog('wallet-provider', { write: (line) => void lines.push(line) }))
  const bench = await open()
  const [, , third] = await bench.denied(3)
  assert.ok(third)
  for (const decision of bench.sink.decisions) {
    log.record(decision)
    metrics.decision(decision)
  }
  const warnings = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'held')
  const thumbprint = (await bench.find(third))?.hardwareKeyThumbprint
  assert.equal(warnings.length, 1)
  assert.partialDeepStrictEqual(warnings[0], {
    level: 40,
    surface: 'wallet-provider/token',
    requirement: 'WP-23',
    code: 'play_device_verdict_too_weak',
    thumbprint,
  })
  const { text } = await metrics.text()
  const figure = (change: string) =>
    new RegExp(`^fiducia_changes_total\\{surface="wallet-provider/token",change="${change}",.*\\} (\\d+)$`, 'm').exec(
      text,
    )?.[1]
  assert.deepEqual([figure('held'), figure('revoked')], ['1', '2'])
})

test('WP-91 the maximum is twenty a minute by default, and at least one', () => {
  const parse = (changes: object) =>
    walletProviderConfig.safeParse({ entityId: walletProviderId, organization, authorityHints: [anchorId], ...changes })
  assert.equal(parse({}).data?.maxRevocationsPerMinute, 20)
  assert.equal(parse({ maxRevocationsPerMinute: 1 }).success, true)
  for (const maxRevocationsPerMinute of [0, -1, 1.5, '20'])
    assert.equal(parse({ maxRevocationsPerMinute }).success, false)
})

const bench = await open()
const { sink } = bench
for (const [path, valid] of [
  ['/release', { hardware_key_tag: 'x' }],
  ['/release-all', { held: true }],
] as const) {
  refusesStrangers(sink, path, (headers) => bench.post(path, valid, headers))
  for (const body of [
    ...[{}, { held: false }, { hardware_key_tag: '' }, { ...valid, user: 'x' }],
    ...[{ held: true, held_reason: 'revoked_by_user' }, { held_reason: 'evidence_forged' }],
  ])
    test(`WP-76 refuses ${JSON.stringify(body)} at ${path}: 400`, async () => {
      await bench.refuses(bench.post(path, body), 'WP-76 release_malformed 400 bad_request')
    })
}
test('WP-76 refuses a search with held false, and a group with both held and user: 400', async () => {
  const malformed = { id: 'WP-76', status: 400, error: 'bad_request' }
  await bench.refuses(bench.post('/search', { held: false }), { ...malformed, code: 'search_malformed' })
  const group = { held: true, user: 'x', reason: 'revoked_by_provider' }
  for (const body of [group, { ...group, user: undefined, held_reason: 'x' }])
    await bench.refuses(bench.post('/revoke-all', body), { ...malformed, code: 'group_malformed' })
})
test('WP-76 release answers 404 for an unknown instance', async () => {
  await bench.refuses(bench.post('/release', { hardware_key_tag: 'nobody' }), 'WP-76 instance_unknown 404 not_found')
})

const heldTag = async () => {
  const { hardwareKeyTag } = await bench.registered()
  const evidence = { reason: 'integrity_denied', maxPerMinute: 0, now: bench.clock.now() } as const
  await bench.stores.walletInstances.revokeOrHold({ hardwareKeyTag, ...evidence })
  return { hardware_key_tag: hardwareKeyTag }
}
for (const [path, accepted, content] of [
  ['/release', 204, heldTag],
  ['/release-all', 200, async () => ({ held: true })],
] as const)
  genJsonRows({
    ...{ sink, fetch: bench.network.fetch, bodyLimit: 65_536, answer: administrationAnswer, accepted },
    surface: `wallet-provider${base}${path}`,
    url: `${walletProviderId}${base}${path}`,
    valid: async () => ({ content: await content(), headers: as('owner') }),
    unknownMember: { id: 'WP-76', code: 'release_malformed', status: 400, error: 'bad_request' },
  })
