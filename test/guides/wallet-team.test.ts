/**
 * Executes docs/guides/wallet-team.md against a local Wallet Provider: its requests with the evidence of a simulated
 * device, its requests to the sandbox's console, then its commands.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createDecide, type JsonObject } from '../../src/base/index.ts'
import { register as registerInstances } from '../../src/cli/commands/instances.ts'
import { register as registerKeys } from '../../src/cli/commands/keys.ts'
import { createMemoryKeyRingStore, createMemoryKeyVault } from '../../src/federation/index.ts'
import { createApp } from '../../src/http/index.ts'
import { generateSigner, signJwt } from '../../src/jose/index.ts'
import { deviceRoutes } from '../../src/sandbox/devices/routes.ts'
import { createSimulatedDevices } from '../../src/sandbox/devices/simulated-devices.ts'
import { userTokenRoute } from '../../src/sandbox/devices/user-tokens.ts'
import type { AppleDevice, SoftwareDevice } from '../../src/software-device/index.ts'
import { createDeviceBench } from '../support/device-integrity.ts'
import { decodeJwt } from '../support/forge-jwt.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { type ServedProvider, serveApp, serveProvider } from '../support/served-provider.ts'
import { appServer, createUserTokens } from '../support/user-tokens.ts'
import { createWalletProviderBench, walletProviderId, walletSide } from '../support/wallet-provider-bench.ts'
import { guideSuite } from './guide-suite.ts'
import { startCommand } from './start-command.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/wallet-team.md'), 'utf8')
const blocks = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\`$`, 'gm'))].map(
    ([, indent = '', block = '']) =>
      block
        .split('\n')
        .map((line) => line.slice(indent.length))
        .join('\n')
        .trim(),
  )
const [nonce = '', registration = '', attestation = '', ...none] = blocks('http')
const [laterRegistration = '', laterAttestation = ''] = blocks('http itwallet')
const [readStatus = '', setStatus = ''] = blocks('http user')
const [users = ''] = blocks('json')
const [order = '', attestedKey = '', asserted = '', profiles = '', userToken = ''] = blocks('http console')
const token = 'token-of-an-administrator-0123456789'
const consoleUrl = 'https://console.example'
const tokens = await createUserTokens()
const directory = freshDirectory()
const devices = await createDeviceBench()
const { clock, vendor } = devices
const attestationSigner = await generateSigner(walletSide)
const attestationKeyRing = {
  store: createMemoryKeyRingStore([attestationSigner], clock.now()),
  vault: createMemoryKeyVault([attestationSigner], () => generateSigner(walletSide)),
}
const context = { administrators: [{ name: 'ada', token }], attestationKeyRing }
const bench = await createWalletProviderBench({ devices, device: { apple: {} }, context })
let server: ServedProvider
let console: ServedProvider

guideSuite('docs/guides/wallet-team.md', () => {
  before(async () => {
    process.env.FIDUCIA_ADMIN_TOKEN = token
    process.env.FIDUCIA_KEYS_PASSPHRASE = 'of the guide'
    server = await serveProvider(bench)
    const random = seededRandom('console')
    const app = createApp({
      name: 'console',
      publicUrl: consoleUrl,
      decide: createDecide({ clock, random, decisions: bench.sink }),
      onFault: (fault) => assert.fail(String(fault)),
      routes: [
        ...deviceRoutes(createSimulatedDevices({ vendor, random, directory: join(directory, 'devices') })),
        userTokenRoute({ clock, random }, { issuer: appServer, signer: tokens.signer }, walletProviderId),
      ],
    })
    console = await serveApp(app, consoleUrl)
  })
  after(async () => {
    await Promise.all([server.stop(), console.stop()])
  })

  /** Sends a request of the page. Replaces each name of `values` in it. */
  function send(block: string, values: Readonly<Record<string, string>>, to = server): Promise<Response> {
    const put = (text: string): string =>
      Object.entries(values).reduce(
        (done, [name, value]) => done.replaceAll(name, JSON.stringify(value).slice(1, -1)),
        text,
      )
    const [head = '', ...rest] = block.split('\n\n')
    const [line = '', ...headers] = put(head).split('\n')
    const [method = '', path = ''] = line.split(' ')
    const body = put(rest.join('\n\n'))
    return fetch(`${to.url}${path}`, {
      method,
      headers: headers.map((header) => header.split(': ') as [string, string]),
      ...(body !== '' && { body }),
    })
  }
  const challengeOf = async (): Promise<string> => ((await (await send(nonce, {})).json()) as { nonce: string }).nonce

  for (const platform of ['android', 'apple'] as const)
    test(`every request of the guide gets the answer that the guide describes, for a device of ${platform}`, async () => {
      assert.deepEqual(none, [])
      const device: SoftwareDevice | AppleDevice =
        platform === 'android' ? await vendor.createDevice() : await vendor.createAppleDevice()
      const challenge = await challengeOf()
      const registered = await send(registration, {
        NONCE: challenge,
        KEY_ATTESTATION: await device.keyAttestation(challenge),
        HARDWARE_KEY_TAG: device.hardwareKeyTag,
      })
      assert.equal(registered.status, 204)
      const { assertion } = await bench.attestationRequest(device as SoftwareDevice)
      const answer = await send(attestation, { ASSERTION: assertion })
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('content-type'), 'application/jwt')
      const { payload } = decodeJwt(await answer.text())
      assert.ok(payload.status)
    })

  for (const platform of ['android', 'apple'] as const)
    test(`the requests of a wallet of IT-Wallet 1.0 get the answers that the guide describes, on ${platform}`, async () => {
      const device: SoftwareDevice | AppleDevice =
        platform === 'android' ? await vendor.createDevice() : await vendor.createAppleDevice()
      const NONCE = await challengeOf()
      const KEY_ATTESTATION = await device.keyAttestation(NONCE)
      const values = { NONCE, KEY_ATTESTATION, HARDWARE_KEY_TAG: device.hardwareKeyTag }
      assert.equal((await send(laterRegistration, values)).status, 204)
      const { assertion: ASSERTION } = await bench.attestationRequest(device as SoftwareDevice, { itWallet1: true })
      assert.equal((await send(attestation, { ASSERTION })).status, 400)
      const { wallet_attestations } = (await json(send(laterAttestation, { ASSERTION }))) as {
        wallet_attestations?: { format: string; wallet_attestation: string }[]
      }
      const [one] = wallet_attestations ?? []
      assert.equal(one?.format, 'jwt')
      assert.equal(decodeJwt(one?.wallet_attestation ?? '').header.typ, 'oauth-client-attestation+jwt')
    })

  test('a wallet of IT-Wallet 1.0 on a device below the minimum gets the status that the guide names', async () => {
    const changes = { itWallet1: true, knobs: { play: { labels: [] } } }
    const { assertion: ASSERTION } = await bench.attestationRequest(await bench.registered(), changes)
    const refused = (await json(send(laterAttestation, { ASSERTION }), 409)) as { title?: string }
    assert.equal(refused.title, 'The device verdict is too weak.')
  })

  test('a user reads and revokes an instance as the guide describes, with the settings of the guide', async () => {
    const { signer } = tokens
    const settings = JSON.parse(users.replace('KEY', JSON.stringify(signer.publicJwk))) as {
      role: { users: { issuer: string } }
    }
    const own = await createWalletProviderBench({ devices, device: { apple: {} }, config: settings.role })
    const there = await serveProvider(own)
    try {
      const { hardwareKeyTag: HARDWARE_KEY_TAG } = await own.registered()
      await own.stores.walletInstances.linkUser({
        ...{ hardwareKeyTag: HARDWARE_KEY_TAG, user: 'user-1' },
        ...{ actor: 'ada', now: clock.now() },
      })
      const times = { iat: clock.now(), exp: clock.now() + 300 }
      const claims = { iss: settings.role.users.issuer, aud: walletProviderId, sub: 'user-1', ...times }
      const TOKEN = await signJwt(signer, { typ: 'at+jwt', kid: signer.kid }, claims)
      const read = (tag: string) => json(send(readStatus, { HARDWARE_KEY_TAG: tag, TOKEN }, there))
      assert.deepEqual(await read(HARDWARE_KEY_TAG), { id: HARDWARE_KEY_TAG, is_revoked: false })
      assert.equal((await send(setStatus, { HARDWARE_KEY_TAG, TOKEN }, there)).status, 204)
      const revoked = { id: HARDWARE_KEY_TAG, is_revoked: true, revocation_reason: 'REVOKED_BY_USER' }
      assert.deepEqual(await read('current'), revoked)
      assert.equal((await send(readStatus, { HARDWARE_KEY_TAG, TOKEN: 'none' }, there)).status, 401)
      assert.equal((await send(readStatus, { HARDWARE_KEY_TAG: 'another', TOKEN }, there)).status, 404)
    } finally {
      await there.stop()
    }
  })

  const json = async (answer: Promise<Response>, status = 200): Promise<JsonObject> => {
    const response = await answer
    assert.equal(response.status, status)
    return (await response.json()) as JsonObject
  }

  for (const platform of ['android', 'ios'])
    test(`a pipeline registers and attests with a device of the console (${platform}), and a faulty device is refused`, async () => {
      const { id: DEVICE = '' } = (await json(send(order, { PLATFORM: platform }, console), 201)) as { id?: string }
      const NONCE = await challengeOf()
      const evidence = await json(send(attestedKey, { DEVICE, NONCE }, console))
      const body = JSON.stringify({ challenge: NONCE, ...evidence })
      assert.equal((await server.post('/wallet-instance', 'application/json', body)).status, 204)

      const ephemeral = await generateSigner(walletSide)
      const challenge = await challengeOf()
      const values = { DEVICE, NONCE: challenge, THUMBPRINT: ephemeral.kid }
      const { kty, crv, x, y } = ephemeral.publicJwk
      const payload = {
        ...{ iss: `${walletProviderId}/instance/${ephemeral.kid}`, aud: walletProviderId, challenge },
        ...{ hardware_key_tag: evidence.hardware_key_tag, ...(await json(send(asserted, values, console))) },
        ...{ cnf: { jwk: { kty, crv, x, y } }, iat: clock.now(), exp: clock.now() + 300 },
      }
      const ASSERTION = await signJwt(ephemeral, { typ: 'war+jwt', kid: ephemeral.kid }, payload)
      assert.equal((await send(attestation, { ASSERTION })).status, 200)

      const listed = (await json(send(profiles, {}, console))) as unknown as {
        profiles: { name: string; kind: string }[]
      }
      assert.ok(listed.profiles.some(({ kind }) => kind === 'fault'))
      const ordered = JSON.stringify({ platform, profile: 'wrong_challenge' })
      const made = await json(console.post('/devices', 'application/json', ordered), 201)
      const fresh = await challengeOf()
      const faulty = await json(send(attestedKey, { DEVICE: String(made.id), NONCE: fresh }, console))
      const refused = await server.post(
        '/wallet-instance',
        'application/json',
        JSON.stringify({ challenge: fresh, ...faulty }),
      )
      assert.equal(refused.status, 403)
    })

  test('the console issues a token for a named user only', async () => {
    const own = await createWalletProviderBench({ devices, device: { apple: {} }, config: { users: tokens.users } })
    const there = await serveProvider(own)
    try {
      const { access_token, ...rest } = await json(send(userToken, { USER: 'user-1' }, console), 201)
      assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 3600 })
      const { hardwareKeyTag } = await own.registered()
      await own.stores.walletInstances.linkUser({ hardwareKeyTag, user: 'user-1', actor: 'ada', now: clock.now() })
      const values = { HARDWARE_KEY_TAG: 'current', TOKEN: String(access_token) }
      assert.deepEqual(await json(send(readStatus, values, there)), { id: hardwareKeyTag, is_revoked: false })
      for (const USER of ['', 'x'.repeat(257)]) await json(send(userToken, { USER }, console), 400)
    } finally {
      await there.stop()
    }
  })

  const run = (line: string) =>
    startCommand(
      [registerInstances, registerKeys],
      line.replaceAll(walletProviderId, server.url).replaceAll(/(?:wallet-provider\/)?keys\//g, `${directory}/keys/`),
    ).ended

  test('every command of the guide has the output that the guide describes', async () => {
    const [releasedByTag, ...held] = [await bench.registered(), await bench.registered(), await bench.registered()]
    for (const { hardwareKeyTag } of [releasedByTag, ...held]) {
      const evidence = { reason: 'integrity_denied', maxPerMinute: 0, now: clock.now() } as const
      assert.equal(await bench.stores.walletInstances.revokeOrHold({ hardwareKeyTag, ...evidence }), 'held')
    }
    const [byTag, below, ofUser] = [await bench.registered(), await bench.registered(), await bench.registered()]
    await bench.attest(byTag, { knobs: { play: { appRecognitionVerdict: 'UNEVALUATED' } } })
    const link = { hardwareKeyTag: ofUser.hardwareKeyTag, user: 'user-1', actor: 'ada', now: clock.now() }
    await bench.stores.walletInstances.linkUser(link)
    const tag = new RegExp(byTag.hardwareKeyTag.replaceAll('+', '\\+'))
    const expected = [
      tag,
      /^linked\n$/,
      tag,
      /^status +registered\n[\s\S]*^History\n[\s\S]*linked[\s\S]*^Refusals\n[\s\S]* WP-62 /m,
      /^unlinked\n$/,
      /^revoked\n$/,
      /^revoked 1\n$/,
      /^revoked 1\n$/,
      /"revoked_by_user"[\s\S]*"revoked_by_provider"|"revoked_by_provider"[\s\S]*"revoked_by_user"/,
      /^HARDWARE KEY TAG +STATUS [^\n]+\n(\S+ {2}registered, held {2}[^\n]+\n){3}$/,
      /^released\n$/,
      /^released 2\n$/,
      /^revoked 0\n$/,
      /^(?!.*registered)/s,
      /^released 0\n$/,
      /"keys": \[[\s\S]*"kid"[\s\S]*"x"/,
      /^PURPOSE[^\n]+\nfederation +[\w-]{43} {2}signs\nattestation[^\n]+signs\nfederation +[\w-]{43} {2}published\n$/,
      /^KID +STATE [\s\S]* {2}active [\s\S]* {2}pending .* {2}yearly$/m,
      / {2}retiring [\s\S]* {2}active /,
      / {2}(retiring|retired) /,
    ]
    const { out: created } = await run('fiducia keys create wallet-provider/keys/keys.json --role wallet-provider')
    assert.match(created, /^PURPOSE +KID +STATE\nfederation +[\w-]{43} {2}signs\nattestation +[\w-]{43} {2}signs\n$/)
    const lines = blocks('sh').flatMap((block) => block.split('\n'))
    assert.equal(lines.length, expected.length)
    for (const [index, line] of lines.entries()) {
      const pending = (await attestationKeyRing.store.list()).find(({ state }) => state === 'pending')
      if (line.includes('--activate')) clock.advance(86_400)
      const command = line
        .replace('release HARDWARE_KEY_TAG', `release ${releasedByTag.hardwareKeyTag}`)
        .replace('HARDWARE_KEY_TAG', byTag.hardwareKeyTag)
        .replace('SERIAL', below.attesterSerial)
        .replace('USER', 'user-1')
        .replace('KID', pending?.kid ?? '')
      const { code, out, err } = await run(command)
      assert.deepEqual([code, err], [0, ''], line)
      assert.match(out, expected[index] ?? /^$/, line)
      assert.doesNotMatch(out, /"d":/)
    }
    for (const { hardwareKeyTag } of [byTag, below, ofUser])
      assert.equal((await bench.stores.walletInstances.find(hardwareKeyTag))?.status, 'revoked')
  })

  test('a key in a key file is rolled over as the guide describes', async () => {
    delete process.env.FIDUCIA_KEYS_PASSPHRASE
    const file = 'keys/other.json'
    await run(`fiducia keys create ${file} --role relying-party`)
    const shown = async () =>
      (await run(`fiducia keys show ${file}`)).out
        .trim()
        .split('\n')
        .map((line) => line.split(/ {2,}/))
    await run(`fiducia keys rotate ${file} response`)
    const [, next = ''] =
      (await shown()).find(([purpose, , state]) => purpose === 'response' && state === 'published') ?? []
    assert.equal((await run(`fiducia keys rotate ${file} response --activate ${next}`)).code, 0)
    const [, old = ''] =
      (await shown()).find(([purpose, , state]) => purpose === 'response' && state === 'published') ?? []
    assert.notEqual(old, next)
    assert.equal((await run(`fiducia keys rotate ${file} response --remove ${old}`)).code, 0)
    const response = (await shown()).filter(([purpose]) => purpose === 'response')
    assert.deepEqual(response, [['response', next, 'is encrypted to']])
    assert.equal((await run(`fiducia keys rotate ${file} response --rsa`)).code, 0)
    const { keys } = JSON.parse((await run(`fiducia keys show ${file} --jwks`)).out) as { keys: { alg?: string }[] }
    assert.equal(keys.at(-1)?.alg, 'RSA-OAEP-256')
    assert.match(
      (await run(`fiducia keys rotate ${file} request --rsa`)).err,
      /Only responses are encrypted to RSA keys\./,
    )
  })

  test('FED-10 WP-67 keys that roll over in the running service are not rolled over in its file', async () => {
    const rings = [
      ['wallet-provider', 'attestation', /roll over while it runs, not in its file: fiducia keys attestation\.\n$/],
      ['trust-anchor', 'federation', /roll over while it runs, not in its file: fiducia federation rotate-keys\.\n$/],
    ] as const
    for (const [role, purpose, says] of rings) {
      const file = `keys/ring-of-${role}.json`
      const { out } = await run(`fiducia keys create ${file} --role ${role}`)
      const [, kid = ''] = new RegExp(`^${purpose} +(\\S+)`, 'm').exec(out) ?? []
      for (const step of ['', ` --activate ${kid}`, ` --remove ${kid}`]) {
        const { code, err } = await run(`fiducia keys rotate ${file} ${purpose}${step}`)
        assert.equal(code, 1, step)
        assert.match(err, says)
      }
      assert.equal((await run(`fiducia keys show ${file}`)).out, out, 'the file must be unchanged')
    }
    const [, attestation = ''] =
      /^attestation +(\S+)/m.exec((await run('fiducia keys show keys/ring-of-wallet-provider.json')).out) ?? []
    const wrong = await run(
      `fiducia keys rotate keys/ring-of-wallet-provider.json federation --activate ${attestation}`,
    )
    assert.match(wrong.err, /^The key \S+ of \S+ has the purpose "attestation"\.\n$/)
    const other = 'fiducia keys rotate keys/ring-of-trust-anchor.json federation --role wallet-provider'
    assert.match(
      (await run(other)).out,
      /published/,
      'a Wallet Provider’s file with only federation keys rolls them over',
    )
  })

  test('a refusal is reported with exit code 1, and an empty list is not an error', async () => {
    const rows: [line: string, says: RegExp][] = [
      [`fiducia instances list --url ${walletProviderId} --token wrong`, /refuses: .*token_unknown/],
      [
        `fiducia instances list --status gone --url ${walletProviderId}`,
        /Allowed choices are registered, operational, revoked/,
      ],
      [`fiducia instances list --from yesterday --url ${walletProviderId}`, /^yesterday is not a time/],
      [`fiducia instances list --to 2026-02-31 --url ${walletProviderId}`, /^2026-02-31 is not a time/],
      [`fiducia instances show nobody --url ${walletProviderId}`, /instance_unknown/],
      [`fiducia instances link x --url ${walletProviderId}`, /^Name the user with --user/],
      [`fiducia instances unlink nobody --url ${walletProviderId}`, /instance_unknown/],
      [`fiducia instances revoke --url ${walletProviderId}`, /^Name one/],
      [`fiducia instances revoke x --user y --url ${walletProviderId}`, /^Name one/],
      [`fiducia instances revoke --held --user y --url ${walletProviderId}`, /^Name one/],
      [`fiducia instances release --url ${walletProviderId}`, /^Name one/],
      [`fiducia instances release x --held --url ${walletProviderId}`, /^Name one/],
      [`fiducia instances release --held unknown --url ${walletProviderId}`, /release_malformed/],
      [`fiducia instances release nobody --url ${walletProviderId}`, /instance_unknown/],
      ['fiducia instances list --data /nowhere', /^No sandbox with a Wallet Provider is running here/],
      ['fiducia keys create keys/new.json', /^Name the role of the keys: --role trust-anchor\|wallet-provider/],
      ['fiducia keys show keys/none.json', /does not exist: correct the path/],
      ['fiducia keys rotate keys/none.json attestation', /does not exist: correct the path/],
      [
        `fiducia keys show ${directory} --passphrase-file /nowhere`,
        /must contain a secret, but is missing or empty\.$/,
      ],
      [`fiducia keys attestation --activate nobody --url ${walletProviderId}`, /key_unknown/],
      ['fiducia keys attestation --data /nowhere', /^No sandbox with a Wallet Provider is running here/],
    ]
    for (const [line, says] of rows) {
      const { code, err } = await run(line)
      assert.equal(code, 1, line)
      assert.match(err.trimEnd(), says, line)
    }
    const empty = await run(`fiducia instances list --to 1999-01-01 --url ${walletProviderId}`)
    assert.deepEqual([empty.code, empty.out], [0, 'none\n'])
  })
})
