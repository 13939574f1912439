import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { certify } from '../../../test/support/certificates/test-authority.ts'
import { certificatePem } from '../../../test/support/expired-certificate.ts'
import { freshDirectory } from '../../../test/support/fresh-directory.ts'
import { terminal } from '../../../test/support/wallet-command.ts'
import { createDecide, type JsonObject, Refusal } from '../../base/index.ts'
import { createNodeCrypto, createNodeRandom, createSystemClock, PrivateFileError } from '../../node/index.ts'
import { createSealedRecords } from '../../wallet/index.ts'
import { register as registerWallet } from '../commands/wallet.ts'
import { runProgram } from '../program.ts'
import { UserError } from '../user-error.ts'
import { describeRefusal } from './open-wallet.ts'
import {
  createFileBlobStore,
  createFileSink,
  openStorageSecret,
  readSettings,
  writeSettings,
} from './wallet-directory.ts'

async function run(...words: string[]) {
  const heard = terminal()
  const code = await runProgram([registerWallet], words, heard)
  return { code, said: heard.said.join('') }
}

const program = join(import.meta.dirname, '../../../bin/fiducia.mjs')

const settings = {
  walletProvider: 'http://localhost:1',
  console: 'http://localhost:2',
  trustAnchor: 'http://localhost:3',
  anchorKeys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: 'k' }],
  certificateAuthorities: [],
}

test('each command reports a missing wallet in one sentence', async () => {
  const directory = freshDirectory()
  for (const words of [['list'], ['attest'], ['show', 'x'], ['remove', 'x'], ['add-pid'], ['present', 'x', '--yes']]) {
    const { code, said } = await run('wallet', '--wallet', directory, ...words)
    assert.equal(code, 1)
    assert.equal(said, `There is no wallet in ${directory}: run "fiducia wallet init" first.\n`)
  }
})

test('init reports that no sandbox is running', async () => {
  for (const [data, word] of [
    ['kept', 'kept'],
    ["the boss's state", "'the boss'\\''s state'"],
  ]) {
    const { code, said } = await run('wallet', '--wallet', freshDirectory(), 'init', '--data', data ?? '')
    assert.equal(code, 1)
    assert.equal(said, `No sandbox is running in ${data}: start it with "npx fiducia --data ${word}".\n`)
  }
})

test('init keeps the platform of a wallet, and accepts only two platforms', async () => {
  const directory = freshDirectory()
  writeSettings(directory, settings)
  const other = await run('wallet', '--wallet', directory, 'init', '--platform', 'ios')
  assert.deepEqual([other.code, /--again/.test(other.said)], [1, true])
  const unknown = await run('wallet', '--wallet', directory, 'init', '--platform', 'symbian')
  assert.deepEqual([unknown.code, /android, ios/.test(unknown.said)], [1, true])
})

test('init adds further roots to an existing wallet, and refuses a file without any', async () => {
  const directory = freshDirectory()
  writeSettings(directory, settings)
  const file = join(freshDirectory(), 'roots.pem')
  const roots = (await Promise.all([1, 2].map(() => certify({ entityId: 'https://root.example', kind: 'root' })))).map(
    ({ der }) => certificatePem(Buffer.from(der)).trim(),
  )
  writeFileSync(file, `# Roots\n${roots.join('\n')}\n`)
  // Another test can run a sandbox in this working directory, and the command refuses a wallet of another sandbox.
  spawnSync(process.execPath, [program, 'wallet', '--wallet', directory, 'init', '--certificate-roots', file], {
    cwd: freshDirectory(),
  })
  assert.deepEqual(readSettings(directory)?.certificateRoots, roots)
  await run('wallet', '--wallet', directory, 'init')
  assert.deepEqual(readSettings(directory)?.certificateRoots, roots)
  writeFileSync(file, 'nothing')
  const { code, said } = await run('wallet', '--wallet', directory, 'init', '--certificate-roots', file)
  assert.deepEqual(
    [code, said],
    [1, `The file ${file} has no usable roots: [0] is not a supported certificate: x509_malformed.\n`],
  )
  assert.deepEqual(readSettings(directory)?.certificateRoots, roots)
})

