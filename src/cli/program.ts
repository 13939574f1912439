/**
 * Sets up and runs the command-line program. Each file in `commands/` exports `register`, which adds its commands. A
 * `UserError` is printed as one sentence.
 */
import { readFileSync } from 'node:fs'
import { Command, CommanderError, type ErrorOptions, type ParseOptionsResult } from 'commander'
import { printableLines } from './printable.ts'

export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** Service log, if separate from `out`. Lines may be dropped. */
  log?(line: string): void
  /** True if output may use colours and animation. */
  readonly isTerminal?: boolean
}

/** Adds commands to the program. Their actions throw `UserError` for errors that the user can fix. */
export type Register = (program: Command, terminal: Terminal) => void

const isOptionLike = (word: string): boolean => /^--?[a-z][a-z-]*(=|$)/.test(word)

/** Commander's message for a missing argument. `error` adds the argument's choices, if any. */
const missingArgumentPattern = /^error: missing required argument '(\w+)'$/

/**
 * A command whose arguments and option values may begin with a hyphen. Traces, hardware key tags and digests are
 * base64url, so one in 64 begins with a hyphen. Such words are arguments unless one of them looks like an option.
 */
class HyphenTolerantCommand extends Command {
  override createCommand(name?: string): Command {
    return new HyphenTolerantCommand(name)
  }

  override parseOptions(words: string[]): ParseOptionsResult {
    const parsed = super.parseOptions(this.#repeatFlags(words))
    if (this.registeredArguments.length === 0 || parsed.unknown.some(isOptionLike)) return parsed
    return { operands: [...parsed.operands, ...parsed.unknown.filter((word) => word !== '--')], unknown: [] }
  }

  /**
   * Repeats the flag of an option with several values before each further value that begins with a hyphen. Commander
   * accepts such a value only directly after the flag.
   */
  #repeatFlags(words: readonly string[]): string[] {
    const repeated: string[] = []
    let flag: string | undefined
    for (let index = 0; index < words.length; index += 1) {
      const word = words[index] as string
      if (word === '--') return [...repeated, ...words.slice(index)]
      const option = this.options.find(({ long, short }) => word === long || word === short)
      const looksLikeOption = option !== undefined || isOptionLike(word)
      if (flag !== undefined && /^-./.test(word) && !looksLikeOption) repeated.push(flag)
      repeated.push(word)
      if (looksLikeOption) flag = option?.variadic ? word : undefined
      if (!option?.required) continue
      index += 1
      repeated.push(...words.slice(index, index + 1))
    }
    return repeated
  }

  override error(message: string, options?: ErrorOptions): never {
    const [, name] = missingArgumentPattern.exec(message) ?? []
    const { argChoices } = this.registeredArguments.find((argument) => argument.name() === name) ?? {}
    return super.error(argChoices ? `${message}: choose one of ${argChoices.join(', ')}.` : message, options)
  }
}

/** Returns the versions for bug reports: package, Node and platform. */
function version(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return `fiducia ${version}, Node ${process.versions.node}, ${process.platform} ${process.arch}`
}

/** Creates the program with these commands. Parsing throws a `CommanderError` instead of ending the process. */
export function createProgram(registrations: readonly Register[], terminal: Terminal): Command {
  const program = new HyphenTolerantCommand('fiducia')
    .description(
      'Runs every role of the IT-Wallet ecosystem. Without a command: the sandbox, which runs all roles on this machine.',
    )
    .version(version(), '--version', 'print the versions for a bug report')
    .showHelpAfterError('(fiducia --help lists the commands; write -- before arguments that begin with -)')
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.out(text), writeErr: (text) => terminal.err(text) })
  for (const register of registrations) register(program, terminal)
  for (const command of program.commands) command.exitOverride().copyInheritedSettings(program)
  return program
}

/** Runs the program with these arguments. Prints the error of a command instead of rejecting. Returns the exit code. */
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

/**
 * Rejects with `CommanderError` for an unknown command, which would otherwise be an argument of the default command.
 */
async function requireKnownCommand(program: Command, [firstWord = '-']: readonly string[]): Promise<void> {
  const names = program.commands.map((command) => command.name())
  if (firstWord.startsWith('-') || [...names, 'help'].includes(firstWord)) return
  const { similarName } = await import('../base/index.ts')
  const suggestion = similarName(firstWord, names)
  const question = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`
  program.error(`error: unknown command '${firstWord}': choose one of ${names.join(', ')}.${question}`)
}
