/** Faults of the federation: configurations, statements and lists, as each party fetches them. */
import { requestFaults, responseFaults, type StepRow, step, textFaults } from '../fault-steps.ts'
import { body, query } from '../places.ts'
import { jwtFaults } from '../signed-content-faults.ts'
import { tolerances } from './tolerances.ts'

const configuration = '/.well-known/openid-federation'

/** Faults of the Entity Configuration of another entity. */
const configurationFaults = jwtFaults('', body, {
  expired: 'no_trust_chain',
  wrong_typ: 'no_trust_chain',
  wrong_key: 'no_trust_chain',
  malformed: 'no_trust_chain',
  wrong_sub: 'no_trust_chain',
  missing_jwks: 'no_trust_chain',
  missing_metadata: 'entity_type_missing',
  missing_authority_hints: 'no_trust_chain',
})

/**
 * Returns the steps in which a role fetches from the Trust Anchor. `unavailable` is the code of the role's decision if
 * the Trust Anchor does not answer or has an error. `untrusted` is the code if the role does not trust the answer.
 */
function anchorSteps(
  role: string,
  flow: StepRow['flow'],
  surface: string,
  { unavailable, untrusted }: { readonly unavailable: string; readonly untrusted: string },
): readonly StepRow[] {
  const signed = { expired: untrusted, wrong_key: untrusted, malformed: untrusted }
  return [
    step(`${role} → trust-anchor GET ${configuration}`, 'response', flow, surface, [
      ...responseFaults({ status_500: unavailable }),
      ...jwtFaults('', body, signed),
    ]),
    step(`${role} → trust-anchor GET /fetch`, 'request', flow, 'trust-anchor/fetch', [
      ...requestFaults({ outage: `${surface} ${unavailable}` }),
      ...textFaults('sub', query('sub'), { wrong: 'subject_unknown', missing: 'sub_missing' }),
    ]),
    step(`${role} → trust-anchor GET /fetch`, 'response', flow, surface, [
      ...responseFaults({ status_500: unavailable, status_404: untrusted }),
      ...jwtFaults('', body, { ...signed, wrong_typ: untrusted, wrong_sub: untrusted, missing_jwks: untrusted }),
    ]),
  ]
}

/**
 * Steps in which a role fetches Entity Configurations, or statements and lists of the Trust Anchor, each with its
 * faults and their expected results. `otherSteps` has the other requests to the Trust Anchor.
 */
