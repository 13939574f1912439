/**
 * Pairs of a requirement and a code that a rule table must contain, because the compiler requires every code that a
 * verifier may return, but that no request can cause on that table's surface. The catalogue does not show them. The
 * gate fails if a test observes one.
 */
export const unreachable: ReadonlySet<string> = new Set([
  // Registration refuses a key that is no point on P-256 (WP-45, WP-49).
  'WP-21 hardware_key_unusable',
  // Only a chain in a header can expire, and no header with one arrives here.
  'WI-01 trust_chain_expired',
  'WI-06 trust_chain_expired',
  // The wallet stops reading a longer answer (GEN-23 answer_unreadable).
  'WI-27 json_too_large',
  'WI-39 json_too_large',
  'WI-48 json_too_large',
  'WI-54 json_too_large',
  'WI-60 sd_jwt_too_large',
  'WI-88 json_too_large',
  // The envelope refuses a longer body (GEN-07).
  'GEN-23 jwe_too_large',
  'RP-41 json_too_large',
  // The wallet finds the issuance by its state, so none is found without one (state_unknown).
  'WI-40 state_missing',
  'WI-40 state_mismatch',
  // A parsed mdoc has a payload; one without is mso_malformed. Only a device signature has a detached payload.
  'WI-62 cose_payload_missing',
  'WI-62 cose_payload_doubled',
  'RP-12 cose_payload_missing',
  'RP-12 cose_payload_doubled',
  // Trust is evaluated for this client_id, and only for the subject of its chain (FED-03).
  'WI-73 entity_mismatch',
  // The route has read the body before, or has refused the request.
  'PP-25 body_missing',
  // The form has the value `code` (PP-03), and an object with another value is PP-05.
  'PP-47 response_type_unsupported',
  // Ids are the member names of one object, and a repeated member is GEN-28.
  'RP-13 presentation_duplicate_id',
  // A presentation is verified as the format of its query, or of its submission (RP-53). No other format passes.
  'RP-13 format_mismatch',
  'RP-86 format_mismatch',
  // Trust is evaluated for the same entity types before (entity_type_missing).
  'RP-90 rp_metadata_missing',
  // A Relying Party requires no nonce in a proof.
  'RP-44 dpop_nonce_missing',
  'RP-44 nonce_foreign',
  'RP-44 nonce_expired',
])
