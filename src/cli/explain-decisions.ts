/** Finds and prints decisions for `fiducia explain`. */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { DecisionRecord } from '../base/index.ts'
import { createGuardedFetch, retryOverloaded } from '../node/index.ts'
import { decisionJson, renderDecision, renderDecisionLine } from '../sandbox/render-decision.ts'
import { decisionFile, readStateFile } from '../sandbox/state-file.ts'
import { hasLog, logSource } from './decision-logs.ts'
import type { Terminal } from './program.ts'
import { consoleSource, type DecisionSelector, type DecisionSource } from './read-decisions.ts'
import { UserError } from './user-error.ts'

export interface ExplainFlags {
  readonly last?: true
  readonly list?: true
  readonly follow?: true
  readonly refused?: true
  readonly json?: true
  readonly all?: true
  readonly log?: string
  readonly data?: string
}

/** Polling interval of `--follow` in milliseconds. */
const followMilliseconds = 1000

/**
 * Prints one decision, or with `list` at most the last `listed` ones. `refused` alone implies `list`. With `follow`,
 * prints new decisions until the process ends. Rejects with a UserError for conflicting flags, for a missing decision,
 * and if neither a log nor a running sandbox is found.
 */
export async function explainDecisions(
  terminal: Terminal,
  trace: string | undefined,
  flags: ExplainFlags & { readonly listed: number },
): Promise<void> {
  const selector = selectorOf(trace, flags)
  const { list = flags.refused, follow, json, all = false, refused = false } = flags
  await withSource(selector, flags, async (source) => {
    const show = (decision: DecisionRecord): void =>
      terminal.out(json ? decisionJson(decision) : renderDecisionLine(decision))
    if (follow) return followDecisions(source, refused, show)
    if (list) return (await source.list(refused)).slice(-flags.listed).forEach(show)
    const decision = await source.find(selector)
    terminal.out(json ? decisionJson(decision) : renderDecision(decision, { all }) + flowLine(source, decision))
  })
}

/** Returns the line with the URL of the flow's page, or an empty string for a decision from a log. */
const flowLine = ({ flowUrl }: DecisionSource, { trace }: DecisionRecord): string =>
  flowUrl === undefined ? '' : `flow  ${flowUrl(trace)}\n`

function selectorOf(trace: string | undefined, { last, list, follow, refused, log }: ExplainFlags): DecisionSelector {
  if (refused && (trace !== undefined || last))
    throw new UserError(
      '--refused selects among the decisions of --list and --follow: leave it out to explain one decision.',
    )
  const choices = [trace, last, list ?? (follow ? undefined : refused), follow].filter((one) => one !== undefined)
  if (choices.length > 1) throw new UserError('Name a trace, or use one of --last, --list and --follow.')
  if (trace !== undefined) return { trace }
  if (choices.length > 0 || log !== undefined) return 'last'
  throw new UserError('Name a trace, or use --last.')
}

async function followDecisions(
  source: DecisionSource,
  refused: boolean,
  show: (decision: DecisionRecord) => void,
): Promise<void> {
  await source.readNew(refused)
  for (;;) {
    await wait(followMilliseconds)
    for (const decision of await source.readNew(refused)) show(decision)
  }
}

/**
 * Runs `run` with the source: the log of `--log`, or the console of the running sandbox. With `--data`, uses the
 * sandbox's decision file instead of the console if the file exists, and if either a trace is searched or the sandbox
 * does not run.
 */
async function withSource(
  selector: DecisionSelector,
  flags: ExplainFlags,
  run: (source: DecisionSource) => Promise<void>,
): Promise<void> {
  if (flags.log !== undefined) return run(logSource(flags.log))
  const sandboxLog = flags.data === undefined ? undefined : join(flags.data, decisionFile)
  const state = readStateFile(flags.data)
  if (sandboxLog !== undefined && (state === undefined || selector !== 'last') && hasLog(sandboxLog))
    return run(logSource(sandboxLog))
  if (state === undefined)
    throw new UserError('No sandbox is running here: start it with "npx fiducia", or name a log with --log.')
  const authorities = state.certificate_authority === undefined ? [] : [state.certificate_authority]
  const fetch = retryOverloaded(
    createGuardedFetch({
      loopbackHttp: true,
      trustedHosts: [new URL(state.console).hostname],
      certificateAuthorities: authorities,
    }),
  )
  try {
    await run(consoleSource(fetch, state.console, state.admin_token))
  } finally {
    await fetch.close()
  }
}
