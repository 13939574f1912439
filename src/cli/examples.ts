/** Examples at the end of a command's help. `examples.test.ts` parses each. */
import type { Command } from 'commander'

/** Adds examples to the help of a command. Each is a whole line for a shell. */
export const withExamples = (command: Command, ...lines: readonly string[]): Command =>
  command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`)
