/**
 * Creates the commands that administer a running role. Each sends requests to the role's administration and prints the
 * result.
 */
import type { Command } from 'commander'
import { type Answer, jsonOption, printAnswer } from './print-answer.ts'
import type { Terminal } from './program.ts'
import {
  type AdministeredRole,
  type RunningService,
  roleNames,
  type ServiceFlags,
  withRunningService,
  withServiceOptions,
} from './running-service.ts'

/** Options of every administration command. */
export interface AdministrationFlags extends ServiceFlags {
  readonly json?: true
}

/** Adds a command. `run` gets the command's first argument, or an empty string if there is none. */
type AddVerb<F> = (
  usage: string,
  description: string,
  run: (service: RunningService, argument: string, flags: F) => Promise<Answer>,
) => Command

/** Returns the function that adds commands for a role below `parent`. */
export const administrationVerbs =
  <F extends AdministrationFlags>(parent: Command, terminal: Terminal, role: AdministeredRole): AddVerb<F> =>
  (usage, description, run) =>
    withServiceOptions(parent.command(usage).description(description), `the ${roleNames[role]}`)
      .option(...jsonOption)
      .action(async (...commandArguments: unknown[]) => {
        const flags = commandArguments.at(-2) as F
        const argument = commandArguments.slice(0, -2).find((word): word is string => typeof word === 'string') ?? ''
        const answer = await withRunningService(flags, (service) => run(service, argument, flags), role)
        printAnswer(terminal, answer, flags.json)
      })
