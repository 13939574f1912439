/**
 * Two replicas of each role over one PostgreSQL, behind a proxy that sends each request to the next one. A life cycle
 * uses all replicas, only one of several equal concurrent requests succeeds, and a killed replica is replaced.
 * `replicas.long.ts` runs this file with three replicas and more concurrency. `chaos.long.ts` adds failures of the
 * database.
 */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Fetch } from '../../src/base/index.ts'
import { createGuardedFetch } from '../../src/node/index.ts'
import { childrenOf } from '../support/child-processes.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { type RunningSandbox, startSandbox } from '../support/sandbox-process.ts'
import {
  type Answered,
  createVisitor,
  fetchRegister,
  isRetryable,
  presentRevoked,
  replay,
  revoke,
  runLifeCycle,
  type Visitor,
} from '../support/visitor.ts'

const replicas = Number(process.env.TEST_REPLICAS ?? 2)
/** Number of concurrent copies of a request that may succeed once. */
const racers = 10 * replicas

const fetch = createGuardedFetch({ loopbackHttp: true, timeoutMilliseconds: 60_000 })
let server: TestPostgres
let sandbox: RunningSandbox
before(async (t) => {
  server = await startPostgres()
  sandbox = await startSandbox(t as unknown as TestContext, ['--database', server.url, '--replicas', String(replicas)])
})
after(async () => {
  await sandbox.end()
  await fetch.close()
  await server.stop()
})

const visit = (through?: (fetch: Fetch) => Fetch, heard: Answered[] = []): Promise<Visitor> =>
  createVisitor({ base: sandbox.base, fetch, onAnswer: (one) => heard.push(one), ...(through && { through }) })

/** Sends each request to these paths in concurrent copies, and counts those that succeed. */
function racing(paths: ReadonlySet<string>, winners: Map<string, number>): (fetch: Fetch) => Fetch {
  return (plain) => async (request) => {
    const { origin, pathname, searchParams } = new URL(request.url)
    const name = searchParams.has('response_code') ? 'response_code' : pathname
    const place = origin === sandbox.state.pid_provider && name === '/token' ? 'code' : name
    if (!paths.has(place) || (request.method === 'GET' && name === pathname)) return plain(request)
    const responses = await Promise.all(Array.from({ length: racers }, () => plain(request.clone())))
    const won = responses.filter((response) => hasWon(pathname, response))
    const [first] = won
    winners.set(place, repeatable.has(place) ? (await answersIn(won)).size : won.length)
    assert.ok(first, `no request succeeded at ${place}`)
    return first
  }
}

/**
 * A repeated request of one browser that gets the same answer: the same code, of one grant (D-228), or the same result
 * (RP-97).
 */
const repeatable: ReadonlySet<string> = new Set(['/consent', 'response_code'])
const answersIn = async (responses: readonly Response[]): Promise<ReadonlySet<string>> =>
  new Set(
    await Promise.all(
      responses.map(async (one) => one.headers.get('location') ?? withoutFlow(await one.clone().text())),
    ),
  )
