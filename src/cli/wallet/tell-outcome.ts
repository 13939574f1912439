/**
 * What came of a presentation, said at the terminal.
 */
import type { PresentationOutcome } from '../../wallet/index.ts'
import type { Terminal } from '../program.ts'
import { UserError } from '../user-error.ts'

/** Throws a UserError when the person declined, so that a script can tell it by the exit code. */
export function tellOutcome(terminal: Terminal, outcome: PresentationOutcome): void {
  const { kind, relyingParty, redirectUri, pageOpened } = outcome
  const page = pageOpened === false ? ` Its page could not be opened: ${redirectUri}` : ''
  if (kind === 'presented') terminal.out(`${relyingParty} has received the presentation.${page}\n`)
  else if (outcome.told) throw new UserError(`You declined, and ${relyingParty} was told.${page}`)
  else throw new UserError(`You declined; ${relyingParty} could not be told.`)
}
