/** Fuzzed evidence: 20 000 seeded cases, in 10 runs of 2000, each with devices of its own. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzzEvidence } from '../support/fuzzed-evidence.ts'

for (let run = 0; run < 10; run += 1)
  test(`GEN-23 WP-35 2000 cases of mutated DER, CBOR, JWS and JWE, seed ${run}: each refusal has its rule`, async (t) => {
    const { refused, accepted, rules, codes, slowest } = await fuzzEvidence(2000, `evidence ${run}`)
    t.diagnostic(
      `${refused} refused by ${rules.size} rules with ${codes.size} codes, ${accepted} accepted, slowest ${slowest.toFixed(1)} ms`,
    )
    assert.equal(refused + accepted, 2000)
    assert.ok(refused > 1600 && codes.size >= 40)
    assert.ok(slowest < 10_000)
  })
