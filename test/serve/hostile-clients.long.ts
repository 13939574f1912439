/**
 * One hostile client among others, against `fiducia serve` with the limits that `fiducia init` writes. The 99th
 * percentile of the other clients' response times is at most twice its floor (medians of five rounds). The floor is the
 * percentile without the attack, plus that of a bare Node server beside the same attack: Node itself needs time for
 * such input. The memory returns to within 30 % of its size. Short twins: `client-address.test.ts`, `language.test.ts`,
 * `slow-bodies.test.ts`.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { entityConfigurationPath } from '../../src/federation/index.ts'
import { initialize } from '../../src/serve/index.ts'
import { freshDirectory } from '../support/fresh-directory.ts'

const bin = join(import.meta.dirname, '../../bin/fiducia.mjs')
const rounds = 5
const requestsInRound = 400

const children: ChildProcess[] = []
after(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** Starts a program that prints its port in JSON. */
async function start(words: readonly string[]): Promise<{ readonly port: number; readonly pid: number }> {
  const child = spawn(process.execPath, words, {
    env: {
      ...process.env,
      FIDUCIA_OPERATIONS_PORT: '0',
      FIDUCIA_SELF_CHECK: 'false',
      // The honest clients and the hostile one share an address here; another test covers rates.
      FIDUCIA_LIMITS_RATE_ENABLED: 'false',
      FIDUCIA_TRUSTED_PROXIES: '["127.0.0.1"]',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let said = ''
  for await (const chunk of child.stdout ?? []) {
    said += chunk
    const port = /"port":(\d+).*"listening"}/.exec(said)?.[1]
    if (port !== undefined) return { port: Number(port), pid: child.pid ?? 0 }
  }
  return assert.fail('the program did not start')
}

async function startService() {
  const { file } = await initialize('wallet-provider', { directory: freshDirectory() })
  const words = ['serve', 'wallet-provider', '--config', file, '--port', '0', '--host', '127.0.0.1']
  return start(['--conditions=fiducia-source', bin, ...words])
}

/** A server that answers each request when its body has arrived. Accepts headers of the same size as the service. */
const bareServer = `import { createServer } from 'node:http'
const server = createServer({ maxHeaderSize: 65_536 }, (request, response) => {
  request.resume().on('end', () => response.end('{"nonce":"0123456789abcdef"}'))
})
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port, event: 'listening' })))`

const percentile99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

async function measure(origin: string, agent: Agent): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < requestsInRound; index += 1) {
    const begun = performance.now()
    const { statusCode, body } = await request(`${origin}/nonce`, { dispatcher: agent })
    await body.dump()
    assert.equal(statusCode, 200)
    times.push(performance.now() - begun)
    await wait(2)
  }
  return percentile99(times)
}

/** Sends requests with hostile headers, 50 a second. */
function sendHeaders(port: number, path: string, head: string): () => Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.resume().on('error', () => undefined)
  const timer = setInterval(() => socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n`), 20)
  return async () => {
    clearInterval(timer)
    socket.destroy()
    await once(socket, 'close')
  }
}

/** Keeps 128 connections with bodies that arrive byte by byte. */
function dripBodies(port: number): () => Promise<void> {
  const sockets = new Set<Socket>()
  const open = (): void => {
    const socket = connect(port, '127.0.0.1')
    sockets.add(socket)
    socket.resume().on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.write('POST /token HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n')
    socket.write('Content-Length: 60000\r\n\r\ng')
  }
  const timer = setInterval(() => {
    for (const socket of sockets) socket.write('g')
    for (let index = sockets.size; index < 128; index += 8) open()
  }, 200)
  return async () => {
    clearInterval(timer)
    for (const socket of sockets) socket.destroy()
  }
}

const commas = ','.repeat(60_000)
/** Starts an attack on a port. Returns the function that ends it. */
type Attack = (port: number) => () => Promise<void>

const attacks: Readonly<Record<string, Attack>> = {
  'commas in X-Forwarded-For': (port) => sendHeaders(port, '/nowhere', `X-Forwarded-For: ${commas}`),
  'commas in Accept-Language': (port) => sendHeaders(port, '/privacy', `Accept-Language: ${commas}`),
  'semicolons in Cookie': (port) => sendHeaders(port, '/privacy', `Cookie: ${';'.repeat(60_000)}`),
  'commas in If-None-Match': (port) => sendHeaders(port, entityConfigurationPath, `If-None-Match: ${commas}`),
  'slow bodies': dripBodies,
}

/** Returns the resident memory of the service in kilobytes, the least within some seconds. */
async function memoryOf(pid: number): Promise<number> {
  const seen: number[] = []
  for (let times = 0; times < 10; times += 1) {
    seen.push(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()))
    await wait(500)
  }
  return Math.min(...seen)
}

test('one hostile client at most doubles the 99th percentile of the others over its floor', {
  timeout: 600_000,
}, async (t) => {
  const { port, pid } = await startService()
  const floor = await start(['--input-type=module', '--eval', bareServer])
  const agent = new Agent({ connections: 4 })
  const measureAt = (served: number): Promise<number> => measure(`http://127.0.0.1:${served}`, agent)
  const measureBeside = async (attack: Attack, served: number): Promise<number> => {
    const end = attack(served)
    const percentile = await measureAt(served)
    await end()
    return percentile
  }
  for (const served of [port, floor.port]) {
    await measureAt(served)
    for (const attack of Object.values(attacks)) await measureBeside(attack, served)
  }
  const settled = await memoryOf(pid)
  for (const [name, attack] of Object.entries(attacks)) {
    const [quiet, bare, hostile]: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < rounds; round += 1) {
      quiet.push(await measureAt(port))
      bare.push(await measureBeside(attack, floor.port))
      hostile.push(await measureBeside(attack, port))
    }
    const ratio = median(hostile) / (median(quiet) + median(bare))
    const [alone, beside, beyond] = [quiet, bare, hostile].map((times) => median(times).toFixed(2))
    t.diagnostic(`${name}: ${alone} ms without it, ${beyond} ms beside it; a bare server ${beside} ms beside it`)
    assert.ok(ratio <= 2, `${name}: ${ratio.toFixed(2)} times its floor`)
  }
  const growth = (await memoryOf(pid)) / settled
  t.diagnostic(`memory: ${settled} kB, then ${growth.toFixed(2)} of it`)
  assert.ok(growth <= 1.3, `the memory grew to ${growth.toFixed(2)}`)
  await agent.close()
})
