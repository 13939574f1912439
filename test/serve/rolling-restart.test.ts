/**
 * An upgrade by operators: one replica after the other stops and starts again, while clients send requests to ready
 * replicas. No request is lost. Clients leave before a connection closes; `run-service.test.ts` shows that each answer
 * ends its connection for those that do not.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { findPort } from '../../src/node/index.ts'
import { initialize } from '../../src/serve/index.ts'
import { migratePostgres, trustAnchorSchema } from '../../src/stores/index.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { startPostgres } from '../support/postgres.ts'

const bin = join(import.meta.dirname, '../../bin/fiducia.mjs')
const clients = 8
/** Interval at which a proxy asks for readiness. It learns of a change this much later. */
const pollMilliseconds = 100
/**
 * Pause of a client between an answer and the next request: hundreds of requests a second in total, on machines that
 * are busy with other work.
 */
const paceMilliseconds = 10

const children = new Set<ChildProcess>()
after(() => {
  for (const child of children) child.kill('SIGKILL')
})

interface Replica {
  readonly origin: string
  readonly agent: Agent
  isReady(): Promise<boolean>
  start(): void
  /** Stops the replica like an orchestrator. Resolves to the exit code. */
  stop(): Promise<number | null>
}

async function createReplica(config: string, databaseUrl: string): Promise<Replica> {
  const freePort = (): Promise<number> => findPort({ port: 0, hosts: ['127.0.0.1'] })
  const [port, operationsPort] = [await freePort(), await freePort()]
  const words = ['serve', 'trust-anchor', '--config', config, '--port', `${port}`, '--database', databaseUrl]
  const env = {
    ...process.env,
    FIDUCIA_OPERATIONS_PORT: `${operationsPort}`,
    FIDUCIA_SHUTDOWN_DRAIN_SECONDS: '1',
    FIDUCIA_LIMITS_RATE_ENABLED: 'false',
    FIDUCIA_SELF_CHECK: 'false',
  }
  let child: ChildProcess | undefined
  return {
    origin: `http://127.0.0.1:${port}`,
    agent: new Agent({ connections: clients }),
    isReady: async () => {
      try {
        const { statusCode, body } = await request(`http://127.0.0.1:${operationsPort}/ready`)
        await body.dump()
        return statusCode === 200
      } catch {
        return false
      }
    },
    start: () => {
      child = spawn(process.execPath, ['--conditions=fiducia-source', bin, ...words], { env, stdio: 'ignore' })
      children.add(child)
    },
    stop: () => {
      const stopping = child as ChildProcess
      stopping.kill('SIGTERM')
      return new Promise((resolve) => stopping.once('close', resolve))
    },
  }
}

test('no request of a client is lost while replicas restart one after the other', {
  timeout: 120_000,
}, async () => {
  await using postgres = await startPostgres()
  const url = await postgres.createDatabase()
  await migratePostgres(url, trustAnchorSchema)
  const { file } = await initialize('trust-anchor', { directory: freshDirectory() })
  const replicas = [await createReplica(file, url), await createReplica(file, url)]
  const ready = new Set<Replica>()
  let over = false
  const watch = async (replica: Replica): Promise<void> => {
    while (!over) {
      if (await replica.isReady()) ready.add(replica)
      else ready.delete(replica)
      await setTimeout(pollMilliseconds)
    }
  }
  const until = async (replica: Replica): Promise<void> => {
    while (!ready.has(replica)) await setTimeout(10)
  }
  for (const replica of replicas) replica.start()
  const watching = replicas.map(watch)
  await Promise.all(replicas.map(until))

  const answers = new Map<number | string, number>()
  let asked = 0
  const askOn = async (): Promise<void> => {
    while (!over) {
      asked += 1
      const { origin, agent } = [...ready][asked % ready.size] ?? (replicas[0] as Replica)
      const outcome = await request(`${origin}/.well-known/openid-federation`, { dispatcher: agent }).then(
        async ({ statusCode, body }) => body.text().then(() => statusCode),
        (fault: { readonly code?: string }) => fault.code ?? String(fault),
      )
      answers.set(outcome, (answers.get(outcome) ?? 0) + 1)
      await setTimeout(paceMilliseconds)
    }
  }
  const asking = Array.from({ length: clients }, askOn)
  for (const replica of replicas) {
    const before = answers.get(200) ?? 0
    assert.equal(await replica.stop(), 0)
    replica.start()
    while (ready.has(replica)) await setTimeout(10)
    await until(replica)
    assert.ok((answers.get(200) ?? 0) > before, 'the other replica must answer meanwhile')
  }
  over = true
  await Promise.all([...asking, ...watching])
  await Promise.all(replicas.map(({ agent }) => agent.close()))
  assert.deepEqual([...answers.keys()], [200], JSON.stringify([...answers]))
  for (const replica of replicas) await replica.stop()
})
