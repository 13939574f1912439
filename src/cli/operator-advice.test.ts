import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operatorAdvice } from './operator-advice.ts'

const rows: readonly (readonly [description: string, says: RegExp | undefined])[] = [
  ['The key is in another state than this needs. (key_too_young at kid) [FED-10]', /keyPublicationSeconds.*--force/],
  ['The key is in another state than this needs. (key_signs at kid) [FED-10]', /--activate/],
  ['There is no such entry. (key_unknown) [FED-10]', /rotate-keys/],
  [
    'A member is malformed. (application_malformed at body.apiKeyDigests.0) [RP-150]',
    /43 characters.*"fiducia api-key"/,
  ],
  ['A member is malformed. (application_malformed at body.id) [RP-150]', /lower-case letters/],
  ['A member is malformed. (application_malformed at body.surprise) [RP-150]', undefined],
  ['There is no such key. (key_unknown at kid) [FED-113]', /"fiducia federation list --json" shows the kids of each/],
  [
    'No administrator has this token. (token_wrong at authorization) [FED-34]',
    /give the token of this service with --token/,
  ],
  ['No administrator has this token. (token_unknown at authorization) [WP-76]', /administration\.token/],
  ['No administrator has this token. (admin_token_unknown at authorization) [PP-112]', /each service has its own/],
  ['There is no endpoint at this path. (path_unknown at GET /admin/keys) [GEN-41]', /publicUrl of a service .* --url/],
  ['A service is unavailable. (temporarily_unavailable) [GEN-27]', /\/ready and the log of the service/],
  ['There is no such key. (key_unknown) [WP-67]', /"fiducia keys attestation" shows/],
  ['The key ring does not permit this operation. (key_too_young at kid) [WP-67]', /attestationKeyPublicationSeconds/],
  ['The key ring does not permit this operation. (key_unattested at kid) [WP-67]', /"fiducia trust explain"/],
  ['The key ring does not permit this operation. (key_signs at kid) [WP-67]', /--activate/],
  ['The entity cannot be taken in. (subject_mismatch at configuration.payload.sub) [FED-28]', /a slash at the end/],
  ['The entity cannot be taken in. (policy_violated at metadata.x.y.one_of) [FED-04]', /satisfies the policy/],
  [
    'The entity cannot be taken in. (status_unexpected at own_chain.statement.status.404) [FED-02]',
    /^this authority has no valid trust chain of its own: the superior has no statement/,
  ],
  ['The entity cannot be taken in. (unreachable at configuration) [FED-02]', /from the host of this authority/],
  [
    'The entity cannot be taken in. (unreachable at configuration.certificate) [FED-02]',
    /^as seen from the host of this authority: the certificate of/,
  ],
  [
    'The entity cannot be taken in. (not_yet_valid at configuration.payload.iat) [FED-16]',
    /^as seen from the host of this authority: .* Correct both clocks/,
  ],
  [
    'The entity cannot be taken in. (intermediate_unbounded at constraints.allowed_entity_types) [FED-53]',
    /--constraints.*"permitted"/,
  ],
  ['The entity cannot be taken in. (credential_types_missing at metadata.x) [FED-55]', /--credential-types/],
  [
    'The entity cannot be taken in. (policy_combination_invalid at statement[1].payload.metadata_policy.openid_credential_issuer.credential_types_allowed) [FED-22]',
    /^the superior of this authority does not permit/,
  ],
  ['An entity makes no Subordinate Statement about itself. (sub_is_issuer at entity_id) [FED-06]', undefined],
  ['(toString) [X]', undefined],
  ['it answers 502', undefined],
]

for (const [description, says] of rows)
  test(`the advice for "${description}" is like ${says}`, () => {
    const advice = operatorAdvice(description)
    if (says === undefined) assert.equal(advice, undefined)
    else assert.match(advice ?? '', says)
  })
