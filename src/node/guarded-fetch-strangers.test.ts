/** Slow origins and host names delay only their own requests. */
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { test } from 'node:test'
import { sandbox, withServer } from '../../test/support/guarded-fetch.ts'
import { markStrangerRequest } from '../base/index.ts'
import { createGuardedFetch } from './guarded-fetch.ts'

test('FED-37 a slow origin delays only requests to itself', async () => {
  const open: (() => void)[] = []
  await withServer(
    (_, response) => void open.push(() => response.end('late')),
    async (slow) => {
      await withServer(
        (_, response) => response.end('quick'),
        async (quick) => {
          const fetch = createGuardedFetch({
            ...sandbox,
            concurrency: 8,
            concurrencyPerOrigin: 2,
            timeoutMilliseconds: 20_000,
          })
          const late = [1, 2, 3, 4].map(async () => (await fetch(new Request(slow))).text())
          assert.equal(await (await fetch(new Request(quick))).text(), 'quick')
          assert.equal(open.length <= 2, true)
          const answerer = setInterval(() => open.pop()?.(), 5)
          await Promise.all(late).finally(() => clearInterval(answerer))
          assert.deepEqual(await Promise.all(late), ['late', 'late', 'late', 'late'])
          await fetch.close()
        },
      )
    },
  )
})

/** Simulates the system's resolver: two lookups at a time, and no answer for names below `silent.example`. */
function twoLookups(): LookupFunction {
  let running = 0
  const waiting: (() => void)[] = []
  return (hostname, _, callback) => {
    const start = (): void => {
      running += 1
      if (hostname.endsWith('.silent.example')) return
      setImmediate(() => {
        running -= 1
        callback(null, [{ address: '127.0.0.1', family: 4 }] as never)
        if (running < 2) waiting.shift()?.()
      })
    }
    if (running < 2) start()
    else waiting.push(start)
  }
}

/** Creates a request for a stranger, as work of its own. */
const forStranger = (url: string): Request => markStrangerRequest(new Request(url), {})

test('FED-37 host names of strangers that do not resolve do not delay requests to known hosts', async () => {
  await withServer(
    (_, response) => response.setHeader('connection', 'close').end('there'),
    async (url) => {
      const lookup = twoLookups()
      const options = { lookup, knownHosts: ['localhost'], timeoutMilliseconds: 2000 }
      const fetch = createGuardedFetch({ loopbackHttp: true, ...options })
      const names = Array.from({ length: 6 }, (_, index) => `https://${index}.silent.example/`)
      const silent = await Promise.allSettled(names.map((name) => fetch(forStranger(name))))
      assert.ok(silent.every(({ status }) => status === 'rejected'))
      assert.equal(await (await fetch(new Request(url))).text(), 'there')
      await fetch.close()
    },
  )
})

test('FED-50 slow origins of strangers, even if they answered before, do not delay requests to a host that failed once', async (t) => {
  const drippers: Server[] = []
  let drips = false
  const end = (): void => {
    for (const server of drippers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  }
  t.after(end)
  const drip = async (): Promise<string> => {
    const server = createServer((_, response) => void (drips ? response.write('x') : response.end('x')))
    drippers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://localhost:${(server.address() as AddressInfo).port}`
  }
  await withServer(
    (request, response) => (request.url === '/fails' ? response.destroy() : response.end('there')),
    async (url) => {
      const fetch = createGuardedFetch({ ...sandbox, concurrency: 8, timeoutMilliseconds: 20_000 })
      const dripping = await Promise.all(Array.from({ length: 8 }, drip))
      for (const origin of dripping) assert.equal(await (await fetch(forStranger(origin))).text(), 'x')
      drips = true
      const held = Promise.allSettled(dripping.map((origin) => fetch(forStranger(origin))))
      await assert.rejects(fetch(new Request(`${url}/fails`)), { code: 'unreachable' })
      assert.deepEqual(fetch.load(), { running: 4, strangers: 4, waiting: 4 })
      assert.equal(await (await fetch(new Request(url))).text(), 'there', 'the host answers meanwhile')
      end()
      await held
      await fetch.close()
    },
  )
})
