import assert from 'node:assert/strict'
import { createServer, request } from 'node:http'
import { createServer as createTcpServer, type Server } from 'node:net'
import { after, test } from 'node:test'
import { listenLocally } from '../../../test/support/local-server.ts'
import { PortUnavailable, serve } from '../../node/index.ts'
import { startSandbox } from '../start-sandbox.ts'
import { type ReplicaAddress, startRoundRobin } from './round-robin.ts'

const stops: (() => Promise<void>)[] = []
after(async () => {
  for (const stop of stops.toReversed()) await stop()
})

/** Starts a server, which ends with the tests. Returns its port. */
function started(server: Server): Promise<number> {
  stops.push(() => new Promise((resolve) => void server.close(() => resolve())))
  return listenLocally(server)
}

async function replica(name: string): Promise<ReplicaAddress & { stop(): Promise<void> }> {
  const server = await serve({
    port: 0,
    hosts: ['127.0.0.1'],
    app: async ({ method, url, headers }) =>
      Response.json({ name, method, path: new URL(url).pathname, host: headers.get('host') }),
  })
  stops.push(() => server.stop())
  return { name, port: server.port, stop: () => server.stop() }
}

async function proxy(replicas: () => readonly ReplicaAddress[]): Promise<string> {
  const free = await serve({ port: 0, hosts: ['127.0.0.1'], app: async () => new Response() })
  await free.stop()
  const running = await startRoundRobin({ port: free.port, hosts: ['127.0.0.1'], replicas })
  stops.push(() => running.stop())
  return `http://127.0.0.1:${free.port}`
}

test('each request goes to the next replica, even over one connection, and the answer names the replica', async () => {
  const replicas = [await replica('1'), await replica('2'), await replica('3')]
  const origin = await proxy(() => replicas)
  const seen: (string | null)[] = []
  for (let each = 0; each < 6; each += 1) {
    const answer = await fetch(`${origin}/path?q=1`, { method: 'POST', body: 'x' })
    const { name, method, path, host } = (await answer.json()) as Record<string, string>
    assert.deepEqual([method, path, host], ['POST', '/path', new URL(origin).host])
    assert.equal(answer.headers.get('fiducia-replica'), name)
    seen.push(name ?? null)
  }
  assert.deepEqual(seen, ['1', '2', '3', '1', '2', '3'])
})

test('a request to a stopped replica gets 502 and Retry-After, and a request without any replica gets 502', async () => {
  const [first, second] = [await replica('1'), await replica('2')]
  let replicas: readonly ReplicaAddress[] = [first, second]
  const origin = await proxy(() => replicas)
  await first.stop()
  const answers = [await fetch(origin), await fetch(origin)]
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers.get('retry-after')]),
    [
      [502, '1'],
      [200, null],
    ],
  )
  replicas = []
  assert.equal((await fetch(origin)).status, 502)
})

test('a replica that closes its connections after each answer causes no 502', async () => {
  let connections = 0
  const server = createServer((_incoming, answer) => answer.end('{}'))
  server.on('connection', (socket) => {
    connections += 1
    socket.on('data', () => setImmediate(() => server.closeIdleConnections()))
  })
  const port = await started(server)
  const origin = await proxy(() => [{ name: '1', port }])
  for (let each = 0; each < 20; each += 1) {
    const answer = await fetch(origin, { method: 'POST', body: 'x' })
    assert.deepEqual([answer.status, await answer.text()], [200, '{}'])
  }
  assert.equal(connections, 20)
})

test('header lines arrive as they were sent, even repeated ones, except those of the connection (RFC 9110 §7.6.1)', async () => {
  let raw: readonly string[] = []
  const server = createServer((incoming, answer) => {
    raw = incoming.rawHeaders
    answer.end()
  })
  const port = await started(server)
  const origin = await proxy(() => [{ name: '1', port }])
  await new Promise((resolve, reject) => {
    const outgoing = request(origin, {
      headers: ['Host', 'a.example', 'DPoP', 'one', 'DPoP', 'two', 'X-Hop', '1', 'Connection', 'close, x-hop'],
    })
    outgoing.once('response', (response) => resolve(response.resume()))
    outgoing.once('error', reject)
    outgoing.end()
  })
  const values = raw.flatMap((name, index) => (index % 2 === 0 && name === 'DPoP' ? [raw[index + 1]] : []))
  assert.deepEqual(values, ['one', 'two'])
  assert.ok(!raw.includes('X-Hop'))
})

/** Starts a replica that answers after the headers of a request, and closes without reading the body. */
async function hastyReplica(answer: string): Promise<ReplicaAddress> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.write(answer, () => socket.destroy()))
  })
  return { name: 'hasty', port: await started(server) }
}

const limited = { timeout: 20_000 }

test(
  'an answer that a replica sends before it has read the body arrives, and the next request gets its own answer',
  limited,
  async () => {
    const json = 'Content-Type: application/json\r\nContent-Length: 2'
    const hasty = await hastyReplica(`HTTP/1.1 413 Payload Too Large\r\n${json}\r\nConnection: close\r\n\r\n{}`)
    const origin = await proxy(() => [hasty])
    const answering = await replica('1')
    const next = await proxy(() => [hasty, answering])
    const chunked = (size: number) => new Blob([new Uint8Array(size)]).stream()
    const post = (to: string, body: Uint8Array | ReadableStream) =>
      fetch(to, { method: 'POST', body, duplex: 'half' } as RequestInit)
    for (const size of [100_000, 1_048_576, 1_048_577, 5_000_000]) {
      for (const body of [new Uint8Array(size), chunked(size)]) {
        const answer = await post(origin, body)
        assert.deepEqual([answer.status, await answer.text()], [413, '{}'], `${size} bytes`)
      }
      assert.equal((await post(next, new Uint8Array(size))).status, 413)
      assert.equal((await post(next, chunked(10))).headers.get('fiducia-replica'), '1')
    }
  },
)

test('a chunked body arrives complete, with its length', async () => {
  const sizes: (string | null)[] = []
  const server = await serve({
    port: 0,
    hosts: ['127.0.0.1'],
    app: async (incoming) => {
      sizes.push(incoming.headers.get('content-length'))
      return new Response(await incoming.text())
    },
  })
  stops.push(() => server.stop())
  const origin = await proxy(() => [{ name: '1', port: server.port }])
  const body = new Blob(['one ', 'two']).stream()
  const answer = await fetch(origin, { method: 'POST', body, duplex: 'half' } as RequestInit)
  assert.deepEqual([await answer.text(), sizes], ['one two', ['7']])
})

test('an answer that a replica aborts is aborted for the client', limited, async () => {
  const broken = await hastyReplica('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf')
  const answer = await fetch(await proxy(() => [broken]))
  await assert.rejects(answer.text())
})

test('a port in use is reported', async () => {
  const taken = await replica('1')
  await assert.rejects(startRoundRobin({ port: taken.port, hosts: ['127.0.0.1'], replicas: () => [] }), PortUnavailable)
})

test('one sentence refuses replicas without a shared database, and a database that is not PostgreSQL', async () => {
  await assert.rejects(startSandbox({ replicas: 3 }), /^SandboxFault: --replicas needs a shared database/)
  await assert.rejects(
    startSandbox({ database: 'sqlite:file' }),
    /^SandboxFault: --database takes the URL of a PostgreSQL/,
  )
})
