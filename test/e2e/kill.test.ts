/**
 * The sandbox is killed without notice and started again on the same directory: confirmed writes are on disk, used
 * values remain used.
 */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Fetch, failed, type PublicJwk, parseJsonObject } from '../../src/base/index.ts'
import { withKeyCache } from '../../src/jose/index.ts'
import { createGuardedFetch, createNodeCrypto, createNodeRandom, createSystemClock } from '../../src/node/index.ts'
import { orderDevice } from '../../src/sandbox/devices/device-client.ts'
import { createDemoWallet } from '../../src/sandbox/life-cycle/demo-wallet.ts'
import { present } from '../../src/sandbox/life-cycle/present-pid.ts'
import { type SandboxOrigins, sandboxOrigins } from '../../src/sandbox/origins.ts'
import { recordingSink } from '../support/decisions.ts'
import { assertIntactFiles, assertKeptValues, integrityOf, startRunningLoad } from '../support/killed-under-load.ts'
import { freeBase, freshDirectory, type RunningSandbox, startSandbox } from '../support/sandbox-process.ts'
import { createVisitor, live } from '../support/visitor.ts'

const guarded = createGuardedFetch({ loopbackHttp: true })
after(() => guarded.close())

/** Keeps the last POST request to each endpoint, so that a test can send it again. */
function capturing(fetch: Fetch, kept: Map<string, Request>): Fetch {
  return async (request) => {
    const { origin, pathname } = new URL(request.url)
    if (request.method === 'POST') kept.set(origin + pathname, request.clone())
    return fetch(request)
  }
}

type Device = Awaited<ReturnType<typeof orderDevice>>

async function anchorKeys(origin: string): Promise<readonly PublicJwk[]> {
  const jwt = await (await fetch(`${origin}/.well-known/openid-federation`)).text()
  const payload = parseJsonObject(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8'), 'anchor')
  assert.ok(!failed(payload))
  return (payload.jwks as unknown as { keys: readonly PublicJwk[] }).keys
}

async function personAt(base: number, kept: Map<string, Request>) {
  const origins = sandboxOrigins(base)
  const crypto = withKeyCache(createNodeCrypto())
  return createDemoWallet({
    clock: createSystemClock(),
    random: createNodeRandom(),
    crypto,
    walletFetch: capturing(guarded, kept),
    browserFetch: guarded,
    origins,
    anchors: new Map([[origins.trustAnchor, await anchorKeys(origins.trustAnchor)]]),
    decisions: recordingSink(),
    walletAuthorizationEndpoint: 'https://wallet.example/authorization',
    person: { username: 'mario.rossi', password: 'sandbox' },
    orderDevice: () => orderDevice(guarded, origins.console),
  })
}

/**
 * Registers thirteen new devices, and kills the sandbox after the fourth confirmation. Returns the devices with a
 * confirmation and the others.
 */
async function registerUntilKilled(sandbox: RunningSandbox, { console, walletProvider }: SandboxOrigins) {
  const devices = await Promise.all(Array.from({ length: 13 }, () => orderDevice(guarded, console)))
  const register = async ({ keyAttestation, hardwareKeyTag }: Device): Promise<number> => {
    const { nonce } = (await (await fetch(`${walletProvider}/nonce`)).json()) as { nonce: string }
    const body = { challenge: nonce, hardware_key_tag: hardwareKeyTag, key_attestation: await keyAttestation(nonce) }
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${walletProvider}/wallet-instance`, { method: 'POST', headers, body: JSON.stringify(body) }))
      .status
  }
  const [device, ...others] = devices
  assert.ok(device)
  assert.equal(await register(device), 204)
  const confirmed = new Set([device])
  const racing = others.map(async (one) => {
    if ((await register(one)) !== 204) return
    confirmed.add(one)
    if (confirmed.size === 4) await sandbox.end('SIGKILL')
  })
  await Promise.allSettled(racing)
  await sandbox.end('SIGKILL')
  assert.ok(confirmed.size >= 4 && confirmed.size <= devices.length)
  return { register, confirmed, unconfirmed: devices.filter((one) => !confirmed.has(one)) }
}

test('a sandbox that is killed during registrations and starts again', { timeout: 120_000 }, async (t) => {
  const [cwd, base] = [freshDirectory(), await freeBase()]
  const origins = sandboxOrigins(base)
  const first = await startSandbox(t, ['--data', 'kept'], { cwd, base })
  const kept = new Map<string, Request>()
  const person = await personAt(base, kept)
  await person.wallet.setUp()
  await person.wallet.obtainPid(origins.pidProvider)
  await present({ origins, person }, { variant: 'dcql', method: 'post' })
  const load = await startRunningLoad(first, guarded, 2, 500)
  const { register, confirmed, unconfirmed } = await registerUntilKilled(first, origins)
  await load.stop()
  const files = integrityOf(join(cwd, 'kept'))
  const second = await startSandbox(t, ['--data', 'kept'], { cwd, base })

  await t.test('no used value is accepted again after SIGKILL, and the wallet can present', async () => {
    assert.ok(readdirSync(join(cwd, 'kept')).includes('sandbox.json'))
    const replays = [
      [`${origins.walletProvider}/wallet-instance`, 403, 'challenge_used'],
      [`${origins.walletProvider}/token`, 403, 'challenge_used'],
      [`${origins.pidProvider}/as/par`, 400, 'request_object_used'],
      [`${origins.pidProvider}/credential`, 400, 'c_nonce_used'],
      [`${origins.pidProvider}/token`, 400, 'code_used'],
      [`${origins.relyingParty}/response`, 400, 'session_over'],
    ] as const
    for (const [path, status, code] of replays) {
      const request = kept.get(path)
      assert.ok(request, `no request to ${path} was kept`)
      const answer = await guarded(request)
      const text = await answer.text()
      assert.equal(answer.status, status, `${path}: ${text}`)
      assert.ok(text.includes(`(${code} at `) || text.includes(`(${code})`), text)
    }
    const claims = await present({ origins, person }, { variant: 'scope', method: 'get' })
    assert.equal(claims.get('given_name'), 'Mario')
  })

  await t.test('confirmed devices are registered, and registrations of the others end with 204 or 403', async () => {
    const again = await Promise.all([...confirmed].map(register))
    assert.deepEqual(
      again,
      again.map(() => 403),
      'a confirmed device must be registered',
    )
    for (const status of await Promise.all(unconfirmed.map(register))) assert.ok(status === 204 || status === 403)
  })

  // Skipped with replicas (replicas.long.ts), which have no files.
  await t.test(
    'after a kill during life cycles the files are intact, no PID is missing, and nothing is used twice',
    async () => {
      assertIntactFiles(files)
      await assertKeptValues(load, second)
      await live(await createVisitor({ base, fetch: guarded }))
    },
  )
  assert.equal((await second.end('SIGTERM')).code, 0)
})