export const federationSteps: readonly StepRow[] = [
  step(`wallet → wallet-provider GET ${configuration}`, 'request', 'set-up', 'wallet/register', [
    ...requestFaults({ outage: 'trust_unavailable', replayed: tolerances.repeatable, late: 'no_trust_chain' }),
  ]),
  step(`wallet → wallet-provider GET ${configuration}`, 'response', 'set-up', 'wallet/register', [
    ...responseFaults({ slow: 'trust_unavailable', status_500: 'trust_unavailable', status_404: 'no_trust_chain' }),
    ...jwtFaults('', body, {
      expired: 'no_trust_chain',
      not_yet_valid: 'no_trust_chain',
      wrong_typ: 'no_trust_chain',
      wrong_kid: 'no_trust_chain',
      wrong_key: 'no_trust_chain',
      broken_signature: 'no_trust_chain',
      unsigned: 'no_trust_chain',
      malformed: 'no_trust_chain',
      wrong_iss: 'no_trust_chain',
      wrong_sub: 'no_trust_chain',
      wrong_jwks: 'no_trust_chain',
      missing_jwks: 'no_trust_chain',
      missing_exp: 'no_trust_chain',
      missing_metadata: 'entity_type_missing',
      wrong_metadata: 'entity_type_missing',
      missing_authority_hints: 'no_trust_chain',
      wrong_authority_hints: 'no_trust_chain',
    }),
  ]),
  step(`wallet → trust-anchor GET ${configuration}`, 'response', 'set-up', 'wallet/register', [
    ...responseFaults({ slow: 'trust_unavailable', status_500: 'trust_unavailable', status_404: 'no_trust_chain' }),
    ...jwtFaults('', body, {
      expired: 'no_trust_chain',
      wrong_typ: 'no_trust_chain',
      wrong_key: 'no_trust_chain',
      broken_signature: 'no_trust_chain',
      unsigned: 'no_trust_chain',
      malformed: 'no_trust_chain',
      wrong_iss: 'no_trust_chain',
      wrong_sub: 'no_trust_chain',
      missing_jwks: 'no_trust_chain',
      missing_metadata: 'no_trust_chain',
    }),
  ]),
  step('wallet → trust-anchor GET /fetch', 'request', 'set-up', 'wallet/register', [
    ...requestFaults({ outage: 'trust_unavailable', replayed: tolerances.repeatable, late: 'no_trust_chain' }),
    ...textFaults('sub', query('sub'), {
      wrong: 'trust-anchor/fetch subject_unknown',
      missing: 'trust-anchor/fetch sub_missing',
    }),
  ]),
  step('wallet → trust-anchor GET /fetch', 'response', 'set-up', 'wallet/register', [
    ...responseFaults({ slow: 'trust_unavailable', status_500: 'trust_unavailable', status_404: 'no_trust_chain' }),
    ...jwtFaults('', body, {
      expired: 'no_trust_chain',
      not_yet_valid: 'no_trust_chain',
      wrong_typ: 'no_trust_chain',
      wrong_kid: 'no_trust_chain',
      wrong_key: 'no_trust_chain',
      broken_signature: 'no_trust_chain',
      unsigned: 'no_trust_chain',
      malformed: 'no_trust_chain',
      wrong_iss: 'no_trust_chain',
      wrong_sub: 'no_trust_chain',
      missing_jwks: 'no_trust_chain',
      missing_exp: 'no_trust_chain',
      missing_metadata_policy: tolerances.unrestricted,
    }),
  ]),
  step('wallet → trust-anchor GET /list', 'request', 'federation', 'wallet/issuers', [
    ...requestFaults({ outage: 'unreachable', replayed: tolerances.repeatable }),
  ]),
  step('wallet → trust-anchor GET /list', 'response', 'federation', 'wallet/issuers', [
    ...responseFaults({ slow: 'unreachable', status_500: 'unreachable', status_404: tolerances.hintOnly }),
    ...textFaults('', body, { malformed: tolerances.hintOnly, empty: tolerances.hintOnly }),
  ]),
  step(`wallet → pid-provider GET ${configuration}`, 'response', 'issuance', 'wallet/pushed-authorization-request', [
    ...responseFaults({ status_500: 'trust_unavailable', status_404: 'no_trust_chain' }),
    ...configurationFaults,
  ]),
  step(`wallet → relying-party GET ${configuration}`, 'response', 'presentation', 'wallet/engagement', [
    ...responseFaults({ status_500: 'trust_unavailable', status_404: 'no_trust_chain' }),
    ...configurationFaults,
  ]),
  step(`pid-provider → wallet-provider GET ${configuration}`, 'response', 'issuance', 'pid-provider/token', [
    ...responseFaults({ status_500: 'trust_unavailable', status_404: 'no_trust_chain' }),
    ...configurationFaults,
  ]),
  step(`relying-party → pid-provider GET ${configuration}`, 'response', 'presentation', 'relying-party/response', [
    ...responseFaults({ status_500: 'no_trust_chain', status_404: 'no_trust_chain' }),
    ...configurationFaults,
  ]),
  ...anchorSteps('wallet-provider', 'set-up', 'wallet-provider/token', { unavailable: 'failed', untrusted: 'failed' }),
  ...anchorSteps('pid-provider', 'issuance', 'pid-provider/token', {
    unavailable: 'trust_unavailable',
    untrusted: 'no_trust_chain',
  }),
  ...anchorSteps('relying-party', 'presentation', 'relying-party/request', {
    unavailable: 'failed',
    untrusted: 'failed',
  }),
]
