import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Command } from 'commander'
import type { PresentationOutcome } from '../../wallet/index.ts'
import { runProgram } from '../program.ts'
import { printOutcome } from './print-outcome.ts'

const relyingParty = 'https://rp.example'
const redirectUri = `${relyingParty}/done`
const profile = 'seed'
const rows: readonly (readonly [outcome: PresentationOutcome, code: number, said: string])[] = [
  [
    { kind: 'presented', relyingParty, profile, redirectUri, pageOpened: true },
    0,
    `${relyingParty} has received the presentation.\n`,
  ],
  [
    { kind: 'presented', relyingParty, profile, redirectUri, pageOpened: false },
    0,
    `${relyingParty} has received the presentation. Its page could not be opened: ${redirectUri}\n`,
  ],
  [
    { kind: 'declined', relyingParty, profile, confirmed: true, redirectUri, pageOpened: false },
    1,
    `You declined, and ${relyingParty} was told. Its page could not be opened: ${redirectUri}\n`,
  ],
  [{ kind: 'declined', relyingParty, profile, confirmed: true }, 1, `You declined, and ${relyingParty} was told.\n`],
  [
    { kind: 'declined', relyingParty, profile, confirmed: false },
    1,
    `You declined; ${relyingParty} could not be told.\n`,
  ],
]
for (const [outcome, code, said] of rows)
  test(`WI-89 the exit code is that of the outcome, and the message is printed: ${said.trim()}`, async () => {
    const heard: string[] = []
    const terminal = { out: (text: string) => void heard.push(text), err: (text: string) => void heard.push(text) }
    const present = (program: Command): void => {
      program.command('present').action(() => printOutcome(terminal, outcome))
    }
    assert.equal(await runProgram([present], ['present'], terminal), code)
    assert.equal(heard.join(''), said)
  })
