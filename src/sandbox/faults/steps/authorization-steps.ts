/** Faults of the authorization of a PID: pushed request, login, consent. */
import { memberFaults, requestFaults, responseFaults, type StepRow, step, textFaults } from '../fault-steps.ts'
import { body, form, header, parameter, query } from '../places.ts'
import { jwtFaults } from '../signed-content-faults.ts'
import { forgedJwt, tolerances } from './tolerances.ts'

const location = header('location')

/** Steps of the authorization, each with its faults and their expected results. */
export const authorizationSteps: readonly StepRow[] = [
  step('wallet → pid-provider POST /as/par', 'request', 'issuance', 'pid-provider/as/par', [
    ...requestFaults({
      outage: 'wallet/pushed-authorization-request unreachable',
      replayed: 'request_object_used',
      late: 'expired',
      early: 'not_yet_valid',
    }),
    ...textFaults('response_type', form('response_type'), {
      wrong: 'response_type_unsupported',
      missing: 'response_type_missing',
    }),
    ...textFaults('client_id', form('client_id'), { wrong: 'client_id_mismatch', missing: 'client_id_missing' }),
    ...textFaults('code_challenge', form('code_challenge'), {
      wrong: 'form_mismatch',
      missing: 'code_challenge_missing',
    }),
    ...textFaults('code_challenge_method', form('code_challenge_method'), {
      wrong: 'code_challenge_method_unsupported',
      missing: 'code_challenge_method_missing',
    }),
    ...jwtFaults('request', form('request'), {
      expired: 'expired',
      not_yet_valid: 'not_yet_valid',
      wrong_typ: 'typ_mismatch',
      wrong_kid: tolerances.keyOfAttestation,
      ...forgedJwt,
      missing: 'request_missing',
      wrong_iss: 'iss_mismatch',
      missing_iss: tolerances.optional,
      wrong_aud: 'aud_mismatch',
      missing_aud: tolerances.optional,
      missing_exp: tolerances.optional,
      missing_jti: tolerances.optional,
      wrong_client_id: 'form_client_id_mismatch',
      missing_state: 'state_missing',
      wrong_code_challenge: 'form_mismatch',
      missing_code_challenge: 'code_challenge_missing',
      wrong_redirect_uri: tolerances.leftToWallet,
      missing_redirect_uri: 'redirect_uri_missing',
      missing_authorization_details: 'authorization_details_missing',
      wrong_response_type: 'form_mismatch',
    }),
    ...textFaults('client_assertion_type', form('client_assertion_type'), {
      wrong: 'client_assertion_type_unsupported',
      missing: 'client_assertion_type_missing',
    }),
    ...jwtFaults('client_assertion', form('client_assertion'), {
      expired: 'expired',
      not_yet_valid: 'not_yet_valid',
      wrong_typ: 'typ_mismatch',
      wrong_kid: 'kid_unknown',
      ...forgedJwt,
      missing: 'client_assertion_missing',
      wrong_iss: 'no_trust_chain',
      wrong_sub: 'sub_mismatch',
      missing_cnf: 'claim_missing',
      missing_exp: 'claim_missing',
      missing_status: tolerances.optional,
    }),
  ]),
  step('wallet → pid-provider POST /as/par', 'response', 'issuance', 'wallet/pushed-authorization-request', [
    ...responseFaults({ slow: 'unreachable', status_500: 'request_refused', status_404: 'request_refused' }),
    ...textFaults('', body, { malformed: 'json_malformed', empty: 'json_malformed' }),
    ...memberFaults('', undefined, {
      wrong_request_uri: 'pid-provider/authorize request_uri_unknown',
      missing_request_uri: 'par_response_malformed',
      missing_expires_in: 'par_response_malformed',
    }),
  ]),
  step('browser → pid-provider GET /authorize', 'request', 'issuance', 'pid-provider/authorize', [
    ...requestFaults({ replayed: tolerances.repeatable, late: 'request_uri_unknown' }),
    ...textFaults('client_id', query('client_id'), { wrong: 'request_uri_foreign', missing: 'client_id_missing' }),
    ...textFaults('request_uri', query('request_uri'), {
      wrong: 'request_uri_unknown',
      missing: 'request_uri_missing',
    }),
  ]),
  step(
    'browser → pid-provider GET /login/callback/:provider',
    'request',
    'issuance',
    'pid-provider/login/callback/:provider',
    [
      ...requestFaults({ replayed: tolerances.repeatable, late: 'session_unknown' }),
      ...textFaults('state', query('state'), { wrong: 'login_response_foreign', missing: 'login_response_foreign' }),
      ...textFaults('code', query('code'), { missing: 'code_rejected' }),
    ],
  ),
  step('browser → pid-provider POST /consent', 'request', 'issuance', 'pid-provider/consent', [
    ...requestFaults({ replayed: tolerances.repeatable, late: 'session_unknown' }),
    ...textFaults('consent_token', form('consent_token'), {
      wrong: 'consent_token_mismatch',
      missing: 'consent_token_mismatch',
    }),
    ...textFaults('decision', form('decision'), { wrong: 'consent_malformed', missing: 'consent_malformed' }),
  ]),
  step('browser → pid-provider POST /consent', 'response', 'issuance', 'wallet/authorization-response', [
    ...textFaults('code', parameter('code', location), {
      wrong: 'pid-provider/token code_unknown',
      missing: 'authorization_response_malformed',
    }),
    ...textFaults('state', parameter('state', location), { wrong: 'state_unknown', missing: 'state_unknown' }),
    ...textFaults('iss', parameter('iss', location), { wrong: 'iss_mismatch', missing: 'iss_missing' }),
  ]),
]
