/**
 * Realistic faults at each role, in the federation and in operations: the first three lines of each report contain the
 * reason, the evidence and the remedy (GEN-42, GEN-44).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { federationFaults } from '../support/planted-faults/federation.ts'
import { operationsFaults } from '../support/planted-faults/operations.ts'
import { pidProviderFaults } from '../support/planted-faults/pid-provider.ts'
import { scoreFault } from '../support/planted-faults/planted-fault.ts'
import { relyingPartyFaults } from '../support/planted-faults/relying-party.ts'
import { walletProviderFaults } from '../support/planted-faults/wallet-provider.ts'

test('GEN-42 GEN-44 the first three lines of the report of each planted fault have the reason, the evidence and the remedy', async (t) => {
  const faults = {
    'Wallet Provider': await walletProviderFaults(),
    'PID Provider': await pidProviderFaults(),
    'Relying Party': await relyingPartyFaults(),
    federation: federationFaults,
    operations: operationsFaults,
  }
  const scores = []
  for (const [area, planted] of Object.entries(faults))
    for (const fault of planted) scores.push({ area, ...(await scoreFault(fault)) })
  const lacking = scores.filter(({ missing }) => missing.length > 0)
  t.diagnostic(`${scores.length - lacking.length} of ${scores.length} planted faults are reported in full`)
  const report = lacking.map(({ area, fault, missing, views }) => {
    const seen = views.flatMap(({ reader, lines }) => lines.map((line) => `    ${reader}: ${line}`))
    return [`${area}: ${fault.title}`, ...missing.map((one) => `  lacks ${one}`), ...seen].join('\n')
  })
  assert.deepEqual(report, [], report.join('\n'))
})
