/** `fiducia completion <shell>`: prints a script that completes commands, options and their values. */
import { Argument } from 'commander'
import { describeCommands, type Shell, shells } from '../completion/index.ts'
import { withExamples } from '../examples.ts'
import { createProgram, type Register } from '../program.ts'

/** Creates the command. `loadAll` resolves to the functions that register the commands of the program. */
export const completionOf =
  (loadAll: () => Promise<readonly Register[]>): Register =>
  (program, terminal) => {
    const command = program
      .command('completion')
      .description('print a script that completes commands and options in a shell')
      .addArgument(new Argument('<shell>', 'shell that reads the script').choices(Object.keys(shells)))
      .action(async (shell: Shell) => {
        terminal.out(shells[shell](describeCommands(createProgram(await loadAll(), terminal))))
      })
    withExamples(
      command,
      'fiducia completion bash > ~/.local/share/bash-completion/completions/fiducia',
      'fiducia completion zsh > ~/.zfunc/_fiducia',
      'fiducia completion fish > ~/.config/fish/completions/fiducia.fish',
    )
  }
