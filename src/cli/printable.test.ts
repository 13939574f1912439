import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Command } from 'commander'
import { terminal } from '../../test/support/wallet-command.ts'
import { printableJson } from '../base/index.ts'
import { sanitizingTerminal } from './printable.ts'
import { runProgram } from './program.ts'
import { renderExplanation } from './render-explanation.ts'
import { UserError } from './user-error.ts'

const hostile = 'Banca\u001b[2J\u009b2J\u202e\u200b\u2028Rossi\u{e0041}'
const steers = /[^\P{C}\n]|[\u2028\u2029]/u

test('printed JSON keeps its value and contains no control characters', () => {
  const value = { [hostile]: [hostile, 'Città 🏛', null, 1] }
  const text = printableJson(value)
  assert.doesNotMatch(text, steers)
  assert.deepEqual(JSON.parse(text), value)
  assert.match(text, /"Città 🏛"/)
})

test('a sanitizing terminal keeps lines and text, and replaces control characters', () => {
  const heard = terminal()
  const quiet = sanitizingTerminal(heard)
  quiet.out(`  a ${hostile}\n  b\n`)
  quiet.err(`${hostile}\n`)
  const shown = 'Banca [2J 2J Rossi'
  assert.deepEqual(heard.said, [`  a ${shown}\n  b\n`, `${shown}\n`])
})

test('an explanation of trust keeps its lines and replaces control characters in foreign names', () => {
  const entityId = `https://a.example/${hostile}`
  const explained = {
    entityId,
    verdict: 'no_trust_chain',
    entityTypes: [],
    missingTypes: [],
    paths: [],
    trustMarks: [],
    keySetUrls: [],
    emptied: [],
  } as const
  const text = renderExplanation(explained)
  assert.equal(text, 'NOT TRUSTED: no path is valid  https://a.example/Banca [2J 2J Rossi\n')
})

for (const fault of [new UserError(`first ${hostile}\nsecond`), new Error(hostile)])
  test(`the message of a ${fault.constructor.name} contains no control characters`, async () => {
    const heard = terminal()
    const failing = (program: Command): void => {
      program.command('fail').action(() => Promise.reject(fault))
    }
    assert.equal(await runProgram([failing], ['fail'], heard), 1)
    assert.doesNotMatch(heard.said.join(''), steers)
    assert.match(heard.said.join(''), fault instanceof UserError ? /^first .*Rossi\nsecond\n$/ : /^fiducia failed: /)
  })
