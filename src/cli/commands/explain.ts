/**
 * `fiducia explain <trace> | --last | --list | --follow [--refused] [--log FILE]`: explains an acceptance or refusal.
 */
import { type Command, Option } from 'commander'
import { withExamples } from '../examples.ts'
import type { ExplainFlags } from '../explain-decisions.ts'
import type { Terminal } from '../program.ts'

const listed = 20

export function register(program: Command, terminal: Terminal): void {
  const command = program
    .command('explain')
    .description('explain a decision: the reason, the compared values, what to change, and the rule')
    .argument('[trace]', 'value of Fiducia-Trace in the refusal')
    .addOption(
      new Option(
        '--last',
        'the last refused request of a user or wallet; if there is none, the last other refusal; otherwise the last decision',
      ),
    )
    .addOption(new Option('--list', `the last ${listed} decisions, one per line`))
    .addOption(new Option('--follow', 'new decisions, one per line, until the command is stopped'))
    .addOption(new Option('--refused', 'only refused and failed decisions; without --follow, lists them like --list'))
    .addOption(new Option('--json', 'JSON, one object per line'))
    .addOption(new Option('--all', 'show also the checks that passed'))
    .option('--log <file>', 'read a log of JSON lines instead of the running sandbox')
    .option('--data <directory>', 'data directory of a sandbox, running or stopped')
    .action(async (trace: string | undefined, flags: ExplainFlags) => {
      const { explainDecisions } = await import('../explain-decisions.ts')
      await explainDecisions(terminal, trace, { ...flags, listed })
    })
  withExamples(
    command,
    'fiducia explain --last',
    'fiducia explain TRACE --all',
    'fiducia explain --follow --refused',
    'fiducia explain --list --json --log relying-party/data/decisions.jsonl',
  )
}
