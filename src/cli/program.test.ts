import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory, startSandbox } from '../../test/support/sandbox-process.ts'
import type { DecisionRecord } from '../base/index.ts'
import { createNodeRandom, loadSecrets, serve } from '../node/index.ts'
import { register as registerExplain } from './commands/explain.ts'
import { register as registerInstances } from './commands/instances.ts'
import { register as registerKeys } from './commands/keys.ts'
import { register as registerSandbox, toOptions } from './commands/sandbox.ts'
import { register as registerWallet } from './commands/wallet.ts'
import { runProgram } from './program.ts'
import { UserError } from './user-error.ts'

const bin = join(import.meta.dirname, '../../bin/fiducia.mjs')

async function run(...words: string[]) {
  const out: string[] = []
  const err: string[] = []
  const terminal = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text) }
  const code = await runProgram(
    [registerSandbox, registerExplain, registerInstances, registerKeys, registerWallet],
    words,
    terminal,
  )
  return { code, out: out.join(''), err: err.join('') }
}

const decision = (trace: string, surface = 'wallet-provider/token'): DecisionRecord => ({
  trace,
  surface,
  at: 1_768_478_400,
  outcome: 'refused',
  checks: [
    { requirement: 'GEN-9', passed: true },
    { requirement: 'WP-17', passed: false, code: 'iss_mismatch', at: 'payload.iss' },
  ],
  evidence: { thumbprint: 'abc' },
})

function logOf(...decisions: DecisionRecord[]): string {
  const path = join(freshDirectory(), 'log.jsonl')
  const lines = decisions.map((one) => JSON.stringify({ level: 30, event: one.outcome, decision: one }))
  writeFileSync(path, ['not json', '{"event":"listening"}', '{"checks":', ...lines, ''].join('\n'))
  return path
}

test('options of keys attestation that contradict each other are refused, and nothing is done of either', async () => {
  for (const [options, says] of [
    ['--next --activate x', /'--activate <kid>' cannot be used with option '--next'/],
    ['--next --revoke x', /'--revoke <kid>' cannot be used with option '--next'/],
    ['--activate x --revoke y', /'--revoke <kid>' cannot be used with option '--activate <kid>'/],
  ] as const) {
    const { code, out, err } = await run('keys', 'attestation', ...options.split(' '), '--url', 'http://127.0.0.1:1')
    assert.deepEqual([code, out], [1, ''], options)
    assert.match(err, says)
  }
})

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

test('a name that begins with a hyphen, as one of base64url in 64 does, is no option', async () => {
  for (const trace of ['-aB3dE6gH9jK', '-hB3dE6gH9jK', '--B3dE6gH9jK', '-1234567890_', '-------------']) {
    const words = ['--log', logOf(decision(trace))]
    for (const order of [
      [trace, ...words],
      [...words, trace],
      [...words, '--', trace],
    ]) {
      const { code, out, err } = await run('explain', ...order)
      assert.deepEqual([code, err], [0, ''], order.join(' '))
      assert.match(out, new RegExp(`^trace ${trace},`, 'm'))
    }
  }
  const nowhere = join(freshDirectory(), 'nowhere')
  for (const words of [
    ['instances', 'show', '-aB3dE6gH9jK', '--data', nowhere],
    ['wallet', 'show', '-aB3dE6gH9jK', '--wallet', nowhere],
  ])
    assert.match((await run(...words)).err, /^(No sandbox with a Wallet Provider is running|There is no wallet in )/)
})

test('a misspelt option is no name: it is refused, and told how a name like it is written', async () => {
  for (const word of ['--lst', '-last', '-l', '--log-file=x']) {
    const { code, out, err } = await run('explain', word)
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, new RegExp(`unknown option '${word}'`))
    assert.match(err, /a name that begins with - stands after --/)
  }
  const { code, err } = await run('explain', 'a', '-aB3dE6gH9jK')
  assert.deepEqual([code, /too many arguments/.test(err)], [1, true])
  assert.equal((await run('explain', '-h')).code, 0)
})

test('a log cannot write control characters to the terminal', async () => {
  const { out } = await run('explain', '--log', logOf(decision('a', 'role\u001b[2J\u0007\nfake')))
  assert.doesNotMatch(out.replaceAll('\n', ''), /\p{Cc}/u)
  assert.doesNotMatch(out, /^fake/m)
})

test('faults of the user are one sentence on stderr, and exit 1', async () => {
  const nowhere = freshDirectory()
  const broken = freshDirectory()
  writeFileSync(join(broken, 'sandbox.json'), '{"pid":"x"}', { mode: 0o600 })
  const rows: [string[], RegExp][] = [
    [['explain', '--data', nowhere], /^Name a trace, or say --last\.$/],
    [['explain', 'a', '--last'], /^Name a trace or say --last, not both\.$/],
    [['explain', 'a', '--data', nowhere], /^No sandbox is running here: /],
    [['explain', 'a', '--data', broken], /is no state of a sandbox: /],
    [['explain', 'a', '--log', '/nowhere'], /^The log \/nowhere cannot be read \(ENOENT\)\.$/],
    [['explain', 'z', '--log', logOf(decision('a'))], /^No decision with this trace is kept in /],
    [['explain', '--log', logOf()], /^There is no decision in /],
    [['--once', '--no-demo'], /^--once runs the life cycle and --no-demo skips it/],
    [['--host', 'http://x/'], /^--host takes a name or an address/],
  ]
  for (const [words, sentence] of rows) {
    const { code, out, err } = await run(...words)
    assert.deepEqual([code, out], [1, ''], words.join(' '))
    assert.match(err.trimEnd(), sentence)
    assert.equal(err.trimEnd().includes('\n'), false)
  }
})

