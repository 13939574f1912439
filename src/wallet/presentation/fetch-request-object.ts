/**
 * Fetches the Request Object (it-wallet §Endpoints/Relying Party) and verifies it before anything is shown. Fetches by
 * POST with the wallet's capabilities and a new nonce, or by GET. In variant 1 (a request with `scope`) of the profile
 * `seed`, the GET request contains the Wallet Attestation and a DPoP proof. Variant 2 is a request with a DCQL query.
 */
import { type Decision, type Failure, fail, joinRules, randomToken, rows, rules } from '../../base/index.ts'
import { requestObjectMediaType } from '../../oauth/index.ts'
import {
  checkRelyingPartyPolicy,
  createWalletMetadataForm,
  type RelyingPartyPolicyCode,
  type TrustedRequestObject,
  verifyRequestObject,
} from '../../oid4vp/index.ts'
import { walletWire } from '../../profiles/index.ts'
import { mayRetry, type WalletAnswer, WI } from '../answers.ts'
import {
  type AnsweredRequest,
  chooseAttestation,
  type FlowAttestation,
  sendWithAttestation,
  type UsableAttestation,
} from '../attestation/choose-attestation.ts'
import { checkAnchorProfile } from '../check-anchor-profile.ts'
import type { WalletContext } from '../context.ts'
import {
  EXCHANGE_RULES,
  type ExchangeCode,
  exchange,
  exchangeWithDpop,
  formRequest,
  outcomeOfError,
  type ReceivedAnswer,
  statusEvidence,
} from '../exchange.ts'
import { type CertifiedNames, checkCertificates } from './check-certificates.ts'
import { linkOfObject, type TrustedEngagement } from './engagement.ts'
import { REQUEST_OBJECT_RULES } from './request-object-rules.ts'
import { walletMetadataOf } from './wallet-metadata.ts'

/**
 * Rules for a request with a credential type or claim that the federation does not allow for the Relying Party
 * (it-wallet §Endpoints).
 */
export const POLICY_RULES = rules<RelyingPartyPolicyCode>()(WI.requestExcessive, {
  'WI-83': ['credential_type_not_allowed', 'claim_not_allowed'],
})

/** Rules for a request endpoint that cannot be reached or whose response cannot be read (RFC 9101 §5.2.3). */
export const REQUEST_EXCHANGE_RULES = joinRules<ExchangeCode>()(
  EXCHANGE_RULES,
  rows(WI.requestUnreadable, { 'WI-93': ['answer_unreadable'] }),
)

/** Rules for the media type of a fetched Request Object (RFC 9101 §5.2.3). */
export const REQUEST_ANSWER_RULES = rules<'media_type_unexpected'>()(WI.requestEndpointFaulty, {
  'WI-93': ['media_type_unexpected'],
})

/** Seconds for which a used link is stored, unless its Request Object is valid for longer. */
const usedLinkSeconds = 86_400

/** The verified request, and the attestation that the Relying Party sees in this flow. */
interface FetchedRequest {
  readonly request: TrustedRequestObject
  readonly attestation: UsableAttestation
  /** Names in the certificate of the Relying Party, in a profile with certificates. */
  readonly certified: CertifiedNames | undefined
}

/**
 * Fetches and verifies the Request Object. Marks the link as used once a Request Object was received, even if that
 * object is then refused (WI-92). Removes the mark if the verification fails because of an outage, for example of the
 * federation or of a revocation list. If `engagement.link` is `undefined`, marks the Request Object instead of the
 * link. Rejects with a `Refusal` if no Request Object is received or it is not valid. In a profile that answers
 * `transaction_data`, does not refuse it: the caller does, if `hasTransactionData` is true.
 */
export function fetchRequestObject(ctx: WalletContext, engagement: TrustedEngagement): Promise<FetchedRequest> {
  return ctx.decide('wallet/request-object', async (decision) => {
    decision.note('entity', engagement.entity_id)
    const received = await receive(ctx, decision, engagement)
    const now = ctx.clock.now()
    const link = engagement.link ?? linkOfObject(ctx, received.text)
    const usedUntil = now + usedLinkSeconds
    const isFirstUse = await ctx.stores.engagements.use(link, usedUntil, now)
    decision.that('WI-92', WI.engagementUsed, isFirstUse, 'engagement_used')
    try {
      const request = await verifyReceived(ctx, decision, engagement, received)
      if (request.exp > usedUntil) await ctx.stores.engagements.extend(link, request.exp) // WI-92
      const certified = await checkCertificates(ctx, decision, request, engagement.request_uri)
      return { request, certified, attestation: received.attestation }
    } catch (thrown) {
      if (mayRetry(thrown)) await ctx.stores.engagements.release(link).catch(() => undefined)
      throw thrown
    }
  })
}

/** A Request Object as text, the nonce in the wallet's request for it, and the attestation of this flow. */
interface ReceivedRequestObject extends FlowAttestation {
  readonly text: string
  readonly walletNonce: string | undefined
}

