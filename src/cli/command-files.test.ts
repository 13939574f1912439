import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Command } from 'commander'
import { commandFiles, filesFor, namesOf, registrationsFor } from './command-files.ts'
import { type Register, runProgram } from './program.ts'

const terminal = { out: () => undefined, err: () => undefined }
const namesFor = (...words: string[]) => filesFor(words).flatMap(namesOf)
const all = commandFiles.flatMap(namesOf)

const registerAll = (): Promise<readonly Register[]> =>
  Promise.all(commandFiles.map(async ({ load }) => (await load()).register))

async function told(registrations: readonly Register[], words: readonly string[]) {
  let out = ''
  let err = ''
  const code = await runProgram(registrations, words, {
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
  })
  return { out, err, code }
}

test('each file registers the commands by whose names it is loaded', async () => {
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

test('a command loads its own file, and the default one stands for no command', () => {
  for (const name of all) {
    assert.ok(namesFor(name, '--help').includes(name))
    assert.deepEqual(namesFor('help', name), namesFor(name))
  }
  assert.deepEqual(namesFor('init', 'pid-provider'), ['serve', 'init'])
  for (const words of [[], ['--once'], ['--port', '5000'], ['--', 'wallet'], ['--', '--help']])
    assert.deepEqual(namesFor(...words), ['sandbox'])
  assert.deepEqual(namesFor('--version'), [])
})

test('a command that is named elsewhere is judged beside all the others', () => {
  for (const words of [
    ['help', '--', 'keys'],
    ['--help', 'serve'],
    ['walet', 'wallet'],
  ])
    assert.deepEqual(namesFor(...words), all)
})

test('the help that lists the commands loads none of them and reads the same as with all', async () => {
  const whole = await registerAll()
  for (const words of [['--help'], ['-h'], ['help'], ['help', 'walet'], ['--once', '--help'], ['walet'], ['']]) {
    assert.deepEqual(namesFor(...words), [], words.join(' '))
    const answer = await told(await registrationsFor(words), words)
    assert.deepEqual(answer, await told(whole, words), words.join(' '))
    for (const name of all) assert.ok(`${answer.out}${answer.err}`.includes(name))
  }
})
