/** Faults of the issuance of a PID: token, credential, status. */
import { memberFaults, requestFaults, responseFaults, type StepRow, step, textFaults } from '../fault-steps.ts'
import { body, disclosure, form, header, issuerJwt, json, token } from '../places.ts'
import { disclosureFaults, jwtFaults, mdocFaults } from '../signed-content-faults.ts'
import { forgedJwt, tolerances } from './tolerances.ts'

const credential = json('credential')

/** Steps of the issuance, each with its faults and their expected results. */
export const issuanceSteps: readonly StepRow[] = [
  step('wallet → pid-provider POST /token', 'request', 'issuance', 'pid-provider/token', [
    ...requestFaults({
      outage: 'wallet/token unreachable',
      replayed: 'code_used',
      late: 'code_expired',
      early: 'not_yet_valid',
    }),
    ...textFaults('grant_type', form('grant_type'), { wrong: 'grant_type_unsupported', missing: 'grant_type_missing' }),
    ...textFaults('client_id', form('client_id'), { wrong: 'code_foreign', missing: 'client_id_missing' }),
    ...textFaults('code', form('code'), { wrong: 'code_unknown', missing: 'code_missing' }),
    ...textFaults('redirect_uri', form('redirect_uri'), {
      wrong: 'redirect_uri_mismatch',
      missing: 'redirect_uri_missing',
    }),
    ...textFaults('code_verifier', form('code_verifier'), {
      wrong: 'code_verifier_mismatch',
      missing: 'code_verifier_missing',
    }),
    ...jwtFaults('client_assertion', form('client_assertion'), {
      expired: 'expired',
      not_yet_valid: 'not_yet_valid',
      wrong_typ: 'typ_mismatch',
      ...forgedJwt,
      missing: 'client_assertion_missing',
      wrong_iss: 'iss_mismatch',
      wrong_sub: 'sub_mismatch',
      wrong_aud: 'aud_mismatch',
      missing_exp: 'exp_missing',
      missing_jti: tolerances.optional,
    }),
    ...jwtFaults('dpop', header('dpop'), {
      expired: 'proof_stale',
      not_yet_valid: 'not_yet_valid',
      wrong_typ: 'typ_mismatch',
      ...forgedJwt,
      missing: 'dpop_missing',
      wrong_htm: 'htm_mismatch',
      wrong_htu: 'htu_mismatch',
      missing_jti: 'jti_missing',
      missing_iat: 'iat_missing',
    }),
  ]),
  step('wallet → pid-provider POST /token', 'response', 'issuance', 'wallet/token', [
    ...responseFaults({ slow: 'unreachable', status_500: 'token_refused', status_404: 'token_refused' }),
    ...textFaults('', body, { malformed: 'json_malformed', empty: 'json_malformed' }),
    ...memberFaults('', undefined, {
      missing_access_token: 'token_response_malformed',
      wrong_token_type: 'token_type_mismatch',
      missing_token_type: 'token_response_malformed',
      wrong_c_nonce: 'pid-provider/credential nonce_foreign',
      missing_c_nonce: 'token_response_malformed',
      missing_expires_in: 'token_response_malformed',
    }),
    ...jwtFaults('access_token', json('access_token'), {
      expired: 'expired',
      wrong_key: 'pid-provider/credential token_signature_invalid',
      wrong_aud: 'aud_mismatch',
    }),
  ]),
  step('wallet → pid-provider POST /credential', 'request', 'issuance', 'pid-provider/credential', [
    ...requestFaults({
      outage: 'wallet/credential unreachable',
      replayed: 'c_nonce_used',
      late: 'token_expired',
      early: 'token_not_yet_valid',
    }),
    ...textFaults('', body, {
      malformed: 'pid-provider/credential envelope json_malformed',
      empty: 'pid-provider/credential envelope json_malformed',
    }),
    ...memberFaults('', undefined, {
      wrong_format: 'format_unsupported',
      missing_format: 'format_missing',
      missing_credential_definition: 'credential_definition_missing',
      missing_proof: 'proof_missing',
    }),
    ...textFaults('proof_type', json('proof.proof_type'), {
      wrong: 'proof_type_unsupported',
      missing: 'proof_type_unsupported',
    }),
    ...jwtFaults('proof', json('proof.jwt'), {
      expired: 'proof_stale',
      not_yet_valid: 'not_yet_valid',
      wrong_typ: 'typ_mismatch',
      ...forgedJwt,
      missing: 'proof_jwt_missing',
      wrong_iss: 'iss_mismatch',
      wrong_aud: 'aud_mismatch',
      missing_aud: 'aud_mismatch',
      wrong_nonce: 'nonce_foreign',
      missing_nonce: 'nonce_missing',
      missing_iat: 'iat_missing',
    }),
    ...jwtFaults('access_token', token, {
      expired: 'token_expired',
      not_yet_valid: 'token_not_yet_valid',
      wrong_typ: 'token_typ_mismatch',
      wrong_key: 'token_signature_invalid',
      broken_signature: 'token_signature_invalid',
      unsigned: 'token_alg_none',
      malformed: 'token_jws_malformed',
      missing: 'authorization_missing',
      wrong_aud: 'token_aud_mismatch',
      missing_cnf: 'token_access_token_malformed',
    }),
    ...jwtFaults('dpop', header('dpop'), {
      expired: 'proof_stale',
      not_yet_valid: 'not_yet_valid',
      wrong_typ: 'typ_mismatch',
      ...forgedJwt,
      missing: 'dpop_missing',
      wrong_htm: 'htm_mismatch',
      wrong_htu: 'htu_mismatch',
      wrong_ath: 'ath_mismatch',
      missing_ath: 'ath_missing',
      missing_jti: 'jti_missing',
    }),
  ]),
  step('wallet → pid-provider POST /credential', 'response', 'issuance', 'wallet/credential', [
    ...responseFaults({ slow: 'unreachable', status_500: 'credential_refused', status_404: 'credential_refused' }),
    ...textFaults('', body, { malformed: 'json_malformed', empty: 'json_malformed' }),
    ...memberFaults('', undefined, {
      missing_credential: 'credential_response_malformed',
      wrong_format: 'format_mismatch',
      missing_format: 'credential_response_malformed',
    }),
    ...disclosureFaults(disclosure(credential), { wrong: 'disclosure_unreferenced', missing: 'claim_missing' }),
    ...jwtFaults('credential', issuerJwt(credential), {
      expired: 'expired',
      not_yet_valid: 'not_yet_valid',
      wrong_typ: 'typ_mismatch',
      wrong_kid: 'kid_unknown',
      ...forgedJwt,
      wrong_iss: 'iss_mismatch',
      missing_iss: 'iss_mismatch',
      wrong_vct: 'type_mismatch',
      missing_vct: tolerances.optional,
      wrong_cnf: 'cnf_jwk_missing',
      missing_cnf: 'cnf_mismatch',
      missing_exp: tolerances.optional,
      missing_status: tolerances.optional,
    }),
  ]),
  step('wallet → pid-provider POST /credential (mdoc)', 'response', 'issuance-mdoc', 'wallet/credential', [
    ...mdocFaults(credential, {
      expired: 'mdoc_expired',
      not_yet_valid: 'mdoc_not_yet_valid',
      wrong_docType: 'doctype_mismatch',
      missing_status: tolerances.optional,
      wrong_key: 'cose_signature_invalid',
      broken_signature: 'cose_signature_invalid',
      malformed: 'cbor_malformed',
    }),
  ]),
  step('wallet → pid-provider GET /statuslists/:id', 'request', 'presentation', 'wallet/credentials', [
    ...requestFaults({ outage: tolerances.statusUnknown }),
  ]),
  step('wallet → pid-provider GET /statuslists/:id', 'response', 'presentation', 'wallet/credentials', [
    ...responseFaults({ status_500: tolerances.statusUnknown }),
    ...jwtFaults('', body, {
      expired: tolerances.statusUnknown,
      wrong_key: tolerances.statusUnknown,
      wrong_typ: tolerances.statusUnknown,
      wrong_sub: tolerances.statusUnknown,
      malformed: tolerances.statusUnknown,
    }),
  ]),
  step('relying-party → pid-provider GET /statuslists/:id', 'request', 'presentation', 'relying-party/response', [
    ...requestFaults({ outage: 'unreachable' }),
  ]),
  step('relying-party → pid-provider GET /statuslists/:id', 'response', 'presentation', 'relying-party/response', [
    ...responseFaults({
      slow: 'wallet/presentation unreachable',
      status_500: 'unreachable',
      status_404: 'status_unexpected',
    }),
    ...jwtFaults('', body, {
      expired: 'expired',
      not_yet_valid: 'not_yet_valid',
      wrong_typ: 'typ_mismatch',
      ...forgedJwt,
      wrong_sub: 'status_uri_mismatch',
      missing_status_list: 'status_token_malformed',
      missing_exp: tolerances.optional,
      missing_ttl: tolerances.optional,
    }),
  ]),
]
