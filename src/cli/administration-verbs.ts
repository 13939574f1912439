/**
 * Creates the commands that administer a running role. Each sends requests to the role's administration and prints the
 * result.
 */
import type { Command } from 'commander'
import {
  type AddressedService,
  type AdministeredRole,
  roleNames,
  type ServiceFlags,
  withAddressedService,
  withServiceOptions,
} from './addressed-service.ts'
import { type Answer, jsonOption, printAnswer } from './print-answer.ts'
import type { Terminal } from './program.ts'

export interface AdministrationFlags extends ServiceFlags {
  readonly json?: true
}

/** Runs a command. `words` are its arguments in order, without absent optional ones. */
export type RunVerb<F> = (service: AddressedService, words: readonly string[], flags: F) => Promise<Answer>

type AddVerb<F> = (usage: string, description: string, run: RunVerb<F>) => Command

/** Returns the function that adds commands for a role below `parent`. `name` is the service's name in the help. */
export const administrationVerbs =
  <F extends AdministrationFlags>(
    parent: Command,
    terminal: Terminal,
    role: AdministeredRole,
    name = `the ${roleNames[role]}`,
  ): AddVerb<F> =>
  (usage, description, run) =>
    withServiceOptions(parent.command(usage).description(description), name)
      .option(...jsonOption)
      .action(async (...parameters: unknown[]) => {
        const { words, flags } = readParameters<F>(parameters)
        const answer = await withAddressedService(flags, (service) => run(service, words, flags), role)
        printAnswer(terminal, answer, flags.json)
      })

/** Returns the arguments and the options of a command from the parameters of its action. */
export const readParameters = <F>(parameters: readonly unknown[]) => ({
  words: parameters.slice(0, -2).filter((word): word is string => typeof word === 'string'),
  flags: parameters.at(-2) as F,
})
