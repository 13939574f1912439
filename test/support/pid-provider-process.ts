/**
 * Starts the PID Provider of `pid-provider-child.ts` on a directory, as often as a test wants, and sends it requests
 * over HTTP as a wallet does. With TEST_REPLICAS, it starts several over one PostgreSQL, which get the requests in
 * turn. Keeps the requests, so that a test can repeat one.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createNodeRandom } from '../../src/node/node-crypto.ts'
import { createSystemClock } from '../../src/node/system-clock.ts'
import type { IssuedCredential } from '../../src/pid-provider/index.ts'
import { crypto, organization } from './federation.ts'
import { freshDirectory } from './fresh-directory.ts'
import { adminToken, attester, createFederation, type IssuanceFixture, pidProviderId } from './pid-provider-fixture.ts'
import { startPostgres } from './postgres.ts'

/** The steps between the proof and the response of a credential request, in order. */
export const crashPoints = [
  'request_read',
  'grant_found',
  'before_signing',
  'signed',
  'before_register',
  'claims_spent',
  'entry_written',
  'committed',
  'response_made',
  'response_half_sent',
] as const
export type CrashPoint = (typeof crashPoints)[number]

export interface Sent {
  readonly path: string
  readonly init: RequestInit
}

/** The directory with persistent state: keys, secrets, the database; and the federation of the provider. */
export interface CrashSite extends IssuanceFixture {
  /** The last request to each path. */
  readonly sent: Map<string, Sent>
  /** Starts the provider. The former process must have ended. */
  start(): Promise<void>
  /** Ends all processes with SIGKILL. */
  kill(): void
  /** Waits for the end of the first process. Returns the signal that ended it. */
  ended(): Promise<NodeJS.Signals | null>
  register(): Promise<readonly IssuedCredential[]>
  close(): Promise<void>
}

interface Running {
  readonly port: number
  readonly kill: () => void
  readonly ended: Promise<NodeJS.Signals | null>
}

export async function crashSite(): Promise<CrashSite> {
  const directory = freshDirectory()
  const clock = createSystemClock()
  const federation = await createFederation()
  const { anchor } = federation
  const parts = {
    entityId: pidProviderId,
    organization,
    anchors: [[anchor.entityId, [anchor.signer.publicJwk]]],
    adminToken,
  }
  const replicas = Number(process.env.TEST_REPLICAS ?? 1)
  const database = replicas > 1 ? (await startPostgres({ from: 'given' })).url : undefined
  writeFileSync(join(directory, 'parts.json'), JSON.stringify({ ...parts, database }))
  const sent = new Map<string, Sent>()
  let all: readonly Running[] = []
  let turn = 0

  const next = (): number | undefined => {
    turn += 1
    return all[turn % all.length]?.port
  }
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    sent.set(path.replace(/\?.*/, ''), { path, init })
    // A reverse proxy would forward requests for the identifier to this port.
    return fetch(`http://127.0.0.1:${next()}${path}`, { ...init, redirect: 'manual' })
  }
  return {
    sent,
    clock,
    crypto,
    random: createNodeRandom(),
    identityProvider: { id: 'cie' },
    attest: attester(federation, clock),
    send,
    start: async () => {
      // The first process creates the keys.
      const first = await begin(directory)
      all = [first, ...(await Promise.all(Array.from({ length: replicas - 1 }, () => begin(directory))))]
    },
    kill: () => {
      for (const one of all) one.kill()
    },
    ended: async () => all[0]?.ended ?? null,
    register: async () => {
      const headers = { authorization: `Bearer ${adminToken}` }
      const response = await fetch(`http://127.0.0.1:${next()}/admin/credentials`, { headers })
      assert.equal(response.status, 200)
      return ((await response.json()) as { credentials: IssuedCredential[] }).credentials
    },
    close: async () => {
      for (const one of all) one.kill()
      await Promise.all(all.map(({ ended }) => ended))
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function begin(directory: string): Promise<Running> {
  const program = join(import.meta.dirname, 'pid-provider-child.ts')
  const words = ['--conditions=fiducia-source', '--disable-warning=ExperimentalWarning', program, directory]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_, signal) => resolve(signal)))
  const port = await new Promise<number>((resolve, reject) => {
    createInterface(child.stdout).once('line', (line) => resolve(Number(line)))
    child.once('exit', () => reject(new Error('the provider did not start')))
  })
  return { port, kill: () => void child.kill('SIGKILL'), ended }
}
