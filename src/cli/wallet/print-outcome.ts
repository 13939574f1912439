/** Prints the result of a presentation. */
import type { PresentationOutcome } from '../../wallet/index.ts'
import { answerOf, printAnswer } from '../print-answer.ts'
import type { Terminal } from '../program.ts'
import { UserError } from '../user-error.ts'

/** Prints the outcome. Throws a UserError if the user declined, so that a script sees the refusal in the exit code. */
export function printOutcome(terminal: Terminal, outcome: PresentationOutcome, json?: true): void {
  const { kind, relyingParty, profile, redirectUri, pageOpened } = outcome
  const page = pageOpened === false ? ` Its page could not be opened: ${redirectUri}` : ''
  if (kind === 'presented') {
    const text = `${relyingParty} has received the presentation.${page}`
    printAnswer(terminal, answerOf({ outcome: kind, relyingParty, profile, redirectUri, pageOpened }, text), json)
    return
  }
  if (outcome.confirmed) throw new UserError(`You declined, and ${relyingParty} was told.${page}`)
  throw new UserError(`You declined; ${relyingParty} could not be told.`)
}
