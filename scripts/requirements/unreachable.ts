/**
 * Codes that a rule table must have, for the compiler counts what a verifier may say, and that no request can bring about
 * where that table stands. The catalogue does not show them, and no test can see them.
 */
export const unreachable: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'WI-60': { sd_jwt_too_large: 'an answer so large is not read to its end: GEN-23' },
  'WI-62': {
    cose_payload_missing: 'an mdoc that was read has a payload; one without is mso_malformed',
    cose_payload_doubled: 'only what a device signs travels apart',
  },
  'PP-25': { body_missing: 'the route has read a body before, or has refused the request' },
  'RP-12': { cose_payload_missing: 'as in WI-62', cose_payload_doubled: 'as in WI-62' },
  'RP-13': { presentation_duplicate_id: 'ids are the member names of one object, and doubled ones are GEN-28' },
  'RP-44': {
    dpop_nonce_missing: 'a Relying Party demands no nonce of a proof',
    nonce_foreign: 'as before',
    nonce_expired: 'as before',
  },
}
