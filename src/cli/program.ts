/**
 * Frame of the command line. Commands register themselves, errors of the user become one sentence, and the result is an
 * exit code. A command is one file in `commands/` that exports `register`.
 */
import { readFileSync } from 'node:fs'
import { Command, CommanderError, type ErrorOptions, type ParseOptionsResult } from 'commander'
import { printableLines } from './printable.ts'

export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** Service log, if separate from `out`. Lines may be dropped. */
  log?(line: string): void
  /** Colour and movement are welcome. */
  readonly isTerminal?: boolean
}

/** Adds a command to the program. Its action throws `UserError` for what the user can mend. */
export type Register = (program: Command, terminal: Terminal) => void

const isOptionLike = (word: string): boolean => /^--?[a-z][a-z-]*(=|$)/.test(word)

/** Commander's message for a missing argument. The command then lists the choices. */
const missingArgumentPattern = /^error: missing required argument '(\w+)'$/

/**
 * Accepts arguments that begin with a hyphen: one of 64 traces and hardware key tags does, because they are base64url.
 * A word that is not an option counts as an argument.
 */
class NamingCommand extends Command {
  override createCommand(name?: string): Command {
    return new NamingCommand(name)
  }

  override parseOptions(words: string[]): ParseOptionsResult {
    const parsed = super.parseOptions(words)
    if (this.registeredArguments.length === 0 || parsed.unknown.some(isOptionLike)) return parsed
    return { operands: [...parsed.operands, ...parsed.unknown.filter((word) => word !== '--')], unknown: [] }
  }

  override error(message: string, options?: ErrorOptions): never {
    const [, name] = missingArgumentPattern.exec(message) ?? []
    const { argChoices } = this.registeredArguments.find((argument) => argument.name() === name) ?? {}
    return super.error(argChoices ? `${message}: there are ${argChoices.join(', ')}.` : message, options)
  }
}

/** Returns the version for bug reports. */
function version(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return `fiducia ${version}, Node ${process.versions.node}, ${process.platform} ${process.arch}`
}

/** Creates the program with these commands. */
export function createProgram(registrations: readonly Register[], terminal: Terminal): Command {
  const program = new NamingCommand('fiducia')
    .description('Every role of the IT-Wallet ecosystem. Without a command: the sandbox, all of them on this machine.')
    .version(version(), '--version', 'print the versions for a bug report')
    .showHelpAfterError('(fiducia --help lists the commands; write a name that begins with - after --)')
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.out(text), writeErr: (text) => terminal.err(text) })
  for (const register of registrations) register(program, terminal)
  for (const command of program.commands) command.exitOverride().copyInheritedSettings(program)
  return program
}

/** Runs the program with these arguments. Returns the exit code. Never throws. */
export async function runProgram(
  registrations: readonly Register[],
  words: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const program = createProgram(registrations, terminal)
  try {
    await requireKnownCommand(program, words)
    await program.parseAsync(words, { from: 'user' })
    return 0
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode
    const { text, code } = (await import('./describe-fault.ts')).describeFault(thrown)
    terminal.err(`${printableLines(text)}\n`)
    return code
  }
}

/** Refuses an unknown command, which would otherwise be an argument of the default command. */
async function requireKnownCommand(program: Command, [first = '-']: readonly string[]): Promise<void> {
  const names = program.commands.map((command) => command.name())
  if (first.startsWith('-') || [...names, 'help'].includes(first)) return
  const { similarName } = await import('../base/index.ts')
  const meant = similarName(first, names)
  const question = meant === undefined ? '' : ` Did you mean ${meant}?`
  program.error(`error: unknown command '${first}': there are ${names.join(', ')}.${question}`)
}
