import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DecisionRecord } from '../base/index.ts'
import { createRefusalPrinter } from './print-refusals.ts'

const decision = (outcome: DecisionRecord['outcome'], code: string, at = ''): DecisionRecord => ({
  ...{ trace: 'abc', surface: 'relying-party/response', at: 1, outcome, evidence: {} },
  checks: [{ requirement: 'RP-50', passed: false, code, at }],
})

function printing() {
  const said: string[] = []
  const printer = { out: (text: string) => void said.push(text), err: (text: string) => void said.push(text) }
  return { printer, said: () => said.join('') }
}

test('prints a refusal with its reason, what to change, and the command that explains it', () => {
  const { printer, said } = printing()
  const refusals = createRefusalPrinter(printer)
  refusals.record(decision('accepted', 'none'))
  refusals.record(decision('refused', 'not_yet_valid', 'payload.iat'))
  refusals.record({ ...decision('failed', ''), evidence: { out_of_reach: 'the store does not answer' } })
  for (let time = 0; time < 3; time += 1) refusals.record(decision('refused', 'rate_exceeded'))
  refusals.close()
  assert.deepEqual(said().split('\n'), [
    '  ✗ relying-party/response           not_yet_valid at payload.iat [RP-50]',
    '    what to change: compare the clock of this machine and that of the other party with the correct time.',
    '    npx fiducia explain abc',
    '  ✗ relying-party/response           the store does not answer',
    '    npx fiducia explain abc',
    '  ✗ relying-party/response           rate_exceeded [RP-50]',
    '    npx fiducia explain abc',
    '  ✗ relying-party/response           rate_exceeded, 2 more times',
    '',
  ])
})
