/**
 * An untrusted party names a new slow host 45 times a second, over real sockets and in real time, during national
 * logins and requests of other parties. All other requests succeed. The attack at most doubles the 99th percentile of
 * their times (medians of five rounds), and the memory returns to within 15 % of its size. The short twin is
 * `test/conformance/federation/strangers.test.ts`.
 */

import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { failed } from '../../src/base/index.ts'
import {
  createFederationTrustEvaluator,
  entityConfigurationPath,
  entityStatementMediaType,
} from '../../src/federation/index.ts'
import { createGuardedFetch, createSystemClock } from '../../src/node/index.ts'
import { collectGarbage } from '../support/collect-garbage.ts'
import {
  anchorsOf,
  configurationOf,
  crypto,
  type Draft,
  sign,
  statementAbout,
  type TestEntity,
  testEntity,
} from '../support/federation.ts'
import { answering } from '../support/guarded-fetch.ts'
import { listenLocally } from '../support/local-server.ts'

const rounds = 5
const roundMilliseconds = 6000
const attacksPerSecond = 45
const membersInRound = 40
const clock = createSystemClock()

const servers: Server[] = []
async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  servers.push(server)
  return listenLocally(server)
}

/**
 * Starts an anchor, its members, a national identity provider and hostile hosts, each under its own host name. A
 * hostile host answers the request for its entity configuration at once, and names eight superiors that never answer.
 */
async function startFederation() {
  const entities = new Map<string, TestEntity>()
  let anchor: TestEntity | undefined
  const draftFor = (host: string, url: URL): Draft | undefined => {
    const asked = entities.get(`http://${host}`)
    if (asked && url.pathname === entityConfigurationPath) return configurationOf(asked, clock.now())
    const subject = entities.get(url.searchParams.get('sub') ?? '')
    return anchor && subject && asked === anchor ? statementAbout(subject, anchor, clock.now()) : undefined
  }
  const port = await listen(async ({ headers, url = '/' }, response) => {
    const draft = draftFor(headers.host ?? '', new URL(url, 'http://any.example'))
    if (draft === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': entityStatementMediaType }).end(await sign(draft))
  })
  anchor = await testEntity(`http://anchor.localhost:${port}`, { fetch: true })
  const hints = [anchor.entityId]
  const members = await Promise.all(
    Array.from({ length: membersInRound * rounds * 2 }, (_, index) =>
      testEntity(`http://member${index}.localhost:${port}`, { hints, metadata: { wallet_provider: {} } }),
    ),
  )
  for (const entity of [anchor, ...members]) entities.set(entity.entityId, entity)
  const identityProvider = await listen((_, response) => void setTimeout(() => response.end('{}'), 10))
  const hostile = await testEntity('http://hostile.localhost')
  const silent = await listen(async ({ headers, url }, response) => {
    if (url !== entityConfigurationPath) return
    const entityId = `http://${headers.host}`
    const superiors = Array.from({ length: 8 }, (_, index) => `${entityId}/${index}`)
    const draft = configurationOf({ ...hostile, entityId, hints: superiors }, clock.now())
    response.writeHead(200, { 'content-type': entityStatementMediaType }).end(await sign(draft))
  })
  return {
    anchor,
    members,
    identityProvider: `http://idp.localhost:${identityProvider}/token`,
    slow: (name: string) => `http://${name}.localhost:${silent}`,
  }
}

/** Runs so many times within a round. Returns the milliseconds of each run; failures are excluded. */
async function measure(times: number, run: (index: number) => Promise<boolean>): Promise<readonly number[]> {
  const taken: number[] = []
  const running: Promise<void>[] = []
  for (let index = 0; index < times; index += 1) {
    const begun = performance.now()
    const one = async (): Promise<void> => {
      if (await run(index).catch(() => false)) taken.push(performance.now() - begun)
    }
    running.push(one())
    await wait(roundMilliseconds / times)
  }
  await Promise.all(running)
  assert.equal(taken.length, times, `${times - taken.length} of ${times} failed`)
  return taken
}

test('FED-49 FED-50 one stranger with slow hosts at most doubles the 99th percentile of the others', {
  timeout: 400_000,
}, async (t) => {
  const { anchor, members, identityProvider, slow } = await startFederation()
  const knownHosts = ['anchor.localhost', 'idp.localhost']
  const fetch = createGuardedFetch({ loopbackHttp: true, lookup: answering('127.0.0.1'), knownHosts })
  t.after(async () => {
    await fetch.close()
    for (const server of servers) server.closeAllConnections()
    for (const server of servers) server.close()
  })
  const asking = { party: 'honest' }
  const trust = createFederationTrustEvaluator(
    { crypto, clock, fetch, clientNetwork: () => asking.party },
    { anchors: anchorsOf(anchor), urls: { loopbackHttp: true }, skewSeconds: 30 },
  )
  const evaluate = (party: string, entityId: string) => {
    asking.party = party
    return trust.evaluate(entityId, ['wallet_provider'])
  }
  const fresh = [...members]
  const round = async (): Promise<readonly [logins: number, others: number]> => {
    const [logins, others] = await Promise.all([
      measure(120, async () => (await fetch(new Request(identityProvider))).status === 200),
      measure(membersInRound, async () => !failed(await evaluate('honest', fresh.pop()?.entityId ?? ''))),
    ])
    return [percentile99(logins), percentile99(others)]
  }
  let named = 0
  /** Names a new host each time, until the end. */
  const attack = (): (() => Promise<void>) => {
    const running = new Set<Promise<unknown>>()
    const timer = setInterval(() => {
      named += 1
      const one = evaluate('hostile', slow(`slow${named}`)).finally(() => running.delete(one))
      running.add(one)
    }, 1000 / attacksPerSecond)
    return async () => {
      clearInterval(timer)
      await Promise.all(running)
    }
  }
  const held = async (): Promise<number> => {
    await wait(3000)
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  let settled = 0
  const [quiet, hostile]: [(readonly number[])[], (readonly number[])[]] = [[], []]
  for (let index = 0; index < rounds; index += 1) {
    quiet.push(await round())
    const end = attack()
    try {
      await wait(2000)
      hostile.push(await round())
    } finally {
      await end()
    }
    if (index === 0) settled = await held()
  }
  const growth = (await held()) / settled
  t.diagnostic(`memory: ${growth.toFixed(2)} of that after the first round`)
  assert.ok(growth <= 1.15, `the memory grew to ${growth.toFixed(2)}`)
  for (const [index, what] of ['logins', 'unknown entities of others'].entries()) {
    const [before, beside] = [quiet, hostile].map((all) => median(all.map((one) => one[index] ?? 0)))
    t.diagnostic(`${what}: ${before?.toFixed(1)} ms quiet, ${beside?.toFixed(1)} ms beside the attack`)
    assert.ok(
      (beside ?? 0) <= 2 * (before ?? 0),
      `${what}: ${((beside ?? 0) / (before ?? 1)).toFixed(2)} times as slow`,
    )
  }
})

const percentile99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
