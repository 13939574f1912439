/**
 * `fiducia explain <trace> | --last | --list | --follow [--refused] [--log FILE]`: explains an acceptance or refusal.
 */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import type { DecisionRecord } from '../../base/index.ts'
import { createGuardedFetch } from '../../node/index.ts'
import { decisionJson, renderDecision, renderDecisionLine } from '../../sandbox/render-decision.ts'
import { decisionFile, readStateFile } from '../../sandbox/state-file.ts'
import { withExamples } from '../examples.ts'
import type { Terminal } from '../program.ts'
import { consoleSource, type DecisionSource, logFiles, logSource, type Wanted } from '../read-decisions.ts'
import { UserError } from '../user-error.ts'

interface Flags {
  readonly last?: true
  readonly list?: true
  readonly follow?: true
  readonly refused?: true
  readonly json?: true
  readonly all?: true
  readonly log?: string
  readonly data?: string
}

/** Number of decisions that `--list` shows. */
const listed = 20

/** Interval of `--follow`. */
const followMilliseconds = 1000

export function register(program: Command, terminal: Terminal): void {
  const command = program
    .command('explain')
    .description('explain a decision: the reason, the compared values, what to change, and the rule')
    .argument('[trace]', 'value of Fiducia-Trace in the refusal')
    .addOption(new Option('--last', 'the last refusal of a request by a person or a wallet'))
    .addOption(new Option('--list', `the last ${listed} decisions, one per line`))
    .addOption(new Option('--follow', 'new decisions, one per line, until the command is stopped'))
    .addOption(new Option('--refused', 'only decisions that did not accept; without --follow implies --list'))
    .addOption(new Option('--json', 'JSON, one object per line'))
    .addOption(new Option('--all', 'show also the checks that passed'))
    .option('--log <file>', 'read a log of JSON lines instead of the running sandbox')
    .option('--data <directory>', 'directory of a sandbox, running or ended')
    .action(async (trace: string | undefined, flags: Flags) => {
      const wanted = toWanted(trace, flags)
      const { list = flags.refused, follow, json, all = false, refused = false } = flags
      await withSource(wanted, flags, async (source) => {
        const show = (decision: DecisionRecord): void =>
          terminal.out(json ? decisionJson(decision) : renderDecisionLine(decision))
        if (follow) return followDecisions(source, refused, show)
        if (list) return (await source.list(refused)).slice(-listed).forEach(show)
        const decision = await source.find(wanted)
        terminal.out(json ? decisionJson(decision) : renderDecision(decision, { all }) + flowLine(source, decision))
      })
    })
  withExamples(
    command,
    'fiducia explain --last',
    'fiducia explain TRACE --all',
    'fiducia explain --follow --refused',
    'fiducia explain --list --json --log relying-party/data/decisions.jsonl',
  )
}

/** Returns the line with the page of the flow, for a running sandbox. */
const flowLine = ({ flowUrl }: DecisionSource, { trace }: DecisionRecord): string =>
  flowUrl === undefined ? '' : `flow  ${flowUrl(trace)}\n`

function toWanted(trace: string | undefined, { last, list, follow, refused, log }: Flags): Wanted {
  const isNamed = [trace, last, list ?? (follow ? undefined : refused), follow].filter((one) => one !== undefined)
  if (isNamed.length > 1) throw new UserError('Name a trace, or use one of --last, --list and --follow.')
  if (trace !== undefined) return { trace }
  if (isNamed.length > 0 || log !== undefined) return 'last'
  throw new UserError('Name a trace, or use --last.')
}

/** Prints new decisions at each interval. Ends with the process. */
async function followDecisions(
  source: DecisionSource,
  refused: boolean,
  show: (decision: DecisionRecord) => void,
): Promise<void> {
  let seen = new Set((await source.list(refused)).map(({ trace }) => trace))
  for (;;) {
    await wait(followMilliseconds)
    const decisions = await source.list(refused)
    for (const decision of decisions) if (!seen.has(decision.trace)) show(decision)
    seen = new Set(decisions.map(({ trace }) => trace))
  }
}

async function withSource(wanted: Wanted, flags: Flags, run: (source: DecisionSource) => Promise<void>): Promise<void> {
  if (flags.log !== undefined) return run(logSource(flags.log))
  const kept = flags.data === undefined ? undefined : join(flags.data, decisionFile)
  const state = readStateFile(flags.data)
  if (kept !== undefined && (state === undefined || wanted !== 'last') && logFiles(kept).length > 0)
    return run(logSource(kept))
  if (state === undefined)
    throw new UserError('No sandbox is running here: start it with "npx fiducia", or name a log with --log.')
  const authorities = state.certificate_authority === undefined ? [] : [state.certificate_authority]
  const fetch = createGuardedFetch({
    loopbackHttp: true,
    trustedHosts: [new URL(state.console).hostname],
    certificateAuthorities: authorities,
  })
  try {
    await run(consoleSource(fetch, state.console, state.admin_token))
  } finally {
    await fetch.close()
  }
}
