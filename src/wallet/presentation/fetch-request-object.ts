/**
 * Fetches the Request Object (it-wallet §Endpoints/Relying Party) and verifies it before anything is shown. Fetches by
 * POST with the wallet's capabilities and a fresh nonce, or by GET; in variant 1 with the Wallet Attestation and a
 * proof.
 */
import { type Decision, type Failure, fail, failed, joinRules, randomToken, rows, rules } from '../../base/index.ts'
import { requestObjectMediaType } from '../../oauth/index.ts'
import {
  checkRelyingPartyPolicy,
  createWalletMetadataForm,
  type RelyingPartyPolicyCode,
  type RequestObjectCode,
  type TrustedRequestObject,
  verifyRequestObject,
} from '../../oid4vp/index.ts'
import { jwkRules, jwsRules, trustRulesUnder } from '../../rules/index.ts'
import { type WalletAnswer, WI } from '../answers.ts'
import {
  type Answered,
  chooseAttestation,
  type Shown,
  sendWithAttestation,
  type UsableAttestation,
} from '../attestation/choose-attestation.ts'
import { capabilitiesOf, type WalletContext } from '../context.ts'
import {
  EXCHANGE_RULES,
  type ExchangeCode,
  exchange,
  exchangeWithDpop,
  formRequest,
  type ReceivedAnswer,
  refusalOf,
} from '../exchange.ts'
import type { TrustedEngagement } from './engagement.ts'

const invalid = WI.requestInvalid

/** Each of these refusals is shown to the user and recorded (WI-19). */
export const REQUEST_OBJECT_RULES = joinRules<RequestObjectCode>()(
  jwsRules(invalid),
  jwkRules(invalid),
  trustRulesUnder<WalletAnswer>('WI-72', WI.relyingPartyUntrusted, WI.unreachable),
  rows(invalid, {
    'WI-12': [
      'alg_none',
      'alg_mac',
      'alg_unsupported',
      'jws_unsigned',
      'signature_invalid',
      'key_mismatch',
      'key_unusable',
      'kid_missing',
      'key_unknown',
    ],
    'GEN-19': ['response_uri_malformed', 'client_id_malformed'],
    'WI-13': [
      'client_metadata_forbidden',
      'client_metadata_uri_forbidden',
      'client_metadata_malformed',
      'client_metadata_key_missing',
    ],
    'WI-65': ['state_mismatch'],
    'WI-66': ['request_uri_method_invalid'],
    'WI-68': ['wallet_nonce_missing', 'wallet_nonce_mismatch'],
    'WI-73': [
      'client_id_missing',
      'client_id_mismatch',
      'iss_missing',
      'iss_mismatch',
      'aud_mismatch',
      'entity_mismatch',
    ],
    'WI-74': [
      'expired',
      'exp_missing',
      'iat_missing',
      'nonce_missing',
      'state_missing',
      'response_type_missing',
      'response_mode_missing',
      'response_uri_missing',
    ],
    'WI-75': ['nonce_short'],
    'WI-76': ['response_uri_not_attested'],
    'WI-77': ['response_type_unsupported', 'response_mode_unsupported'],
    'WI-78': [
      'request_present',
      'request_uri_present',
      'redirect_uri_conflict',
      'transaction_data_unsupported',
      'presentation_definition_conflict',
      'query_missing',
      'query_ambiguous',
      'variant_unsupported',
    ],
    'WI-79': ['presentation_definition_uri_unsupported'],
    'WI-80': ['scope_malformed', 'scope_unknown', 'scope_ambiguous', 'definition_malformed', 'descriptor_id_duplicate'],
    'WI-81': ['client_id_scheme_unsupported', 'client_id_prefix_unsupported'],
    'WI-82': [
      'dcql_malformed',
      'dcql_too_large',
      'dcql_id_invalid',
      'dcql_id_duplicate',
      'dcql_claim_id_duplicate',
      'dcql_claim_sets_invalid',
      'dcql_credential_sets_invalid',
    ],
    'WI-93': ['json_too_large', 'jws_malformed', 'typ_mismatch'],
  }),
  rows(WI.relyingPartyUntrusted, {
    'WI-72': [
      'trust_chain_malformed',
      'trust_chain_missing',
      'certificates_missing',
      'certificates_malformed',
      'rp_metadata_missing',
      'rp_metadata_malformed',
      'rp_metadata_incomplete',
    ],
  }),
)

export const POLICY_RULES = rules<RelyingPartyPolicyCode>()(WI.requestExcessive, {
  'WI-83': ['credential_type_not_allowed', 'claim_not_allowed'],
})

export const REQUEST_EXCHANGE_RULES = joinRules<ExchangeCode>()(
  EXCHANGE_RULES,
  rows(WI.requestUnreadable, { 'WI-93': ['answer_unreadable'] }),
)

export const REQUEST_ANSWER_RULES = rules<'media_type_unexpected'>()(WI.requestEndpointFaulty, {
  'WI-93': ['media_type_unexpected'],
})

/** Seconds for which a used link is stored. Longer than the lifetime of its Request Object. */
const rememberSeconds = 86_400

/** The verified request, and the attestation that the Relying Party sees in this flow. */
interface FetchedRequest {
  readonly request: TrustedRequestObject
  readonly attestation: UsableAttestation
}