/** The directory of a wallet with settings; its key file is in a folder of this test alone. */
function freshWallet(t: TestContext): string {
  const directory = freshDirectory()
  writeSettings(directory, settings)
  const former = process.env.XDG_CONFIG_HOME
  process.env.XDG_CONFIG_HOME = freshDirectory()
  t.after(() => {
    if (former === undefined) delete process.env.XDG_CONFIG_HOME
    else process.env.XDG_CONFIG_HOME = former
  })
  return directory
}

test('WI-197 a credential that cannot be decrypted is named with the command that removes it', async (t) => {
  const directory = freshWallet(t)
  const blobs = createFileBlobStore(directory)
  for (const name of ['credential-7', 'wallet']) await blobs.put(name, new Uint8Array(40))
  const list = () => run('wallet', '--wallet', directory, 'list')
  assert.deepEqual(await list(), {
    code: 1,
    said: `the wallet's file credential-7 cannot be opened with its key: restore both, or run "fiducia wallet remove 7".\n`,
  })
  assert.deepEqual(await run('wallet', '--wallet', directory, 'remove', '7'), { code: 0, said: 'Removed 7.\n' })
  assert.deepEqual([(await list()).code, await blobs.names()], [0, ['wallet']])
  const { said } = await run('wallet', '--wallet', directory, 'attest')
  assert.match(said, /file wallet cannot be opened with its key: restore both, or run "fiducia wallet init --again"/)
})

test('the key of a wallet is not below the working directory, although XDG_CONFIG_HOME is relative', (t) => {
  const home = freshDirectory()
  // The home directory is in another variable on Windows.
  for (const name of ['HOME', 'USERPROFILE']) {
    const former = process.env[name]
    t.after(() => {
      if (former === undefined) delete process.env[name]
      else process.env[name] = former
    })
    process.env[name] = home
  }
  for (const configured of ['conf', './conf', '', undefined])
    openStorageSecret(freshDirectory(), { XDG_CONFIG_HOME: configured })
  assert.equal(readdirSync(join(home, '.config', 'fiducia', 'wallets')).length, 4)
})

test('a refusal by the wallet and a wrong option are reported in one sentence', async (t) => {
  const directory = freshWallet(t)
  const attested = await run('wallet', '--wallet', directory, 'attest')
  assert.match(
    attested.said,
    /^The wallet is not set up yet\. .*\(not_registered\) \[WI-03\] What to change: Set .*\n$/,
  )
  const shown = await run('wallet', '--wallet', directory, 'show', 'x')
  assert.match(shown.said, /^The wallet has no such credential\./)
  const half = await run('wallet', '--wallet', directory, 'add-pid', '--username', 'ada')
  assert.equal(half.said, '--username and --password belong together.\n')
  const alone = await run('wallet', '--wallet', directory, 'add-pid', '--identity-provider', 'spid')
  assert.equal(alone.said, '--identity-provider needs --username and --password.\n')
  const log = readFileSync(join(directory, 'decisions.jsonl'), 'utf8').trim().split('\n')
  assert.deepEqual(
    log.map((line) => JSON.parse(line).decision.outcome),
    ['refused', 'refused'],
  )
})

test('list shows a credential with an expiry outside of the calendar, and a credential without an expiry', async (t) => {
  const directory = freshWallet(t)
  const parts = { crypto: createNodeCrypto(), random: createNodeRandom() }
  const secret = openStorageSecret(directory, process.env)
  const records = createSealedRecords(parts, createFileBlobStore(directory), secret)
  const held = { id: 'one', format: 'vc+sd-jwt', credential: '', issuer: 'https://pid.example', type: 'pid' }
  const list = async (end: JsonObject) => {
    await records.put('credential-one', { ...held, alg: 'ES256', keyTag: 'k', receivedAt: 1, ...end })
    return (await run('wallet', '--wallet', directory, 'list')).said
  }
  const row = 'ID   TYPE  ISSUER               STATE  EXPIRES\none  pid   https://pid.example  valid  '
  assert.equal(await list({ expiresAt: 1e300 }), `${row}outside of the calendar\n`)
  assert.equal(await list({}), `${row}never\n`)
})

