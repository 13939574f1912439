/** Services as `fiducia serve` runs them, over sockets: prefix, readiness, operations, self-check, limits, stop. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  AddressUnavailable,
  ConfigError,
  createNodeCrypto,
  encryptPrivateFile,
  findPort,
  serve,
} from '../../src/node/index.ts'
import {
  initialize,
  type RunningService,
  readSettings,
  roleNames,
  runService,
  type ServedRole,
  type SettingsSources,
} from '../../src/serve/index.ts'
import { createJsonLog } from '../../src/telemetry/index.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { missingProgramWords } from '../support/missing-programs.ts'
import { composeInMemory } from '../support/served-roles.ts'

const directory = freshDirectory()
const running: RunningService[] = []
after(async () => {
  await Promise.all(running.map((service) => service.stop()))
  rmSync(directory, { recursive: true, force: true })
})

const environment = {
  FIDUCIA_OPERATIONS_PORT: '0',
  FIDUCIA_LIMITS_RATE_BURST: '5',
  FIDUCIA_LIMITS_RATE_PER_SECOND: '0.1',
  FIDUCIA_LIMITS_MAXIMUM_LAG_MILLISECONDS: '600000',
}

async function run(name: string, sources: Partial<SettingsSources> & { url?: string } = {}) {
  const { file } = await initialize('trust-anchor', { directory: join(directory, name), publicUrl: sources.url })
  const settings = readSettings('trust-anchor', {
    file,
    environment: { ...environment, ...sources.environment },
    overrides: { port: 0, hosts: ['127.0.0.1'], ...sources.overrides },
  })
  const lines: string[] = []
  const warnings: string[] = []
  const log = createJsonLog('trust-anchor', { write: (line: string) => void lines.push(line) })
  const service = await runService('trust-anchor', settings, { log, warn: (sentence) => void warnings.push(sentence) })
  running.push(service)
  const at = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${service.port}${path}`, init)
  const operations = (path: string) => fetch(`http://127.0.0.1:${service.operationsPort}${path}`)
  return { service, settings, at, operations, lines, warnings }
}

test('a service below a path serves its advertised endpoints and /ready there, and nothing elsewhere', {
  timeout: 60_000,
}, async () => {
  const url = `http://localhost:${await findPort({ port: 0 })}/federation/anchor`
  const { at, warnings, operations } = await run('prefix', { url })
  const statement = await at('/federation/anchor/.well-known/openid-federation')
  assert.equal(statement.headers.get('content-type'), 'application/entity-statement+jwt')
  const [, payload = ''] = (await statement.text()).split('.')
  const { sub, metadata } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  assert.equal(sub, url)
  const fetchUrl = new URL(metadata.federation_entity.federation_fetch_endpoint)
  assert.equal(fetchUrl.pathname, '/federation/anchor/fetch')
  assert.equal((await at('/federation/anchor/ready')).status, 200)
  assert.equal((await at('/federation/anchor/health')).status, 200)
  assert.equal((await at('/.well-known/openid-federation')).status, 404)
  while (warnings.length < 2) await new Promise((resolve) => setTimeout(resolve, 10))
  assert.match(
    warnings[0] ?? '',
    /localhost:\d+\S* cannot be reached from here: nothing listens at that address and port/,
  )
  // The service keeps a readiness answer for a moment, and the one from above may be from before the warnings.
  const notesNow = async (): Promise<unknown[]> => JSON.parse(await (await operations('/ready')).text()).notes
  while ((await notesNow()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  assert.deepEqual(await notesNow(), warnings, 'the readiness answer has the notes too')
})

test('GEN-27 a long start does not count as load: the first request is answered', async () => {
  const { file } = await initialize('trust-anchor', { directory: join(directory, 'slow') })
  const settings = readSettings('trust-anchor', {
    file,
    environment: {
      FIDUCIA_OPERATIONS_PORT: '0',
      FIDUCIA_LIMITS_RATE_ENABLED: 'false',
      FIDUCIA_LIMITS_MAXIMUM_LAG_MILLISECONDS: '1000',
      FIDUCIA_SELF_CHECK: 'false',
    },
    overrides: { port: 0, hosts: ['127.0.0.1'] },
  })
  // Blocks like the decryption of keys by a passphrase, before the service listens.
  const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)
  const log = createJsonLog('trust-anchor', { write: () => undefined })
  const service = await runService('trust-anchor', settings, { log, warn: () => void block() })
  running.push(service)
  const status = async () => (await fetch(`http://127.0.0.1:${service.port}/.well-known/openid-federation`)).status
  assert.equal(await status(), 200)
  const after: number[] = []
  while (!after.includes(503) && after.length < 5) {
    block()
    await new Promise((resolve) => setTimeout(resolve, 1))
    after.push(await status())
  }
  assert.ok(after.includes(503), 'a block after the start counts as load')
})

test('an operations port in use is reported with the setting that changes it', async () => {
  const taken = await serve({ app: async () => new Response(), port: 0, hosts: ['127.0.0.1'] })
  const moved = { ...environment, FIDUCIA_OPERATIONS_PORT: `${taken.port}` }
  await assert.rejects(
    run('taken', { environment: moved }),
    /^PortUnavailable: Port \d+ is in use: stop what uses it, or choose another with operations\.port in the settings\.$/,
  )
  await taken.stop()
})

test('the operations listener serves health, readiness and metrics, and no other listener serves metrics', async () => {
  const { at, operations } = await run('operations', { environment: { FIDUCIA_SELF_CHECK: 'false' } })
  const { trace } = Object.fromEntries([['trace', (await at('/fetch')).headers.get('fiducia-trace')]])
  assert.match(trace ?? '', /^[\w-]{12}$/)
  assert.equal((await operations('/health')).status, 200)
  const ready = await operations('/ready')
  assert.deepEqual([ready.status, await ready.json()], [200, { status: 'ready', reasons: [], notes: [] }])
  const figures = await (await operations('/metrics')).text()
  assert.match(
    figures,
    /^fiducia_refusals_total\{surface="trust-anchor\/fetch",requirement="\S+",code="\S+",role="trust-anchor"\} 1$/m,
  )
  assert.match(figures, /^fiducia_event_loop_lag_seconds/m)
  for (const name of ['requests', 'strangers', 'waiting'])
    assert.match(figures, new RegExp(`^fiducia_outgoing_${name}\\{role="trust-anchor"\\} 0$`, 'm'))
  for (const path of ['/metrics', '/decisions']) assert.equal((await at(path)).status, 404)
  assert.equal((await operations('/.well-known/openid-federation')).status, 404)
})

test('WP-79 a Wallet Provider lists the relaxed settings at start', async () => {
  const { file } = await initialize('wallet-provider', { directory: join(directory, 'relaxed') })
  const settings = readSettings('wallet-provider', {
    file,
    environment: { ...environment, FIDUCIA_ROLE_ENVIRONMENT: 'test', FIDUCIA_DEVICES_APPLE_ENVIRONMENT: 'development' },
    overrides: { port: 0, hosts: ['127.0.0.1'] },
  })
  const warnings: string[] = []
  const log = createJsonLog('wallet-provider', { write: () => undefined })
  running.push(await runService('wallet-provider', settings, { log, warn: (sentence) => void warnings.push(sentence) }))
  assert.ok(warnings.includes('relaxed by the settings: App Attest keys of the development environment are accepted'))
})

async function relaxationsOf(role: ServedRole, said: Readonly<Record<string, string>>, publicUrl?: string) {
  const decisions = { record: () => undefined }
  const options = { crypto: createNodeCrypto(), decisions, environment: said, ...(publicUrl && { publicUrl }) }
  const { service, close } = await composeInMemory(role, options)
  service.close()
  await close()
  return service.relaxations
}

test('WP-79 a Relying Party lists relaxed checks at start, and every role lists relaxed limits and network settings', async () => {
  const pinned = { FIDUCIA_ROLE_CREDENTIAL_ISSUERS: '{"eu.eudiw.pid.it":["https://pid.example"]}' }
  assert.deepEqual(await relaxationsOf('relying-party', pinned), [])
  const accepting = ['SUSPENDED', 'UNKNOWN_STATUS', 'SIGNED_ENVELOPE'].map((what) => [
    `FIDUCIA_ROLE_ACCEPT_${what}`,
    'true',
  ])
  assert.deepEqual(await relaxationsOf('relying-party', { ...pinned, ...Object.fromEntries(accepting) }), [
    'suspended credentials are accepted',
    'credentials with an unknown status are accepted',
    'after a request by scope, an SD-JWT in a signed JWT (drafts of 2023) is accepted without a Key Binding JWT',
  ])
  const open = {
    FIDUCIA_LIMITS_RATE_ENABLED: 'false',
    FIDUCIA_NETWORK_LOOPBACK_HTTP: 'true',
    FIDUCIA_NETWORK_TRUSTED_HOSTS: '["wallet.internal"]',
  }
  for (const role of roleNames)
    assert.deepEqual(await relaxationsOf(role, role === 'relying-party' ? { ...open, ...pinned } : open), [
      'requests of clients are not limited',
      'plain http is accepted on loopback hosts',
      'these hosts are accepted in private networks too: wallet.internal',
    ])
  assert.deepEqual(await relaxationsOf('trust-anchor', {}, 'http://localhost:4101'), [])
  const { warnings } = await run('unlimited', { environment: { FIDUCIA_LIMITS_RATE_ENABLED: 'false' } })
  assert.ok(warnings.includes('relaxed by the settings: requests of clients are not limited'))
})

test('FED-56 the start warns if the Relying Party requests a PID and its settings name no issuer of that type', async () => {
  const sentence = (type: string) =>
    `every issuer that the federation permits to issue ${type} is accepted: name yours in role.credentialIssuers`
  const mdoc = { id: 'pid', format: 'mso_mdoc', meta: { doctype_value: 'eu.europa.ec.eudiw.pid.1' } }
  const claims = [{ path: ['eu.europa.ec.eudiw.pid.1', 'given_name'] }]
  const FIDUCIA_ROLE_DCQL_QUERY = JSON.stringify({ credentials: [{ ...mdoc, claims }] })
  const FIDUCIA_ROLE_CREDENTIAL_ISSUERS = '{"eu.eudiw.pid.it":["https://pid.example"]}'
  assert.deepEqual(await relaxationsOf('relying-party', {}), [sentence('eu.eudiw.pid.it')])
  assert.deepEqual(await relaxationsOf('relying-party', { FIDUCIA_ROLE_DCQL_QUERY }), [
    sentence('eu.eudiw.pid.it'),
    sentence('eu.europa.ec.eudiw.pid.1'),
  ])
  assert.deepEqual(await relaxationsOf('relying-party', { FIDUCIA_ROLE_DCQL_QUERY, FIDUCIA_ROLE_CREDENTIAL_ISSUERS }), [
    sentence('eu.europa.ec.eudiw.pid.1'),
  ])
})

test('GEN-08 a service limits clients by a forwarded address only if a trusted proxy sends it', async () => {
  const trusting = await run('trusting', { environment: { FIDUCIA_TRUSTED_PROXIES: '["127.0.0.1"]' } })
  const status = async ({ at }: typeof trusting, client: string) =>
    (await at('/list', { headers: { 'x-forwarded-for': client } })).status
  for (let index = 0; index < 5; index += 1) assert.equal(await status(trusting, '198.51.100.1'), 200)
  assert.equal(await status(trusting, '198.51.100.1'), 429)
  assert.equal(await status(trusting, '198.51.100.2'), 200)
  const direct = await run('direct')
  for (let index = 0; index < 5; index += 1) assert.equal(await status(direct, `198.51.100.${index}`), 200)
  assert.equal(await status(direct, '198.51.100.9'), 429)
})

test('FED-49 a service limits lookups of unknown entities by the client address that a trusted proxy sends', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const { at, settings, operations } = await run('turns', {
    environment: {
      FIDUCIA_TRUSTED_PROXIES: '["127.0.0.1"]',
      FIDUCIA_LIMITS_RATE_ENABLED: 'false',
      FIDUCIA_SELF_CHECK: 'false',
    },
  })
  const resolve = async (client: string, subject: string): Promise<string> => {
    const query = new URLSearchParams({ sub: subject, trust_anchor: settings.publicUrl })
    const response = await at(`/resolve?${query}`, { headers: { 'x-forwarded-for': client } })
    return ((await response.json()) as { error_description: string }).error_description
  }
  const exhausted = /\(builds_exhausted\)/
  const flood = Array.from({ length: 21 }, (_, index) => resolve('198.51.100.1', `http://127.0.0.1:${port}/${index}`))
  assert.match(await Promise.race(flood), exhausted)
  assert.match(await (await operations('/metrics')).text(), /^fiducia_outgoing_strangers\{role="trust-anchor"\} 4$/m)
  assert.match(await resolve('198.51.100.1', 'http://127.0.0.1:1'), exhausted)
  assert.match(await resolve('198.51.100.2', 'http://127.0.0.1:1'), /\(unreachable\b/)
  silent.closeAllConnections()
  silent.close()
  await Promise.all(flood)
})

test('GEN-08 a service that stops logs the number of refusals that its limits have not logged yet', async () => {
  const { service, at, lines } = await run('counted', { environment: { FIDUCIA_SHUTDOWN_DRAIN_SECONDS: '0' } })
  for (let index = 0; index < 8; index += 1) await at('/list')
  await service.stop()
  const told = lines.map((line) => JSON.parse(line)).filter(({ count }) => count !== undefined)
  assert.deepEqual(
    told.map(({ event, surface, code, count }) => [event, surface, code, count]),
    [['refused', 'trust-anchor/list envelope', 'rate_exceeded', 2]],
  )
})

test('a stop makes the service unready, answers requests while it drains and closes the stores; decisions stay', async () => {
  const { service, settings, at, operations, lines } = await run('stop', {
    environment: { FIDUCIA_SHUTDOWN_DRAIN_SECONDS: '5' },
  })
  const before = (await at('/nowhere')).headers
  const trace = before.get('fiducia-trace') ?? ''
  const stopping = service.stop()
  assert.equal(service.stop(), stopping)
  const unready = await operations('/ready')
  assert.deepEqual(
    [unready.status, ((await unready.json()) as { reasons: string[] }).reasons],
    [503, ['the service is stopping']],
  )
  const drained = [await at('/list'), await at('/list')]
  assert.deepEqual(
    drained.map(({ status }) => status),
    [200, 200],
    'requests must be answered until load balancers notice the stop',
  )
  assert.deepEqual(
    [before, ...drained.map(({ headers }) => headers)].map((headers) => headers.get('connection')),
    ['keep-alive', 'close', 'close'],
    'each answer must close its connection, because a request on a closing connection would be lost',
  )
  await stopping
  await assert.rejects(at('/list'))
  await assert.rejects(operations('/health'))
  const kept = readFileSync(settings.resolve(settings.decisions.file ?? ''), 'utf8')
  assert.match(kept, new RegExp(`"trace":"${trace}".*path_unknown`))
  const events = lines.map((line) => (JSON.parse(line) as { event: string }).event)
  assert.deepEqual(events, ['listening', 'refused', 'stopping', 'stopped'])
})

test('a stop without a drain setting resets no open connection, and does not wait for ended ones', async () => {
  const { service, at } = await run('default-drain')
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const ask = (): Promise<string | undefined> =>
    new Promise((resolve, reject) => {
      const asking = request({ host: '127.0.0.1', port: service.port, path: '/health', agent }, (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.headers.connection))
      })
      asking.on('error', reject)
      asking.end()
    })
  const all = () => Promise.all(Array.from({ length: 32 }, ask))
  assert.deepEqual(new Set(await all()), new Set(['keep-alive']))
  const stopping = service.stop()
  await new Promise((resolve) => setTimeout(resolve, 120))
  assert.deepEqual(new Set(await all()), new Set(['close']), 'each connection gets one more answer and closes')
  await stopping
  await assert.rejects(at('/health'))
})

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** Sends an administration request, which must use the service's public name. */
const administer = (port: number, publicUrl: string, { headers, ...options }: Asked, body?: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const named = { ...headers, host: new URL(publicUrl).host }
    const asked = request({ ...options, host: '127.0.0.1', port, headers: named }, (answer) => {
      answer.setEncoding('utf8')
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => resolve(text))
    })
    asked.once('error', reject)
    asked.end(body)
  })

