import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { servingEnvironment } from '../../src/node/index.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { canPin, pinSelf } from '../channel.ts'
import { fire } from '../client/closed-loop.ts'
import { crowd } from '../client/crowd.ts'
import { quantile } from '../client/open-loop.ts'
import { collect } from '../measure.ts'
import { seededChance } from '../statistics.ts'
import type { Stage } from '../vectors/case.ts'
import { jsonOf } from '../vectors/case.ts'
import { requestBytes } from '../client/http-request.ts'
import { hostOf, origins } from '../service/origins.ts'
import { createPopulation, createVendor } from '../vectors/wallets.ts'
import { startServedRole } from './served-role.ts'

Object.assign(process.env, servingEnvironment(process.env))
const [kind = 'sqlite', factors = '2,5,10', seconds = '3', conns = '1000'] = process.argv.slice(2)
const pinned = canPin()
if (pinned) pinSelf(1)
const directory = mkdtempSync(join(tmpdir(), 'fiducia-overload-'))
const vendor = await createVendor('bench')
const pg = kind === 'sqlite' ? undefined : await startPostgres()
const served = await startServedRole({
  directory: join(directory, 'wp'),
  vendor,
  core: pinned ? 0 : undefined,
  databaseUrl: pg ? pg.url : `sqlite:${join(directory, 'store.sqlite')}`,
  workers: pg ? 2 : 1,
  settings: process.env.ENVS ? JSON.parse(process.env.ENVS) : {},
})
if (pg) {
  /* the server's processes on any core */
}
const { port } = served
const population = await createPopulation(vendor, 'bench', 10)
const fwd = (r: Buffer): Buffer => {
  const at = r.indexOf('\r\n') + 2
  const n = Math.floor(Math.random() * 65000)
  return Buffer.concat([
    r.subarray(0, at),
    Buffer.from(`x-forwarded-for: 10.9.${n >> 8}.${n & 255}\r\n`),
    r.subarray(at),
  ])
}
const stage: Stage = {
  population,
  collect: async (role, requests, status) => collect(port, role, requests.map(fwd), status),
}
const nonceRequest = requestBytes({ method: 'GET', target: '/nonce', host: hostOf(origins.walletProvider) })
const prepare = async (count: number): Promise<Buffer[]> => {
  const t0 = performance.now()
  const n = Math.ceil(count)
  const answers = await stage.collect('wallet-provider', Array.from({ length: n }, () => nonceRequest), 200)
  const all: Buffer[] = []
  for (let i = 0; i < n; i++) {
    const device = await vendor.createDevice()
    const challenge = jsonOf(answers[i] as any).nonce as string
    const body = JSON.stringify({ challenge, key_attestation: await device.keyAttestation(challenge), hardware_key_tag: device.hardwareKeyTag })
    all.push(requestBytes({ method: 'POST', target: '/wallet-instance', host: hostOf(origins.walletProvider), headers: { 'content-type': 'application/json' }, body }))
  }
  console.log(`   prepared ${all.length} in ${((performance.now() - t0)/1000).toFixed(1)} s`)
  return all
}
const fast = (on: boolean) => { try { writeFileSync('/proc/self/autogroup', on ? '-19' : '0') } catch (e) { console.error(e) } }
const log = (...w: unknown[]) => console.log(...w)
try {
  await fire({ port, requests: (await prepare(3000)).map(fwd), connections: 64, status: 204 })
  const peaks: number[] = []
  for (let i = 0; i < 2; i++) {
    const requests = (await prepare(4000)).map(fwd)
    fast(true)
    const f = await fire({ port, requests, connections: 64, status: 204 })
    fast(false)
    peaks.push(f.completed / f.seconds)
    if (f.unexpected.size)
      log(
        'unexpected',
        [...f.unexpected].map(([s, { count, first }]) => `${s}:${count} ${first.bytes.toString()}`),
      )
  }
  const peak = Math.max(...peaks)
  log(`peak ${peaks.map(Math.round)} memory ${(served.memory() / 1e6).toFixed(0)} MB`)
  const before = served.memory()
  for (const factor of factors.split(',').map(Number)) {
    const requests = await prepare(peak * Number(seconds) * 1.6 + Number(conns) * Number(seconds))
    fast(true)
    const cpu0 = process.cpuUsage()
    const over = await crowd({
      port,
      requests,
      perSecond: peak * factor,
      seconds: Number(seconds),
      connections: Number(conns),
      status: 204,
      addresses: 60000,
      chance: seededChance(factor),
    })
    const cpu = process.cpuUsage(cpu0)
    const memory = served.memory()
    fast(false)
    const halves = await prepare(peak * 1.2)
    fast(true)
    const half = await crowd({
      port,
      requests: halves,
      perSecond: peak * 0.5,
      seconds: 2,
      connections: Number(conns),
      status: 204,
      addresses: 60000,
      chance: seededChance(1),
    })
    log(
      `x${factor}: goodput ${(over.good / over.seconds / peak).toFixed(2)} (${Math.round(over.good / over.seconds)}/s of ${Math.round(over.arrived / over.seconds)}/s) p50 ${quantile(over.latencies, 0.5)?.toFixed(0)} p99 ${quantile(over.latencies, 0.99)?.toFixed(0)} answered p99 ${quantile(over.answered, 0.99)?.toFixed(0)} refused ${over.refused} givenUp ${over.givenUp} lost ${over.lost} broken ${over.broken} others ${[...over.others].join(';')} late p99 ${over.lateness.toFixed(1)} mem ${(memory / 1e6).toFixed(0)}`,
    )
    log('   tenths', over.goodByTenth.join(' '))
    log(
      `   then half: good ${half.good}/${half.arrived} p99 ${quantile(half.latencies, 0.99)?.toFixed(0)} by tenth ${half.goodByTenth.map((g, i) => (g / Math.max(1, half.arrivedByTenth[i] ?? 1)).toFixed(1)).join(' ')}`,
    )
    fast(false)
    await setTimeout(2000)
    log(`   memory before ${(before / 1e6).toFixed(0)} after ${(served.memory() / 1e6).toFixed(0)}`)
  }
} finally {
  await served.stop()
  await pg?.stop()
  if (process.env.KEEP) log(directory)
  else rmSync(directory, { recursive: true, force: true })
}
process.exit(0)
