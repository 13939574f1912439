/** Faults of the messages of a Relying Party: engagement, Request Object, response, result. */
import { memberFaults, requestFaults, responseFaults, type StepRow, step, textFaults } from '../fault-steps.ts'
import {
  body,
  decrypted,
  disclosure,
  form,
  header,
  issuerJwt,
  issuerSigned,
  json,
  keyBinding,
  parameter,
  query,
  token,
} from '../places.ts'
import { deviceFaults, disclosureFaults, jwtFaults, mdocFaults } from '../signed-content-faults.ts'
import { forgedJwt, tolerances } from './tolerances.ts'

const location = header('location')
const response = form('response')
const content = decrypted(response)
const pid = json('vp_token.pid', content)
const attestation = json('vp_token.wallet_attestation', content)

/** Steps of the Relying Party, each with its faults and their expected results. */
export const relyingPartySteps: readonly StepRow[] = [
  step('browser → relying-party GET /presentations/new', 'request', 'presentation', 'relying-party/presentations/new', [
    ...textFaults('variant', query('variant'), { wrong: 'parameter_value_unknown', missing: tolerances.defaults }),
    ...textFaults('flow', query('flow'), { wrong: 'parameter_value_unknown', missing: tolerances.defaults }),
  ]),
  step('browser → relying-party GET /presentations/new', 'response', 'presentation', 'wallet/engagement', [
    ...textFaults('client_id', parameter('client_id', location), {
      wrong: 'trust_unavailable',
      missing: 'client_id_missing',
    }),
    ...textFaults('request_uri', parameter('request_uri', location), {
      wrong: 'request_uri_not_attested',
      missing: 'request_uri_missing',
    }),
    ...textFaults('state', parameter('state', location), {
      wrong: 'wallet/request-object state_mismatch',
      missing: tolerances.optional,
    }),
    ...textFaults('request_uri_method', parameter('request_uri_method', location), {
      wrong: 'request_uri_method_unsupported',
      missing: tolerances.defaults,
    }),
  ]),
  step('wallet → relying-party POST /request', 'request', 'presentation', 'relying-party/request', [
    ...requestFaults({
      outage: 'wallet/request-object unreachable',
      replayed: tolerances.repeatable,
      late: 'request_over',
      early: 'wallet/request-object expired',
    }),
    ...textFaults('id', query('id'), { wrong: 'request_unknown', missing: 'request_id_missing' }),
    ...textFaults('wallet_nonce', form('wallet_nonce'), {
      wrong: 'wallet/request-object wallet_nonce_mismatch',
      missing: 'wallet/request-object wallet_nonce_missing',
    }),
    ...textFaults('wallet_metadata', form('wallet_metadata'), {
      malformed: 'json_malformed',
      missing: tolerances.optional,
    }),
    ...memberFaults('wallet_metadata', form('wallet_metadata'), {
      missing_vp_formats_supported: 'vp_formats_supported_missing',
      wrong_response_modes_supported: 'no_common_response_mode',
    }),
  ]),
  step('wallet → relying-party POST /request', 'response', 'presentation', 'wallet/request-object', [
    ...responseFaults({ slow: 'unreachable', status_500: 'request_refused', status_404: 'request_refused' }),
    ...jwtFaults('', body, {
      expired: 'expired',
      not_yet_valid: 'not_yet_valid',
      wrong_typ: 'typ_mismatch',
      wrong_kid: 'key_unknown',
      ...forgedJwt,
      wrong_iss: 'iss_mismatch',
      missing_iss: 'iss_missing',
      wrong_client_id: 'client_id_mismatch',
      wrong_aud: 'aud_mismatch',
      wrong_response_mode: 'response_mode_unsupported',
      missing_response_mode: 'response_mode_missing',
      wrong_response_uri: 'response_uri_not_attested',
      missing_response_uri: 'response_uri_missing',
      wrong_state: 'state_mismatch',
      missing_state: 'state_missing',
      missing_nonce: 'nonce_missing',
      wrong_nonce: 'relying-party/response nonce_mismatch',
      wrong_wallet_nonce: 'wallet_nonce_mismatch',
      missing_wallet_nonce: 'wallet_nonce_missing',
      missing_dcql_query: 'query_missing',
      missing_exp: 'exp_missing',
    }),
  ]),
  step('wallet → relying-party GET /request', 'request', 'presentation-scope', 'relying-party/request', [
    ...requestFaults({
      outage: 'wallet/request-object unreachable',
      replayed: 'jti_reused',
      late: 'request_over',
      early: 'not_yet_valid',
    }),
    ...textFaults('id', query('id'), { wrong: 'request_unknown', missing: 'request_id_missing' }),
    ...jwtFaults('attestation', token, {
      expired: 'expired',
      wrong_typ: 'typ_mismatch',
      ...forgedJwt,
      missing: 'authorization_missing',
      missing_cnf: 'claim_missing',
      wrong_iss: 'no_trust_chain',
    }),
    ...jwtFaults('dpop', header('dpop'), {
      expired: 'proof_stale',
      not_yet_valid: 'not_yet_valid',
      wrong_typ: 'typ_mismatch',
      ...forgedJwt,
      missing: tolerances.unproven,
      wrong_htm: 'htm_mismatch',
      wrong_htu: 'htu_mismatch',
      wrong_ath: 'ath_mismatch',
      missing_ath: 'ath_missing',
      missing_jti: 'jti_missing',
    }),
  ]),
  step('wallet → relying-party GET /request', 'response', 'presentation-scope', 'wallet/request-object', [
    ...responseFaults({ status_500: 'request_refused' }),
    ...jwtFaults('', body, {
      expired: 'expired',
      wrong_typ: 'typ_mismatch',
      wrong_key: 'signature_invalid',
      unsigned: 'alg_none',
      wrong_client_id: 'client_id_mismatch',
      missing_nonce: 'nonce_missing',
      missing_scope: 'query_missing',
      wrong_scope: 'scope_unknown',
    }),
  ]),
  step('wallet → relying-party POST /response', 'request', 'presentation', 'relying-party/response', [
    ...requestFaults({ outage: 'wallet/presentation unreachable', replayed: 'session_over', late: 'session_over' }),
    ...textFaults('state', form('state'), { wrong: 'state_mismatch', missing: tolerances.optional }),
    ...textFaults('response', response, {
      malformed: 'response_jwt_malformed',
      wrong: 'json_malformed',
      missing: 'response_missing',
    }),
    ...memberFaults('content', content, {
      wrong_state: 'state_mismatch',
      missing_state: 'state_missing',
      missing_vp_token: 'vp_token_missing',
    }),
    ...jwtFaults('key_binding', keyBinding(pid), {
      expired: 'iat_too_old',
      not_yet_valid: 'not_yet_valid',
      wrong_typ: 'typ_mismatch',
      ...forgedJwt,
      missing: 'key_binding_missing',
      wrong_aud: 'aud_mismatch',
      missing_aud: 'aud_missing',
      wrong_nonce: 'nonce_mismatch',
      missing_nonce: 'nonce_missing',
      wrong_sd_hash: 'sd_hash_mismatch',
      missing_sd_hash: 'sd_hash_missing',
      missing_iat: 'iat_missing',
    }),
    ...disclosureFaults(disclosure(pid), { wrong: 'disclosure_unreferenced', missing: 'sd_hash_mismatch' }),
    ...jwtFaults('credential', issuerJwt(pid), {
      expired: 'expired',
      not_yet_valid: 'not_yet_valid',
      wrong_typ: 'typ_mismatch',
      wrong_kid: 'issuer_key_unknown',
      ...forgedJwt,
      wrong_iss: 'no_trust_chain',
      wrong_vct: 'credential_type_not_issued',
      missing_cnf: 'sd_hash_mismatch',
      missing_exp: 'sd_hash_mismatch',
    }),
    ...jwtFaults('wallet_attestation', attestation, {
      expired: 'expired',
      not_yet_valid: 'not_yet_valid',
      wrong_typ: 'typ_mismatch',
      ...forgedJwt,
      missing: 'attestation_missing',
      wrong_iss: 'no_trust_chain',
      missing_cnf: 'claim_missing',
    }),
  ]),
  step('wallet → relying-party POST /response (mdoc)', 'request', 'presentation-mdoc', 'relying-party/response', [
    ...deviceFaults(pid, {
      malformed: 'cbor_malformed',
      wrong_docType: 'document_type_mismatch',
      wrong_element: 'digest_mismatch',
      broken_signature: 'device_signature_invalid',
      unsigned: 'device_signature_missing',
      mac: 'device_mac_unsupported',
      missing: 'vp_token_empty',
    }),
    ...mdocFaults(issuerSigned(pid), {
      expired: 'mdoc_expired',
      not_yet_valid: 'mdoc_not_yet_valid',
      wrong_docType: 'document_type_mismatch',
      wrong_key: 'cose_signature_invalid',
      broken_signature: 'cose_signature_invalid',
    }),
  ]),
  step('wallet → relying-party POST /response', 'response', 'presentation', 'wallet/presentation', [
    ...responseFaults({ slow: 'unreachable', status_500: 'response_refused', status_404: 'response_refused' }),
    ...textFaults('', body, { malformed: 'json_malformed', empty: 'json_malformed' }),
    ...memberFaults('', undefined, {
      wrong_redirect_uri: 'redirect_uri_not_attested',
      missing_redirect_uri: 'redirect_uri_missing',
    }),
  ]),
  step(
    'browser → relying-party GET /presentation-result',
    'request',
    'presentation',
    'relying-party/presentation-result',
    [
      ...requestFaults({ replayed: tolerances.repeatable, late: 'response_code_expired' }),
      ...textFaults('response_code', query('response_code'), {
        wrong: 'response_code_unknown',
        missing: 'response_code_missing',
      }),
    ],
  ),
]
