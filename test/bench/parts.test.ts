import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { bodyOf, completeResponse, headerOf } from '../../bench/client/connection.ts'
import { poissonMoments, quantile } from '../../bench/client/open-loop.ts'
import { figureOf, issuanceRounds, judge } from '../../bench/figures.ts'
import { type Goal, goals, reaches } from '../../bench/goals.ts'
import type { Measured } from '../../bench/measure.ts'
import { readOptions } from '../../bench/options.ts'
import { selfTimes } from '../../bench/report/profile.ts'
import { renderMarkdown, renderTable } from '../../bench/report/table.ts'
import { inProcessCases, withNeeds } from '../../bench/rounds.ts'
import { median, seededChance, shuffled, spreadOf, voidReasons } from '../../bench/statistics.ts'
import { cases } from '../../bench/vectors/cases.ts'
import { root } from '../../scripts/source/files.ts'
import { importsOf } from '../boundaries/judge.ts'

const goalOf = (id: string): Goal => {
  const goal = goals.find((one) => one.case === id)
  assert.ok(goal, id)
  return goal
}

test('every operation that is measured has a goal, and every goal its measurement', () => {
  const behaviour = ['issuance-sum', 'two-processes', 'tail', 'overload', 'bad-input', 'memory']
  const measured = [...cases.map(({ id }) => id), ...inProcessCases, ...behaviour]
  assert.deepEqual(goals.map((goal) => goal.case).sort(), measured.toSorted())
  for (const goal of goals)
    assert.ok(reaches(goal, goal.moonshot, goal.must), `${goal.case}: its moonshot is no better`)
})

test('what the floors are made of imports nothing of the product', () => {
  const folder = join(root, 'bench/floors')
  for (const file of readdirSync(folder)) {
    const allowed = /^(node:|\.\/|\.\.\/channel\.ts$|\.\.\/usage\.ts$)/
    for (const target of importsOf(readFileSync(join(folder, file), 'utf8'))) assert.match(target, allowed, file)
  }
  for (const file of ['channel.ts', 'usage.ts'])
    for (const target of importsOf(readFileSync(join(root, 'bench', file), 'utf8')))
      assert.match(target, /^node:/, file)
})

test('a median and its extremes', () => {
  assert.deepEqual([median([3, 1, 2]), median([4, 1, 2, 3])], [2, 2.5])
  assert.deepEqual(spreadOf([0.5, 0.9, 0.7]), { median: 0.7, least: 0.5, most: 0.9 })
})

test('a run is void when a round was slow or a ratio spreads, and for nothing else', () => {
  assert.deepEqual(voidReasons([100, 71, 90], { a: { median: 1, least: 0.86, most: 1.14 } }), [])
  assert.deepEqual(voidReasons([100, 100, 69], {}).length, 1)
  assert.match(voidReasons([100, 100], {}).join(), /^fewer than 3 rounds/)
  assert.match(
    voidReasons([1, 1, 1], { a: { median: 1, least: 0.84, most: 1 } }).join(),
    /^a spreads from 0\.84 to 1\.00$/,
  )
  assert.match(voidReasons([1, 1, 1], { a: { median: 1, least: 1, most: 1.16 } }).join(), /^a spreads/)
})

test('an order by chance keeps what needs something behind it, and is the same for the same seed', () => {
  const order = (seed: number) => shuffled(cases, seededChance(seed)).map(({ id }) => id)
  for (let seed = 0; seed < 20; seed += 1) {
    const ids = order(seed)
    for (const { id, needs } of cases)
      for (const need of needs) assert.ok(ids.indexOf(need) < ids.indexOf(id), `${id} before ${need}`)
  }
  assert.deepEqual(order(7), order(7))
  assert.notDeepEqual(order(7), order(8))
})

test('a case is run with everything that it builds upon', () => {
  const ids = withNeeds(['pid-token']).map(({ id }) => id)
  const chain = ['wp-register', 'wp-token', 'pid-par-cold', 'pid-par-warm', 'pid-authorize', 'pid-token']
  assert.deepEqual(ids, chain)
})

