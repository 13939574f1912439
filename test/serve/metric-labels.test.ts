/** Labels of the refusals: no requirement and no failure code of a role becomes `other`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ruleTables as envelope } from '../../src/http/rule-tables.ts'
import { ruleTables as member } from '../../src/member/rule-tables.ts'
import { ruleTables as openId } from '../../src/openid-login/rule-tables.ts'
import { ruleTables as pidProvider } from '../../src/pid-provider/rule-tables.ts'
import { ruleTables as relyingParty } from '../../src/relying-party/rule-tables.ts'
import { createMetrics } from '../../src/telemetry/index.ts'
import { ruleTables as trustAnchor } from '../../src/trust-anchor/rule-tables.ts'
import { ruleTables as walletProvider } from '../../src/wallet-provider/rule-tables.ts'

type RuleTable = Readonly<Record<string, readonly [requirement: string, answer: unknown]>>

const shared = { ...envelope, ...member }
const roles: Readonly<Record<string, Readonly<Record<string, RuleTable>>>> = {
  'pid-provider': { ...pidProvider, ...shared },
  'relying-party': { ...relyingParty, ...openId, ...shared },
  'trust-anchor': { ...trustAnchor, ...shared },
  'wallet-provider': { ...walletProvider, ...shared },
}

for (const [role, tables] of Object.entries(roles))
  test(`every refusal and change of the ${role} keeps its labels`, async () => {
    const metrics = createMetrics(role)
    const record = { trace: 't', surface: role, at: 0 }
    for (const table of Object.values(tables))
      for (const [code, [requirement]] of Object.entries(table)) {
        const checks = [{ requirement, passed: false, code }]
        metrics.decision({ ...record, outcome: 'refused', evidence: {}, checks })
      }
    metrics.decision({ ...record, outcome: 'accepted', evidence: { change: 'held' }, checks: [] })
    const { text } = await metrics.text()
    assert.match(text, /^fiducia_changes_total\{.*change="held"/m)
    assert.doesNotMatch(text, /="other"/)
  })