test('FED-10 the log has a line for each change of an administrator, and none for a read', async () => {
  const { service, settings, lines } = await run('administered', {
    environment: { FIDUCIA_ADMINISTRATION_NAME: 'ada' },
  })
  const token = readFileSync(settings.resolve('administration.token'), 'utf8').trim()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ask = async (method: string, body?: string) =>
    JSON.parse(await administer(service.port, settings.publicUrl, { method, path: '/admin/keys', headers }, body))
  const { kid } = await ask('POST', '{}')
  assert.equal((await ask('GET')).length, 2)
  const accepted = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'accepted')
  assert.deepEqual(
    accepted.map(({ decision: { surface, evidence } }) => [surface, evidence]),
    [['trust-anchor/admin/keys', { actor: 'ada', thumbprint: kid, change: 'added' }]],
  )
})

test('a decisions file that cannot be opened is a fault of the settings', async () => {
  const path = freshDirectory()
  await assert.rejects(run('undecided', { environment: { FIDUCIA_DECISIONS_FILE: path } }), (thrown) => {
    assert.ok(thrown instanceof ConfigError)
    assert.deepEqual(thrown.faults, [
      `decisions.file: ${path} cannot be opened (EISDIR): it is a directory: name a file`,
    ])
    return true
  })
})

test('a service creates no keys, and opens encrypted ones only with their passphrase', async () => {
  const empty = join(directory, 'keyless')
  const { file } = await initialize('trust-anchor', { directory: empty })
  rmSync(join(empty, 'keys'), { recursive: true })
  const surroundings = { log: createJsonLog('x', { write: () => undefined }), warn: () => undefined }
  const settings = readSettings('trust-anchor', { file, environment, overrides: { port: 0 } })
  await assert.rejects(runService('trust-anchor', settings, surroundings), (thrown) => {
    assert.ok(thrown instanceof ConfigError)
    return /run fiducia init/.test(thrown.message)
  })
  const locked = join(directory, 'locked')
  const passphrase = { FIDUCIA_KEYS_PASSPHRASE: 'correct horse' }
  const made = await initialize('trust-anchor', { directory: locked, environment: passphrase })
  const keys = join(locked, 'keys', 'keys.json')
  assert.deepEqual([statSync(keys).mode & 0o077, /"d"/.test(readFileSync(keys, 'utf8'))], [0, false])
  const again = await initialize('trust-anchor', { directory: locked, environment: passphrase })
  assert.deepEqual([made.written, again.written], [true, false])
  await assert.rejects(initialize('trust-anchor', { directory: locked }), /is encrypted/)
  await assert.rejects(initialize('trust-anchor', { directory: file }), (thrown) => {
    assert.ok(thrown instanceof ConfigError)
    return /trust-anchor\.json: no service can be initialized there \(EEXIST\): name another directory$/.test(
      thrown.message,
    )
  })
})

