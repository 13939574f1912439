/** Faults of the messages of a Wallet Provider: registration, attestation, status. */
import { memberFaults, requestFaults, responseFaults, type StepRow, step, textFaults } from '../fault-steps.ts'
import { body, form } from '../places.ts'
import { jwtFaults } from '../signed-content-faults.ts'
import { forgedJwt, tolerances } from './tolerances.ts'

const assertion = form('assertion')

/** Steps of the Wallet Provider, each with its faults and their expected results. */
export const walletProviderSteps: readonly StepRow[] = [
  step('wallet → wallet-provider GET /nonce', 'request', 'set-up', 'wallet/register', [
    ...requestFaults({ outage: 'unreachable', replayed: tolerances.repeatable }),
  ]),
  step('wallet → wallet-provider GET /nonce', 'response', 'set-up', 'wallet/register', [
    ...responseFaults({ slow: 'unreachable', status_500: 'registration_refused', status_404: 'registration_refused' }),
    ...textFaults('', body, { malformed: 'json_malformed', empty: 'json_malformed' }),
    ...memberFaults('', undefined, {
      wrong_nonce: 'wallet-provider/wallet-instance nonce_foreign',
      missing_nonce: 'challenge_missing',
    }),
  ]),
  step('wallet → wallet-provider POST /wallet-instance', 'request', 'set-up', 'wallet-provider/wallet-instance', [
    ...requestFaults({
      outage: 'wallet/register unreachable',
      replayed: 'challenge_used',
      late: 'nonce_expired',
      early: tolerances.ownChallenge,
    }),
    ...textFaults('', body, {
      malformed: 'wallet-provider/wallet-instance envelope json_malformed',
      empty: 'wallet-provider/wallet-instance envelope json_malformed',
    }),
    ...memberFaults('', undefined, {
      wrong_challenge: 'nonce_foreign',
      missing_challenge: 'member_missing',
      wrong_key_attestation: 'evidence_undecodable',
      missing_key_attestation: 'member_missing',
      wrong_hardware_key_tag: 'wallet-provider/token instance_unknown',
      missing_hardware_key_tag: 'member_missing',
    }),
  ]),
  step('wallet → wallet-provider POST /wallet-instance', 'response', 'set-up', 'wallet/register', [
    ...responseFaults({ slow: 'unreachable', status_500: 'registration_refused', status_404: 'registration_refused' }),
  ]),
  step('wallet → wallet-provider POST /token', 'request', 'set-up', 'wallet-provider/token', [
    ...requestFaults({
      outage: 'wallet/attestation unreachable',
      replayed: 'challenge_used',
      late: 'expired',
      early: 'not_yet_valid',
    }),
    ...textFaults('grant_type', form('grant_type'), { wrong: 'grant_type_unsupported', missing: 'grant_type_missing' }),
    ...jwtFaults('assertion', assertion, {
      expired: 'expired',
      not_yet_valid: 'not_yet_valid',
      wrong_typ: 'typ_mismatch',
      wrong_kid: tolerances.keyOfAttestation,
      ...forgedJwt,
      missing: 'assertion_missing',
      wrong_iss: 'iss_mismatch',
      missing_iss: 'claim_missing',
      wrong_aud: 'aud_mismatch',
      missing_aud: 'claim_missing',
      wrong_challenge: 'nonce_foreign',
      missing_challenge: 'claim_missing',
      wrong_hardware_key_tag: 'instance_unknown',
      missing_hardware_key_tag: 'claim_missing',
      wrong_hardware_signature: 'hardware_signature_undecodable',
      missing_hardware_signature: 'claim_missing',
      wrong_integrity_assertion: 'play_token_undecodable',
      missing_integrity_assertion: 'claim_missing',
      missing_cnf: 'claim_missing',
      missing_exp: 'claim_missing',
      missing_iat: 'claim_missing',
    }),
  ]),
  step('wallet → wallet-provider POST /token', 'response', 'set-up', 'wallet/attestation', [
    ...responseFaults({ slow: 'unreachable', status_500: 'attestation_refused', status_404: 'attestation_refused' }),
    ...jwtFaults('', body, {
      expired: 'expired',
      not_yet_valid: 'not_yet_valid',
      wrong_typ: 'typ_mismatch',
      wrong_kid: 'kid_unknown',
      ...forgedJwt,
      wrong_iss: 'no_trust_chain',
      missing_iss: 'claim_missing',
      wrong_sub: 'sub_mismatch',
      wrong_cnf: 'cnf_jwk_missing',
      missing_cnf: 'claim_missing',
      missing_exp: 'claim_missing',
      wrong_status: tolerances.unread,
    }),
  ]),
  step('pid-provider → wallet-provider GET /statuslists/:id', 'request', 'issuance', 'pid-provider/as/par', [
    ...requestFaults({ outage: 'unreachable', replayed: tolerances.repeatable, late: 'not_yet_valid' }),
  ]),
  step('pid-provider → wallet-provider GET /statuslists/:id', 'response', 'issuance', 'pid-provider/as/par', [
    ...responseFaults({
      slow: 'wallet/pushed-authorization-request unreachable',
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
  step('relying-party → wallet-provider GET /statuslists/:id', 'response', 'presentation', 'relying-party/response', [
    ...responseFaults({ status_500: 'unreachable' }),
    ...jwtFaults('', body, {
      expired: 'expired',
      wrong_key: 'signature_invalid',
      wrong_typ: 'typ_mismatch',
      wrong_sub: 'status_uri_mismatch',
      malformed: 'jws_malformed',
    }),
  ]),
]