test('wrong words are refused with a hint, help is no fault', async () => {
  for (const words of [['--port', 'x'], ['--port', '0'], ['--port', '65530'], ['--unknown'], ['nonsense', 'words']]) {
    const { code, err } = await run(...words)
    assert.equal(code, 1, words.join(' '))
    assert.doesNotMatch(err, /at .*\.ts/)
  }
  const misspelt = await run('explan', '--last')
  assert.match(misspelt.err, /^error: unknown command 'explan': there are sandbox, explain\b/)
  assert.equal(misspelt.code, 1)
  const help = await run('--help')
  assert.equal(help.code, 0)
  assert.match(help.out, /explain/)
})

test('keys rotate-secret takes the steps of a rollover, of what may roll over, and shows no secret', async () => {
  const file = join(freshDirectory(), 'secrets.json')
  loadSecrets({ random: createNodeRandom() }, file, ['cNonce', 'person'])
  for (const says of ['1 makes, 2 is accepted', '2 makes, 1 is accepted', '2 makes, 3 is accepted'])
    assert.deepEqual(await run('keys', 'rotate-secret', file, 'cNonce'), { code: 0, out: `cNonce  ${says}\n`, err: '' })
  const kept = readFileSync(file, 'utf8')
  assert.match((await run('keys', 'rotate-secret', file, 'person')).err, /Allowed choices are challenge, cNonce/)
  assert.match((await run('keys', 'rotate-secret', file, 'challenge')).err, /has no secret for "challenge"/)
  assert.equal(readFileSync(file, 'utf8'), kept)
})

test('keys encrypt encrypts what lies in plain text, once, with the passphrase that is said', async () => {
  const directory = freshDirectory()
  const [file, passphraseFile] = [join(directory, 'secrets.json'), join(directory, 'passphrase')]
  const random = createNodeRandom()
  const { person } = loadSecrets({ random }, file, ['person'])
  writeFileSync(passphraseFile, 'correct horse\n', { mode: 0o600 })
  const encrypt = (...words: string[]) => run('keys', 'encrypt', ...words)
  const said = ['--passphrase-file', passphraseFile]
  const kept = readFileSync(file, 'utf8')
  assert.match((await encrypt(file)).err, /^Say the passphrase: FIDUCIA_KEYS_PASSPHRASE, or --passphrase-file\.$/m)
  assert.equal(readFileSync(file, 'utf8'), kept)
  assert.deepEqual(await encrypt(file, ...said), { code: 0, out: `encrypted  ${file}\n`, err: '' })
  assert.match(readFileSync(file, 'utf8'), /scrypt-aes-256-gcm/)
  assert.equal(statSync(file).mode & 0o077, 0)
  assert.deepEqual(loadSecrets({ random }, file, ['person'], { passphrase: 'correct horse' }).person, person)
  const sealed = readFileSync(file, 'utf8')
  assert.deepEqual(await encrypt(file, ...said), { code: 0, out: `was encrypted  ${file}\n`, err: '' })
  assert.equal(readFileSync(file, 'utf8'), sealed)
  writeFileSync(passphraseFile, 'another\n')
  assert.match((await encrypt(file, ...said)).err, /does not open with this passphrase/)
  assert.match((await encrypt(join(directory, 'none'), ...said)).err, /is not there\.$/m)
})

test('--host implies --https; ports and switches arrive', () => {
  assert.deepEqual(toOptions({ demo: false, port: 4100, host: '192.168.1.5', data: 'd' }), {
    port: 4100,
    once: false,
    demo: false,
    https: true,
    data: 'd',
    host: '192.168.1.5',
  })
  assert.throws(() => toOptions({ demo: false, once: true, port: 1 }), UserError)
  assert.throws(() => toOptions({ demo: false, port: 1, replicas: 3 }), UserError)
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

test('the sandbox comes up, tells where it is, explains, and leaves nothing behind when it is told to stop', {
  timeout: 120_000,
}, async (t) => {
  const { base: port, cwd, end } = await startSandbox(t, ['--data', 'kept'])
  const file = join(cwd, '.fiducia/sandbox.json')
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).console, `http://localhost:${port}`)
  while (!existsSync(join(cwd, 'kept/sandbox.json'))) await new Promise((resolve) => setTimeout(resolve, 10))
  assert.equal((await fetch(`http://localhost:${port}/decisions`)).status, 200)
  const second = await execute(['--no-demo', '--port', String(port)], cwd)
  assert.deepEqual([second.code, second.err.split('\n').length], [1, 2])
  assert.match(second.err, new RegExp(`^Port ${port} is in use`))
  const explained = await execute(['explain', '--last'], cwd)
  assert.match(explained.err, /^There is no decision in the sandbox yet\.$/m)
  const { code, err } = await end()
  assert.deepEqual([code, err, existsSync(file)], [0, '', false])
})

test('the entry says what to do on a Node that is too old', async () => {
  const old = `Object.defineProperty(process.versions, 'node', { value: '20.1.0' }); await import(${JSON.stringify(bin)})`
  const { code, err } = await new Promise<{ code: unknown; err: string }>((resolve) =>
    execFile(process.execPath, ['--input-type=module', '-e', old], (error, _, stderr) =>
      resolve({ code: error?.code, err: stderr }),
    ),
  )
  assert.equal(code, 1)
  assert.match(err, /^fiducia needs Node 24 or newer and this is 20\.1\.0: run "npm ci", then "npm start" .*\.\n$/)
})

function execute(words: readonly string[], cwd: string): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) =>
    execFile(process.execPath, [bin, ...words], { cwd }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    ),
  )
}

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
