/** Words that a shell completes: commands, options, and values of options. */
import type { Command } from 'commander'

/** A word and its description. */
export interface Word {
  readonly word: string
  readonly description: string
}

/** One command, and what may follow it. */
export interface CompletedCommand {
  /** Full name of the command: `federation add`. Empty for the program. */
  readonly path: string
  /** The parent command and the name, as the scripts match them: `federation/add`. Absent for the program. */
  readonly step?: string
  readonly words: readonly Word[]
  /** Options with a fixed set of values. */
  readonly values: readonly { readonly option: string; readonly choices: readonly string[] }[]
}

/**
 * Returns the program and every command of it. The program also has the options of its default command. The choices of
 * an argument count as words.
 */
export function describeCommands(program: Command): readonly CompletedCommand[] {
  const defaultCommand = program.commands.find((command) => command.name() === 'sandbox')
  return describe(program, '', defaultCommand)
}

function describe(command: Command, path: string, defaultCommand?: Command): readonly CompletedCommand[] {
  const options = [...command.options, ...(defaultCommand?.options ?? [])]
  const subcommands = command.commands.map((one): Word => ({ word: one.name(), description: one.description() }))
  const long = options.flatMap(({ long: word, description }): Word[] => (word ? [{ word, description }] : []))
  const help: Word = { word: '--help', description: 'display help for command' }
  const choices = command.registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((word): Word => ({ word, description })),
  )
  const values = options.flatMap(({ long: option, argChoices }) =>
    option && argChoices ? [{ option, choices: argChoices }] : [],
  )
  return [
    { path, ...(path !== '' && { step: stepTo(path) }), words: [...subcommands, ...choices, ...long, help], values },
    ...command.commands.flatMap((one) => describe(one, `${path} ${one.name()}`.trim())),
  ]
}

const stepTo = (path: string): string => {
  const end = path.lastIndexOf(' ')
  return `${path.slice(0, Math.max(end, 0))}/${path.slice(end + 1)}`
}