test('a refusal by the wallet names the next step', async (t) => {
  const directory = freshWallet(t)
  const login = ['--provider', 'http://localhost:4', '--username', 'ada', '--password', 'x']
  const added = await run('wallet', '--wallet', directory, 'add-pid', ...login)
  assert.match(
    added.said,
    /is not available.*unreachable\.configuration\.refused\) \[GEN-27\] Found: configuration of http:\/\/localhost:4\. What to change: nothing listens at the address of the party, or of one above it: start it.* Is the sandbox running\? "npx fiducia" starts it\.\n$/,
  )
  const elsewhere = await run(
    'wallet',
    '--wallet',
    directory,
    'add-pid',
    '--provider',
    'http://127.0.0.1:4',
    ...login.slice(2),
  )
  assert.match(elsewhere.said, /is not available.*start it/)
  assert.doesNotMatch(elsewhere.said, /sandbox/, 'the advice is only for an address that the sandbox can have')
  const link = 'haip://?client_id=http%3A%2F%2F127.0.0.1%3A4&request_uri=http%3A%2F%2F127.0.0.1%3A4%2Fr'
  assert.doesNotMatch((await run('wallet', '--wallet', directory, 'present', link, '--yes')).said, /sandbox/)
  const page = await run('wallet', '--wallet', directory, 'present', 'http://127.0.0.1:4/presentations/new?flow=x')
  assert.match(page.said, /is a page, not a presentation request: open it, and give the address of its link\.\n$/)
  const unheard = await run('wallet', '--wallet', directory, 'present', 'x')
  assert.equal(unheard.said, 'There is no terminal to ask for consent: use --yes to agree to everything.\n')
  const refusal = (code: string, at = '') =>
    describeRefusal(new Refusal('t', { status: 403, error: 'untrusted', text: 'No member.' }, 'WI-06', code, at))
  const nextStep = '"fiducia wallet init" shows whether this wallet belongs to the running sandbox.'
  assert.match(
    refusal('no_trust_chain'),
    /^No member\. No trust chain leads .* \(no_trust_chain\) \[WI-06\] What to change: /,
  )
  assert.ok(refusal('no_trust_chain').endsWith(nextStep))
  for (const [at, advice] of [
    [
      'trust_chain.not_yet_valid.statement[0].payload.iat',
      /What to change: the named statement is not valid yet: the clock.* "fiducia wallet init"/,
    ],
    [
      'trust_chain.anchor_key_mismatch',
      /What to change: if the sandbox was restarted without --data, run "fiducia wallet init --again"\. Otherwise: the anchor signs with a key that is not pinned here.*init --anchor-keys FILE/,
    ],
    [
      'trust_chain.constructor',
      /^No member\. .* \(no_trust_chain at trust_chain\.constructor\) \[WI-06\] What to change: .* "fiducia/,
    ],
  ] as const)
    assert.match(refusal('no_trust_chain', at), advice)
  assert.match(
    refusal('trust_chain_expired', 'trust_chain.status_unexpected.statement'),
    /removed \("fiducia federation/,
  )
  for (const [place, clock] of [
    [
      'not_yet_valid at assertion.payload.iat',
      /\[WI-27\] What to change: the clock of this wallet is ahead of .*\. Set both clocks/,
    ],
    ['not_yet_valid at request.payload.iat', / is ahead of /],
    ['expired at assertion.payload.exp', / is behind /],
    ['expired at client_assertion.payload.exp', / is behind /],
    [
      'expired at credential.payload.exp',
      /\[WI-27\] What to change: Read the reason in the answer of the other party\. /,
    ],
  ] as const) {
    const answer = { status: 403, error: 'refused', text: `It said: No. (${place}) [GEN-04]` }
    assert.match(describeRefusal(new Refusal('t', answer, 'WI-27', 'attestation_refused', '')), clock)
  }
  assert.match(refusal('not_yet_valid', 'credential.payload.iat'), /What to change: .* is behind /)
  assert.match(refusal('engagement_html_escaped', 'engagement'), /What to change: Replace each &amp; with &/)
  assert.match(
    refusal('trust_mark_missing'),
    /\(trust_mark_missing\) \[WI-06\] What to change: Obtain a new trust mark/,
  )
  const provider =
    'The Wallet Provider refused. It said: The evidence does not hold. (nonce_mismatch at evidence.challenge) [WP-17]'
  const refused = new Refusal('t', { status: 403, error: 'x', text: provider }, 'WI-27', 'attestation_refused', 'token')
  assert.equal(
    describeRefusal(refused),
    'The Wallet Provider refused, since "The evidence does not hold": nonce_mismatch at evidence.challenge [WP-17] there, attestation_refused at token [WI-27] here.',
  )
})

