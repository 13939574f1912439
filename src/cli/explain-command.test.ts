/** `fiducia explain`: from a log, from the console, from what a sandbox has left. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { decision, logOf, run } from '../../test/support/run-program.ts'
import { freshDirectory } from '../../test/support/sandbox-process.ts'
import { serve } from '../node/index.ts'

test('explain says each check, from a log: by trace or the last', async () => {
  const path = logOf(decision('a'), decision('b', 'pid-provider/token'))
  const { code, out } = await run('explain', 'a', '--log', path)
  assert.equal(code, 0)
  assert.equal(
    out,
    [
      'REFUSED  wallet-provider/token',
      'trace a, 2026-01-15T12:00:00.000Z',
      '  ok  GEN-9',
      '  NO  WP-17  iss_mismatch at payload.iss',
      'evidence',
      '  thumbprint: abc',
      '',
    ].join('\n'),
  )
  for (const words of [['--last'], []])
    assert.match((await run('explain', ...words, '--log', path)).out, /^REFUSED {2}pid-provider/)
})

test('explain says where the reason of a decision stands that no rule ended', async () => {
  const failed = { ...decision('a'), outcome: 'failed' } as const
  const { out } = await run('explain', 'a', '--log', logOf(failed))
  assert.match(out, /^FAILED .*^ {2}then something was out of reach, or broke: .* output of the service says what/ms)
})

test('a log cannot write control characters to the terminal', async () => {
  const { out } = await run('explain', '--log', logOf(decision('a', 'role\u001b[2J\u0007\nfake')))
  assert.doesNotMatch(out.replaceAll('\n', ''), /\p{Cc}/u)
  assert.doesNotMatch(out, /^fake/m)
})

test('explain asks the console of the running sandbox', async () => {
  const asked: string[] = []
  const server = await serve({
    port: 0,
    app: async (request) => {
      asked.push(new URL(request.url).pathname)
      return request.url.endsWith('/a') ? Response.json(decision('a')) : new Response(null, { status: 404 })
    },
  })
  const data = freshDirectory()
  const state = { pid: process.pid, console: `http://localhost:${server.port}` }
  writeFileSync(join(data, 'sandbox.json'), JSON.stringify(state), { mode: 0o600 })
  assert.match((await run('explain', 'a', '--data', data)).out, /NO {2}WP-17/)
  assert.match((await run('explain', '../x', '--data', data)).err, /^No decision with this trace/)
  assert.deepEqual(asked, ['/decisions/a', '/decisions/..%2Fx'])
  await server.stop()
  assert.match((await run('explain', '--last', '--data', data)).err, /^The sandbox does not answer at /)
})

test('explain reads what a sandbox that has ended left in its directory, also in files that were full', async () => {
  const directory = freshDirectory()
  const line = (trace: string) => `${JSON.stringify(decision(trace))}\n`
  writeFileSync(join(directory, 'decisions.jsonl'), line('new'))
  writeFileSync(join(directory, 'decisions.jsonl.1'), line('old'))
  writeFileSync(join(directory, 'decisions.jsonl.2'), line('oldest'))
  for (const trace of ['new', 'old', 'oldest'])
    assert.match((await run('explain', trace, '--data', directory)).out, new RegExp(`^trace ${trace},`, 'm'))
  assert.match((await run('explain', '--last', '--data', directory)).out, /^trace new,/m)
  assert.match((await run('explain', 'nothing', '--data', directory)).err, /^No decision with this trace/)
})
