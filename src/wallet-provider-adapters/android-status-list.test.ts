/** The vendor's status list: fetched, kept during outages, and the effect of a revoked certificate. */
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { keepCollectingGarbage } from '../../test/support/collect-garbage.ts'
import { createDeviceBench } from '../../test/support/device-integrity.ts'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { createWalletProviderBench } from '../../test/support/wallet-provider-bench.ts'
import { Failure } from '../base/index.ts'
import { createGuardedFetch } from '../node/index.ts'
import { type AndroidStatusListOptions, createAndroidStatusList } from './android-status-list.ts'

interface Scripted {
  status: number
  type: string
  text: string
  etag: string
  cacheControl: string
  hang?: boolean
}

async function vendorServer(t: TestContext) {
  const answer: Scripted = {
    status: 200,
    type: 'application/json; charset=utf-8',
    text: '{"entries":{"0A1B":{"status":"REVOKED"}}}',
    etag: '"one"',
    cacheControl: 'public, max-age=600',
  }
  const asked: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    asked.push(request.headers)
    if (answer.hang) return
    const known = request.headers['if-none-match'] === answer.etag && answer.status === 200
    response.writeHead(known ? 304 : answer.status, {
      'content-type': answer.type,
      etag: answer.etag,
      'cache-control': answer.cacheControl,
    })
    response.end(known ? undefined : answer.text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const fetch = createGuardedFetch({ loopbackHttp: true })
  t.after(async () => {
    server.closeAllConnections()
    server.close()
    await fetch.close()
  })
  return { answer, asked, fetch, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/status` }
}

const options = {
  maximumAgeSeconds: 72 * 3600,
  whenTooOld: 'refuse',
  maximumIntervalSeconds: 3600,
  minimumIntervalSeconds: 60,
  timeoutMilliseconds: 10_000,
} as const

async function listAt(t: TestContext, further: Partial<AndroidStatusListOptions> = {}) {
  const server = await vendorServer(t)
  const clock = fixedClock()
  const reported: string[] = []
  const seen: (readonly string[])[] = []
  const open = () =>
    createAndroidStatusList(
      {
        fetch: server.fetch,
        clock,
        onList: async (certificates) => seen.push([...certificates.keys()]),
        onTrouble: (trouble, age) =>
          reported.push(`${trouble instanceof Failure ? trouble.code : trouble.message} ${age}`),
      },
      { url: server.url, ...options, ...further },
    )
  return { ...server, clock, reported, seen, open, list: open() }
}

test('WP-52 the list is requested with its ETag, and again after its max-age', async (t) => {
  const { list, answer, asked, seen } = await listAt(t)
  assert.equal(list.certificates(), undefined)
  assert.equal(await list.refresh(), 600)
  assert.deepEqual([...(list.certificates()?.keys() ?? [])], ['a1b'])
  assert.equal(await list.refresh(), 600)
  assert.deepEqual(
    asked.map((headers) => headers['if-none-match']),
    [undefined, '"one"'],
  )
  assert.deepEqual(seen, [['a1b'], ['a1b']])
  for (const [cacheControl, seconds] of [
    ['max-age=5', 60],
    ['max-age=86400', 3600],
    ['no-cache', 3600],
  ] as const) {
    answer.cacheControl = cacheControl
    assert.equal(await list.refresh(), seconds)
  }
})

for (const [what, change, code] of [
  ['a failure', { status: 500 }, 'status_unexpected'],
  ['another media type', { type: 'text/html' }, 'media_type_unexpected'],
  ['garbage', { text: '<html>' }, 'json_malformed'],
  ['a list without entries', { text: '{}' }, 'status_list_malformed'],
  ['no answer', { hang: true }, 'unreachable'],
] as const)
  test(`WP-52 ${what} leaves the last good copy in use, and is reported`, async (t) => {
    const { list, answer, reported, clock } = await listAt(t, {
      timeoutMilliseconds: what === 'no answer' ? 2000 : 20_000,
    })
    await list.refresh()
    const before = { ...answer }
    Object.assign(answer, { etag: '"two"' }, change)
    clock.advance(100)
    assert.equal(await list.refresh(), 60)
    assert.deepEqual([...(list.certificates()?.keys() ?? [])], ['a1b'])
    assert.deepEqual(reported, [`${code} 100`])
    Object.assign(answer, { hang: false }, before, { etag: '"three"', text: '{"entries":{}}' })
    await list.refresh()
    assert.deepEqual([...(list.certificates()?.keys() ?? ['none'])], [])
  })

// Without the time limit the platform gives up after five minutes, and no refresh begins meanwhile.
test('WP-52 a request without an answer ends in time, even if garbage is collected', { timeout: 60_000 }, async (t) => {
  const { url, answer, clock } = await listAt(t)
  t.after(keepCollectingGarbage())
  answer.hang = true
  const reported: string[] = []
  const list = createAndroidStatusList(
    {
      fetch: globalThis.fetch,
      clock,
      onList: async () => undefined,
      onTrouble: (trouble) => reported.push(trouble instanceof Failure ? trouble.code : trouble.message),
    },
    { url, ...options, timeoutMilliseconds: 500 },
  )
  assert.equal(await list.refresh(), 60)
  assert.deepEqual(reported, ['unreachable'])
})

test('WP-52 the failure of a refresh names its cause', async () => {
  const fetch = createGuardedFetch({ loopbackHttp: true })
  for (const [url, expected] of [
    ['https://127.0.0.1:1/status', 'unreachable at status_list.refused'],
    ['http://vendor.example/status', 'url_forbidden at status_list'],
  ] as const) {
    const reported: string[] = []
    const onTrouble = (trouble: Failure | Error): void => {
      reported.push(trouble instanceof Failure ? `${trouble.code} at ${trouble.at}` : trouble.message)
    }
    const ctx = { fetch, clock: fixedClock(), onList: async () => undefined, onTrouble }
    await createAndroidStatusList(ctx, { url, ...options }).refresh()
    assert.deepEqual(reported, [expected])
  }
  await fetch.close()
})

test('WP-52 a copy that is too old is refused or used, as configured, and a 304 makes it fresh', async (t) => {
  const { list, clock, open } = await listAt(t, { maximumAgeSeconds: 1000 })
  await list.refresh()
  clock.advance(1000)
  assert.ok(list.certificates())
  clock.advance(1)
  assert.equal(list.certificates(), undefined)
  await list.refresh()
  assert.ok(list.certificates())
  assert.equal(open().certificates(), undefined)
  const lax = await listAt(t, { maximumAgeSeconds: 1000, whenTooOld: 'accept' })
  await lax.list.refresh()
  lax.clock.advance(100_000)
  assert.ok(lax.list.certificates())
})

test('WP-52 the last good copy is still used after a restart', async (t) => {
  const file = join(freshDirectory(), 'list.json')
  const { list, open, asked } = await listAt(t, { file })
  await list.refresh()
  const next = open()
  assert.deepEqual([...(next.certificates()?.keys() ?? [])], ['a1b'])
  await next.refresh()
  assert.equal(asked.at(-1)?.['if-none-match'], '"one"')
  writeFileSync(file, 'torn')
  assert.equal(open().certificates(), undefined)
})

test('WP-52 a copy from the future is refused, because its age is unknown', async (t) => {
  const file = join(freshDirectory(), 'list.json')
  const { list, clock, open } = await listAt(t, { file })
  clock.advance(86_400)
  await list.refresh()
  clock.advance(-86_400)
  for (const one of [list, open()]) {
    assert.equal(one.certificates(), undefined)
    await one.refresh()
    assert.ok(one.certificates())
  }
})

test('WP-52 a copy that cannot be written is reported, and its certificates are still revoked', async (t) => {
  const file = join(freshDirectory(), 'list.json')
  mkdirSync(file)
  const { list, seen, reported } = await listAt(t, { file })
  assert.equal(await list.refresh(), 600)
  assert.deepEqual(seen, [['a1b']])
  assert.deepEqual(reported, [`The file ${file} cannot be written (EISDIR): it is a directory: name a file. 0`])
  assert.deepEqual(readdirSync(dirname(file)), ['list.json'])
})

test('WP-52 two replicas with one file do not write into each other’s draft', async (t) => {
  const file = join(freshDirectory(), 'list.json')
  mkdirSync(`${file}.new`)
  const { list, open, reported } = await listAt(t, { file })
  await list.refresh()
  assert.deepEqual(reported, [])
  assert.ok(open().certificates())
})

test('WP-52 a store that is unavailable is reported and tried again', async (t) => {
  const { fetch, url, clock } = await listAt(t)
  const reported: unknown[] = []
  let away = true
  const list = createAndroidStatusList(
    {
      fetch,
      clock,
      onList: async () => {
        if (away) throw new Error('away')
      },
      onTrouble: (trouble) => reported.push(trouble),
    },
    { url, ...options },
  )
  assert.equal(await list.refresh(), 60)
  assert.equal((reported[0] as Error).message, 'away')
  away = false
  assert.equal(await list.refresh(), 600)
})

test('DIS-09 WP-52 the drill: a certificate is listed, and the instances below it are revoked', async (t) => {
  const { fetch, url, answer } = await vendorServer(t)
  const devices = await createDeviceBench()
  const { vendor, clock } = devices
  const bench = await createWalletProviderBench({ devices })
  const publish = () => Object.assign(answer, { text: vendor.statusList(), etag: `"${vendor.statusList().length}"` })
  const trouble: unknown[] = []
  const list = createAndroidStatusList(
    {
      ...{ fetch, clock, onTrouble: (one) => trouble.push(one) },
      onList: (certificates) => bench.provider.revokeBelowCertificates([...certificates.keys()]),
    },
    { url, ...options },
  )
  const [bad, good] = [await bench.registered(), await bench.registered()]
  publish()
  await list.refresh()
  assert.equal((await bench.attest(bad)).status, 200)
  vendor.revoke(bad.attesterSerial)
  publish()
  list.start()
  while ((await bench.stores.walletInstances.find(bad.hardwareKeyTag))?.status !== 'revoked')
    await new Promise((resolve) => setTimeout(resolve, 5))
  list.stop()
  assert.deepEqual(trouble, [])
  assert.ok(list.certificates()?.has(bad.attesterSerial))
  assert.equal((await bench.attest(bad)).status, 403)
  assert.equal((await bench.attest(good)).status, 200)
  const event = (await bench.stores.walletInstances.history(bad.hardwareKeyTag)).at(-1)
  assert.partialDeepStrictEqual(event, { change: 'revoked', reason: 'device_certificate_revoked' })
})

test('an interval that is longer than a timer can run does not start requests at once', async (t) => {
  const days = 30 * 86_400
  const { list, asked } = await listAt(t, { minimumIntervalSeconds: days, maximumIntervalSeconds: days })
  list.start()
  while (list.certificates() === undefined) await new Promise((resolve) => setTimeout(resolve, 5))
  await new Promise((resolve) => setTimeout(resolve, 100))
  list.stop()
  assert.equal(asked.length, 1)
})

test('stopped and started again during a request, the list is refreshed once at a time', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const waiting: (() => void)[] = []
  let asked = 0
  const slow = () =>
    new Promise<Response>((resolve) => {
      asked += 1
      waiting.push(() => resolve(new Response(null, { status: 503 })))
    })
  const ctx = { fetch: slow, clock: fixedClock(), onList: async () => undefined, onTrouble: () => undefined }
  const list = createAndroidStatusList(ctx, { url: 'https://vendor.example/status', ...options })
  const settle = async () => {
    for (const answer of waiting.splice(0)) answer()
    await new Promise((resolve) => setImmediate(resolve))
  }
  list.start()
  list.stop()
  list.start()
  assert.equal(asked, 2)
  await settle()
  t.mock.timers.tick(options.minimumIntervalSeconds * 1000)
  assert.equal(asked, 3)
  list.stop()
  await settle()
  t.mock.timers.tick(options.minimumIntervalSeconds * 1000)
  assert.equal(asked, 3)
})
