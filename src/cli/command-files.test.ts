import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Command } from 'commander'
import { commandFiles, filesFor } from './command-files.ts'

const terminal = { out: () => undefined, err: () => undefined }
const namesFor = (...words: string[]) => filesFor(words).flatMap(({ names }) => names)
const all = commandFiles.flatMap(({ names }) => names)

test('each file registers the commands by whose names it is loaded', async () => {
  for (const { names, load } of commandFiles) {
    const program = new Command()
    const { register } = await load()
    register(program, terminal)
    assert.deepEqual(
      program.commands.map((command) => command.name()),
      names,
    )
  }
})

test('a command loads its own file, and the default one stands for no command', () => {
  for (const name of all) assert.ok(namesFor(name, '--help').includes(name))
  assert.deepEqual(namesFor('init', 'pid-provider'), ['serve', 'init'])
  for (const words of [[], ['--once'], ['--port', '5000'], ['--', 'wallet']])
    assert.deepEqual(namesFor(...words), ['sandbox'])
  assert.deepEqual(namesFor('--version'), [])
})

test('the help, and who is told what there is, sees every command', () => {
  for (const words of [['--help'], ['-h'], ['help'], ['help', 'serve'], ['--once', '--help'], ['walet'], ['']])
    assert.deepEqual(namesFor(...words), all)
})