test('a start with a wrong path of the keys, or with a wrong passphrase, binds the store to nothing', async () => {
  const place = join(directory, 'mistyped')
  const passphraseFile = join(directory, 'mistyped-passphrase')
  const passphrase = { FIDUCIA_KEYS_PASSPHRASE: 'correct horse' }
  const { file } = await initialize('trust-anchor', { directory: place, environment: passphrase })
  const surroundings = { log: createJsonLog('x', { write: () => undefined }), warn: () => undefined }
  const start = async (passphrase: string, keys: string) => {
    writeFileSync(passphraseFile, passphrase, { mode: 0o600 })
    const named = { FIDUCIA_KEYS_PASSPHRASE_FILE: passphraseFile, FIDUCIA_KEYS_FILE: keys }
    const settings = readSettings('trust-anchor', {
      file,
      environment: { ...environment, ...named, FIDUCIA_SELF_CHECK: 'false' },
      overrides: { port: 0 },
    })
    running.push(await runService('trust-anchor', settings, surroundings))
  }
  await assert.rejects(start('correct horse', 'kyes/keys.json'), /there is no .*kyes\/keys\.json: correct keys\.file/)
  assert.equal(existsSync(join(place, 'kyes')), false)
  await assert.rejects(start('corect horse', 'keys/keys.json'), /keys\.json does not open with this passphrase/)
  await start('correct horse', 'keys/keys.json')
})

