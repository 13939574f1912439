/**
 * A visitor of an application behind `requirePresentation`, over real HTTP, opens pages and presses their button 60
 * times a second. The attack at most doubles the 99th percentile of the other visitors' times (medians of five rounds),
 * and the memory returns to within 15 % of its size. The short twin is `hostile-visitors.test.ts`.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { serve } from '../../src/node/index.ts'
import { collectGarbage } from '../support/collect-garbage.ts'
import { actionFor, fixture, guardWith, origin, pathOf } from '../support/guarded-portal.ts'

const rounds = 5
const visitsInRound = 60
const attacksPerSecond = 60
const guard = guardWith({ ordersPerMinute: 30 })
const { port, stop } = await serve({
  app: guard.protect(() => new Response('in')),
  port: 0,
  hosts: ['127.0.0.1'],
})
after(stop)

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
const median = (values: readonly number[]): number => percentile(values, 0.5)

/** Opens a page and presses its button, as a visitor from this address. Returns the status of the press. */
async function begin(dispatcher: Agent, address: string): Promise<number> {
  const headers = { accept: 'text/html', 'sec-fetch-dest': 'document', 'x-forwarded-for': address }
  const page = await request(`http://127.0.0.1:${port}/area`, { dispatcher, headers })
  const action = actionFor(await page.body.text(), 'same-device') ?? ''
  const pressed = await request(`http://127.0.0.1:${port}${pathOf(action)}`, {
    ...{ dispatcher, method: 'POST' },
    headers: { ...headers, origin, 'sec-fetch-site': 'same-origin' },
  })
  await pressed.body.dump()
  return pressed.statusCode
}

let visitor = 0
async function measure(dispatcher: Agent): Promise<number> {
  const taken: number[] = []
  for (let visit = 0; visit < visitsInRound; visit += 1) {
    visitor += 1
    const begun = performance.now()
    assert.equal(await begin(dispatcher, `198.51.${visitor >> 8}.${visitor & 255}`), 303)
    taken.push(performance.now() - begun)
    await wait(10)
  }
  fixture.network.exchanges.length = 0
  fixture.clock.advance(60)
  return percentile(taken, 0.99)
}

test('RP-112 one visitor at most doubles the 99th percentile of the others', { timeout: 120_000 }, async (t) => {
  const [honest, hostile] = [new Agent({ connections: 4 }), new Agent({ connections: 16 })]
  let refused = 0
  const attack = (): (() => Promise<void>) => {
    const running = new Set<Promise<void>>()
    const timer = setInterval(() => {
      const one = begin(hostile, '203.0.113.1').then((status) => {
        if (status === 429) refused += 1
        running.delete(one)
      })
      running.add(one)
    }, 1000 / attacksPerSecond)
    return async () => {
      clearInterval(timer)
      await Promise.all(running)
    }
  }
  const held = (): number => {
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  await measure(honest)
  const [quiet, beside]: [number[], number[]] = [[], []]
  let settled = 0
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(await measure(honest))
    const end = attack()
    beside.push(await measure(honest))
    await end()
    if (round === 0) settled = held()
  }
  await Promise.all([honest.close(), hostile.close()])
  const [ratio, growth] = [median(beside) / median(quiet), held() / settled]
  t.diagnostic(
    `${median(quiet).toFixed(2)} ms before, ${median(beside).toFixed(2)} ms during the attack, ${refused} refused`,
  )
  t.diagnostic(`memory: ${growth.toFixed(2)} of that after the first round`)
  assert.ok(refused > 0, 'the attack was never limited')
  assert.ok(ratio <= 2, `${ratio.toFixed(2)} times as slow`)
  assert.ok(growth <= 1.15, `the memory grew to ${growth.toFixed(2)}`)
})
