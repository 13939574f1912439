/** `fiducia explain` with a log, with the console, and with the log of an ended sandbox. */
import assert from 'node:assert/strict'
import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { decision, logOf, run } from '../../test/support/run-program.ts'
import { freshDirectory } from '../../test/support/sandbox-process.ts'
import type { CheckRecord, DecisionRecord } from '../base/index.ts'
import { serve } from '../node/index.ts'
import { logSource } from './decision-logs.ts'

const refusedBy = (trace: string, check: Partial<CheckRecord>, surface?: string): DecisionRecord => {
  const { checks, ...rest } = decision(trace, surface)
  return { ...rest, checks: checks.map((one) => (one.passed ? one : { ...one, ...check })) }
}

test('GEN-44 explain prints reason, compared values, remedy and rule first, and counts the passed checks', async () => {
  const compared = {
    code: 'aud_mismatch',
    at: 'payload.aud',
    expected: 'https://wp.example',
    found: 'https://other.example',
  }
  const path = logOf(refusedBy('a', compared), decision('b', 'pid-provider/token'))
  const { code, out } = await run('explain', 'a', '--log', path)
  assert.equal(code, 0)
  const [reason, evidence, remedy, rule, ...rest] = out.split('\n')
  assert.equal(
    reason,
    'REFUSED  wallet-provider/token  The audience (aud, in an ID Token also azp) differs from the identifier that is expected here. (aud_mismatch at payload.aud)',
  )
  assert.equal(evidence, '  Expected: https://wp.example; found: https://other.example.')
  assert.match(remedy ?? '', /^ {2}what to change: Set aud /)
  assert.match(rule ?? '', /^ {2}rule WP-17: The URL part of iss is this provider's identifier/)
  assert.deepEqual(rest, ['  1 check passed', 'trace a, 2026-01-15T12:00:00.000Z', 'evidence', '  thumbprint: abc', ''])
  for (const words of [['--last'], []])
    assert.match((await run('explain', ...words, '--log', path)).out, /^REFUSED {2}pid-provider/)
  const all = (await run('explain', 'a', '--all', '--log', path)).out
  assert.match(all, /^ {2}ok {2}GEN-9\n {2}NO {2}WP-17 {2}aud_mismatch at payload\.aud$/m)
})

test('GEN-44 explain --json prints the members of the refusal first', async () => {
  const { out } = await run('explain', 'a', '--json', '--log', logOf(refusedBy('a', { expected: 'x', found: 'y' })))
  const names = ['reason', 'code', 'at', 'expected', 'found', 'remedy', 'requirement', 'rule', 'passed', 'trace']
  assert.deepEqual(Object.keys(JSON.parse(out)).slice(0, names.length), names)
})

test('explain --last prefers a refusal that is not of a polling request and not part of every flow', async () => {
  const accepted = { ...decision('d'), outcome: 'accepted' } as const
  const nonce = refusedBy('c', { code: 'dpop_nonce_missing' })
  const log = logOf(decision('a'), decision('b', 'relying-party/session-state'), nonce, accepted)
  assert.match((await run('explain', '--last', '--log', log)).out, /^trace a,/m)
  const polled = logOf(decision('b', 'relying-party/session-state'), accepted)
  assert.match((await run('explain', '--last', '--log', polled)).out, /^trace b,/m)
})

test('explain --list prints one line per decision, and with --refused only refused and failed decisions', async () => {
  const accepted = { ...decision('d'), outcome: 'accepted' } as const
  const log = logOf(decision('a'), accepted, decision('b'))
  const traces = async (...flags: string[]) =>
    (await run('explain', ...flags, '--log', log)).out
      .split('\n')
      .flatMap((line) => /^\S+ {2}(\w)/.exec(line)?.[1] ?? [])
  assert.deepEqual(await traces('--list'), ['a', 'd', 'b'])
  assert.deepEqual(await traces('--list', '--refused'), ['a', 'b'])
  assert.deepEqual(await traces('--refused'), ['a', 'b'])
  assert.match((await run('explain', 'a', '--list', '--log', log)).err, /^Name a trace, or use one of/)
  for (const one of ['a', '--last'])
    assert.equal(
      (await run('explain', one, '--refused', '--log', log)).err,
      '--refused selects among the decisions of --list and --follow: leave it out to explain one decision.\n',
    )
})

/** Returns a function that returns the traces of the decisions that were added since its previous call. */
function follow(log: string) {
  const reader = logSource(log)
  return async (refused = false) => (await reader.readNew(refused)).map(({ trace }) => trace)
}
const lineOf = (trace: string) => `${JSON.stringify(decision(trace))}\n`

test('explain reads a copy of a log whose lines begin with the name of a container or a time', async () => {
  const path = join(freshDirectory(), 'copy.log')
  const prefixes = ['trust-anchor-1  | ', '2026-12-01T00:23:33.684000000Z ', '[pod/anchor-0/anchor] ', '']
  const lineOf = (prefix: string, index: number) =>
    `${prefix}${JSON.stringify({ level: 40, decision: decision(`trace-${index}`) })}`
  writeFileSync(path, prefixes.map(lineOf).join('\n'))
  for (const [index, prefix] of prefixes.entries())
    assert.match((await run('explain', `trace-${index}`, '--log', path)).out, /^REFUSED/, prefix)
})

test('explain reads a log whose lines a collector keeps in JSON objects, also compressed', async () => {
  const members = ['log', 'MESSAGE', 'message', 'line']
  const lineOf = (member: string) => {
    const line = `${JSON.stringify({ level: 40, decision: decision(`trace-${member}-è`) })}\n`
    return JSON.stringify({ [member]: line, stream: 'stdout', time: '2026-12-01T00:23:33.684Z' })
  }
  const text = `${members.map(lineOf).join('\n')}\n{"log":"a text with \\"checks\\" and no JSON\\n"}\n`
  const [plain, compressed] = ['plain.log', 'rotated.log.gz'].map((name) => join(freshDirectory(), name)) as [
    string,
    string,
  ]
  writeFileSync(plain, text)
  writeFileSync(compressed, gzipSync(text))
  for (const path of [plain, compressed])
    for (const member of members)
      assert.match((await run('explain', `trace-${member}-è`, '--log', path)).out, /^REFUSED/, `${member} ${path}`)
  const added = follow(compressed)
  assert.deepEqual([await added(), await added()], [[], []], 'a compressed log does not grow')
  writeFileSync(compressed, gzipSync(text).subarray(0, 60))
  const { err } = await run('explain', '--last', '--log', compressed)
  assert.match(err, /^The compressed log .*rotated\.log\.gz is damaged or incomplete \(Z_BUF_ERROR\)/)
  assert.match(
    (await run('explain', '--last', '--log', freshDirectory())).err,
    /^The log .* cannot be read .*directory/,
  )
})

test('explain --follow finds each decision that is added to a log once', async () => {
  const log = logOf(decision('a'))
  const added = follow(log)
  assert.deepEqual(await added(), [], 'those that the log has at the start are not new')
  appendFileSync(log, lineOf('b'))
  assert.deepEqual([await added(), await added()], [['b'], []])
  const reading = added()
  appendFileSync(log, lineOf('meanwhile'))
  assert.deepEqual([...(await reading), ...(await added())], ['meanwhile'])
  const line = Buffer.from(lineOf('ä'))
  const middle = line.indexOf('ä') + 1
  appendFileSync(log, line.subarray(0, middle))
  assert.deepEqual(await added(), [])
  appendFileSync(log, line.subarray(middle))
  assert.deepEqual(await added(), ['ä'], 'a line of which only the beginning was written is found later')
  appendFileSync(log, Array.from({ length: 300 }, (_, index) => lineOf(`${index}`)).join(''))
  assert.equal((await added()).length, 300, 'also if there are more of them than --list shows')
  const accepted = { ...decision('accepted'), outcome: 'accepted' }
  appendFileSync(log, `${JSON.stringify(accepted)}\n${lineOf('refused')}`)
  assert.deepEqual(await added(true), ['refused'])
  writeFileSync(log, lineOf('c'))
  assert.deepEqual(await added(), ['c'], 'a log that was truncated is read from its beginning')
})

test('explain --follow finds decisions that were written between its last reading and a rotation', async () => {
  const log = logOf(decision('a'))
  const added = follow(log)
  await added()
  appendFileSync(log, lineOf('before'))
  renameSync(log, `${log}.1`)
  assert.deepEqual(await added(), ['before'], 'while there is no current file')
  appendFileSync(`${log}.1`, lineOf('late'))
  writeFileSync(log, lineOf('b'))
  assert.deepEqual([await added(), await added()], [['late', 'b'], []])
  for (const trace of ['c', 'last']) {
    if (trace === 'last') renameSync(`${log}.1`, `${log}.2`)
    renameSync(log, `${log}.1`)
    writeFileSync(log, lineOf(trace))
  }
  assert.deepEqual(await added(), ['c', 'last'], 'after two rotations')
  rmSync(log)
  writeFileSync(log, lineOf('e'))
  assert.deepEqual(await added(), ['e'], 'the rotated files are not read again')
})

test('explain of a failed decision without a refused check says where the reason is', async () => {
  const failed = { ...decision('a'), outcome: 'failed', checks: [] } as const
  const { out } = await run('explain', 'a', '--log', logOf(failed))
  assert.match(out, /^FAILED .*^ {2}Something did not answer or failed, .* output of the service names it/ms)
})

test('explain escapes control characters in a log', async () => {
  const { out } = await run('explain', '--log', logOf(decision('a', 'role\u001b[2J\u0007\nfake')))
  assert.doesNotMatch(out.replaceAll('\n', ''), /\p{Cc}/u)
  assert.doesNotMatch(out, /^fake/m)
})

test('explain asks the console of the running sandbox', async (t) => {
  const asked: string[] = []
  const server = await serve({
    port: 0,
    app: async (request) => {
      asked.push(new URL(request.url).pathname)
      return request.url.endsWith('/a') ? Response.json(decision('a')) : new Response(null, { status: 404 })
    },
  })
  t.after(() => server.stop())
  const data = freshDirectory()
  const state = { pid: process.pid, console: `http://localhost:${server.port}` }
  writeFileSync(join(data, 'sandbox.json'), JSON.stringify(state), { mode: 0o600 })
  const { out } = await run('explain', 'a', '--data', data)
  assert.match(out, /^ {2}rule WP-17:/m)
  assert.match(out, /^flow {2}http:\S+\/flows\/trace\/a$/m)
  assert.match((await run('explain', '../x', '--data', data)).err, /^No decision with this trace/)
  assert.deepEqual(asked, ['/decisions/a', '/decisions/..%2Fx'])
  await server.stop()
  assert.match((await run('explain', '--last', '--data', data)).err, /^The sandbox does not answer at /)
})

test('explain reads the log of a sandbox that has ended, with its rotated files', async () => {
  const directory = freshDirectory()
  writeFileSync(join(directory, 'decisions.jsonl'), lineOf('new'))
  writeFileSync(join(directory, 'decisions.jsonl.1'), lineOf('old'))
  writeFileSync(join(directory, 'decisions.jsonl.2'), lineOf('oldest'))
  for (const trace of ['new', 'old', 'oldest'])
    assert.match((await run('explain', trace, '--data', directory)).out, new RegExp(`^trace ${trace},`, 'm'))
  assert.match((await run('explain', '--last', '--data', directory)).out, /^trace new,/m)
  assert.match((await run('explain', 'nothing', '--data', directory)).err, /^No decision with this trace/)
})

test('explain --follow does not print rotated decisions while the current log is empty', async () => {
  const log = join(freshDirectory(), 'decisions.jsonl')
  writeFileSync(`${log}.1`, lineOf('a'))
  writeFileSync(log, '')
  const added = follow(log)
  assert.deepEqual([await added(), await added()], [[], []])
  appendFileSync(log, lineOf('b'))
  assert.deepEqual(await added(), ['b'])
  await assert.rejects(follow(join(freshDirectory(), 'none'))(), /cannot be read \(ENOENT\)/)
})
