import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../base/index.ts'
import {
  attestationHeader,
  attestationPopHeader,
  clientAuthenticationOf,
  parseAttestationHeaders,
} from './attestation-headers.ts'

const attestation = 'a.b.c'
const pop = 'd.e.f'

test('PP-41 a client that sends either header authenticates by headers', () => {
  for (const headers of [
    { attestation, pop },
    { attestation, pop: undefined },
    { attestation: undefined, pop },
  ])
    assert.equal(clientAuthenticationOf(headers), 'headers')
  assert.equal(clientAuthenticationOf({ attestation: undefined, pop: undefined }), 'assertion')
})

test('PP-41 both headers are required, once each, and an assertion beside them is refused', () => {
  assert.deepEqual(parseAttestationHeaders({ attestation, pop }, new Map()), { attestation, pop })
  for (const [change, form, code, at] of [
    [{ attestation: undefined }, [], 'attestation_header_missing', attestationHeader],
    [{ attestation: '' }, [], 'attestation_header_missing', attestationHeader],
    [{ pop: undefined }, [], 'pop_header_missing', attestationPopHeader],
    [{ pop: '' }, [], 'pop_header_missing', attestationPopHeader],
    [{ attestation: `${attestation}, ${attestation}` }, [], 'attestation_header_duplicated', attestationHeader],
    [{ pop: `${pop}, ${pop}` }, [], 'attestation_header_duplicated', attestationPopHeader],
    [{}, [['client_assertion', 'x']], 'client_assertion_unexpected', 'form.client_assertion'],
    [{}, [['client_assertion_type', 'x']], 'client_assertion_unexpected', 'form.client_assertion_type'],
  ] as const) {
    const refused = parseAttestationHeaders({ attestation, pop, ...change }, new Map(form))
    assert.deepEqual(refused, new Failure(code, at))
  }
})