/**
 * Fetches and verifies the Request Object. Marks the link as used, whatever the result (WI-92). Releases the link only
 * if the federation cannot be reached: then it may be opened again.
 */
export function fetchRequestObject(ctx: WalletContext, engagement: TrustedEngagement): Promise<FetchedRequest> {
  return ctx.decide('wallet/request-object', async (decision) => {
    decision.note('entity', engagement.client_id)
    const walletNonce = engagement.request_uri_method === 'post' ? randomToken(ctx.random) : undefined // WI-67
    const fetched = await fetchWithAttestation(ctx, engagement, async (one) => ({
      answer: await decision.check(REQUEST_EXCHANGE_RULES, () => send(ctx, engagement, one, walletNonce)),
    }))
    const { answer, attestation } = fetched
    const refused = refusalOf(answer, WI.requestEndpointFaulty, WI.requestEndpointDown) // WI-91
    decision.that('WI-93', refused, answer.status === 200, 'request_refused')
    const now = ctx.clock.now()
    const first = await ctx.stores.engagements.use(engagement, now + rememberSeconds, now)
    decision.that('WI-92', WI.engagementUsed, first, 'engagement_used')
    return { request: await judge(ctx, decision, { engagement, ...fetched, walletNonce }), attestation }
  })
}

/**
 * Fetches with a usable attestation. Chooses another attestation after a refusal only if the request showed it;
 * otherwise the attestation is for the response alone.
 */
async function fetchWithAttestation(
  ctx: WalletContext,
  engagement: TrustedEngagement,
  fetch: (attestation: UsableAttestation) => Promise<Answered>,
): Promise<Answered & Shown> {
  const { client_id: party } = engagement
  const { presentationLifetimeSeconds: flowSeconds } = ctx.config
  if (showsAttestation(engagement)) return sendWithAttestation(ctx, { party, flowSeconds }, fetch)
  const attestation = await chooseAttestation(ctx, party, flowSeconds) // WI-03, WI-05
  return { ...(await fetch(attestation)), attestation }
}

/** Returns true for variant 1, which shows the attestation (WI-71). Variant 2 has `state` or the method POST. */
const showsAttestation = ({ request_uri_method: method, state }: TrustedEngagement): boolean =>
  method === 'get' && state === undefined

function send(
  ctx: WalletContext,
  engagement: TrustedEngagement,
  { compact, signer }: UsableAttestation,
  walletNonce: string | undefined,
) {
  const { request_uri: url } = engagement
  const accept = { accept: requestObjectMediaType }
  if (walletNonce !== undefined) {
    const { vp_formats_supported: vpFormats, ...capabilities } = capabilitiesOf(ctx.config)
    const form = createWalletMetadataForm(
      {
        vpFormats: vpFormats as Parameters<typeof createWalletMetadataForm>[0]['vpFormats'],
        authorizationEndpoint: capabilities.authorization_endpoint,
        responseModes: ['direct_post.jwt', 'direct_post'],
        requestObjectAlgorithms: capabilities.request_object_signing_alg_values_supported,
      },
      walletNonce,
    )
    return exchange(ctx, formRequest(url, form, accept), 'request_uri')
  }
  if (!showsAttestation(engagement)) return exchange(ctx, new Request(url, { headers: accept }), 'request_uri')
  const build = (headers: Readonly<Record<string, string>>): Request =>
    new Request(url, { headers: { ...accept, ...headers } }) // WI-15
  const target = { signer, method: 'GET', url, now: ctx.clock.now(), accessToken: compact, build } as const
  return exchangeWithDpop(ctx, target, 'request_uri')
}

interface Judged extends Answered, Shown {
  readonly engagement: TrustedEngagement
  readonly walletNonce: string | undefined
}

async function judge(
  ctx: WalletContext,
  decision: Decision<WalletAnswer>,
  { engagement, attestation, answer, walletNonce }: Judged,
): Promise<TrustedRequestObject> {
  const { text } = await decision.check(REQUEST_ANSWER_RULES, () => asJwt(answer, engagement))
  const verdict = await verifyRequestObject(ctx, text.trim(), {
    clientId: engagement.client_id,
    state: engagement.state,
    walletNonce,
    audiences: [engagement.request_uri, attestation.thumbprint],
    urls: ctx.config,
    now: ctx.clock.now(),
    skew: ctx.config.clockSkewSeconds,
    algorithms: ctx.config.algorithms,
  })
  if (failed(verdict) && verdict.code === 'trust_unavailable') await ctx.stores.engagements.release(engagement)
  const request = await decision.check(REQUEST_OBJECT_RULES, () => verdict)
  await decision.check(POLICY_RULES, () => checkRelyingPartyPolicy(request))
  return request
}

const jwtMediaTypes = [requestObjectMediaType, 'application/jwt']

/**
 * Checks the media type in variant 2. The specification names none for variant 1, so any is accepted there (WI-101).
 */
function asJwt(
  answer: ReceivedAnswer,
  engagement: TrustedEngagement,
): ReceivedAnswer | Failure<'media_type_unexpected'> {
  const isKnown = showsAttestation(engagement) || jwtMediaTypes.includes(answer.mediaType)
  return isKnown ? answer : fail('media_type_unexpected', 'request_uri')
}
