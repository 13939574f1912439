/** Device vendors of a service: from configuration and files, with a test network. */
import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createDeviceBench } from '../../test/support/device-integrity.ts'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { rsaPair } from '../../test/support/rsa-keys.ts'
import { createWalletProviderBench } from '../../test/support/wallet-provider-bench.ts'
import { assertRefusal } from '../../test/support/wire-refusal.ts'
import { encodeBase64, type Failure } from '../base/index.ts'
import { withKeyCache } from '../jose/index.ts'
import { createNodeCrypto, PrivateFileError, writePrivateFile } from '../node/index.ts'
import { createDeviceVendors } from './device-vendors.ts'
import { type DeviceVendorsConfig, deviceVendorsConfig } from './device-vendors-config.ts'

const directory = freshDirectory()
const crypto = withKeyCache(createNodeCrypto())
const devices = await createDeviceBench()
const { vendor, clock } = devices
const { packageName, certificateDigest } = vendor.app

const file = (name: string, content: object): string => {
  const path = join(directory, name)
  writePrivateFile(path, content, { mode: 'replace' })
  return path
}
const [[, keys] = []] = [...vendor.playKeys]
const verificationKey = createPublicKey({ key: keys?.verificationKey as never, format: 'jwk' })
  .export({ format: 'der', type: 'spki' })
  .toString('base64')
const consoleKeys = { decryptionKey: encodeBase64(keys?.encryptionKey ?? new Uint8Array()), verificationKey }
const keysFile = file('play-keys.json', { [packageName]: consoleKeys })
const account = {
  client_email: 'provider@project.example',
  private_key: rsaPair().privateKey.export({ type: 'pkcs8', format: 'pem' }),
  private_key_id: '1',
}

const application = { packageName, signatureDigests: [certificateDigest] }
const roots = vendor.androidRoots.map(encodeBase64)
const android = { applications: [application], play: { decoder: { kind: 'local', keysFile } }, roots }
const apple = { appIds: [vendor.appleApp.appId], roots: vendor.appleRoots.map(encodeBase64) }
const software = { android, apple }

interface ServedList {
  status: number
  text: string
}

/** Creates a provider with vendors from this configuration, and the server of the status list. */
async function compose(config: object, environment = 'test') {
  const answer: ServedList = { status: 200, text: vendor.statusList() }
  const troubles: string[] = []
  const changes: string[] = []
  const fetch = async (): Promise<Response> =>
    new Response(answer.text, {
      status: answer.status,
      headers: { 'content-type': 'application/json', 'cache-control': 'max-age=60' },
    })
  const vendors = createDeviceVendors(
    {
      ...{ crypto, clock, fetch },
      onTrouble: (trouble) => troubles.push(trouble instanceof Error ? trouble.message : (trouble as Failure).code),
      onListed: (change, count) => changes.push(`${change} ${count}`),
    },
    deviceVendorsConfig.parse(config),
  )
  const { deviceIntegrity } = vendors
  const bench = await createWalletProviderBench({ devices, config: { environment }, context: { deviceIntegrity } })
  const start = async (): Promise<void> => {
    const read = new Promise<void>((resolve) => {
      vendors.start({
        ...bench.provider,
        holdBelowCertificates: async (serials) => {
          const count = await bench.provider.holdBelowCertificates(serials)
          resolve()
          return count
        },
      })
    })
    await read
  }
  return { vendors, bench, answer, troubles, changes, start }
}

test('WP-08 WP-52 Android devices are accepted once the status list is read, and Apple devices even before', async (t) => {
  const { vendors, bench, start } = await compose(software)
  t.after(() => vendors.stop())
  const iPhone = await vendor.createAppleDevice()
  const phone = await vendor.createDevice()
  assert.deepEqual(vendors.statusList(), { usable: false, ageSeconds: undefined })
  const refused = { id: 'WP-52', code: 'revocation_unavailable', status: 503, error: 'temporarily_unavailable' }
  await assertRefusal(await bench.register(phone), bench.sink, refused)
  assert.equal((await bench.register(iPhone as never)).status, 204)
  assert.equal((await bench.attest(iPhone as never)).status, 200)
  await start()
  assert.deepEqual(vendors.statusList(), { usable: true, ageSeconds: 0 })
  assert.equal((await bench.register(phone)).status, 204)
  assert.equal((await bench.attest(phone)).status, 200)
})

