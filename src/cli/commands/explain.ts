/**
 * `fiducia explain <trace> | --last [--log FILE]`: why something was accepted or refused.
 */
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { createGuardedFetch } from '../../node/index.ts'
import { renderDecision } from '../../sandbox/render-decision.ts'
import { decisionFile, readStateFile } from '../../sandbox/state-file.ts'
import type { Terminal } from '../program.ts'
import { logFiles, readDecisionFromConsole, readDecisionFromLogs, type Wanted } from '../read-decisions.ts'
import { UserError } from '../user-error.ts'

interface Flags {
  readonly last?: true
  readonly log?: string
  readonly data?: string
}

export function register(program: Command, terminal: Terminal): void {
  program
    .command('explain')
    .description('say why a decision was taken: each check with the requirement that it enforces')
    .argument('[trace]', 'as a refusing answer carries it in Fiducia-Trace')
    .addOption(new Option('--last', 'the last decision'))
    .option('--log <file>', 'look in a log of JSON lines instead of the running sandbox')
    .option('--data <directory>', "the sandbox's directory, also of one that does not run any more")
    .action(async (trace: string | undefined, flags: Flags) => {
      terminal.out(renderDecision(await find(toWanted(trace, flags), flags)))
    })
}

function toWanted(trace: string | undefined, flags: Flags): Wanted {
  if (trace !== undefined && flags.last) throw new UserError('Name a trace or say --last, not both.')
  if (trace !== undefined) return { trace }
  if (flags.last || flags.log !== undefined) return 'last'
  throw new UserError('Name a trace, or say --last.')
}

async function find(wanted: Wanted, flags: Flags) {
  if (flags.log !== undefined) return readDecisionFromLogs(flags.log, wanted)
  const kept = flags.data === undefined ? undefined : join(flags.data, decisionFile)
  const state = readStateFile(flags.data)
  if (kept !== undefined && (state === undefined || wanted !== 'last') && logFiles(kept).length > 0)
    return readDecisionFromLogs(kept, wanted)
  if (state === undefined)
    throw new UserError('No sandbox is running here: start it with "npx fiducia", or name a log with --log.')
  const authorities = state.certificate_authority === undefined ? [] : [state.certificate_authority]
  const fetch = createGuardedFetch({
    loopbackHttp: true,
    trustedHosts: [new URL(state.console).hostname],
    certificateAuthorities: authorities,
  })
  try {
    return await readDecisionFromConsole(fetch, state.console, wanted)
  } finally {
    await fetch.close()
  }
}
