/**
 * Executes what docs/guides/issuer.md has of the sandbox: a PID Provider of one's own, with the sandbox's national login,
 * in an empty directory and on free ports.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { register as registerCredentials } from '../../src/cli/commands/credentials.ts'
import { register as registerFederation } from '../../src/cli/commands/federation.ts'
import { register as registerServe } from '../../src/cli/commands/serve.ts'
import { register as registerWallet } from '../../src/cli/commands/wallet.ts'
import { runProgram } from '../../src/cli/program.ts'
import { findFreeBase } from '../../src/sandbox/free-ports.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { freshDirectory } from '../support/fresh-directory.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/issuer.md'), 'utf8')
const [, section = ''] = /^### Try it beside the sandbox\n([\s\S]*?)^## /m.exec(guide) ?? []
const signals = new Set(process.listeners('SIGTERM'))
const services: Promise<unknown>[] = []
const cwd = process.cwd()
let sandbox: Sandbox
let base = 0
let port = 0

before(async () => {
  process.env.XDG_CONFIG_HOME = freshDirectory()
  process.chdir(freshDirectory())
  base = await findFreeBase()
  port = await findFreeBase()
  sandbox = await startSandbox({ port: base, announce: true })
})

after(async () => {
  for (const listener of process.listeners('SIGTERM')) if (!signals.has(listener)) listener('SIGTERM')
  await Promise.all(services)
  await sandbox.stop()
  process.chdir(cwd)
})

const here = (text: string): string =>
  text
    .replaceAll(/localhost:400(\d)/g, (_, offset) => `localhost:${base + Number(offset)}`)
    .replaceAll('localhost:4103', `localhost:${port}`)
    .replace('$(cat pid-provider/administration.token)', () =>
      readFileSync('pid-provider/administration.token', 'utf8').trim(),
    )

function run(line: string) {
  const out: string[] = []
  const words = [...here(line).matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  const terminal = { out: (text: string) => void out.push(text), err: (text: string) => void out.push(text) }
  const all = [registerServe, registerFederation, registerWallet, registerCredentials]
  return { code: runProgram(all, words.slice(1), terminal), said: () => out.join('') }
}

/** What the guide has a reader write, in the file that `init` has written. */
function changeSettings(): void {
  const file = 'pid-provider/pid-provider.json'
  const written = JSON.parse(readFileSync(file, 'utf8').replace(/^\s*\/\/.*$/gm, ''))
  const [, settings = ''] = /^```json pid-provider\n([\s\S]*?)^```$/m.exec(section) ?? []
  writeFileSync(file, JSON.stringify({ ...written, ...JSON.parse(here(settings)), operations: { port: 0 } }))
}

const expected: [words: string, says: RegExp][] = [
  ['init pid-provider', /^pinned {2}http\S+ {2}[\w-]{43}\nwrote /],
  ['serve', /"event":"listening"/],
  ['federation add', /"status": "active"/],
  ['wallet init', /is operational at /],
  ['wallet add-pid', /^Stored eu\.eudiw\.pid\.it of http:\/\/localhost:PORT as /],
  ['credentials list', /^\S+ {2}valid {2}vc\+sd-jwt /],
]

test('PP-38 a PID Provider beside the sandbox issues a PID after a login at the sandbox', async () => {
  const blocks = [...section.matchAll(/^```sh sandbox\n([\s\S]*?)^```$/gm)]
  const lines = blocks.flatMap(([, block = '']) => block.trim().split('\n'))
  assert.equal(lines.length, expected.length)
  for (const [index, line] of lines.entries()) {
    const [words = '', says = /^$/] = expected[index] ?? []
    assert.ok(line.startsWith(`fiducia ${words}`), line)
    const { code, said } = run(words.startsWith('init') ? `${line} --port ${port}` : line)
    if (words === 'serve') {
      services.push(code)
      while (!says.test(said())) {
        const ended = await Promise.race([code, new Promise<undefined>((resolve) => setTimeout(resolve, 20))])
        assert.equal(ended, undefined, said())
      }
    } else {
      assert.equal(await code, 0, `${line}: ${said()}`)
      assert.match(said().replaceAll(`:${port}`, ':PORT'), says, line)
    }
    if (words.startsWith('init')) changeSettings()
  }
  const start = here('http://localhost:4004/presentations/new?variant=dcql&flow=same-device')
  const link = (await fetch(start, { redirect: 'manual' })).headers.get('location')
  const { code, said } = run(`fiducia wallet present "${link}" --yes`)
  assert.equal(await code, 0, said())
})
