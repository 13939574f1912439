/**
 * The steps of a new user at a sandbox: the wallet of the command line and a browser, then the same steps with only
 * `fetch`. The examples and the first commands of a wallet run as separate programs, as a user runs them. The commands
 * that the tests of the README run as programs run in this process here. Also tests both national logins and
 * third-party implementations at the same sandbox.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type CommandResult, run } from '../../scripts/run-tests.ts'
import { root } from '../../scripts/source/files.ts'
import { createUserAgent, isDeparture } from '../../src/sandbox/index.ts'
import { runHere } from '../support/command-here.ts'
import { freshDirectory, sharedSandbox } from '../support/sandbox-process.ts'
import { startIssuer, person as thirdPartyPerson } from '../support/third-party/issuer.ts'
import { startRelyingParty } from '../support/third-party/relying-party.ts'

const sandbox = sharedSandbox()

const own = ['--conditions=fiducia-source', '--disable-warning=ExperimentalWarning']

/** Removes the wallet in the sandbox's directory, and gives the next wallet its own user. */
function newUser(): void {
  rmSync(join(sandbox().cwd, '.fiducia/wallet'), { recursive: true, force: true })
  process.env.XDG_CONFIG_HOME = freshDirectory()
}

/** Runs a program in the sandbox's directory, as the current user. */
const inTerminal = (file: string, ...words: string[]) =>
  run(process.execPath, [...own, join(root, file), ...words], {}, 2, sandbox().cwd)

/**
 * Commands that run once as a program. Of those that use HTTP, the README types `add-pid` and `present`
 * (`test/docs/snippets.test.ts`).
 */
const typed = new Set(['init', 'attest'])

/** Runs a command of the wallet, the first time as a program. */
async function wallet(...words: [command: string, ...string[]]): Promise<CommandResult> {
  if (typed.delete(words[0])) return inTerminal('bin/fiducia.mjs', 'wallet', ...words)
  const { code, out, err } = await runHere(['wallet', ...words], sandbox().cwd)
  return { code: code ?? 1, output: out + err }
}

async function succeeds(...words: [command: string, ...string[]]): Promise<string> {
  const { code, output } = await wallet(...words)
  assert.equal(code, 0, `wallet ${words.join(' ')}: ${output}`)
  return output
}

/** Returns the output of a command that succeeds, in this process. */
async function outputOf(...words: readonly string[]): Promise<string> {
  const { code, out, err } = await runHere(words, sandbox().cwd)
  assert.deepEqual([code, err], [0, ''], `${words.join(' ')}: ${out}`)
  return out
}

interface ListedDecisions {
  readonly decisions: readonly {
    readonly surface: string
    readonly outcome: string
    readonly evidence: { entity?: string }
  }[]
}

/** Returns the issuers of the national logins, as the console lists them. */
async function issuersOfLogins(console: string): Promise<readonly (string | undefined)[]> {
  const { decisions } = (await (await fetch(`${console}/decisions`)).json()) as ListedDecisions
  const logins = decisions.filter(
    ({ surface, outcome }) => surface.startsWith('pid-provider/login/') && outcome === 'accepted',
  )
  return logins.map(({ evidence }) => evidence.entity)
}

test('a wallet on a simulated iPhone gets a PID with a SAML login, and another with the default login', async () => {
  newUser()
  const { cwd, state } = sandbox()
  const done = (...words: readonly string[]) => outputOf('wallet', ...words)
  const person = ['--username', 'mario.rossi', '--password', 'sandbox']
  assert.match(await done('init', '--platform', 'ios'), /is operational at /)
  const id = (await done('add-pid', ...person, '--identity-provider', 'spid')).match(/ as (\S+),/)?.[1] ?? ''
  const shown = JSON.parse(await done('show', id)) as { claims: Record<string, unknown> }
  assert.equal(shown.claims.tax_id_number, 'TINIT-RSSMRA80A01H501U')
  assert.match(await done('add-pid', ...person), /^Stored /)

  const { oidc, saml } = state.national_idp
  assert.deepEqual(new Set(await issuersOfLogins(state.console)), new Set([saml, oidc]))

  const key = join(cwd, 'kept/keys/pid-provider/saml.json')
  assert.equal(statSync(key).mode & 0o077, 0)
  assert.match((JSON.parse(readFileSync(key, 'utf8')) as { certificate: string }).certificate, /BEGIN CERTIFICATE/)
})

const claims = (page: string): string[] => [...page.matchAll(/<dd id="claim-([^"]+)"/g)].map(([, name = '']) => name)

