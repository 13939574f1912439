/**
 * Codes that a rule table must have, for the compiler counts what a verifier may say, and that no request can bring about
 * where that table stands. The catalogue does not show them, and a test that sees one all the same fails the gate.
 */
export const unreachable: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'WP-21': { hardware_key_unusable: 'a key that is no point on P-256 is not registered (WP-45, WP-49)' },
  'WI-01': { trust_chain_expired: 'said of a chain that came in a header, and none comes here' },
  'WI-06': { trust_chain_expired: 'as before' },
  'WI-27': { json_too_large: 'an answer that long is read no further (GEN-23 answer_unreadable)' },
  'WI-39': { json_too_large: 'as before' },
  'WI-40': {
    state_missing: 'the issuance is found by its state, and nothing is found without one (state_unknown)',
    state_mismatch: 'as before',
  },
  'WI-48': { json_too_large: 'as for WI-27' },
  'WI-54': { json_too_large: 'as for WI-27' },
  'WI-60': { sd_jwt_too_large: 'as json_too_large for WI-27' },
  'WI-62': {
    cose_payload_missing: 'an mdoc that was read has a payload; one without is mso_malformed',
    cose_payload_doubled: 'only what a device signs travels apart',
  },
  'WI-72': { rp_metadata_missing: 'who has the metadata of neither name is no Relying Party (entity_type_missing)' },
  'WI-73': {
    entity_mismatch: 'trust is evaluated for this client_id, and for the subject of its chain alone (FED-03)',
  },
  'WI-88': { json_too_large: 'as for WI-27' },
  'PP-25': { body_missing: 'the route has read a body before, or has refused the request' },
  'PP-47': { response_type_unsupported: 'the form says `code` (PP-03), and an object that says another is PP-05' },
  'RP-11': { sd_jwt_too_large: 'a body that long is refused before (GEN-07)' },
  'RP-12': { cose_payload_missing: 'as in WI-62', cose_payload_doubled: 'as in WI-62' },
  'RP-13': {
    presentation_duplicate_id: 'ids are the member names of one object, and doubled ones are GEN-28',
    format_mismatch: 'what stands under an id is verified as the format of its query, and is of that one or refused',
  },
  'RP-41': { json_too_large: 'a body that long is refused before (GEN-07)' },
  'RP-44': {
    dpop_nonce_missing: 'a Relying Party demands no nonce of a proof',
    nonce_foreign: 'as before',
    nonce_expired: 'as before',
  },
  'RP-86': {
    format_mismatch: 'it is verified as the format of the submission, which is one of the descriptor (RP-53)',
  },
}
