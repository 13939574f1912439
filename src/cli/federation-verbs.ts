/**
 * Creates the subcommands of `fiducia federation`: each finds the authority, sends a request, and prints the answer.
 */
import type { Command } from 'commander'
import { isJsonObject, printable } from '../base/index.ts'
import { withExamples } from './examples.ts'
import { type Answer, jsonOption, printAnswer } from './print-answer.ts'
import type { Terminal } from './program.ts'
import { type RunningService, type ServiceFlags, withRunningService, withServiceOptions } from './running-service.ts'

export interface FederationVerbFlags extends ServiceFlags {
  readonly json?: true
  readonly reason?: string
}

/** Sends the request of a subcommand. */
type SendRequest<F> = (service: RunningService, words: readonly string[], flags: F) => Promise<Answer>
type Verb = <F extends FederationVerbFlags>(
  usage: string,
  description: string,
  examples: readonly string[],
  sendRequest: SendRequest<F>,
) => Command

/** Functions that add subcommands. */
export interface FederationVerbs {
  /** Adds a subcommand. */
  readonly verb: Verb
  /** Adds a subcommand that can change something. It has the option `--reason`: the authority logs this text. */
  readonly change: Verb
}

/** Returns the functions that add a subcommand of `fiducia federation` with the common options. */
export function federationVerbs(federation: Command, terminal: Terminal): FederationVerbs {
  const verb: Verb = <F extends FederationVerbFlags>(
    usage: string,
    description: string,
    examples: readonly string[],
    sendRequest: SendRequest<F>,
  ) => {
    const command = withServiceOptions(federation.command(usage).description(description))
      .option(...jsonOption)
      .action(async (...commandArguments: unknown[]) => {
        const flags = commandArguments.at(-2) as F
        const words = commandArguments.slice(0, -2).filter((word): word is string => typeof word === 'string')
        const answer = await withRunningService(flags, (service) => sendRequest(service, words, flags))
        for (const remark of remarksIn(answer.data)) terminal.err(`${printable(remark)}\n`)
        printAnswer(terminal, answer, flags.json)
      })
    return withExamples(command, ...examples.map((words) => `fiducia federation ${words}`))
  }
  const change: Verb = (usage, description, examples, sendRequest) =>
    verb(usage, description, examples, sendRequest).option('--reason <text>', 'reason for the log')
  return { verb, change }
}

const ignoredHint = 'entities that do not know it ignore it, so it has no effect there.'

const emptiedHint =
  'the policies remove all values that the member publishes here. Check the policies, and the policy of this member if it has one.'

/**
 * Returns the authority's remarks about a member: policy operators and constraints that the authority does not support,
 * and metadata that the policies remove completely.
 */
const remarksIn = (answer: unknown): readonly string[] => {
  const places = (name: string) => {
    const value = isJsonObject(answer) ? answer[name] : undefined
    return Array.isArray(value) ? value.map(String) : []
  }
  return [
    ...places('unknown').map((place) => `${place} is not known here: ${ignoredHint}`),
    ...places('emptied').map((place) => `${place}: ${emptiedHint}`),
  ]
}