test('a malformed settings file is a user’s error', () => {
  const directory = freshDirectory()
  writeFileSync(join(directory, 'settings.json'), '{}', { mode: 0o600 })
  assert.throws(() => readSettings(directory), UserError)
})

test('WI-11 records are replaced and deleted, only their owner can read them, and their key is in another directory', async () => {
  const [directory, home] = [freshDirectory(), freshDirectory()]
  const blobs = createFileBlobStore(directory)
  assert.deepEqual(await blobs.names(), [])
  assert.equal(await blobs.get('a/b'), undefined)
  await blobs.put('a/b', Uint8Array.of(1))
  await blobs.put('a/b', Uint8Array.of(2, 3))
  assert.deepEqual([...((await blobs.get('a/b')) ?? [])], [2, 3])
  assert.deepEqual(await blobs.names(), ['a/b'])
  const [file = ''] = readdirSync(join(directory, 'sealed'))
  assert.equal(statSync(join(directory, 'sealed', file)).mode & 0o077, 0)
  const key = await openStorageSecret(directory, { XDG_CONFIG_HOME: home }).storageKey()
  assert.equal(key.length, 32)
  assert.deepEqual(await openStorageSecret(directory, { XDG_CONFIG_HOME: home }).storageKey(), key)
  assert.notDeepEqual(await openStorageSecret(freshDirectory(), { XDG_CONFIG_HOME: home }).storageKey(), key)
  assert.deepEqual(readdirSync(directory), ['sealed'])
  await blobs.delete('a/b')
  assert.deepEqual(await blobs.names(), [])
})

test('a record is stored in the directory of the wallet, whatever its name', async () => {
  const directory = freshDirectory()
  const blobs = createFileBlobStore(join(directory, 'wallet'))
  const names = ['issuance-../../../outside', '../outside', '/tmp/outside', '..', '.', 'x\0y']
  for (const name of names) {
    assert.equal(await blobs.get(name), undefined)
    await blobs.put(name, Uint8Array.of(1))
    assert.deepEqual([...((await blobs.get(name)) ?? [])], [1])
  }
  assert.deepEqual((await blobs.names()).toSorted(), names.toSorted())
  assert.deepEqual(readdirSync(directory), ['wallet'])
  assert.deepEqual(readdirSync(join(directory, 'wallet')), ['sealed'])
  assert.equal(readdirSync(join(directory, 'wallet', 'sealed')).length, names.length)
})

test('a record that cannot be written leaves no draft, and the error says what to change', async () => {
  const directory = freshDirectory()
  const blobs = createFileBlobStore(directory)
  await blobs.put('a', Uint8Array.of(1))
  const folder = join(directory, 'sealed')
  const [file = ''] = readdirSync(folder)
  rmSync(join(folder, file))
  mkdirSync(join(folder, file))
  await assert.rejects(async () => blobs.put('a', Uint8Array.of(2)), PrivateFileError)
  assert.deepEqual(readdirSync(folder), [file])
})

test('a decision that cannot be written to the log ends no command, and the user is warned once', async () => {
  const directory = freshDirectory()
  mkdirSync(join(directory, 'decisions.jsonl'))
  const warnings: string[] = []
  const decisions = createFileSink(directory, (sentence) => warnings.push(sentence))
  const decide = createDecide({ clock: createSystemClock(), random: createNodeRandom(), decisions })
  for (const value of ['one', 'two']) assert.equal(await decide('wallet/test', async () => value), value)
  const file = join(directory, 'decisions.jsonl')
  assert.deepEqual(warnings, [`The log ${file} cannot be written (EISDIR): decisions are not logged.`])
})

test('WI-19 the log has one line for each decision', () => {
  const directory = freshDirectory()
  const sink = createFileSink(directory, assert.fail)
  const decision = { trace: 't', surface: 's', at: 1, checks: [], evidence: {} }
  sink.record({ ...decision, outcome: 'refused' })
  sink.record({ ...decision, outcome: 'accepted' })
  const lines = readFileSync(join(directory, 'decisions.jsonl'), 'utf8').trim().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).event),
    ['refused', 'accepted'],
  )
})
