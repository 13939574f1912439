/** `fiducia profile list | diff <from> <to> [role]`: the wire profiles, and what differs between two of them. */
import { Argument, type Command } from 'commander'
import {
  compareProfiles,
  type ProfileName,
  profileNames,
  profileSummaries,
  type WireDifference,
  type WireRole,
  wireRoles,
} from '../../profiles/index.ts'
import { withExamples } from '../examples.ts'
import { answerOf, jsonOption, printAnswer } from '../print-answer.ts'
import type { Terminal } from '../program.ts'
import { renderFacts, renderTable } from '../table.ts'

interface Flags {
  readonly json?: true
}

export function register(program: Command, terminal: Terminal): void {
  const profile = program.command('profile').description('show the wire profiles and what differs between them')
  const list = profile
    .command('list')
    .description('list the profiles')
    .option(...jsonOption)
    .action(({ json }: Flags) => {
      const profiles = profileNames.map((name) => ({ name, summary: profileSummaries[name] }))
      const table = renderTable(profiles, [
        ['profile', ({ name }) => name],
        ['wire', ({ summary }) => summary],
      ])
      printAnswer(terminal, { data: profiles, text: table }, json)
    })
  const diff = profile
    .command('diff')
    .description('print what changes on the wire from one profile to another, with its source')
    .addArgument(new Argument('<from>').choices(profileNames))
    .addArgument(new Argument('<to>').choices(profileNames))
    .addArgument(new Argument('[role]', 'defaults to all roles').choices(wireRoles))
    .option(...jsonOption)
    .action((from: ProfileName, to: ProfileName, role: WireRole | undefined, { json }: Flags) => {
      const differences = compareProfiles(from, to, role && [role])
      printAnswer(terminal, answerOf(differences, renderDifferences(differences)), json)
    })
  withExamples(list, 'fiducia profile list', 'fiducia profile list --json')
  withExamples(
    diff,
    'fiducia profile diff seed it-wallet-1.4',
    'fiducia profile diff it-wallet-1.0 it-wallet-1.4 relying-party --json',
  )
}

const renderDifferences = (differences: readonly WireDifference[]): string =>
  differences.length === 0 ? 'no difference' : differences.map(renderDifference).join('\n\n')

const renderDifference = ({ role, name, says, source, from, to, quirk }: WireDifference): string =>
  `${role}: ${says}\n${renderFacts({
    name,
    from: JSON.stringify(from),
    to: JSON.stringify(to),
    source,
    quirk: quirk && `${quirk.name}: ${quirk.reason}`,
  }).replaceAll(/^/gm, '  ')}`
