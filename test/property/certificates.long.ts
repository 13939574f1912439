/** Fuzzed certificates: 20,000 seeded faults for the parsers and 20,000 for the evaluator. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzzEvaluator, fuzzParsers } from '../support/certificates/fuzzed-certificates.ts'

for (let run = 0; run < 10; run += 1)
  test(`FED-71 FED-80 2000 faulty certificates and lists, and 2000 faulty members, seed ${run}`, async (t) => {
    const parsed = await fuzzParsers(2000, `parsers ${run}`)
    const judged = await fuzzEvaluator(2000, `evaluator ${run}`)
    t.diagnostic(`parsers ${[...parsed].join(' ')}; evaluator ${[...judged].join(' ')}`)
    assert.ok(parsed.has('x509_malformed') && parsed.has('crl_malformed') && judged.has('x509_signature_invalid'))
  })
