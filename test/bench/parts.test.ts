import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { servedCases } from '../../bench/behaviour/overload-figures.ts'
import { bodyOf, completeResponse, headerOf } from '../../bench/client/connection.ts'
import { poissonMoments, quantile } from '../../bench/client/open-loop.ts'
import { type Figure, figureOf, issuanceRounds } from '../../bench/figures.ts'
import { type Goal, goals, reaches } from '../../bench/goals.ts'
import type { CaseMeasurement } from '../../bench/measure.ts'
import { readOptions } from '../../bench/options.ts'
import { consumersOf, renderConsumers } from '../../bench/report/consumers.ts'
import { folderOf, type ProfileNode, selfTimes } from '../../bench/report/profile.ts'
import { renderMarkdown, renderPeers, renderTable } from '../../bench/report/table.ts'
import { judge, judgedFigure, type Result, resultOf, resultsOf } from '../../bench/results.ts'
import { inProcessCases, withNeeds } from '../../bench/rounds.ts'
import { median, seededChance, shuffled, spreadOf, spreadsTooFar, steadyRounds } from '../../bench/statistics.ts'
import { cases } from '../../bench/vectors/cases.ts'
import { root } from '../../scripts/source/files.ts'
import { importsOf } from '../boundaries/judge.ts'

const goalOf = (id: string): Goal => {
  const goal = goals.find((one) => one.case === id)
  assert.ok(goal, id)
  return goal
}

test('every measured operation has a goal, and every goal has a measurement', () => {
  const console = ['console-cost', 'console-memory', 'console-list', 'console-live']
  const behaviour = [
    'issuance-sum',
    'two-processes',
    'tail',
    'overload',
    'bad-input',
    'refusal-cost',
    'memory',
    ...console,
  ]
  const served = [...servedCases('sqlite'), ...servedCases('postgres')]
  const measured = [...cases.map(({ id }) => id), ...inProcessCases, ...behaviour, ...served]
  assert.deepEqual(goals.map((goal) => goal.case).sort(), measured.toSorted())
  for (const goal of goals)
    assert.ok(reaches(goal, goal.moonshot, goal.must), `${goal.case}: its moonshot must not be worse than its must`)
})

test('the sources of the floors import nothing of the product', () => {
  const folder = join(root, 'bench/floors')
  for (const file of readdirSync(folder)) {
    const allowed = /^(node:|\.\/|\.\.\/channel\.ts$|\.\.\/usage\.ts$)/
    for (const target of importsOf(readFileSync(join(folder, file), 'utf8'))) assert.match(target, allowed, file)
  }
  for (const file of ['channel.ts', 'usage.ts'])
    for (const target of importsOf(readFileSync(join(root, 'bench', file), 'utf8')))
      assert.match(target, /^node:/, file)
})

test('the median and the spread of several numbers', () => {
  assert.deepEqual([median([3, 1, 2]), median([4, 1, 2, 3])], [2, 2.5])
  assert.deepEqual(spreadOf([0.5, 0.9, 0.7]), { median: 0.7, least: 0.5, most: 0.9 })
})

test('a round counts unless the machine was slow in it, and a ratio is void only if it spreads too far', () => {
  const rounds = (...rates: number[]) => steadyRounds(rates.map((unitRate) => ({ unitRate }))).length
  assert.deepEqual([rounds(100, 71, 90), rounds(100, 100, 69), rounds()], [3, 2, 0])
  assert.equal(spreadsTooFar({ median: 1, least: 0.86, most: 1.14 }), false)
  assert.equal(spreadsTooFar({ median: 1, least: 0.84, most: 1 }), true)
  assert.equal(spreadsTooFar({ median: 1, least: 1, most: 1.16 }), true)
})

test('a random order has each case after the cases that it needs, and is the same for the same seed', () => {
  const order = (seed: number) => shuffled(cases, seededChance(seed)).map(({ id }) => id)
  for (let seed = 0; seed < 20; seed += 1) {
    const ids = order(seed)
    for (const { id, needs } of cases)
      for (const need of needs) assert.ok(ids.indexOf(need) < ids.indexOf(id), `${id} before ${need}`)
  }
  assert.deepEqual(order(7), order(7))
  assert.notDeepEqual(order(7), order(8))
})

test('a case runs after all cases that it needs', () => {
  const ids = withNeeds(['pid-token']).map(({ id }) => id)
  const chain = ['wp-register', 'wp-token', 'pid-par-cold', 'pid-par-warm', 'pid-authorize', 'pid-token']
  assert.deepEqual(ids, chain)
  assert.equal(withNeeds(['tail']).at(-1)?.id, 'pid-par-warm')
})

