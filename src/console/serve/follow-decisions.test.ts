import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import type { DecisionRecord } from '../../base/index.ts'
import { createRecentDecisions } from '../../member/index.ts'
import { createDecisionFeed } from '../decision-feed.ts'
import { followDecisions } from './follow-decisions.ts'

const decision = (trace: string): DecisionRecord => ({
  ...{ trace, surface: 'role/step', at: 1000, outcome: 'accepted', checks: [], evidence: {} },
})
const role = { name: 'pid-provider', url: 'https://pid.example', token: 'token' }
/** Returns the answer of a role without new decisions. */
const nothing = (): Response => Response.json({ decisions: [], cursor: 'a.0' })

type Answer = (request: Request, number: number) => Response

/** Follows roles that answer each request with `answer`, until they got this number of requests. */
async function follow(answer: Answer, requests: number, roles = [role]) {
  const feed = createDecisionFeed()
  const troubles: (string | undefined)[] = []
  const sent: Request[] = []
  const stop = followDecisions(roles, {
    fetch: async (request) => {
      sent.push(request)
      return answer(request, sent.length)
    },
    feed,
    pollSeconds: 0.01,
    onTrouble: (_, code) => void troubles.push(code),
  })
  for (let tries = 0; tries < 200 && sent.length < requests; tries += 1) await setTimeout(5)
  stop()
  return { feed, troubles, sent }
}

test('each decision of a role is recorded once, page by page', async () => {
  const recent = createRecentDecisions(seededRandom('follow'))
  for (let count = 0; count < 600; count += 1) recent.record(decision(`d${count}`))
  const { feed, troubles, sent } = await follow((request, number) => {
    if (number === 4) recent.record(decision('late'))
    return Response.json(recent.after(new URL(request.url).searchParams.get('after') ?? undefined))
  }, 6)
  assert.deepEqual(
    feed.latest(1000).map(({ trace }) => trace),
    ['late', ...Array.from({ length: 600 }, (_, index) => `d${599 - index}`)],
  )
  assert.deepEqual(troubles, [])
  const [first] = sent
  assert.equal(first?.url, 'https://pid.example/admin/decisions')
  assert.deepEqual(
    [first?.headers.get('authorization'), first?.headers.get('fiducia-operator')],
    ['Bearer token', null],
  )
})

test('reports an outage once, and its end once', async () => {
  const answer: Answer = (_, number) => (number > 3 ? nothing() : Response.json({}, { status: 401 }))
  assert.deepEqual((await follow(answer, 5)).troubles, ['token_wrong', undefined])
})

for (const [status, code] of [
  [401, 'token_wrong'],
  [403, 'forbidden'],
  [404, 'status_unexpected'],
  [429, 'rate_limited'],
  [503, 'overloaded'],
] as const)
  test(`an answer with status ${status} is reported as ${code}`, async () => {
    assert.deepEqual((await follow(() => Response.json({}, { status }), 5)).troubles, [code])
  })

test('a role that is overloaded for one poll only is not reported', async () => {
  const answer: Answer = (_, number) => (number === 2 ? Response.json({}, { status: 503 }) : nothing())
  assert.deepEqual((await follow(answer, 5)).troubles, [])
})

for (const [title, body] of [
  ['a body that is not JSON', 'x'],
  ['no decisions', '{"cursor":"a.0"}'],
  ['no cursor', '{"decisions":[]}'],
] as const)
  test(`an answer with ${title} is reported`, async () => {
    const answer = () => new Response(body, { headers: { 'content-type': 'application/json' } })
    assert.deepEqual((await follow(answer, 5)).troubles, ['answer_unreadable'])
  })

test('a value that is not a decision is not recorded, and a role without a token is not polled', async () => {
  const answer: Answer = (_, number) =>
    number > 1 ? nothing() : Response.json({ decisions: [decision('a'), { trace: 'b' }, null], cursor: 'a.0' })
  const { feed, sent } = await follow(answer, 2, [role, { ...role, token: undefined as never }])
  assert.deepEqual(
    feed.latest(10).map(({ trace }) => trace),
    ['a'],
  )
  assert.ok(sent.every(({ headers }) => headers.get('authorization') === 'Bearer token'))
})

test('an outage because of the certificate has a code of its own, since starting the role does not end it', async () => {
  for (const [trouble, code] of [
    ['certificate', 'certificate_untrusted'],
    ['other_name', 'certificate_untrusted'],
    ['refused', 'unreachable'],
  ] as const) {
    const answer = () => {
      throw Object.assign(new Error('no answer'), { trouble })
    }
    assert.deepEqual((await follow(answer, 3)).troubles, [code], trouble)
  }
})

test('a poll that breaks off because following stops is not reported', async () => {
  const { promise, reject } = Promise.withResolvers<Response>()
  const troubles: (string | undefined)[] = []
  const stop = followDecisions([role], {
    fetch: () => promise,
    feed: createDecisionFeed(),
    pollSeconds: 60,
    onTrouble: (_, code) => void troubles.push(code),
  })
  stop()
  reject(new Error('closed'))
  await setTimeout(5)
  assert.deepEqual(troubles, [])
})
