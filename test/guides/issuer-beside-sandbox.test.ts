/**
 * Executes the sandbox part of docs/guides/issuer.md: a separate PID Provider with the sandbox's national login, in an
 * empty directory and on free ports.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { register as registerCredentials } from '../../src/cli/commands/credentials.ts'
import { register as registerFederation } from '../../src/cli/commands/federation.ts'
import { register as registerServe } from '../../src/cli/commands/serve.ts'
import { register as registerWallet } from '../../src/cli/commands/wallet.ts'
import { findFreeBase } from '../../src/sandbox/free-ports.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { guideSuite } from './guide-suite.ts'
import { startCommand } from './start-command.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/issuer.md'), 'utf8')
const [, section = ''] = /^### Try it beside the sandbox\n([\s\S]*?)^## /m.exec(guide) ?? []
const services: Promise<unknown>[] = []
let sandbox: Sandbox
let base = 0
let port = 0

guideSuite('docs/guides/issuer.md', () => {
  before(async () => {
    for (const listener of process.listeners('SIGTERM')) signals.add(listener)
    process.env.XDG_CONFIG_HOME = freshDirectory()
    process.chdir(freshDirectory())
    base = await findFreeBase()
    port = await findFreeBase()
    sandbox = await startSandbox({ port: base, announce: true })
  })

  after(async () => {
    await stopServices()
    await sandbox.stop()
  })

  const signals = new Set<unknown>()

  /** Stops the services like a reader who presses Ctrl-C. */
  async function stopServices(): Promise<void> {
    for (const listener of process.listeners('SIGTERM').filter((one) => !signals.has(one))) {
      signals.add(listener) // a second signal would stop without a grace period
      listener('SIGTERM')
    }
    await Promise.all(services.splice(0))
  }

  const here = (text: string): string =>
    text
      .replaceAll(/localhost:400(\d)/g, (_, offset) => `localhost:${base + Number(offset)}`)
      .replaceAll('localhost:4103', `localhost:${port}`)
      .replace('$(cat pid-provider/administration.token)', () =>
        readFileSync('pid-provider/administration.token', 'utf8').trim(),
      )

  const run = (line: string) =>
    startCommand([registerServe, registerFederation, registerWallet, registerCredentials], here(line))

  const changes = [...section.matchAll(/^```json pid-provider\n([\s\S]*?)^```$/gm)].map(([, settings = '']) => settings)

  /** Adds the next settings of the guide to the file that `init` has written. */
  function changeSettings(): void {
    const file = 'pid-provider/pid-provider.json'
    const written = JSON.parse(readFileSync(file, 'utf8').replace(/^\s*\/\/.*$/gm, ''))
    writeFileSync(
      file,
      JSON.stringify({ ...written, ...JSON.parse(here(changes.shift() ?? '')), operations: { port: 0 } }),
    )
  }

  const expected: [words: string, says: RegExp][] = [
    ['init pid-provider', /^pinned {2}http\S+ {2}[\w-]{43}\nwrote /],
    ['serve', /"event":"listening"/],
    ['federation add', /^registered http:\S+ as /],
    ['wallet init', /is operational at /],
    ['wallet add-pid', /^Stored eu\.eudiw\.pid\.it of http:\/\/localhost:PORT as /],
    ['credentials list', /^ID +STATUS [^\n]+\n\S+ +valid +vc\+sd-jwt /],
    ['init pid-provider', /^kept /],
    ['serve', /"event":"listening"/],
    ['wallet add-pid', /^Stored eu\.eudiw\.pid\.it of http:\/\/localhost:PORT as /],
  ]

  test('PP-38 PP-113 a PID Provider beside the sandbox issues PIDs after logins at the sandbox, over both protocols', async () => {
    const blocks = [...section.matchAll(/^```sh sandbox\n([\s\S]*?)^```$/gm)]
    const lines = blocks.flatMap(([, block = '']) => block.trim().split('\n'))
    assert.equal(lines.length, expected.length)
    for (const [index, line] of lines.entries()) {
      const [words = '', says = /^$/] = expected[index] ?? []
      assert.ok(line.startsWith(`fiducia ${words}`), line)
      const again = words.startsWith('init') && index > 0
      if (again) {
        await stopServices()
        changeSettings()
      }
      const { code, printed } = run(words.startsWith('init') && !again ? `${line} --port ${port}` : line)
      if (words === 'serve') {
        services.push(code)
        while (!says.test(printed())) {
          const ended = await Promise.race([code, new Promise<undefined>((resolve) => setTimeout(resolve, 20))])
          assert.equal(ended, undefined, printed())
        }
      } else {
        assert.equal(await code, 0, `${line}: ${printed()}`)
        assert.match(printed().replaceAll(`:${port}`, ':PORT'), says, line)
      }
      if (index === 0) changeSettings()
    }
    const start = here('http://localhost:4004/presentations/new?variant=dcql&flow=same-device')
    const link = (await fetch(start, { redirect: 'manual' })).headers.get('location')
    const { code, printed } = run(`fiducia wallet present "${link}" --yes`)
    assert.equal(await code, 0, printed())
  })
})
