/** A served role works with keys in turns (ADR 5), as observed by the start and end of its requests. */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { test } from 'node:test'
import { generateSigner } from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/index.ts'
import { initialize, readSettings, runService } from '../../src/serve/index.ts'
import { createJsonLog } from '../../src/telemetry/index.ts'
import { freshDirectory } from '../support/fresh-directory.ts'

const together = 3
/** Number of attempts, because the kernel might not deliver all requests at once. */
const rounds = 10

const { publicJwk } = await generateSigner({ crypto: createNodeCrypto() })
const members = Array.from({ length: together * rounds }, (_, index) => `https://member-${index}.example`)

test('a service signs for concurrent requests once all of them have begun', async (t) => {
  const { file } = await initialize('trust-anchor', { directory: freshDirectory() })
  const written = JSON.parse(readFileSync(file, 'utf8').replace(/^\s*\/\/.*$/gm, ''))
  const subordinates = members.map((entityId) => ({
    entityId,
    jwks: { keys: [publicJwk] },
    entityTypes: ['wallet_provider'],
  }))
  writeFileSync(file, JSON.stringify({ ...written, subordinates }))
  const settings = readSettings('trust-anchor', {
    file,
    environment: { FIDUCIA_SELF_CHECK: 'false', FIDUCIA_SHUTDOWN_DRAIN_SECONDS: '0', FIDUCIA_OPERATIONS_PORT: '0' },
    overrides: { port: 0, hosts: ['127.0.0.1'] },
  })
  const log = createJsonLog('trust-anchor', { write: () => undefined })
  const service = await runService('trust-anchor', settings, { log, warn: () => undefined })
  t.after(() => service.stop())

  const seen: string[] = []
  const begin = (): void => void seen.push('begun')
  const end = (): void => void seen.push('answered')
  subscribe('http.server.request.start', begin)
  subscribe('http.server.response.finish', end)
  t.after(() => {
    unsubscribe('http.server.request.start', begin)
    unsubscribe('http.server.response.finish', end)
  })
  const sockets = Array.from({ length: together }, () => connect(service.port, '127.0.0.1'))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
  })
  const askAll = async (paths: readonly string[]): Promise<readonly string[]> => {
    seen.length = 0
    const answers = sockets.map((socket) => once(socket, 'data'))
    for (const [index, socket] of sockets.entries()) socket.write(`GET ${paths[index]} HTTP/1.1\r\nHost: a\r\n\r\n`)
    for (const [answer] of await Promise.all(answers)) assert.match(String(answer), /^HTTP\/1\.1 200 /)
    return [...seen]
  }
  await askAll(sockets.map(() => '/health'))
  const orders: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const asked = members.slice(round * together, (round + 1) * together)
    orders.push((await askAll(asked.map((member) => `/fetch?sub=${encodeURIComponent(member)}`))).join(' '))
  }
  const inTurns = [...sockets.map(() => 'begun'), ...sockets.map(() => 'answered')].join(' ')
  assert.ok(orders.includes(inTurns), `never in turns:\n${orders.join('\n')}`)
})
