/** Fuzzed evidence, 500 seeded cases; `fuzzed-evidence.long.ts` has 20 000. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzzEvidence } from '../support/fuzzed-evidence.ts'

test('GEN-23 WP-35 500 cases of mutated DER, CBOR, JWS and JWE: each refusal has its rule, and no other instance changes', async () => {
  const { refused, accepted, rules, codes, slowest } = await fuzzEvidence(500, 'evidence')
  assert.equal(refused + accepted, 500)
  assert.ok(refused > 400, `only ${refused} were refused`)
  assert.ok(rules.size >= 15 && codes.size >= 30, `only ${rules.size} rules and ${codes.size} codes were reached`)
  assert.ok(slowest < 10_000, `the slowest took ${Math.round(slowest)} ms`)
})
