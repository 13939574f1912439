/**
 * The sandbox is killed without notice and started again on the same directory: confirmed writes are on disk, used
 * values remain used.
 */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createGuardedFetch } from '../../src/node/index.ts'
import { orderDevice } from '../../src/sandbox/devices/device-client.ts'
import { present } from '../../src/sandbox/life-cycle/present-pid.ts'
import type { SandboxOrigins } from '../../src/sandbox/origins.ts'
import { assertIntactFiles, assertKeptValues, integrityOf, startRunningLoad } from '../support/killed-under-load.ts'
import { freeBase, freshDirectory, type RunningSandbox, startSandbox } from '../support/sandbox-process.ts'
import { createVisitor, replay, runLifeCycle } from '../support/visitor.ts'

const guarded = createGuardedFetch({ loopbackHttp: true })
after(() => guarded.close())

type Device = Awaited<ReturnType<typeof orderDevice>>

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
  const first = await startSandbox(t, ['--data', 'kept'], { cwd, base })
  const visitor = await createVisitor({ base, fetch: guarded })
  const { origins, person } = visitor
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
    await replay(visitor, guarded)
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
      await runLifeCycle(await createVisitor({ base, fetch: guarded }))
    },
  )
  assert.equal((await second.end('SIGTERM')).code, 0)
})
