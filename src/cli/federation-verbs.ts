/** Creates the subcommands of `fiducia federation`. */
import type { Command } from 'commander'
import { isJsonObject, printable } from '../base/index.ts'
import { type AdministrationFlags, administrationVerbs, type RunVerb } from './administration-verbs.ts'
import { withExamples } from './examples.ts'
import type { Terminal } from './program.ts'

export interface FederationVerbFlags extends AdministrationFlags {
  readonly reason?: string
}

type Verb = <F extends FederationVerbFlags>(
  usage: string,
  description: string,
  examples: readonly string[],
  run: RunVerb<F>,
) => Command

export interface FederationVerbs {
  readonly verb: Verb
  /** Adds a subcommand that can change something. The authority logs the text of its option `--reason`. */
  readonly change: Verb
}

/**
 * Returns the functions that add a subcommand of `fiducia federation` with the common options. Before its result, each
 * subcommand prints to standard error the remarks about a member in the authority's answer.
 */
export function federationVerbs(federation: Command, terminal: Terminal): FederationVerbs {
  const verb: Verb = <F extends FederationVerbFlags>(
    usage: string,
    description: string,
    examples: readonly string[],
    run: RunVerb<F>,
  ) => {
    const add = administrationVerbs<F>(federation, terminal, 'trust_anchor', 'the Trust Anchor or intermediate')
    const command = add(usage, description, async (service, words, flags) => {
      const answer = await run(service, words, flags)
      for (const remark of remarksIn(answer.data)) terminal.err(`${printable(remark)}\n`)
      return answer
    })
    return withExamples(command, ...examples.map((words) => `fiducia federation ${words}`))
  }
  const change: Verb = (usage, description, examples, run) =>
    verb(usage, description, examples, run).option('--reason <text>', 'reason for the log')
  return { verb, change }
}

const ignoredHint = 'entities that do not know it ignore it, so it has no effect there.'

const emptiedHint =
  'the policies remove all values that the member publishes here. Check the policies, and the policy of this member if it has one.'

const keySetHint =
  'entities fetch no keys from a URL, so they refuse the member in this role. Have the member publish its keys by value, in jwks.'

/**
 * Returns the authority's remarks about a member: policy operators and constraints that the authority does not support,
 * metadata that the policies remove completely, and protocol keys that are only at a URL.
 */
const remarksIn = (answer: unknown): readonly string[] => {
  const places = (name: string) => {
    const value = isJsonObject(answer) ? answer[name] : undefined
    return Array.isArray(value) ? value.map(String) : []
  }
  return [
    ...places('unknown').map((place) => `${place} is not known here: ${ignoredHint}`),
    ...places('emptied').map((place) => `${place}: ${emptiedHint}`),
    ...places('key_set_urls').map((place) => `${place}: ${keySetHint}`),
  ]
}
