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

/** Follows roles that answer with `answer`, until `until` returns true. */
async function follow(answer: (request: Request) => Response, until: () => boolean, roles = [role]) {
  const feed = createDecisionFeed()
  const troubles: (string | undefined)[] = []
  const sent: Request[] = []
  const stop = followDecisions(roles, {
    fetch: async (request) => {
      sent.push(request)
      return answer(request)
    },
    feed,
    pollSeconds: 0.01,
    onTrouble: (_, code) => void troubles.push(code),
  })
  for (let tries = 0; tries < 200 && !until(); tries += 1) await setTimeout(5)
  stop()
  return { feed, troubles, sent }
}

test('each decision of a role is recorded once, page by page', async () => {
  const recent = createRecentDecisions(seededRandom('follow'))
  for (let count = 0; count < 600; count += 1) recent.record(decision(`d${count}`))
  let polls = 0
  const { feed, troubles, sent } = await follow(
    (request) => {
      polls += 1
      if (polls === 4) recent.record(decision('late'))
      return Response.json(recent.after(new URL(request.url).searchParams.get('after') ?? undefined))
    },
    () => polls > 5,
  )
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
  let polls = 0
  const { troubles } = await follow(
    () => {
      polls += 1
      return polls > 3 ? Response.json({ decisions: [], cursor: 'a.0' }) : Response.json({}, { status: 401 })
    },
    () => polls > 4,
  )
  assert.deepEqual(troubles, ['token_wrong', undefined])
})

for (const [status, code] of [
  [401, 'token_wrong'],
  [403, 'forbidden'],
  [404, 'status_unexpected'],
  [429, 'rate_limited'],
  [503, 'overloaded'],
] as const)
  test(`an answer with status ${status} is reported as ${code}`, async () => {
    let polls = 0
    const answer = () => {
      polls += 1
      return Response.json({}, { status })
    }
    assert.deepEqual((await follow(answer, () => polls > 4)).troubles, [code])
  })

test('a role that is overloaded for one poll only is not reported', async () => {
  let polls = 0
  const answer = () => {
    polls += 1
    return polls === 2 ? Response.json({}, { status: 503 }) : Response.json({ decisions: [], cursor: 'a.0' })
  }
  assert.deepEqual((await follow(answer, () => polls > 4)).troubles, [])
})

for (const [title, body] of [
  ['a body that is not JSON', 'x'],
  ['no decisions', '{"cursor":"a.0"}'],
  ['no cursor', '{"decisions":[]}'],
] as const)
  test(`an answer with ${title} is reported`, async () => {
    const { troubles } = await follow(
      () => new Response(body, { headers: { 'content-type': 'application/json' } }),
      troublesSeen,
    )
    assert.deepEqual(troubles, ['answer_unreadable'])
  })

let seen = 0
/** Ends a test after five polls. */
const troublesSeen = (): boolean => {
  seen += 1
  return seen % 5 === 0
}

test('a value that is not a decision is not recorded, and a role without a token is not polled', async () => {
  let polls = 0
  const answer = () => {
    polls += 1
    return Response.json({ decisions: polls === 1 ? [decision('a'), { trace: 'b' }, null] : [], cursor: 'a.0' })
  }
  const { feed, sent } = await follow(answer, () => polls > 1, [role, { ...role, token: undefined as never }])
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
    let polls = 0
    const answer = () => {
      polls += 1
      throw Object.assign(new Error('no answer'), { trouble })
    }
    assert.deepEqual((await follow(answer, () => polls > 2)).troubles, [code], trouble)
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