test('WP-52 a listed certificate revokes the instances that were registered below it, from the first list on', async (t) => {
  const { vendors, bench, answer, start } = await compose(software)
  t.after(() => vendors.stop())
  await start()
  const phone = await bench.registered()
  vendors.stop()
  answer.text = JSON.stringify({ entries: { [phone.attesterSerial]: { status: 'REVOKED' } } })
  await start()
  const instance = await bench.stores.walletInstances.find(phone.hardwareKeyTag)
  assert.equal(instance?.revocationReason, 'device_certificate_revoked')
})

test('WP-197 a suspended certificate holds the instances below it, and a revoked one revokes them, held or not', async (t) => {
  const { vendors, bench, answer, changes, start } = await compose(software)
  t.after(() => vendors.stop())
  await start()
  const [phone, other] = [await bench.registered(), await bench.registered()]
  const { walletInstances } = bench.stores
  const find = () => walletInstances.find(phone.hardwareKeyTag)
  const publish = async (status?: string) => {
    vendors.stop()
    answer.text = JSON.stringify({ entries: status === undefined ? {} : { [phone.attesterSerial]: { status } } })
    await start()
  }
  const release = () => walletInstances.release({ ...phone, actor: 'ada', now: clock.now() })
  const heldAt = clock.now()
  await publish('SUSPENDED')
  const held = { status: 'registered', heldAt, heldReason: 'device_certificate_suspended' }
  assert.partialDeepStrictEqual(await find(), held)
  const refused = { id: 'WP-91', code: 'instance_held', status: 403, error: 'integrity_check_error' }
  await assertRefusal(await bench.attest(phone), bench.sink, refused)
  assert.equal((await bench.attest(other)).status, 200)
  await publish('SUSPENDED')
  assert.equal((await walletInstances.history(phone.hardwareKeyTag)).length, 2, 'held once')
  assert.equal(await release(), 'released')
  await publish('SUSPENDED')
  assert.partialDeepStrictEqual(await find(), held, 'held again while the certificate is listed')
  await publish()
  assert.partialDeepStrictEqual(await find(), held, 'held until an operator decides')
  assert.equal(await release(), 'released')
  await publish()
  assert.equal((await bench.attest(phone)).status, 200)
  await publish('SUSPENDED')
  await publish('REVOKED')
  assert.partialDeepStrictEqual(await find(), { status: 'revoked', revocationReason: 'device_certificate_revoked' })
  const events = (await walletInstances.history(phone.hardwareKeyTag)).map(({ change }) => change)
  const expected = ['registered', 'held', 'released', 'held', 'released', 'operational', 'held', 'revoked']
  assert.deepEqual(events, expected)
  assert.deepEqual(changes, ['held 1', 'held 1', 'held 1', 'revoked 1'])
})

test('WP-52 a list that is too old is refused or used, as configured', async (t) => {
  for (const [whenTooOld, usable] of [
    ['refuse', false],
    ['accept', true],
  ] as const) {
    const aged = { ...android, statusList: { whenTooOld, maximumAgeSeconds: 600 } }
    const { vendors, start } = await compose({ android: aged })
    t.after(() => vendors.stop())
    await start()
    clock.advance(601)
    assert.deepEqual(vendors.statusList(), { usable, ageSeconds: 601 })
  }
})

