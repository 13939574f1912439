/**
 * A presentation from beginning to end (it-wallet §What the service does, area C): read the link, verify the Relying Party
 * and its request, find what answers it, ask the user, respond, go on where the service says.
 */
import { type Decision, failed } from '../../base/index.ts'
import {
  checkRedirectUri,
  createAuthorizationErrorResponse,
  parseRedirectAnswer,
  type TrustedRequestObject,
} from '../../oid4vp/index.ts'
import { type WalletAnswer, WI } from '../answers.ts'
import { discardRefused, type UsableAttestation } from '../attestation/choose-attestation.ts'
import type { WalletContext } from '../context.ts'
import { exchange, formRequest, mayRefuseAttestation } from '../exchange.ts'
import { askConsent, unansweredRequest } from './ask-consent.ts'
import { readEngagement } from './engagement.ts'
import { fetchRequestObject } from './fetch-request-object.ts'
import { followRedirect, type NamedPage, openPage, type PresentationFlow } from './follow-redirect.ts'
import { DCQL_OFFER_RULES, makeOffer, SCOPE_OFFER_RULES, wordedOffer } from './offer.ts'
import { chooseProtection } from './protection.ts'
import { respond } from './respond.ts'

/** How a presentation ended that was not refused: the user's page to go on with, if the Relying Party named one. */
export type PresentationOutcome =
  | ({ readonly kind: 'presented'; readonly relyingParty: string } & NamedPage)
  | ({ readonly kind: 'declined'; readonly relyingParty: string } & Declined)

interface Declined extends Partial<NamedPage> {
  /** Whether the service has confirmed that it was told. */
  readonly told: boolean
}

/**
 * `engagement` is the link, or what the QR code held. Once the response is taken this resolves, whether or not the page that
 * the service named can be opened.
 */
export async function present(
  ctx: WalletContext,
  engagement: string,
  flow: PresentationFlow = 'same-device',
): Promise<PresentationOutcome> {
  const trusted = await readEngagement(ctx, engagement)
  const relyingParty = trusted.client_id
  const { request, attestation } = await fetchRequestObject(ctx, trusted)
  return ctx.decide('wallet/presentation', async (decision) => {
    decision.note('entity', relyingParty)
    const protection = await chooseProtection(ctx, decision, request)
    const made = await makeOffer(ctx, request, attestation)
    if (failed(made) && ctx.consent.acknowledge) {
      await ctx.consent.acknowledge(unansweredRequest(ctx, request))
      await decline(ctx, request, flow) // WI-89
    }
    const offer = decision.checkNow(
      request.kind === 'dcql' ? DCQL_OFFER_RULES : SCOPE_OFFER_RULES,
      () => made,
      wordedOffer(made),
    )
    const agreed = await askConsent(ctx, decision, request, offer)
    if (agreed === undefined) return { kind: 'declined', relyingParty, ...(await decline(ctx, request, flow)) }
    requireStillLiving(ctx, decision, request, attestation)
    const answer = await respond(ctx, decision, { request, offer, agreed, attestation, protection })
    if (mayRefuseAttestation(answer)) await discardRefused(ctx, attestation)
    return { kind: 'presented', relyingParty, ...(await followRedirect(ctx, decision, request, answer, flow)) }
  })
}

/** The user may have taken long. */
function requireStillLiving(
  { clock, config }: WalletContext,
  decision: Decision<WalletAnswer>,
  request: TrustedRequestObject,
  attestation: UsableAttestation,
): void {
  const now = clock.now()
  decision.that('WI-74', WI.requestEnded, now < request.exp, 'expired', 'payload.exp')
  const lives = attestation.expiresAt >= now + config.attestationMarginSeconds
  decision.that('WI-03', WI.requestEnded, lives, 'attestation_expiring')
}

/**
 * The Relying Party is verified by now, so it is told, the same of a no as of a wallet in which nothing answers (D-233);
 * whether that reaches it changes nothing for the user (WI-89). An attested page with a response code is opened on the
 * same device (D-97); anything else that it answers is passed over.
 */
async function decline(
  ctx: WalletContext,
  { response_uri, state, relyingPartyMetadata }: TrustedRequestObject,
  flow: PresentationFlow,
): Promise<Declined> {
  const form = createAuthorizationErrorResponse('access_denied', state)
  const answer = await exchange(ctx, formRequest(response_uri, form), 'response_uri')
  if (failed(answer) || answer.status >= 300) return { told: false }
  const named = parseRedirectAnswer(answer.text)
  if (failed(named) || flow !== 'same-device') return { told: true }
  const page = checkRedirectUri(named.redirect_uri, relyingPartyMetadata.redirectUris, ctx.config)
  if (failed(page)) return { told: true }
  return { told: true, ...(await openPage(ctx, page)) }
}
