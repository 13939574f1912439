import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics } from '../telemetry/index.ts'
import { watchHeldTrust } from './held-trust.ts'

test('FED-42 warns of each entity that stays trusted without confirmation, and counts it', async () => {
  const metrics = createMetrics('relying-party')
  const warnings: string[] = []
  const onStaleTrust = watchHeldTrust(metrics, ({ message }, surface) => warnings.push(`${surface}: ${message}`))
  assert.match((await metrics.text()).text, /^fiducia_trust_held_total\{[^}]*\} 0$/m)
  for (const entityId of ['https://one.example', 'https://two.example']) onStaleTrust(entityId)
  assert.match((await metrics.text()).text, /^fiducia_trust_held_total\{[^}]*\} 2$/m)
  assert.equal(
    warnings[0],
    'federation/trust: the superiors of https://one.example: until they answer, it stays trusted for a limited time',
  )
  assert.equal(warnings.length, 2)
})
