/**
 * Codes that a rule table must have, for the compiler counts what a verifier may say, and that no request can bring about
 * where that table stands. The catalogue does not show them, and no test can see them.
 */
export const unreachable: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'PP-25': { body_missing: 'the route has read a body before, or has refused the request' },
  'RP-13': { presentation_duplicate_id: 'ids are the member names of one object, and doubled ones are GEN-28' },
  'RP-44': {
    dpop_nonce_missing: 'a Relying Party demands no nonce of a proof',
    nonce_foreign: 'as before',
    nonce_expired: 'as before',
  },
}