test('the wallet of the command line starts, gets a PID and presents it in each variant', async () => {
  newUser()
  assert.match(await succeeds('init'), /pinned keys:\n {2}\S{43}\n.*operational/s)
  assert.match(await succeeds('attest'), /^Attested key \S{43} until /)
  assert.match(await succeeds('list'), /holds no credential/)
  const added = await succeeds('add-pid', '--username', 'mario.rossi', '--password', 'sandbox')
  const [, id = ''] = /^Stored eu\.eudiw\.pid\.it of \S+ as (\S+), valid until /.exec(added) ?? []
  assert.match(await succeeds('list'), new RegExp(`^${id} .* valid `, 'm'))
  assert.equal(JSON.parse(await succeeds('show', id)).claims.given_name, 'Mario')

  for (const words of ['variant=scope', 'variant=dcql', 'variant=dcql&request_uri_method=post']) {
    const browser = createUserAgent()
    const start = `${sandbox().state.relying_party}/presentations/new?${words}&flow=same-device`
    const link = await browser.open(start, (url) => url.origin === sandbox().state.console)
    assert.ok(isDeparture(link))
    const said = await succeeds('present', link.location, '--yes')
    const [, result = ''] = /The service continues at (\S+)\n/.exec(said) ?? []
    const page = await browser.open(result)
    assert.ok(!isDeparture(page))
    assert.deepEqual(claims(page.text), ['given_name', 'family_name', 'tax_id_number'], words)
    const again = await wallet('present', link.location, '--yes')
    assert.deepEqual([again.code, again.output.trim().split('\n').length], [1, 1])
  }

  const document = await succeeds('add-pid', '--format', 'mdoc', '--username', 'mario.rossi', '--password', 'sandbox')
  const [, mdocId = ''] = /^Stored \S+ of \S+ as (\S+), valid until /.exec(document) ?? []
  const shown = JSON.parse(await succeeds('show', mdocId)) as { format: string; claims: Record<string, unknown> }
  assert.equal(shown.format, 'mso_mdoc')
  assert.ok(JSON.stringify(shown.claims).includes('Mario'))
  assert.equal(await succeeds('remove', mdocId), `Removed ${mdocId}.\n`)

  assert.equal(await succeeds('remove', id), `Removed ${id}.\n`)
  assert.match(await succeeds('list'), /holds no credential/)
})

test('a wrong password, a low level, a page that is not a request and an unknown credential are one sentence each', async () => {
  const rows: [words: [command: string, ...string[]], sentence: RegExp][] = [
    [['add-pid', '--username', 'mario.rossi', '--password', 'wrong'], /^The login stopped at http:/],
    [['add-pid', '--username', 'lucia.bianchi', '--password', 'sandbox'], /below level High/],
    [['present', 'https://example.com/', '--yes'], /not a presentation request/],
    [['show', 'nothing'], /no such credential/],
  ]
  await succeeds('init')
  for (const [words, sentence] of rows) {
    const { code, output } = await wallet(...words)
    assert.equal(code, 1)
    assert.match(output, sentence)
    assert.equal(output.trim().split('\n').length, 1, output)
  }
})

test('an example with only fetch and node:crypto takes the same steps', async () => {
  const { code, output } = await inTerminal('examples/walk-with-fetch.mjs')
  assert.equal(code, 0, output)
  for (const line of [/^registered /m, /^attested /m, /^logged in as mario/m, /with 6 claims$/m, /given_name: Mario$/m])
    assert.match(output, line)
})

test('an example starts a sandbox of its own if none runs, and leaves no files behind', async () => {
  const nowhere = freshDirectory()
  const example = join(root, 'examples/verify-trust.ts')
  const { code, output } = await run(process.execPath, [...own, example], {}, 2, nowhere)
  assert.equal(code, 0, output)
  assert.match(output, /: trusted\n/)
  assert.deepEqual(readdirSync(nowhere), [])
})

test('the answer for an unknown entity names the step that fails', async () => {
  const { code, output } = await inTerminal('examples/verify-trust.ts', `${sandbox().state.console}/nobody`)
  assert.equal(code, 1)
  assert.match(output, /: no_trust_chain\n.*reach +fails \(status_unexpected at /s)
})

test('the wallet of the command line gets a PID from a third-party issuer and presents it to a third-party Relying Party', async (t: TestContext) => {
  newUser()
  const { state } = sandbox()
  const members = new Map()
  const anchor = { origin: state.trust_anchor, members }
  const [issuer, relyingParty] = [await startIssuer(anchor), await startRelyingParty(anchor)]
  for (const { stop } of [issuer, relyingParty]) t.after(stop)
  const issues = ['--type', 'openid_credential_issuer', '--credential-types', 'eu.eudiw.pid.it']
  await outputOf('federation', 'add', issuer.origin, ...issues)
  await outputOf(
    'federation',
    'add',
    relyingParty.origin,
    '--type',
    'wallet_relying_party',
    'openid_credential_verifier',
  )

  await outputOf('wallet', 'init')
  const login = ['--provider', issuer.origin, '--username', 'anybody', '--password', 'any']
  const added = await outputOf('wallet', 'add-pid', ...login)
  assert.match(added, new RegExp(`^Stored eu\\.eudiw\\.pid\\.it of ${issuer.origin} as `))

  for (const [variant, ...words] of [['scope'], ['dcql', '--cross-device']] as const) {
    await outputOf('wallet', 'present', relyingParty.ask(variant, 'post'), '--yes', ...words)
    const { claims, attested } = relyingParty.presented.at(-1) ?? {}
    assert.equal(attested, state.wallet_provider)
    assert.partialDeepStrictEqual(claims, { given_name: thirdPartyPerson.given_name })
  }
  assert.deepEqual([...issuer.complaints, ...relyingParty.complaints], [])
})
