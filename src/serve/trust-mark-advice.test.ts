import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResolveTrustMarkCode } from '../federation/index.ts'
import { trustMarkAdviceFor } from './trust-mark-advice.ts'

const cases: readonly [what: string, code: ResolveTrustMarkCode, expected: RegExp, not?: RegExp][] = [
  ['a type that the anchor does not list', 'mark_type_unrecognised', /anchor add the type/, /fetch/],
  ['an issuer that the anchor does not list', 'mark_issuer_not_allowed', /anchor names other issuers/],
  ['an issuer without a chain', 'mark_issuer_untrusted', /issuer of the mark has no valid trust chain/],
  ['another typ', 'typ_mismatch', /typ trust-mark\+jwt/],
  ['another holder', 'mark_sub_mismatch', /exactly this identifier/],
  ['another type', 'mark_type_mismatch', /trust_mark_type beside the mark/],
  ['an expired mark', 'expired', /has expired: fetch a new mark/],
  ['a forged mark', 'signature_invalid', /fetch a new mark/],
  ['an unsigned mark', 'alg_none', /issuer sign a new mark: sign the object with an asymmetric algorithm/],
  ['an expired delegation', 'delegation_expired', /delegation has expired/, /fetch a new mark from/],
  ['a missing delegation', 'delegation_missing', /obtain a delegation from the owner/],
  ['a delegation of another owner', 'delegation_iss_mismatch', /another party than the owner/],
  ['a delegation for another issuer', 'delegation_sub_mismatch', /for another issuer/],
  ['a delegation with another typ', 'delegation_typ_mismatch', /owner of the type sign a new delegation: set typ/],
  ['a status page', 'mark_status_media_type_unexpected', /status endpoint/],
  ['a status answer with an error', 'status_unexpected', /status endpoint.*200/],
  ['a status answer that is too large', 'mark_status_answer_too_large', /status endpoint/],
  ['a status at a forbidden URL', 'mark_status_url_forbidden', /status endpoint/],
  ['a status of another mark', 'status_mark_mismatch', /repeat the mark/],
]
for (const [what, code, expected, not] of cases)
  test(`gives the matching advice for ${what}`, () => {
    const advice = trustMarkAdviceFor({ trustMarkType: 'a', demanded: true, result: 'fails', code, at: '' })
    assert.match(advice, expected)
    if (not) assert.doesNotMatch(advice, not)
  })
