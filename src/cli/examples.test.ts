/** The help of every command has examples, and every example is a correct call of that command. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Command } from 'commander'
import { commandFiles } from './command-files.ts'
import { createProgram } from './program.ts'

const silent = { out: () => undefined, err: () => undefined }

/** Returns the program, whose commands record their call instead of doing their work. */
async function rehearsal() {
  const files = await Promise.all(commandFiles.map(({ load }) => load()))
  const registrations = files.map(({ register }) => register)
  const program = createProgram(registrations, silent)
  const called: string[] = []
  const leaves: Command[] = []
  const visit = (command: Command): void => {
    for (const below of command.commands) visit(below.exitOverride())
    if (command.commands.length > 0) return
    leaves.push(command)
    command.action(() => void called.push(nameOf(command)))
  }
  visit(program)
  return { program, leaves, called }
}

const nameOf = (command: Command): string =>
  command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`

function helpOf(command: Command): string {
  let help = ''
  const writeOut = (text: string): void => {
    help += text
  }
  command.configureOutput({ writeOut }).outputHelp()
  return help
}

/** Splits a line as a shell does, without redirections. */
const wordsOf = (line: string): readonly string[] =>
  [...line.replace(/ > .*/, '').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  )

test('the help of each command shows examples, and each example calls the command with existing options', async () => {
  const { leaves } = await rehearsal()
  assert.ok(leaves.length > 30)
  for (const leaf of leaves) {
    const examples = [...helpOf(leaf).matchAll(/^ {2}\$ (.+)$/gm)].map(([, line = '']) => line)
    assert.ok(examples.length > 0, `${nameOf(leaf)} has no example`)
    for (const line of examples) {
      const { program, called } = await rehearsal()
      const [name, ...words] = wordsOf(line)
      assert.equal(name, 'fiducia', line)
      await program.parseAsync(words, { from: 'user' })
      assert.deepEqual(called, [nameOf(leaf)], line)
    }
  }
})

/** Commands that print no data, or whose output has another program's format. */
const withoutJson = ['fiducia sandbox', 'fiducia console', 'fiducia completion']

test('each command that prints data has an option --json', async () => {
  const { leaves } = await rehearsal()
  const lacking = leaves.filter(({ options }) => options.every(({ long }) => long !== '--json')).map(nameOf)
  assert.deepEqual(lacking, withoutJson)
})