test('init is refused in the directory of another role, whose keys and token the service would share', async () => {
  const taken = join(directory, 'one-role')
  await initialize('trust-anchor', { directory: taken })
  const before = readdirSync(taken, { recursive: true }).toSorted()
  await assert.rejects(initialize('pid-provider', { directory: taken }), (thrown) => {
    assert.ok(thrown instanceof ConfigError)
    const why = 'it contains a trust-anchor, and two roles must not share keys and token: name another directory'
    assert.deepEqual(thrown.faults, [`${taken}: ${why}`])
    return true
  })
  assert.deepEqual(readdirSync(taken, { recursive: true }).toSorted(), before)
  // Settings that a user wrote there differ: they name the location of their keys.
  writeFileSync(join(taken, 'pid-provider.json'), readFileSync(join(taken, 'trust-anchor.json')))
  assert.equal((await initialize('trust-anchor', { directory: taken })).written, false)
})

test('a service reports at its start which private files are plain text despite a passphrase', async () => {
  const passphraseFile = join(directory, 'passphrase')
  writeFileSync(passphraseFile, 'correct horse', { mode: 0o600 })
  const environment = { FIDUCIA_KEYS_PASSPHRASE_FILE: passphraseFile, FIDUCIA_SELF_CHECK: 'false' }
  const plain = await run('plain files', { environment })
  const file = join(directory, 'plain files', 'keys', 'keys.json')
  const sentence = `The file ${file} is in plain text although there is a passphrase: run fiducia keys encrypt '${file}'`
  assert.deepEqual(plain.warnings, [sentence])
  assert.equal(encryptPrivateFile(file, 'correct horse'), true)
  const said: string[] = []
  const { service, close } = await composeInMemory('pid-provider', {
    ...{ crypto: createNodeCrypto(), decisions: { record: () => undefined } },
    publicUrl: 'https://plain-files.example',
    environment,
    onTrouble: (what) => void said.push(what),
  })
  service.close()
  await close()
  const told = said.map((what) => /^The file \S+\/([\w-]+)\.json is in plain text/.exec(what)?.[1])
  assert.deepEqual(told.toSorted(), ['keys', 'login', 'login-encryption', 'mdoc', 'secrets'])
})

