/** Faults of the messages between the PID Provider and the national identity providers. */
import { memberFaults, requestFaults, responseFaults, type StepRow, step, textFaults } from '../fault-steps.ts'
import { body, form, json, samlResponse } from '../places.ts'
import { jwtFaults, samlFaults } from '../signed-content-faults.ts'
import { forgedJwt, tolerances } from './tolerances.ts'

const discovery = '/.well-known/openid-configuration'

/** Steps of the national login, each with its faults and their expected results. */
export const loginSteps: readonly StepRow[] = [
  step(`pid-provider → national-idp GET ${discovery}`, 'request', 'login', 'pid-provider/authorize', [
    ...requestFaults({ outage: 'provider_unreachable' }),
  ]),
  step(`pid-provider → national-idp GET ${discovery}`, 'response', 'login', 'pid-provider/authorize', [
    ...responseFaults({ status_500: 'provider_unreachable', status_404: 'provider_unreachable' }),
    ...textFaults('', body, { malformed: 'provider_malformed', empty: 'provider_malformed' }),
    ...memberFaults('', undefined, {
      wrong_issuer: 'provider_untrusted',
      missing_token_endpoint: 'provider_malformed',
    }),
  ]),
  step('pid-provider → national-idp GET /jwks', 'response', 'login', 'pid-provider/authorize', [
    ...responseFaults({ status_500: 'provider_unreachable' }),
    ...textFaults('', body, { malformed: tolerances.fetchedAgain }),
  ]),
  step('pid-provider → national-idp POST /token', 'request', 'login', 'pid-provider/login/callback/:provider', [
    ...requestFaults({ outage: 'provider_unreachable', replayed: 'client_rejected' }),
    ...textFaults('code', form('code'), { wrong: 'code_rejected', missing: 'provider_error' }),
    ...textFaults('code_verifier', form('code_verifier'), { wrong: 'code_rejected', missing: 'code_rejected' }),
    ...jwtFaults('client_assertion', form('client_assertion'), {
      wrong_key: 'client_rejected',
      broken_signature: 'client_rejected',
      malformed: 'provider_error',
      missing: 'client_rejected',
    }),
  ]),
  step('pid-provider → national-idp POST /token', 'response', 'login', 'pid-provider/login/callback/:provider', [
    ...responseFaults({ status_500: 'provider_unreachable' }),
    ...textFaults('', body, { malformed: 'json_malformed', empty: 'json_malformed' }),
    ...memberFaults('', undefined, {
      missing_access_token: 'token_response_malformed',
      missing_id_token: 'id_token_missing',
    }),
    ...jwtFaults('id_token', json('id_token'), forgedJwt),
  ]),
  step('pid-provider → national-idp GET /me', 'request', 'login', 'pid-provider/login/callback/:provider', [
    ...requestFaults({ outage: 'provider_unreachable', replayed: tolerances.repeatable }),
  ]),
  step('pid-provider → national-idp GET /me', 'response', 'login', 'pid-provider/login/callback/:provider', [
    ...responseFaults({ status_500: 'provider_unreachable' }),
    ...textFaults('', body, { malformed: 'jws_malformed', empty: 'jws_malformed' }),
  ]),
  step(
    'browser → pid-provider POST /login/callback/:provider',
    'request',
    'login-saml',
    'pid-provider/login/callback/:provider',
    [
      ...requestFaults({ replayed: tolerances.repeatable, late: 'session_unknown' }),
      ...textFaults('RelayState', form('RelayState'), {
        wrong: 'relay_state_mismatch',
        missing: 'relay_state_missing',
      }),
      ...textFaults('SAMLResponse', form('SAMLResponse'), { missing: 'saml_response_missing' }),
      ...samlFaults(samlResponse, {
        malformed: 'saml_response_malformed',
        unsigned: 'assertion_unsigned',
        broken_signature: 'assertion_signature_invalid',
        wrong_attribute: 'assertion_signature_invalid',
        wrong_destination: 'response_destination_mismatch',
        wrong_in_response_to: 'response_in_response_to_mismatch',
        wrong_issuer: 'response_issuer_mismatch',
        wrong_status: 'provider_error',
        missing_assertion: 'saml_assertion_missing',
        two_assertions: 'assertion_repeated',
        comment: 'xml_comment_forbidden',
        dtd: 'xml_dtd_forbidden',
      }),
    ],
  ),
]
