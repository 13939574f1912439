/**
 * Creates the commands that administer a running role. Each sends requests to the role's administration and prints the
 * result.
 */
import type { Command } from 'commander'
import { type Answer, jsonOption, printAnswer } from './print-answer.ts'
import type { Terminal } from './program.ts'
import {
  type AdministeredRole,
  type FederationFlags,
  inFederation,
  type RunningFederation,
  roleNames,
  withFederationOptions,
} from './running-federation.ts'

/** Options of every administration command. */
export interface AdministrationFlags extends FederationFlags {
  readonly json?: true
}

/** Adds a command. `run` gets the command's first argument, or an empty string if there is none. */
type AddVerb<F> = (
  usage: string,
  description: string,
  run: (here: RunningFederation, argument: string, flags: F) => Promise<Answer>,
) => Command

/** Returns the function that adds commands for a role below `parent`. */
export const administrationVerbs =
  <F extends AdministrationFlags>(parent: Command, terminal: Terminal, role: AdministeredRole): AddVerb<F> =>
  (usage, description, run) =>
    withFederationOptions(parent.command(usage).description(description), `the ${roleNames[role]}`)
      .option(...jsonOption)
      .action(async (...given: unknown[]) => {
        const flags = given.at(-2) as F
        const argument = given.slice(0, -2).find((word): word is string => typeof word === 'string') ?? ''
        const answer = await inFederation(flags, (here) => run(here, argument, flags), role)
        printAnswer(terminal, answer, flags.json)
      })