test('DIS-02 a configuration without roots pins those of the vendors, and one with other roots does not start in production', async () => {
  const { roots: _, ...realAndroid } = android
  const { vendors, bench } = await compose({ android: realAndroid, apple: { appIds: apple.appIds } }, 'production')
  assert.deepEqual(vendors.deviceIntegrity.unfitForProduction, [])
  assert.equal((await bench.send('/nonce')).status, 200)
  await assert.rejects(compose({ android }, 'production'), /not Google's/)
  await assert.rejects(compose({ apple }, 'production'), /not Apple's/)
  const development = { apple: { appIds: apple.appIds, environment: 'development' } }
  await assert.rejects(compose(development, 'production'), /development/)
})

test('a device of a platform that is not configured is refused', async () => {
  const { vendors, bench } = await compose({ apple })
  assert.equal(vendors.statusList(), undefined)
  const refused = { id: 'WP-08', code: 'platform_unsupported', status: 403, error: 'integrity_check_error' }
  await assertRefusal(await bench.register(await vendor.createDevice()), bench.sink, refused)
})

test('WP-195 the configured distributions and the minimum version apply to Apple devices', async () => {
  const { bench } = await compose({ apple: { ...apple, distributions: ['testflight'], minimumVersion: '7' } })
  const register = async (knobs: object) =>
    bench.register((await vendor.createAppleDevice()) as never, { knobs: { extensions: 'flagged', ...knobs } })
  assert.equal((await register({ validationCategory: 2 })).status, 204)
  for (const [knobs, code] of [
    [{}, 'app_attest_distribution_foreign'],
    [{ validationCategory: 2, bundleVersion: '6' }, 'app_attest_version_too_low'],
  ] as const) {
    const refused = { id: 'WP-195', code, status: 403, error: 'integrity_check_error' }
    await assertRefusal(await register(knobs), bench.sink, refused)
  }
})

const withDecoder = (decoder: object): DeviceVendorsConfig =>
  deviceVendorsConfig.parse({ android: { ...android, play: { decoder } } })
const parts = { crypto, clock, fetch: globalThis.fetch, onTrouble: () => undefined }

test('WP-62 a configuration with a decoder of Google and software roots has one reason against production', () => {
  const accountFile = file('account.json', account)
  const { deviceIntegrity } = createDeviceVendors(parts, withDecoder({ kind: 'google', accountFile }))
  assert.equal(deviceIntegrity.unfitForProduction.length, 1)
})

test('WP-79 each relaxation of a configuration is reported, and none for a strict configuration', () => {
  const accountFile = file('own.json', account)
  const own = { applications: [application], play: { decoder: { kind: 'google', accountFile } } }
  const relaxationsOf = (config: object) => createDeviceVendors(parts, deviceVendorsConfig.parse(config)).relaxations
  assert.deepEqual(relaxationsOf({ android: own, apple: { appIds: apple.appIds } }), [])
  const url = 'https://mirror.example/status'
  for (const [config, expected] of [
    [{ android: { ...own, statusList: { whenTooOld: 'accept' } } }, /used even if it is too old/],
    [{ android: { ...own, statusList: { url } } }, /not fetched from Google/],
    [{ android: { ...own, play: { decoder: { ...own.play.decoder, url } } } }, /not decoded at Google/],
    [{ android: { ...own, roots } }, /is not Google's/],
    [{ android: { ...own, play: { ...own.play, policy: { acceptTestResponses: true } } } }, /test responses/],
    [{ apple: { appIds: apple.appIds, environment: 'development' } }, /development environment/],
    [{ apple: { appIds: apple.appIds, distributions: ['app-store', 'testflight'] } }, /distribution testflight/],
    [
      { apple: { appIds: apple.appIds, distributions: ['app-store', 'unknown'] } },
      /every distribution without a known/,
    ],
  ] as const) {
    const [sentence = '', ...others] = relaxationsOf(config)
    assert.match(sentence, expected)
    assert.deepEqual(others, [])
  }
})

const { privateKey: ecKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const ecAccount = { ...account, private_key: ecKey.export({ type: 'pkcs8', format: 'pem' }) }
const shared = join(directory, 'shared.json')
writeFileSync(shared, '{}')
chmodSync(shared, 0o644)
for (const [what, decoder, expected] of [
  ['a missing account file', { kind: 'google', accountFile: join(directory, 'none') }, /does not exist/],
  ['an account file of another kind', { kind: 'google', accountFile: keysFile }, /not a key file of a Google service/],
  ['an account file that others may read', { kind: 'google', accountFile: shared }, /can be read by others/],
  [
    'an account with an unreadable key',
    { kind: 'google', accountFile: file('d.json', { ...account, private_key: '-----BEGIN nothing' }) },
    /private key/,
  ],
  ['an account without an RSA key', { kind: 'google', accountFile: file('e.json', ecAccount) }, /private key/],
  ['a missing file of Play keys', { kind: 'local', keysFile: join(directory, 'none') }, /does not exist/],
  ['Play keys of another shape', { kind: 'local', keysFile: file('a.json', { x: {} }) }, /contains no Play keys/],
  [
    'a decryption key that is too short',
    { kind: 'local', keysFile: file('b.json', { x: { ...consoleKeys, decryptionKey: 'AAAA' } }) },
    /unusable keys for/,
  ],
  [
    'a file without the Play keys of a configured app',
    { kind: 'local', keysFile: file('f.json', { 'org.example.another': consoleKeys }) },
    new RegExp(`has no keys for ${packageName}`),
  ],
  [
    'an invalid verification key',
    { kind: 'local', keysFile: file('c.json', { x: { ...consoleKeys, verificationKey: 'AAAA' } }) },
    /unusable keys for/,
  ],
] as const)
  test(`${what} is an error at start, in a message without the content of the file`, () => {
    assert.throws(
      () => createDeviceVendors(parts, withDecoder(decoder)),
      (thrown: unknown) =>
        thrown instanceof PrivateFileError && expected.test(thrown.message) && !/BEGIN/.test(thrown.message),
    )
  })

for (const [what, config] of [
  ['no platform', {}],
  ['an unknown member', { ...software, windows: {} }],
  ['no application', { android: { ...android, applications: [] } }],
  [
    'two entries for one app, of which only the first would be used',
    { android: { ...android, applications: [application, { ...application, signatureDigests: ['0'.repeat(64)] }] } },
  ],
  [
    'a digest of another length',
    { android: { ...android, applications: [{ ...application, signatureDigests: ['aa'] }] } },
  ],
  [
    'the package name of Android for an unknown package',
    { android: { ...android, applications: [{ ...application, packageName: 'UnknownPackage' }] } },
  ],
  ['no decoder', { android: { ...android, play: {} } }],
  ['a root that is not base64', { android: { ...android, roots: ['!'] } }],
  ['a root that is not a key', { android: { ...android, roots: ['AAAA'] } }],
  ['an unknown distribution', { apple: { ...apple, distributions: ['4'] } }],
  ['no distribution', { apple: { ...apple, distributions: [] } }],
  ['a minimum version of an iPhone app in another form', { apple: { ...apple, minimumVersion: '1.0.0.0' } }],
  ['an App ID without a team', { apple: { ...apple, appIds: ['org.example.app'] } }],
  [
    'a maximum age of Play tokens that is too long',
    { android: { ...android, play: { ...android.play, policy: { maximumAgeSeconds: 86_400 } } } },
  ],
] as const)
  test(`a configuration with ${what} is refused`, () => {
    assert.equal(deviceVendorsConfig.safeParse(config).success, false)
  })

test('WP-10 the minimum of a patch level is a month, even if devices report days', () => {
  for (const name of ['minimumOsPatchLevel', 'minimumVendorPatchLevel', 'minimumBootPatchLevel'] as const) {
    const parse = (level: number) => deviceVendorsConfig.safeParse({ android: { ...android, [name]: level } })
    for (const level of [202_401, 202_512]) assert.equal(parse(level).data?.android?.[name], level)
    for (const level of [20_240_105, 900_000, 202_400, 202_413, 2024, 202_401.5])
      assert.equal(parse(level).success, false, `${name} ${level}`)
    assert.match(parse(20_240_105).error?.message ?? '', /YYYYMM/)
  }
})

test('signature digests are read as keytool prints them: in upper case, with colons', () => {
  const printed = (certificateDigest.match(/../g) ?? []).join(':').toUpperCase()
  const config = { android: { ...android, applications: [{ packageName, signatureDigests: [printed] }] } }
  assert.deepEqual(deviceVendorsConfig.parse(config).android?.applications[0]?.signatureDigests, [certificateDigest])
})
