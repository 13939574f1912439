import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'
import { type TestContext, test } from 'node:test'
import { recoverySeconds } from '../../bench/behaviour/overload-figures.ts'
import { runCrowd } from '../../bench/client/crowd.ts'
import { requestBytes } from '../../bench/client/http-request.ts'
import { seededChance } from '../../bench/statistics.ts'

const request = requestBytes({ method: 'GET', target: '/', host: 'localhost' })

/** Returns a load on a server, and its clock. Each reading of the clock takes half a millisecond. */
async function startLoad(t: TestContext, server: Server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const clock = { at: 0 }
  const milliseconds = (): number => {
    clock.at += 0.5
    return clock.at
  }
  const { port } = server.address() as AddressInfo
  const requests = new Array<Buffer>(500).fill(request)
  const load = { port, requests, connections: 200, status: 200, chance: seededChance(1), milliseconds }
  return { clock, load }
}

const httpServer = (listener: RequestListener): Server => createServer(listener)

const second = [{ perSecond: 100, seconds: 1 }] as const

test('arrivals that find no connection or no request are counted as not sent', async (t) => {
  const silent = createSocketServer((socket) => socket.on('error', () => undefined))
  const { load } = await startLoad(t, silent)
  const [few] = await runCrowd({ ...load, phases: second, connections: 5 })
  assert.ok(few.arrived > 50)
  assert.deepEqual([few.givenUp, few.unsent, few.answered.length], [5, few.arrived - 5, 0])
  const [spent] = await runCrowd({ ...load, phases: second, requests: [request, request] })
  assert.deepEqual([spent.givenUp, spent.unsent], [2, spent.arrived - 2])
})

test('arrivals whose connection is closed without an answer are counted', async (t) => {
  const { load } = await startLoad(
    t,
    createSocketServer((socket) => socket.destroy()),
  )
  const [one] = await runCrowd({ ...load, phases: second })
  assert.deepEqual([one.closed, one.unsent, one.givenUp], [one.arrived, 0, 0])
})

test('a refused request is sent again, and one without an answer only when no other is left', async (t) => {
  const statuses: number[] = []
  const server = httpServer((_, response) => {
    const status = statuses.length < 20 ? 503 : 200
    statuses.push(status)
    response.writeHead(status).end()
  })
  const { load } = await startLoad(t, server)
  const requests = new Array<Buffer>(1000).fill(request)
  const [one] = await runCrowd({ ...load, requests, phases: second })
  assert.deepEqual([one.refused, one.good], [20, one.arrived - 20])
  assert.equal(requests.length, 1000 - one.good)
})

test('a phase sends its own requests first', async (t) => {
  const { load } = await startLoad(
    t,
    httpServer((_, response) => response.end()),
  )
  const own = new Array<Buffer>(200).fill(request)
  const phases = [...second, { ...second[0], own }] as const
  const [before, after] = await runCrowd({ ...load, requests: [], phases })
  assert.deepEqual([before.unsent, after.unsent, after.good], [before.arrived, 0, after.arrived])
  assert.equal(own.length, 200 - after.good)
})

test('recovery counts from the end of the overload, without a pause', async (t) => {
  let clock = { at: 0 }
  const server = httpServer((_, response) => response.writeHead(clock.at < 4000 ? 503 : 200).end())
  const { load, ...started } = await startLoad(t, server)
  clock = started.clock
  const phases = [
    { perSecond: 400, seconds: 1 },
    { perSecond: 100, seconds: 4 },
  ] as const
  const [over, after] = await runCrowd({ ...load, phases })
  assert.deepEqual([over.good, over.refused], [0, over.arrived])
  const seconds = recoverySeconds(after)
  assert.ok(seconds > 2.7 && seconds < 3.2, String(seconds))
})