/** Removes the link to the flow of the request, which the sandbox adds to a page. */
const withoutFlow = (page: string): string => page.replace(/\/flows\/[^"]*/, '')
const hasWon = (pathname: string, { status, headers }: Response): boolean =>
  pathname === '/consent' ? /[?&]code=/.test(headers.get('location') ?? '') : status < 300

test('one life cycle reaches every replica of every role, and a revocation at one replica takes effect at all of them', async () => {
  const heard: Answered[] = []
  const seen = new Map<string, Set<string>>()
  const noting =
    (plain: Fetch): Fetch =>
    async (request) => {
      const response = await plain(request)
      const { origin } = new URL(request.url)
      const replica = response.headers.get('fiducia-replica')
      if (replica) seen.set(origin, (seen.get(origin) ?? new Set()).add(replica))
      return response
    }
  const visitor = await visit(noting, heard)
  const { origins } = visitor
  await runLifeCycle(visitor)
  const numbers = Array.from({ length: replicas }, (_, index) => String(index + 1))
  for (const origin of [origins.walletProvider, origins.pidProvider, origins.relyingParty, origins.trustAnchor])
    assert.deepEqual([...(seen.get(origin) ?? [])].sort(), numbers, origin)
  assert.deepEqual(
    heard.filter(({ status }) => status >= 400).map(({ path, text }) => `${path} ${text}`),
    [],
  )
  const page = await (await fetch(new Request(`${sandbox.state.console}/flows`))).text()
  for (const role of ['wallet-provider', 'pid-provider', 'relying-party'])
    assert.ok(page.includes(role), `the console shows no message at ${role}`)
  await replay(visitor, fetch)
  const [index] = visitor.statusIndexes
  const entry = (await fetchRegister(fetch, origins, sandbox.state.admin_token)).find(
    (one) => one.statusIndex === index,
  )
  assert.ok(entry && (await revoke(fetch, origins, sandbox.state.admin_token, entry.id)))
  await new Promise((resolve) => setTimeout(resolve, 2500))
  for (let each = 0; each < replicas; each += 1) await presentRevoked(visitor)
})

test('one of many concurrent requests over all replicas succeeds: challenge, request object, consent, code, c_nonce, response, response code (D-61)', async () => {
  const paths = [
    '/wallet-instance',
    '/token',
    '/as/par',
    '/consent',
    'code',
    '/credential',
    '/response',
    'response_code',
  ]
  const winners = new Map<string, number>()
  const visitor = await visit(racing(new Set(paths), winners))
  await runLifeCycle(visitor)
  assert.deepEqual(Object.fromEntries(winners), Object.fromEntries(paths.map((path) => [path, 1])))
  const all = await fetchRegister(fetch, visitor.origins, sandbox.state.admin_token)
  assert.equal(all.filter(({ statusIndex }) => statusIndex === visitor.statusIndexes[0]).length, 1)
})

test('requests that a killed replica does not answer can be repeated, and a new replica replaces it', async () => {
  const heard: Answered[] = []
  const [first] = childrenOf(sandbox.pid)
  const visitors = await Promise.all(Array.from({ length: replicas }, () => visit(undefined, heard)))
  const cycles = visitors.map((visitor) => runLifeCycle(visitor))
  await new Promise((resolve) => setTimeout(resolve, 300))
  assert.ok(first !== undefined)
  process.kill(first, 'SIGKILL')
  const ended = await Promise.allSettled(cycles)
  const unanswered = new Set<string>()
  for (const { path, status, retryAfter, text = '' } of heard) {
    const isUnanswered = isRetryable(status, retryAfter)
    if (isUnanswered) unanswered.add(path)
    // A killed replica may have carried out the request that it did not answer.
    const isRepetition = unanswered.has(path) && /\((?:\w+_used|session_over)\b/.test(text)
    assert.ok(status < 400 || isUnanswered || isRepetition, `${path} ${status} ${text}`)
  }
  for (const [index, { status }] of ended.entries()) {
    const visitor = visitors[index]
    if (status === 'fulfilled' && visitor) await replay(visitor, fetch, true)
  }
  await untilReplicas(replicas)
  const known = await fetchRegister(fetch, visitors[0]?.origins ?? assert.fail(), sandbox.state.admin_token)
  for (const { statusIndexes } of visitors)
    for (const index of statusIndexes) assert.ok(known.some(({ statusIndex }) => statusIndex === index))
  await runLifeCycle(await visit())
})

/** Resolves when so many replicas answer in turn. */
async function untilReplicas(count: number): Promise<void> {
  for (let waited = 0; waited < 20_000; waited += 200) {
    const answers = await Promise.all(
      Array.from({ length: count }, () => fetch(new Request(`${sandbox.state.relying_party}/health`))),
    )
    if (new Set(answers.map(({ headers }) => headers.get('fiducia-replica'))).size === count) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  assert.fail('the replica did not come back')
}
