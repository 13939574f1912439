/**
 * Executes the commands of docs/guides/operations.md in order, in an empty directory. Services run in this process
 * until the end of the tests, on free ports.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { register as registerConsole } from '../../src/cli/commands/console.ts'
import { register as registerDatabase } from '../../src/cli/commands/db.ts'
import { register as registerExplain } from '../../src/cli/commands/explain.ts'
import { register as registerFederation } from '../../src/cli/commands/federation.ts'
import { register as registerServe } from '../../src/cli/commands/serve.ts'
import { register as registerTrust } from '../../src/cli/commands/trust.ts'
import { createConsoleSettings } from '../../src/console/index.ts'
import { defaultPorts, variablesOfRole } from '../../src/serve/index.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { guideSuite } from './guide-suite.ts'
import { startCommand } from './start-command.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/operations.md'), 'utf8')
const services: Promise<unknown>[] = []
const ports = new Map<number, number>()

guideSuite('docs/guides/operations.md', () => {
  let signals: ReadonlySet<unknown>
  before(() => {
    signals = new Set(process.listeners('SIGTERM'))
  })
  after(async () => {
    for (const listener of process.listeners('SIGTERM')) if (!signals.has(listener)) listener('SIGTERM')
    await Promise.all(services)
  })

  const isFree = (port: number): Promise<boolean> =>
    new Promise((resolve) => {
      const server = createServer()
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })

  /** Returns a free port whose operations port, a hundred above, is free too. */
  async function freePort(): Promise<number> {
    for (let port = 20_000 + (process.pid % 20_000); ; port += 7)
      if ((await isFree(port)) && (await isFree(port + 100)) && ![...ports.values()].includes(port)) return port
  }

  const run = (line: string) =>
    startCommand(
      [registerServe, registerFederation, registerTrust, registerExplain, registerDatabase, registerConsole],
      line,
    )

  const here = (line: string): string =>
    [...ports].reduce(
      (text, [port, own]) => text.replaceAll(`:${port}`, `:${own}`).replaceAll(`:${port + 100}`, `:${own + 100}`),
      line,
    )

  /** Ports in the settings that `init` writes. */
  const portsOf = { ...defaultPorts, console: 4100 }

  const expected: [words: string, says: RegExp][] = [
    [
      'init trust-anchor',
      /^wrote {2}trust-anchor\/trust-anchor\.json\nkeys {2}trust-anchor\/keys\ncreated {2}\S+keys\.json {2}[\w-]{43}\nnext /,
    ],
    ['serve trust-anchor', /"event":"listening"/],
    ['init wallet-provider --anchor', /^pinned {2}http:\/\/localhost:\d+ {2}[\w-]{43}\nwrote /],
    ['serve wallet-provider --config', /"event":"listening"/],
    ['federation add', /^registered http:\S+ as /],
    ['trust explain', /^TRUSTED /],
    ['--variables', /^VARIABLE +SETTING\n[\s\S]*^FIDUCIA_LISTEN_PORT +listen\.port$/m],
    ['/ready', /"status":"ready"/],
    ['/metrics', /^fiducia_requests_total\{/m],
    ['explain --last', /^(REFUSED|accepted|FAILED) {2}trust-anchor\//],
    ['init console', /^wrote {2}console\/console\.json\n[\s\S]*^next {2}fiducia console /m],
    ['console --config', /"event":"listening"/],
    ['db status', /wallet-provider/],
    ['node -e', /^$/],
  ]

  test('every command of the guide has the output that the guide describes', async () => {
    const lines = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.trim().split('\n'))
    assert.equal(lines.length, expected.length)
    process.chdir(freshDirectory())
    for (const [index, line] of lines.entries()) {
      const [words = '', says = /^$/] = expected[index] ?? []
      assert.ok(line.includes(words), `${line} | ${words}`)
      if (line.startsWith('curl')) {
        assert.match(await (await fetch(here(line).split(' ').at(-1) ?? '')).text(), says, line)
      } else if (line.startsWith('npx node ')) {
        const script = /^npx node -e "(.*)"$/.exec(line)?.[1] ?? ''
        await promisify(execFile)(process.execPath, ['-e', script])
        assert.equal(statSync('wallet-provider.backup').mode & 0o777, 0o600)
        await assert.rejects(promisify(execFile)(process.execPath, ['-e', script.replace('.sqlite', '.sqlit')]))
      } else if (words.startsWith('init')) {
        const role = words.split(' ')[1] as keyof typeof portsOf
        ports.set(portsOf[role], await freePort())
        const { code, printed } = run(`${here(line)} --port ${ports.get(portsOf[role])}`)
        assert.equal(await code, 0, printed())
        assert.match(printed(), says, line)
        if (role === 'trust-anchor')
          process.env.FIDUCIA_ADMIN_TOKEN = readFileSync('trust-anchor/administration.token', 'utf8').trim()
      } else if (words.startsWith('serve') || words.startsWith('console')) {
        const { code, printed } = run(line)
        services.push(code)
        while (!says.test(printed())) {
          const ended = await Promise.race([code, new Promise<undefined>((resolve) => setTimeout(resolve, 20))])
          assert.equal(ended, undefined, printed())
        }
      } else {
        const { code, printed } = run(here(line))
        assert.equal(await code, 0, `${line}: ${printed()}`)
        assert.match(printed(), says, line)
      }
    }
  })

  test('FED-15 init without an anchor, or with a kept file, reports that nothing was pinned', async () => {
    const anchor = `http://localhost:${ports.get(defaultPorts['trust-anchor'])}`
    const begin = async (flags = '') => {
      const { code, printed } = run(`fiducia init wallet-provider --dir unpinned${flags}`)
      assert.equal(await code, 0, printed())
      return printed()
    }
    assert.match(await begin(), /^wrote [\s\S]*^anchors {2}none: the service trusts nobody/m)
    const again = await begin(` --anchor ${anchor}`)
    const moved = await begin(' --public-url https://wallet.example --port 4999')
    assert.match(moved, /^ignored {2}--port: .*wallet-provider\.json\nignored {2}--public-url: .*\nkept /)
    assert.match(again, /^not pinned {2}http\S+ {2}[\w-]{43}\nkept /)
    assert.doesNotMatch(again, /^anchors /m)
  })

  test('FED-15 the guide starts the anchor before its other roles pin it', () => {
    const several = [...guide.matchAll(/^```sh setup\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
    const [block = ''] = several.filter((one) => one.includes('docker compose'))
    const places = [/init trust-anchor/, /^docker compose up .*--wait trust-anchor$/m, /init "\$role" .*--anchor/].map(
      (step) => block.search(step),
    )
    assert.ok(
      places.every((place, index) => place > (places[index - 1] ?? -1)),
      places.join(' '),
    )
  })

  test('every setting that the guide names exists', () => {
    const members = new Set(
      (['trust-anchor', 'wallet-provider', 'pid-provider', 'relying-party'] as const)
        .flatMap((role) => variablesOfRole(role))
        .flatMap(({ path }) => path.map((_, index) => path.slice(0, index + 1).join('.'))),
    )
    const named = [...guide.matchAll(/`([a-z]\w*(?:\.[a-z]\w*)+)`/g)].map(([, name = '']) => name)
    const files = ['keys.json', 'secrets.json', 'saml.json', 'mdoc.json', 'login.json', 'store.json', 'compose.yaml']
    for (const member of ['operators.tokens', 'session.idleSeconds', 'session.lifetimeSeconds']) members.add(member) // of the console
    for (const name of named.filter((one) => !files.includes(one))) assert.ok(members.has(name), name)
    for (const [, name = ''] of guide.matchAll(/^\| `(\w+)` \|/gm))
      if (!name.includes('_')) assert.ok(members.has(name) || name === 'role', name)
  })

  test('the settings of the console in the guide are valid', () => {
    const [, block = '{}'] = /^```json console\n([\s\S]*?)^```$/m.exec(guide) ?? []
    const roles = [{ name: 'wallet-provider', url: 'https://wallet.example' }]
    const settings = createConsoleSettings(
      { publicUrl: 'https://console.example', roles, ...JSON.parse(block) },
      String,
    )
    assert.equal(settings.provider?.nameClaim, 'preferred_username')
  })
})
