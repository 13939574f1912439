import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResolveCode } from '../federation/index.ts'
import { trustAdvice } from './trust-advice.ts'

const refresh = /federation refresh/
const cases: readonly [what: string, code: ResolveCode, at: string, expected: RegExp, not?: RegExp][] = [
  ['a configuration under a kid that it does not publish', 'kid_unknown', 'statement[0].header.kid', /jwks/, refresh],
  ['a configuration that another key signed', 'signature_invalid', 'statement[0]', /that its kid names/, refresh],
  ['a statement that another key signed', 'signature_invalid', 'statement[1]', /that its kid names/],
  ['a statement under a key that is not stated above', 'kid_unknown', 'statement[1].header.kid', refresh],
  ['an anchor whose configuration lacks its key', 'kid_unknown', 'statement[2].payload.jwks', /its operator/, refresh],
  ['a fetch endpoint in trouble', 'unreachable', 'statement.status.502', /answers 502/, /see that/],
  ['a configuration that cannot be had', 'unreachable', 'configuration.status.429', /answers 429/, /see that/],
  ['a fetch endpoint that is silent', 'unreachable', 'statement.timeout', /fetch endpoint/],
  ['no statement', 'status_unexpected', 'statement.status.404', /makes no statement/],
  ['a final newline', 'jws_malformed', 'statement[0].white_space', /newline/, /sign it anew/],
  ['a broken signature', 'jws_malformed', 'statement[0].signature', /sign it anew/],
  ['a key of another algorithm', 'key_mismatch', 'statement[0]', /alg/, refresh],
  ['a time that is text', 'time_invalid', 'statement[0].payload.iat', /number/, /clocks/],
  [
    'superiors that contradict each other',
    'policy_merge_impossible',
    'statement[1].payload',
    /superior/,
    /the metadata/,
  ],
  ['an operand that is none', 'policy_operand_invalid', 'statement[1].payload', /superior/, /change the metadata/],
  ['metadata that the policy refuses', 'policy_violated', 'metadata.wallet_provider', /change the metadata/],
  [
    'a URL that is a number',
    'metadata_schema_violated',
    'metadata.wallet_provider',
    /change the metadata/,
    /satisfies the policy/,
  ],
]

for (const [what, code, at, expected, not] of cases)
  test(`of ${what} the advice names what helps`, () => {
    assert.match(trustAdvice(code, at), expected)
    if (not) assert.doesNotMatch(trustAdvice(code, at), not)
  })
