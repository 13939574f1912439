import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { Command } from 'commander'
import { runWith } from '../../test/support/run-program.ts'
import { commandFiles, filesFor, namesOf, registrationsFor } from './command-files.ts'
import type { Register } from './program.ts'

const terminal = { out: () => undefined, err: () => undefined }
const namesFor = (...words: string[]) => filesFor(words).flatMap(namesOf)
const all = commandFiles.flatMap(namesOf)

const registerAll = (): Promise<readonly Register[]> =>
  Promise.all(commandFiles.map(async ({ load }) => (await load()).register))

test('each file registers the commands that it is loaded for', async () => {
  for (const file of commandFiles) {
    const program = new Command()
    const { register } = await file.load()
    register(program, terminal)
    assert.deepEqual(
      program.commands.map((command) => command.name()),
      namesOf(file),
    )
  }
})

test('a command loads only its own file, and a call without a command loads the file of the default command', () => {
  for (const name of all) {
    assert.ok(namesFor(name, '--help').includes(name))
    assert.deepEqual(namesFor('help', name), namesFor(name))
  }
  assert.deepEqual(namesFor('init', 'pid-provider'), ['serve', 'init'])
  for (const words of [[], ['--once'], ['--port', '5000'], ['--', 'wallet'], ['--', '--help']])
    assert.deepEqual(namesFor(...words), ['sandbox'])
  assert.deepEqual(namesFor('--version'), [])
})

test('a command name that is not the first word loads all commands', () => {
  for (const words of [
    ['help', '--', 'keys'],
    ['--help', 'serve'],
    ['walet', 'wallet'],
  ])
    assert.deepEqual(namesFor(...words), all)
})

test('top-level help and the list after a misspelt command load no command file, and print the same as with all files', async () => {
  const whole = await registerAll()
  for (const words of [['--help'], ['-h'], ['help'], ['help', 'walet'], ['--once', '--help'], ['walet'], ['']]) {
    assert.deepEqual(namesFor(...words), [], words.join(' '))
    const answer = await runWith(await registrationsFor(words), ...words)
    assert.deepEqual(answer, await runWith(whole, ...words), words.join(' '))
    for (const name of all) assert.ok(`${answer.out}${answer.err}`.includes(name))
  }
})

test('the command files load no package except commander, so that help is fast', () => {
  const script = `
    import { registerHooks } from 'node:module'
    const packages = new Set()
    registerHooks({
      load: (url, context, next) => {
        packages.add(/\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(url)?.[1])
        return next(url, context)
      },
    })
    const { commandFiles } = await import('${new URL('command-files.ts', import.meta.url)}')
    for (const { load } of commandFiles) await load()
    console.log([...packages].filter((name) => name !== undefined).join())`
  const loaded = execFileSync(process.execPath, ['--conditions=fiducia-source', '--input-type=module', '-e', script])
  assert.equal(loaded.toString().trim(), 'commander')
})
