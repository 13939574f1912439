/**
 * Runs every shell snippet of the README in a folder with links to the repository's files, but with its own state and
 * with a sandbox on other ports. Compares the output of the life cycle with the shown output.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../../scripts/source/files.ts'
import { missingPrograms } from '../support/missing-programs.ts'
import { freeBase, freshDirectory } from '../support/sandbox-process.ts'

const readme = readFileSync(join(root, 'README.md'), 'utf8')
const blocksOf = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text = '']) => text)

const [installation = '', ...blocks] = blocksOf('sh')
const commands = blocks.filter((block) => !block.startsWith('npm start'))
const starts = [installation, ...blocks].flatMap((block) =>
  block.split('\n').filter((line) => line.startsWith('npm start')),
)

/** Creates a folder with links to the repository's files, so that its commands run there. */
function likeTheRepository(): string {
  const cwd = freshDirectory()
  for (const name of ['package.json', 'bin', 'src', 'examples', 'node_modules'])
    symlinkSync(join(root, name), join(cwd, name), 'junction')
  mkdirSync(join(cwd, 'home'))
  return cwd
}

/** Starts a script in a shell and in a new process group, so that a signal reaches the processes that npm starts. */
function begin(script: string, cwd: string) {
  const env = {
    ...process.env,
    XDG_CONFIG_HOME: join(cwd, 'home'),
    NODE_TEST_CONTEXT: undefined,
    NODE_OPTIONS: undefined,
  }
  const child = spawn('sh', ['-eu', '-c', script], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    printed.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    printed.err += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...printed }))
  const stop = () => {
    const isRunning = child.exitCode === null && child.signalCode === null
    if (isRunning && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
  }
  return { ended, stop }
}

test('the first snippet installs and starts', () => {
  assert.equal(installation, 'npm ci\nnpm start\n')
})

/** Starts the sandbox with this line, on other ports. */
async function start(line: string, cwd: string) {
  const base = await freeBase()
  return { base, ...begin(`${line}${line.includes(' -- ') ? '' : ' --'} --port ${base}`, cwd) }
}

async function untilStated(cwd: string): Promise<void> {
  const state = join(cwd, '.fiducia/sandbox.json')
  for (let waited = 0; !existsSync(state) && waited < 60_000; waited += 100)
    await new Promise((resolve) => setTimeout(resolve, 100))
  assert.ok(existsSync(state))
}

const lifeCycle = 'npm start -- --once'
const beside = 'npm start'

// `sandbox.test.ts` runs the life cycle with `--once`. The line with the most options also tests `--no-demo`.
for (const line of starts.filter((one) => ![lifeCycle, beside, 'npm start -- --no-demo'].includes(one)))
  test(`README: ${line}`, async (t) => {
    const cwd = likeTheRepository()
    t.after(() => rmSync(cwd, { recursive: true, force: true }))
    const { stop, ended } = await start(line, cwd)
    await untilStated(cwd)
    stop()
    await ended
  })

/** Asserts that the output contains each line of the README's excerpt, in order. Durations may differ. */
function isShown(out: string): void {
  const plain = (text: string): string[] =>
    text.split('\n').map((line) =>
      line
        .replace(/\d+ ms$/, 'N ms')
        .replace(/\s+/g, ' ')
        .trim(),
    )
  const printed = plain(out)
  const [excerpt = ''] = blocksOf('text')
  let from = 0
  for (const line of plain(excerpt).filter((one) => one !== '' && one !== '…')) {
    const found = printed.indexOf(line, from)
    assert.notEqual(found, -1, `the README shows a line that is not printed: ${line}`)
    from = found + 1
  }
}

/** Shell function. The first call of each program runs the real `npx`. Later calls run the program without npm. */
const npx = `npx() {
  if [ ! -e "npx-$1" ]; then : > "npx-$1"; command npx "$@"
  elif [ "$1" = fiducia ]; then shift; node bin/fiducia.mjs "$@"
  else "$@"; fi
}
`

test(`README: the snippets for a second terminal, beside ${beside}`, { skip: missingPrograms('curl') }, async (t) => {
  const cwd = likeTheRepository()
  t.after(() => rmSync(cwd, { recursive: true, force: true }))
  assert.ok(starts.includes(beside))
  const { base, stop, ended } = await start(beside, cwd)
  t.after(() => stop())
  await untilStated(cwd)
  assert.ok(commands.length >= 4)
  for (const block of commands) {
    const script = block.replaceAll(/localhost:400(\d)/g, (_, offset) => `localhost:${base + Number(offset)}`)
    const { code, out, err } = await begin(npx + script, cwd).ended
    assert.equal(code, 0, `${script}\n${out}${err}`)
    assert.notEqual(out, '')
  }
  stop()
  isShown((await ended).out)
})

test('the README has at most 120 lines and two pictures', () => {
  assert.ok(readme.split('\n').length <= 121)
  assert.equal([...readme.matchAll(/<img src=/g)].length, 2)
})