test('a service does not start if the machine has none of the addresses of one of its listeners', async () => {
  for (const sources of [
    { overrides: { hosts: ['192.0.2.1'] } },
    { environment: { FIDUCIA_OPERATIONS_HOSTS: '["192.0.2.1"]' } },
  ])
    await assert.rejects(run('elsewhere', sources), AddressUnavailable)
})

test('GEN-08 a rate for an unknown surface is a fault of the settings', async () => {
  const rate = { perSecond: 1, burst: 1 }
  const surfaces = (names: readonly string[]) => ({
    environment: {
      FIDUCIA_LIMITS_RATE_SURFACES: JSON.stringify(Object.fromEntries(names.map((name) => [name, rate]))),
    },
  })
  const known = ['trust-anchor/resolve', 'trust-anchor/admin/keys', 'trust-anchor/*', 'trust-anchor/health']
  await run('rated', surfaces(known))
  await assert.rejects(run('misspelt', surfaces([...known, 'trust-anchor/reslove', 'resolve'])), (thrown) => {
    assert.ok(thrown instanceof ConfigError)
    const [misspelt, unnamed, existing = '', ...others] = thrown.faults
    assert.equal(misspelt, 'limits.rate.surfaces: this service has no surface trust-anchor/reslove')
    assert.equal(unnamed, 'limits.rate.surfaces: this service has no surface resolve')
    const [before, listed = ''] = existing.split(' it has ')
    const surfaces = listed.split(', ')
    const unlisted = known.filter((surface) => !surfaces.includes(surface))
    assert.deepEqual([before, unlisted], ['limits.rate.surfaces:', []])
    assert.equal(new Set(surfaces).size, surfaces.length, 'a surface with several methods is listed once')
    assert.deepEqual(others, [])
    return true
  })
})

const missing = process.platform === 'win32' && `${missingProgramWords}permissions of files for others`
test('only the owner can read a store, also in a directory that others can enter', { skip: missing }, async () => {
  const open = join(directory, 'open')
  mkdirSync(open, { mode: 0o755 })
  await run('private', { environment: { FIDUCIA_DATABASE_URL: `sqlite:${join(open, 'store.sqlite')}` } })
  const files = readdirSync(open)
  assert.ok(files.includes('store.sqlite-wal'))
  for (const file of files) assert.equal(statSync(join(open, file)).mode & 0o077, 0, file)
})
