import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { decision, logOf, run } from '../../test/support/run-program.ts'
import { parseWallet, toOptions } from './commands/sandbox.ts'
import { type Register, runProgram } from './program.ts'
import { UserError } from './user-error.ts'

test('an argument in base64url that begins with a hyphen is not read as an option', async () => {
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

test('each value of an option with several values may begin with a hyphen', async () => {
  const called: unknown[] = []
  const put: Register = (program) => {
    program
      .command('put <id>')
      .option('--key <key...>')
      .option('--limit <limit>')
      .action((id, flags) => void called.push({ id, ...flags }))
  }
  const err: string[] = []
  const terminal = { out: () => undefined, err: (text: string) => void err.push(text) }
  for (const words of [
    ['a', '--key', 'x1', '-B2', '--C3', '--limit', '-5'],
    ['--limit', '-5', 'a', '--key', 'x1', '-B2', '--C3'],
    ['a', '--limit', '-5', '--key', 'x1', '--key', '-B2', '--C3'],
    ['--key', 'x1', '-B2', '--C3', '--limit', '-5', '--', 'a'],
  ])
    assert.equal(await runProgram([put], ['put', ...words], terminal), 0, `${words}: ${err}`)
  for (const one of called) assert.deepEqual(one, { id: 'a', key: ['x1', '-B2', '--C3'], limit: '-5' })
  assert.equal(await runProgram([put], ['put', 'a', '--key', '-B2', '-C3'], terminal), 0)
  assert.deepEqual(called.at(-1), { id: 'a', key: ['-B2', '-C3'] })
  for (const word of ['--kye', '-k'])
    assert.equal(await runProgram([put], ['put', 'a', '--key', 'x1', word], terminal), 1)
})

test('a misspelt option is refused, with a hint how to write an argument that begins with a hyphen', async () => {
  for (const word of ['--lst', '-last', '-l', '--log-file=x']) {
    const { code, out, err } = await run('explain', word)
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, new RegExp(`unknown option '${word}'`))
    assert.match(err, /write -- before arguments that begin with -/)
  }
  const { code, err } = await run('explain', 'a', '-aB3dE6gH9jK')
  assert.deepEqual([code, /too many arguments/.test(err)], [1, true])
  assert.equal((await run('explain', '-h')).code, 0)
})

test('a missing role is reported with the list of roles', async () => {
  for (const [command, further] of [
    ['serve', ''],
    ['init', ', console'],
  ] as const) {
    const { code, err } = await run(command)
    assert.equal(code, 1)
    assert.match(
      err,
      new RegExp(
        `^error: missing required argument 'role': choose one of trust-anchor, wallet-provider, pid-provider, relying-party${further}\\.$`,
        'm',
      ),
    )
  }
})

test('--version prints the version of fiducia and of Node', async () => {
  const { code, out, err } = await run('--version')
  assert.deepEqual([code, err], [0, ''])
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  assert.equal(out, `fiducia ${version}, Node ${process.versions.node}, ${process.platform} ${process.arch}\n`)
})

test('a user’s error is reported in one sentence on stderr, with exit code 1', async () => {
  const nowhere = freshDirectory()
  const broken = freshDirectory()
  writeFileSync(join(broken, 'sandbox.json'), '{"pid":"x"}', { mode: 0o600 })
  const rows: [string[], RegExp][] = [
    [['explain', '--data', nowhere], /^Name a trace, or use --last\.$/],
    [['explain', 'a', '--last'], /^Name a trace, or use one of --last, --list and --follow\.$/],
    [['explain', 'a', '--data', nowhere], /^No sandbox is running here: /],
    [['explain', 'a', '--data', broken], /is not the state of a sandbox: /],
    [
      ['explain', 'a', '--log', '/nowhere'],
      /^The log \/nowhere cannot be read \(ENOENT\): there is no such file: .*\.$/,
    ],
    [['explain', 'z', '--log', logOf(decision('a'))], /^No decision with this trace is kept in /],
    [['explain', '--log', logOf()], /^There is no decision in /],
    [['--once', '--no-demo'], /^--once runs the life cycle and --no-demo skips it/],
    [['--https', '--openid', 'http://localhost:3000/'], /^--openid takes an https URL beside --https/],
    [['--host', 'http://x/'], /^--host takes a name or an address/],
    [['--host', 'x.example:443'], /^--host takes a name or an address/],
    [['--host', '192.0.2.7:443'], /^--host takes a name or an address/],
    [
      ['--wallet-link', 'it-wallet-1.4=haip://'],
      /^--wallet-link names the profile it-wallet-1.4: add it with --profiles/,
    ],
  ]
  for (const [words, sentence] of rows) {
    const { code, out, err } = await run(...words)
    assert.deepEqual([code, out], [1, ''], words.join(' '))
    assert.match(err.trimEnd(), sentence)
    assert.equal(err.trimEnd().includes('\n'), false)
  }
})

test('wrong arguments are refused with a hint, and help exits with 0', async () => {
  for (const words of [['--port', 'x'], ['--port', '0'], ['--port', '65530'], ['--unknown'], ['nonsense', 'words']]) {
    const { code, err } = await run(...words)
    assert.equal(code, 1, words.join(' '))
    assert.doesNotMatch(err, /at .*\.ts/)
  }
  const misspelt = await run('explan', '--last')
  assert.match(
    misspelt.err,
    /^error: unknown command 'explan': choose one of sandbox, decode, explain\b.* Did you mean explain\?$/m,
  )
  assert.equal(misspelt.code, 1)
  const help = await run('--help')
  assert.equal(help.code, 0)
  assert.match(help.out, /explain/)
})

test('--wallet-link takes a link, after its profile if it has one', () => {
  for (const [text, wallet] of [
    ['haip://', { name: 'haip', link: 'haip://' }],
    ['https://wallet.example/open?a=b', { name: 'wallet.example', link: 'https://wallet.example/open?a=b' }],
    ['it-wallet-1.4=haip://', { name: 'haip (IT-Wallet 1.4)', link: 'haip://', profile: 'it-wallet-1.4' }],
    ['seed=openid4vp://x', { name: 'openid4vp', link: 'openid4vp://x', profile: 'seed' }],
  ] as const)
    assert.deepEqual(parseWallet(text), wallet)
  for (const text of ['', 'haip', 'it-wallet-2=haip://', 'haip:// x', '=haip://'])
    assert.throws(() => parseWallet(text), /It takes a link/)
})

test('--host implies --https, and ports and switches are passed on', () => {
  assert.deepEqual(toOptions({ demo: false, port: 4100, host: '192.168.1.5', data: 'd' }), {
    port: 4100,
    once: false,
    demo: false,
    https: true,
    data: 'd',
    host: '192.168.1.5',
  })
  assert.equal(toOptions({ demo: true, port: 1, showPersonalData: true }).showPersonalData, true)
  assert.equal(toOptions({ demo: true, port: 1 }).showPersonalData, undefined)
  assert.throws(() => toOptions({ demo: false, once: true, port: 1 }), UserError)
  for (const host of ['192.168.1.5', '::1'])
    assert.throws(() => toOptions({ demo: false, port: 1, host, profiles: ['it-wallet-1.4'] }), UserError)
  assert.equal(toOptions({ demo: false, port: 1, host: 'box.local', profiles: ['it-wallet-1.4'] }).host, 'box.local')
  assert.throws(() => toOptions({ demo: false, port: 1, replicas: 3 }), UserError)
})