const round = (changes: Partial<CaseMeasurement>): CaseMeasurement => ({
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

test('a ratio relates to the floors that its goal names, whose times add up', () => {
  const of = (id: string) => figureOf(goalOf(id), [round({})])?.ratio.median
  assert.equal(of('pid-token'), 0.4)
  assert.equal(of('rp-status'), 0.1)
  assert.equal(Number(of('pid-authorize')?.toFixed(6)), 1)
  assert.equal(figureOf(goalOf('pid-token'), [round({})])?.byCpu?.median, 0.4)
  assert.equal(figureOf(goalOf('pid-token'), [round({ utilisation: 0.5 })])?.note, 'busy 50 % of the time')
})

test('the time of an issuance is the sum of the times of its three requests', () => {
  const parts = (['pid-par-cold', 'pid-token', 'pid-credential'] as const).map((id) => round({ case: id }))
  const [sum] = issuanceRounds(parts)
  assert.deepEqual([Math.round(sum?.perSecond ?? 0), sum?.cpu, sum?.floors.crypto?.cpu], [333, 3000, 1200])
  assert.deepEqual(issuanceRounds(parts.slice(1)), [])
})

const result = (figure: Figure | undefined): Result => {
  assert.ok(figure)
  return resultOf([figure])
}

test('a goal defines whether lower or higher figures are better', () => {
  const tail = result({ goal: goalOf('tail'), ratio: spreadOf([14]) })
  assert.deepEqual([judge(tail).must, judge(tail).moonshot], [true, false])
  const below = result({ goal: goalOf('overload'), ratio: spreadOf([0.69]) })
  assert.equal(judge(below).must, false)
})

test('a goal is relaxed if a bare server of the same run does not reach it', () => {
  const tail = (ratio: number, bare: number): Result =>
    result({ goal: goalOf('tail'), ratio: spreadOf([ratio]), bare: spreadOf([bare]) })
  assert.deepEqual([judge(tail(16, 7)).must, judge(tail(16, 8)).must], [false, true])
  assert.deepEqual([judge(tail(41, 20)).verdict, judge(tail(40, 20)).verdict], ['below', 'must'])
  assert.deepEqual([judge(tail(20, 20)).verdict, judge(tail(9, 5)).verdict], ['moonshot', 'must'])
  assert.match(renderTable([tail(40, 20)]), /must; a bare server: 20\.0, so ≤ 40\.0 here/)
  assert.match(renderTable([tail(14, 5)]), /must; a bare server: 5\.00$/)
})

test('one run counts by its median, several by the worse of the middle run and 0.95 of the best run', () => {
  assert.equal(judgedFigure({}, [0.6]), 0.6)
  assert.equal(judgedFigure({}, [0.5, 0.6, 0.61]), 0.61 * 0.95)
  assert.equal(judgedFigure({}, [0.5, 0.6, 0.9]), 0.6)
  assert.equal(judgedFigure({ least: true }, [10, 12, 9.5]), 10)
  assert.equal(judgedFigure({ least: true }, [10, 10, 10]), 10 / 0.95)
})

test('a noisy ratio is omitted if another run has a steady one, and otherwise counts by its worst round', () => {
  const figure = (least: number, middle: number, most: number): Figure => {
    const spread = { least, median: middle, most }
    const rate = { perSecond: 1, cpu: 1 }
    return { goal: goalOf('pid-token'), ratio: spread, byCpu: spread, ...rate, floor: rate }
  }
  const noisy = figure(0.4, 0.9, 1)
  const quiet = figure(0.58, 0.6, 0.62)
  assert.deepEqual([resultOf([noisy, quiet]).judged, resultOf([noisy, quiet]).voidRuns], [0.6, 1])
  assert.deepEqual([resultOf([noisy]).judged, judge(resultOf([noisy])).verdict], [0.4, 'void, must by CPU'])
  assert.equal(judge(resultOf([figure(0.56, 0.8, 1)])).verdict, 'must')
  const slowFloor = { ...figure(0.9, 1.2, 2), byCpu: spreadOf([0.3, 0.4]) }
  assert.deepEqual([resultOf([slowFloor]).judged, judge(resultOf([slowFloor])).verdict], [0.3, 'void'])
  assert.deepEqual(
    resultsOf([[noisy, quiet], [quiet]]).map(({ goal }) => goal.case),
    ['pid-token'],
  )
})

test('a figure is void if the load was not the planned one, unless another run has a figure with the planned load', () => {
  const ratio = spreadOf([1])
  const goal = goalOf('sqlite-overload-10')
  const unplanned: Figure = { goal, ratio, fault: 'the load was 90 ms late' }
  const only = resultOf([unplanned])
  assert.deepEqual([only.void, judge(only).must, judge(only).verdict], [true, false, 'void'])
  assert.match(renderTable([only]), /void; the load was 90 ms late$/m)
  const again = resultOf([unplanned, { goal, ratio: spreadOf([0.95]) }])
  assert.deepEqual([again.void, again.judged, again.fault, again.voidRuns], [false, 0.95, undefined, 1])
  const least = resultOf([{ ...unplanned, goal: goalOf('sqlite-overload-p99') }])
  assert.equal(judge(least).verdict, 'void')
})

test('tables name each operation with its verdict, its peer and where its time goes', () => {
  const peer = { name: 'a peer', perSecond: 500, cpu: 2000, floor: { perSecond: 5000, cpu: 200 } }
  const figures = [result(figureOf(goalOf('pid-token'), [round({ peer })]))]
  assert.match(renderTable(figures), /PID token \(client key cached\) +crypto +0\.40 .*below; 2\.0 times a peer$/m)
  assert.match(renderMarkdown(figures), /^\| PID token .*\| below; 2\.0 times a peer \|$/m)
  assert.match(renderPeers(figures), /^\| a peer \| PID token .* \| 500 \| 2000\.0 \| 200\.0 \| 0\.10 \| 2\.00 \|$/m)
  const consumers = new Map([
    ['pid-token' as const, { cryptography: 0.5, others: [{ name: 'src/jose', share: 0.25 }] }],
  ])
  assert.match(
    renderConsumers(figures, consumers),
    /^\| PID token .* \| 50 % \(500 µs\) \| src\/jose 25 % \(250 µs\) \|$/m,
  )
})

test('a response ends by its Content-Length, or at its last chunk', () => {
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

test('arrivals have the requested rate, and their times ascend', () => {
  const moments = poissonMoments(4000, 1000, seededChance(1))
  assert.ok(moments.every((at, index) => index === 0 || at >= (moments[index - 1] ?? 0)))
  const seconds = (moments.at(-1) ?? 0) / 1000
  assert.ok(seconds > 3.8 && seconds < 4.2, String(seconds))
  assert.deepEqual([quantile([1, 2, 3, 4], 0.5), quantile([1, 2, 3, 4], 0.99)], [3, 4])
})

const node = (id: number, functionName: string, url = '', children: number[] = []): ProfileNode => ({
  id,
  callFrame: { functionName, url, lineNumber: 0 },
  children,
})

test('a profile counts the own time of each function, and omits idle time', () => {
  const profile = { nodes: [node(1, 'a'), node(2, '(idle)')], samples: [1, 2, 1], timeDeltas: [5, 100, 7] }
  assert.deepEqual(
    selfTimes(profile, ({ callFrame }) => callFrame.functionName),
    [{ name: 'a', time: 12 }],
  )
})

test('a profile by folder counts native work for its caller, omits the profiler, and separates cryptography', () => {
  const nodes = [
    node(1, 'verify', 'node:internal/crypto/sig', [2]),
    node(2, 'verifyOneShot'),
    node(3, 'post', 'node:internal/inspector_async_hook', [4]),
    node(4, 'dispatch'),
    node(5, 'insert', 'file:///bench/src/stores/sqlite/stores.ts', [6]),
    node(6, 'run'),
    node(7, 'parse', 'file:///x/node_modules/@a/b/src/index.js'),
  ]
  const profile = { nodes, samples: [1, 2, 3, 4, 5, 6, 7], timeDeltas: [10, 50, 1000, 1000, 5, 25, 10] }
  const shares = Object.fromEntries(selfTimes(profile, folderOf).map(({ name, time }) => [name, time]))
  assert.deepEqual(shares, { 'node:crypto': 60, 'src/stores': 5, 'node:sqlite': 25, '@a/b': 10 })
  assert.deepEqual(consumersOf({ profile }), {
    cryptography: 0.6,
    others: [
      { name: 'node:sqlite', share: 0.25 },
      { name: '@a/b', share: 0.1 },
      { name: 'src/stores', share: 0.05 },
    ],
  })
})

test('the options of the command line are parsed and checked', () => {
  assert.equal(readOptions(['--help']), undefined)
  assert.deepEqual(readOptions(['--quick', '--only', 'tail,wp-nonce'])?.only, ['tail', 'wp-nonce'])
  assert.throws(() => readOptions(['--only', 'everything']), /no case everything/)
  assert.ok((readOptions([])?.wallets ?? 0) >= 256)
  const { rounds = 0, warmUp = 0, runs } = readOptions([]) ?? {}
  assert.deepEqual([rounds >= 5, warmUp >= 2000, runs], [true, true, 1])
  assert.throws(() => readOptions(['--rounds', 'many']), /not a whole number/)
  assert.throws(() => readOptions(['--profile', '--check']), /a profile is not a measurement/)
})
