/**
 * The sandbox's contract with other programs: a process, ports, a file. One failed start runs in a process of its own,
 * the others in this one.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { createGuardedFetch } from '../../src/node/index.ts'
import { runHere } from '../support/command-here.ts'
import { loopbacks } from '../support/loopbacks.ts'
import { missingPrograms } from '../support/missing-programs.ts'
import { type Finished, freeBase, freshDirectory, runFiducia, startSandbox } from '../support/sandbox-process.ts'

test('--once runs the whole life cycle, prints each step, and exits with 0', async () => {
  const cwd = freshDirectory()
  const { code, out, err } = await runHere(['--once', '--port', String(await freeBase())], cwd)
  assert.equal(err, '')
  assert.equal(code, 0, out)
  const lines = [
    /wallet → wallet-provider +registration +ok +\d+ ms/,
    /wallet → wallet-provider +Wallet Attestation +ok +\d+ ms/,
    /wallet → pid-provider +pushed authorization request +ok/,
    /browser → national-idp +login page +ok/,
    /browser → pid-provider +consent +redirect/,
    /wallet → pid-provider +access token +ok/,
    /wallet → pid-provider +PID +ok/,
    /Presentation: variant 1, scope, request by GET/,
    /Presentation: variant 2, DCQL, request by GET/,
    /Presentation: variant 2, DCQL, request by POST/,
    /wallet → relying-party +presentation +ok/,
    /given_name +Mario/,
    /administrator → pid-provider +administration +ok/,
    /wallet → relying-party +presentation +refused 400/,
    /The whole life cycle passed/,
  ]
  for (const line of lines) assert.match(out, line)
  assert.doesNotMatch(out, new RegExp(String.fromCharCode(27)), 'only a terminal gets colour')
  assert.equal(existsSync(join(cwd, '.fiducia/sandbox.json')), false)
})

/** Broken files in the directory of a used sandbox, each with the sentence that reports it. */
const broken = [
  ['a broken key file', 'keys/pid-provider/keys.json', /^The file .*keys\/pid-provider\/keys\.json /],
  ['a broken login key', 'keys/pid-provider/login.json', /^The file .*pid-provider\/login\.json /],
  ['a broken SAML key', 'keys/pid-provider/saml.json', /^The file .*pid-provider\/saml\.json /],
  ['broken secrets', 'keys/pid-provider/secrets.json', /^The file .*secrets\.json /],
  ['a broken vendor', 'device-vendor.json', /^The file .*device-vendor\.json /],
  [
    'a broken store',
    'stores/relying-party.sqlite',
    /^The store .*relying-party\.sqlite cannot be opened \(.*file is not a database.*Remove it, or name another directory/,
  ],
] as const

test('the contract of a running sandbox', async (t) => {
  const sandbox = await startSandbox(t, ['--data', 'kept'])
  const file = join(sandbox.cwd, '.fiducia/sandbox.json')
  const at = (offset: number): string => `http://localhost:${sandbox.base + offset}`

  await t.test('sandbox.json has every URL, and only its owner can read it', async () => {
    const state = JSON.parse(readFileSync(file, 'utf8'))
    const { users, admin_token, application_key, ...rest } = state
    assert.deepEqual(rest, {
      pid: sandbox.pid,
      console: at(0),
      trust_anchor: at(1),
      wallet_provider: at(2),
      pid_provider: at(3),
      relying_party: at(4),
      national_idp: { oidc: at(5), saml: at(6) },
    })
    assert.deepEqual(users[0], { username: 'mario.rossi', password: 'sandbox', level: 'high' })
    assert.match(admin_token, /^[\w-]{43}$/)
    assert.match(application_key ?? '', /^[\w-]{43}$/)
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.deepEqual(JSON.parse(readFileSync(join(sandbox.cwd, 'kept/sandbox.json'), 'utf8')), state)
  })

  await t.test('explain finds the sandbox, which has no decision yet', async () => {
    const { code, err } = await runHere(['explain', '--last'], sandbox.cwd)
    assert.deepEqual([code, err], [1, 'There is no decision in the sandbox yet.\n'])
  })

  await t.test('every role and login of sandbox.json answers', async () => {
    for (const offset of [1, 2, 3, 4])
      for (const host of loopbacks)
        assert.equal(
          (await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${sandbox.base + offset}/health`)).status,
          200,
        )
    assert.equal((await fetch(`${at(5)}/.well-known/openid-configuration`)).status, 200)
    assert.equal((await fetch(`${at(6)}/metadata`)).status, 200)
    assert.equal((await fetch(`${at(0)}/decisions`)).status, 200)
    const members = await (await fetch(`${at(1)}/list`)).json()
    assert.deepEqual(new Set(members), new Set([at(2), at(3), at(4), at(5)]))
  })

  await t.test('a browser at the relying party goes to the wallet or gets a QR code, with no-store', async () => {
    const { relying_party } = sandbox.state
    const start = `${relying_party}/presentations/new`
    for (const variant of ['scope', 'dcql']) {
      const same = await fetch(`${start}?variant=${variant}&flow=same-device`, { redirect: 'manual' })
      assert.deepEqual([same.status, same.headers.get('cache-control')], [302, 'no-store'])
      const location = new URL(same.headers.get('location') ?? '')
      assert.equal(location.searchParams.get('client_id'), relying_party)
      const cross = await fetch(`${start}?variant=${variant}&flow=cross-device`)
      assert.deepEqual([cross.status, cross.headers.get('cache-control')], [200, 'no-store'])
      assert.match(await cross.text(), /<svg|<img/)
    }
  })

  await t.test('a second sandbox in the same directory is refused in one sentence', () =>
    refusedInOneSentence(
      ['--data', 'kept'],
      /^Another sandbox runs on .*: stop it, or name another directory with --data\.$/,
      sandbox.cwd,
    ),
  )

  await t.test('sandbox.json is removed when the sandbox ends', async () => {
    const { code, err } = await sandbox.end('SIGINT')
    assert.deepEqual([code, err, existsSync(file)], [0, '', false])
    assert.deepEqual(readdirSync(join(sandbox.cwd, 'kept')).includes('sandbox.json'), false)
  })

  for (const [what, file, sentence] of broken)
    await t.test(`${what} is reported in one sentence, with exit code 1`, async () => {
      const cwd = freshDirectory()
      cpSync(join(sandbox.cwd, 'kept'), join(cwd, 'kept'), { recursive: true })
      writeFileSync(join(cwd, 'kept', file), '{"neither": "fish nor fowl"}'.repeat(file.endsWith('sqlite') ? 100 : 1))
      await refusedInOneSentence(['--data', 'kept'], sentence, cwd, runHere)
    })
})

test('--host serves everything over https with a local authority, at an address that others can reach', async (t) => {
  const { state, output } = await startSandbox(t, ['--host', '127.0.0.1'])
  const authority = state.certificate_authority ?? ''
  const fetch = createGuardedFetch({ loopbackHttp: true, certificateAuthorities: [authority] })
  t.after(() => fetch.close())
  const saml = await fetch(new Request(`${state.national_idp.saml}/metadata`))
  assert.match(await saml.text(), /entityID="https:\/\/127\.0\.0\.1:/)
  assert.match(state.relying_party, /^https:\/\/127\.0\.0\.1:/)
  const page = await fetch(new Request(`${state.relying_party}/presentations/new`))
  assert.match(page.headers.get('set-cookie') ?? '', /^__Host-/)
  const certificate = await fetch(new Request(`${state.console}/authority.crt`))
  assert.equal(await certificate.text(), authority)
  assert.match(output().out, /authority .*\/authority\.crt/)
  assert.match(output().out, /[█▀▄]/u, 'a QR code')
  assert.match(output().out, /^listening +\S+ 127\.0\.0\.1, /m)
  // The last sentence names commands that work as printed.
  const [, next = ''] = output().out.split('\nTry next:\n')
  const [, command = ''] = /^ {2}(curl --cacert .*) for a simulated phone\n*$/m.exec(next) ?? []
  assert.match(command, /^curl --cacert '?.*authority\.crt'? -X POST https:/)
  if (!missingPrograms('curl'))
    assert.ok(JSON.parse(execFileSync('sh', ['-c', `${command} -s`], { encoding: 'utf8' })).id)
})

type Run = (words: readonly string[], cwd: string) => Promise<Finished>

async function refusedInOneSentence(
  words: readonly string[],
  sentence: RegExp,
  cwd = freshDirectory(),
  run: Run = runFiducia,
): Promise<void> {
  const port = words.includes('--port') ? [] : ['--port', String(await freeBase())]
  const { code, err } = await run(['--no-demo', ...port, ...words], cwd)
  const what = words.join(' ')
  assert.equal(code, 1, what)
  assert.match(err.trimEnd(), sentence, what)
  assert.equal(err.trimEnd().includes('\n'), false, what)
}

for (const [offset, what] of [
  [2, 'a port in use'],
  [5, 'the national IdP’s port in use'],
] as const)
  test(`${what} is reported in one sentence, with exit code 1`, async (t) => {
    const base = await freeBase()
    const server = createServer().listen(base + offset, '127.0.0.1')
    t.after(() => server.close())
    const sentence = /^Port \d+ is in use: stop what uses it, or choose another with --port\.$/
    await refusedInOneSentence(['--port', String(base)], sentence, freshDirectory(), runHere)
  })

test('an address that this machine does not have is reported in one sentence, with the addresses that it has', () =>
  refusedInOneSentence(
    ['--host', '203.0.113.9'],
    /^This machine has no address 203\.0\.113\.9: with --host, name one of .*127\.0\.0\.1/,
    freshDirectory(),
    runHere,
  ))

test('a directory whose parent is missing is reported in one sentence, with exit code 1', () =>
  refusedInOneSentence(['--data', 'no/data'], /^The directory .*\/no does not exist: /, freshDirectory(), runHere))