/** Returns the Request Object that the link contains (WI-132), or fetches it. Does not verify it. */
async function receive(
  ctx: WalletContext,
  decision: Decision<WalletAnswer>,
  engagement: TrustedEngagement,
): Promise<ReceivedRequestObject> {
  const { request, request_uri: url, request_uri_method: method, entity_id: party } = engagement
  if (request !== undefined || url === undefined) {
    const attestation = await chooseAttestation(ctx, party, ctx.config.presentationLifetimeSeconds)
    return { text: request ?? '', attestation, walletNonce: undefined }
  }
  const walletNonce = method === 'post' ? randomToken(ctx.random) : undefined // WI-67
  const { answer, attestation } = await fetchWithAttestation(ctx, engagement, async (one) => ({
    answer: await decision.check(REQUEST_EXCHANGE_RULES, () => send(ctx, { ...engagement, url }, one, walletNonce)),
  }))
  const refused = outcomeOfError(answer, WI.requestEndpointFaulty, WI.requestEndpointDown) // WI-91
  decision.that('WI-93', refused, answer.status === 200, 'request_refused', '', statusEvidence(answer, '200'))
  const { text } = await decision.check(REQUEST_ANSWER_RULES, () => checkMediaType(answer, engagement))
  return { text, attestation, walletNonce }
}

/**
 * Fetches with a usable attestation. If `showsAttestation` is true, the request contains the attestation. If the party
 * then refuses the attestation, the wallet fetches once more with another. If `showsAttestation` is false, only the
 * response to the Request Object contains the attestation.
 */
async function fetchWithAttestation(
  ctx: WalletContext,
  engagement: TrustedEngagement,
  fetch: (attestation: UsableAttestation) => Promise<AnsweredRequest>,
): Promise<AnsweredRequest & FlowAttestation> {
  const { entity_id: party } = engagement
  const { presentationLifetimeSeconds: flowSeconds } = ctx.config
  if (showsAttestation(engagement)) return sendWithAttestation(ctx, { party, flowSeconds }, fetch)
  const attestation = await chooseAttestation(ctx, party, flowSeconds) // WI-03, WI-05
  return { ...(await fetch(attestation)), attestation }
}

/**
 * Returns true for variant 1 in a profile in which the request of variant 1 contains the attestation (WI-71). A link of
 * variant 2 has `state` or the method POST.
 */
const showsAttestation = ({ request_uri_method: method, state, profile }: TrustedEngagement): boolean =>
  walletWire[profile].showsAttestation && method === 'get' && state === undefined

function send(
  ctx: WalletContext,
  engagement: TrustedEngagement & { readonly url: string },
  { compact, signer }: UsableAttestation,
  walletNonce: string | undefined,
) {
  const { url, profile } = engagement
  const accept = { accept: requestObjectMediaType }
  if (walletNonce !== undefined) {
    const form = createWalletMetadataForm(walletMetadataOf(ctx.config, profile), walletNonce)
    return exchange(ctx, formRequest(url, form, accept), 'request_uri')
  }
  if (!showsAttestation(engagement)) return exchange(ctx, new Request(url, { headers: accept }), 'request_uri')
  const build = (headers: Readonly<Record<string, string>>): Request =>
    new Request(url, { headers: { ...accept, ...headers } }) // WI-15
  const target = { signer, method: 'GET', url, boundToken: compact, build } as const
  return exchangeWithDpop(ctx, target, 'request_uri')
}

async function verifyReceived(
  ctx: WalletContext,
  decision: Decision<WalletAnswer>,
  engagement: TrustedEngagement,
  { attestation, text, walletNonce }: ReceivedRequestObject,
): Promise<TrustedRequestObject> {
  const { profile, request_uri: requestUri } = engagement
  const expected = {
    profile,
    clientId: engagement.client_id,
    state: engagement.state,
    walletNonce,
    audiences: [...(requestUri === undefined ? [] : [requestUri]), attestation.thumbprint],
    urls: ctx.config,
    now: ctx.clock.now(),
    skew: ctx.config.clockSkewSeconds,
    algorithms: ctx.config.algorithms,
    ignoresTransactionData: walletWire[profile].answersTransactionData,
  }
  const request = await decision.check(REQUEST_OBJECT_RULES, () => verifyRequestObject(ctx, text.trim(), expected))
  const { relyingParty: entity } = request // from the trust chain in the request, which may lead to another anchor
  checkAnchorProfile(ctx, decision, { entity, profile, answer: WI.relyingPartyUntrusted })
  if (!request.hasTransactionData) await decision.check(POLICY_RULES, () => checkRelyingPartyPolicy(request))
  return request
}

const jwtMediaTypes = [requestObjectMediaType, 'application/jwt']

/**
 * Checks the media type, except in variant 1 with an attestation: the specification requires no media type there
 * (WI-101).
 */
function checkMediaType(
  answer: ReceivedAnswer,
  engagement: TrustedEngagement,
): ReceivedAnswer | Failure<'media_type_unexpected'> {
  const isExpected = showsAttestation(engagement) || jwtMediaTypes.includes(answer.mediaType)
  return isExpected ? answer : fail('media_type_unexpected', 'request_uri')
}
