import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fixedClock } from '../../../test/support/fixed-clock.ts'
import { freshDirectory } from '../../../test/support/fresh-directory.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { createNodeCrypto, PrivateFileError } from '../../node/index.ts'
import { createSoftwareVendor } from '../../software-device/index.ts'
import { deviceProfiles } from './profiles.ts'
import { createSimulatedDevices } from './simulated-devices.ts'

const random = seededRandom('simulated')
const vendor = await createSoftwareVendor({ clock: fixedClock(), random, crypto: createNodeCrypto() })

async function setUp(t: { after(run: () => void): void }) {
  const directory = freshDirectory()
  t.after(() => rmSync(directory, { recursive: true }))
  const open = () => createSimulatedDevices({ vendor, random, directory })
  return { open, pathOf: (id: string): string => join(directory, `${id}.json`) }
}

const counterOf = (assertion: string): number => Buffer.from(assertion, 'base64').readUInt32BE(33)

test('DIS-08 another process finds a device of either platform again, and the counter of an iPhone continues', async (t) => {
  const { open } = await setUp(t)
  const first = open()
  for (const { default: profile } of [deviceProfiles.android, deviceProfiles.ios]) {
    const made = await first.create(profile)
    await made.assertion('data')
    await made.assertion('data')
    const found = await open().find(made.id)
    assert.deepEqual([found?.hardwareKeyTag, found?.profile], [made.hardwareKeyTag, profile])
    const { integrity_assertion } = (await found?.assertion('data')) ?? { integrity_assertion: '' }
    if (profile.platform === 'ios') assert.equal(counterOf(integrity_assertion), 3)
  }
})

test('a stored device without a platform is an Android device', async (t) => {
  const { open, pathOf } = await setUp(t)
  const { id } = await open().create(deviceProfiles.android.default)
  const { platform, ...rest } = JSON.parse(readFileSync(pathOf(id), 'utf8')) as Record<string, unknown>
  assert.equal(platform, 'android')
  writeFileSync(pathOf(id), JSON.stringify(rest))
  assert.equal((await open().find(id))?.profile.platform, 'android')
})

test('a damaged file of a device is refused, and an unknown device is not found', async (t) => {
  const { open, pathOf } = await setUp(t)
  const { id } = await open().create(deviceProfiles.ios.default)
  const whole = JSON.parse(readFileSync(pathOf(id), 'utf8')) as { device: object }
  for (const broken of [
    { ...whole, profile: 'strongbox' },
    { ...whole, platform: 'android' },
    { ...whole, device: { ...whole.device, counter: -1 } },
    { ...whole, device: { ...whole.device, hardwareKey: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', d: 'AA' } } },
    { ...whole, platform: 'symbian' },
  ]) {
    writeFileSync(pathOf(id), JSON.stringify(broken))
    await assert.rejects(open().find(id), PrivateFileError, JSON.stringify(broken))
  }
  for (const name of ['none', '../simulated', '00000000-0000-0000-0000-000000000000'])
    assert.equal(await open().find(name), undefined)
})

test('concurrent calls find the same device, so that an iPhone uses no counter twice', async (t) => {
  const { open } = await setUp(t)
  const { id } = await open().create(deviceProfiles.ios.default)
  const devices = open()
  const found = await Promise.all([devices.find(id), devices.find(id)])
  const assertions = await Promise.all(
    found.map(async (device) => (await device?.assertion('data'))?.integrity_assertion),
  )
  assert.deepEqual(
    assertions.map((assertion = '') => counterOf(assertion)),
    [1, 2],
  )
})