const round = (changes: Partial<Measured>): Measured => ({
  case: 'pid-token',
  round: 1,
  operations: 10,
  perSecond: 1000,
  cpu: 1000,
  utilisation: 1,
  rss: 1,
  floors: {
    http: { perSecond: 10_000, cpu: 100 },
    crypto: { perSecond: 2500, cpu: 400 },
    storage: { perSecond: 2000, cpu: 50 },
  },
  ...changes,
})

test('a ratio is of what its goal names; floors add up as times', () => {
  const of = (id: string) => figureOf(goalOf(id), [round({})])?.ratio.median
  assert.equal(of('pid-token'), 0.4)
  assert.equal(of('rp-status'), 0.1)
  assert.equal(Number(of('pid-authorize')?.toFixed(6)), 1)
  assert.equal(figureOf(goalOf('pid-token'), [round({})])?.byCpu?.median, 0.4)
})

test('an issuance is its three requests, one after the other', () => {
  const parts = (['pid-par-cold', 'pid-token', 'pid-credential'] as const).map((id) => round({ case: id }))
  const [sum] = issuanceRounds(parts)
  assert.deepEqual([Math.round(sum?.perSecond ?? 0), sum?.cpu, sum?.floors.crypto?.cpu], [333, 3000, 1200])
  assert.deepEqual(issuanceRounds(parts.slice(1)), [])
})

test('a goal of which less is better is judged so', () => {
  const tail = { goal: goalOf('tail'), ratio: spreadOf([14]) }
  assert.deepEqual([judge(tail).must, judge(tail).moonshot], [true, false])
  const below = { goal: goalOf('overload'), ratio: spreadOf([0.69]) }
  assert.equal(judge(below).must, false)
})

test('tables name each operation with its verdict', () => {
  const figure = figureOf(goalOf('pid-token'), [round({})])
  assert.ok(figure)
  assert.match(renderTable([figure]), /PID token \(client key cached\) +crypto +0\.40 .*below$/m)
  assert.match(renderMarkdown([figure]), /^\| PID token .*\| below \|$/m)
})

test('a response ends where its length says, or at its last chunk', () => {
  const parse = (text: string) => completeResponse(Buffer.from(text))
  const whole = parse('HTTP/1.1 201 Created\r\nContent-Length: 2\r\nX-A: b\r\n\r\nok')
  assert.ok(whole)
  assert.deepEqual([whole.status, bodyOf(whole), headerOf(whole, 'x-a')], [201, 'ok', 'b'])
  assert.equal(parse('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok'), undefined)
  assert.equal(parse('HTTP/1.1 200 OK\r\nContent-Le'), undefined)
  assert.equal(parse('HTTP/1.1 204 No Content\r\n\r\n')?.status, 204)
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n3\r\nay!\r\n'
  assert.equal(parse(chunked), undefined)
  const joined = parse(`${chunked}0\r\n\r\n`)
  assert.equal(joined && bodyOf(joined), 'okay!')
})

test('arrivals come at the rate that was asked for, and never backwards', () => {
  const moments = poissonMoments(4000, 1000, seededChance(1))
  assert.ok(moments.every((at, index) => index === 0 || at >= (moments[index - 1] ?? 0)))
  const seconds = (moments.at(-1) ?? 0) / 1000
  assert.ok(seconds > 3.8 && seconds < 4.2, String(seconds))
  assert.deepEqual([quantile([1, 2, 3, 4], 0.5), quantile([1, 2, 3, 4], 0.99)], [3, 4])
})

test('a profile gives each function its own time, and idling to nobody', () => {
  const node = (id: number, functionName: string) => ({ id, callFrame: { functionName, url: '', lineNumber: 0 } })
  const profile = { nodes: [node(1, 'a'), node(2, '(idle)')], samples: [1, 2, 1], timeDeltas: [5, 100, 7] }
  assert.deepEqual(
    selfTimes(profile, ({ callFrame }) => callFrame.functionName),
    [{ name: 'a', time: 12 }],
  )
})

test('the command line', () => {
  assert.equal(readOptions(['--help']), undefined)
  assert.deepEqual(readOptions(['--quick', '--only', 'tail,wp-nonce'])?.only, ['tail', 'wp-nonce'])
  assert.throws(() => readOptions(['--only', 'everything']), /no case everything/)
  assert.ok((readOptions([])?.wallets ?? 0) >= 256)
  assert.throws(() => readOptions(['--rounds', 'many']), /no number/)
})
