import { bashScript } from './bash.ts'
import type { CompletedCommand } from './describe-commands.ts'
import { fishScript } from './fish.ts'
import { zshScript } from './zsh.ts'

export { describeCommands } from './describe-commands.ts'

/** Functions that return the completion script, by the name of the shell. */
export const shells = { bash: bashScript, zsh: zshScript, fish: fishScript } as const satisfies Readonly<
  Record<string, (commands: readonly CompletedCommand[]) => string>
>
/** Name of a shell. */
export type Shell = keyof typeof shells
