/**
 * Runs the portal of docs/guides/relying-party.md with each value of `profile`, which is the only change. The
 * command-line wallet presents a credential of that profile, in a sandbox with all profiles.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { root } from '../../scripts/source/files.ts'
import { register as registerWallet } from '../../src/cli/commands/wallet.ts'
import { runProgram } from '../../src/cli/program.ts'
import { createGuardedFetch, type GuardedFetch } from '../../src/node/index.ts'
import { furtherProfileNames } from '../../src/profiles/index.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { createUserAgent, isDeparture, type Page } from '../../src/sandbox/user-agent.ts'
import { freeBase, freshDirectory } from '../support/sandbox-process.ts'
import { terminal } from '../support/wallet-command.ts'
import { guideSuite } from './guide-suite.ts'

const guide = readFileSync(join(root, 'docs/guides/relying-party.md'), 'utf8')
const portal = /^```ts portal\.ts\n([\s\S]*?)^```$/m.exec(guide)?.[1] ?? ''
const values = [...furtherProfileNames, 'auto'] as const
const cwd = freshDirectory()
const ports = new Map<string, number>()
const stops: (() => unknown)[] = []
let sandbox: Sandbox
let network: GuardedFetch

const wallet = async (...words: readonly string[]): Promise<string> => {
  const heard = terminal()
  const code = await runProgram([registerWallet], ['wallet', '--wallet', join(cwd, 'wallet'), ...words], heard)
  assert.equal(code, 0, heard.said.join(''))
  return heard.said.join('')
}

guideSuite('docs/guides/relying-party.md', () => {
  before(async () => {
    for (const name of ['package.json', 'src', 'node_modules'])
      symlinkSync(join(root, name), join(cwd, name), 'junction')
    mkdirSync(join(cwd, 'home'))
    process.chdir(cwd)
    process.env.XDG_CONFIG_HOME = join(cwd, 'home')
    sandbox = await startSandbox({ announce: true, profiles: furtherProfileNames })
    stops.push(() => sandbox.stop())
    const { certificate_authority: authority = '' } = sandbox.state
    writeFileSync(join(cwd, 'authority.crt'), authority)
    network = createGuardedFetch({ loopbackHttp: true, certificateAuthorities: [authority] })
    stops.push(() => network.close())
    for (const value of values) {
      const port = await freeBase()
      ports.set(value, port)
      const changed = portal
        .replace("purpose: 'Accesso al portale'", `$&, profile: '${value}'`)
        .replaceAll('3000', String(port))
      writeFileSync(join(cwd, `portal-${value}.ts`), changed)
    }
    const all = values
      .map((value) => `await import(${JSON.stringify(pathToFileURL(join(cwd, `portal-${value}.ts`)).href)})`)
      .join(';')
    const options = ['--conditions=fiducia-source', '--disable-warning=ExperimentalWarning']
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: join(cwd, 'authority.crt'), NODE_TEST_CONTEXT: undefined }
    const words = [...options, '--input-type=module', '--eval', all]
    const child = spawn(process.execPath, words, { cwd, env, stdio: 'inherit' })
    stops.push(() => child.kill())
    await wallet('init')
    await wallet('add-pid', '--username', 'mario.rossi', '--password', 'sandbox')
    for (const profile of furtherProfileNames)
      await wallet('add-pid', '--profile', profile, '--username', 'mario.rossi')
  })
  after(async () => {
    for (const stop of stops.toReversed()) await stop()
  })

  async function opened(url: string): Promise<Response> {
    for (let waited = 0; ; waited += 50) {
      const answered = await fetch(url, { headers: { accept: 'text/html' } }).catch(() => undefined)
      if (answered) return answered
      assert.ok(waited < 60_000, `${url} does not answer`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  for (const value of values)
    test(`RP-137 RP-138 RP-139 the guide: the portal with profile ${value} greets the person`, async () => {
      const url = `http://localhost:${ports.get(value)}/`
      await opened(url)
      const browser = createUserAgent({ fetch: network })
      const pageAt = async (address: string): Promise<Page> => {
        const visit = await browser.open(address)
        assert.ok(!isDeparture(visit), address)
        return visit
      }
      const asked = await pageAt(url)
      const form = asked.forms.findIndex(({ action }) => action.includes('cross-device'))
      const shown = await browser.submit(asked, { form, fields: {} })
      assert.ok(!isDeparture(shown))
      const attribute = (name: RegExp): string => name.exec(shown.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
      // The service has no `walletLinks` of other profiles, so `auto` asks a wallet of the profile `seed`.
      const profile = value === 'auto' ? 'seed' : value
      const link = attribute(/id="wallet-link"[^>]* href="([^"]*)"/)
      const presented = await wallet('present', link, '--cross-device', '--yes', '--profile', profile)
      assert.match(presented, /has received the presentation\./)
      const state = JSON.parse((await pageAt(attribute(/data-state-url="([^"]*)"/))).text)
      assert.equal((await pageAt(state.redirect_uri)).text, 'Buongiorno, Mario.\n')
    })
})
