/**
 * Runs a presentation (it-wallet §What the service does, area C). Reads the link and verifies the Relying Party and its
 * request. Then finds matching credentials, asks the user, responds, and follows the redirect of the Relying Party.
 */
import { type Decision, failed } from '../../base/index.ts'
import type { AuthorizationError, TrustedRequestObject } from '../../oid4vp/index.ts'
import type { ProfileName } from '../../profiles/index.ts'
import { type WalletAnswer, WI } from '../answers.ts'
import { discardRefused, type UsableAttestation } from '../attestation/choose-attestation.ts'
import type { WalletContext } from '../context.ts'
import { mayRefuseAttestation } from '../exchange.ts'
import { askConsent, unanswerableRequest } from './ask-consent.ts'
import { type DeclinedOutcome, type DeclinedRequest, decline } from './decline.ts'
import { readEngagement } from './engagement.ts'
import { fetchRequestObject } from './fetch-request-object.ts'
import { followRedirect, type NextPage, type PresentationFlow, requiresPage } from './follow-redirect.ts'
import { DCQL_OFFER_RULES, makeOffer, SCOPE_OFFER_RULES, withStateOfMatch } from './offer.ts'
import { chooseProtection } from './protection.ts'
import { respond } from './respond.ts'

/** Result of a presentation, with the page that the wallet opened or tried to open, if any. */
export type PresentationOutcome = (
  | ({ readonly kind: 'presented' } & Partial<NextPage>)
  | ({ readonly kind: 'declined' } & DeclinedOutcome)
) & {
  /** Entity identifier. */
  readonly relyingParty: string
  readonly profile: ProfileName
}

/**
 * Presents credentials. `engagement` is the link or the content of the QR code. `flow` defaults to `same-device`.
 * `expected` is the only accepted profile. By default every profile is accepted. The link, the metadata and the
 * profiles of the Trust Anchor determine the profile. Resolves once the Relying Party has accepted the response, even
 * if the page that it named cannot be opened, or once the user has declined. Rejects with a `Refusal` if the link or
 * the request is not valid, no credential answers it, or the Relying Party does not accept the response.
 */
export async function present(
  ctx: WalletContext,
  engagement: string,
  flow: PresentationFlow = 'same-device',
  expected?: ProfileName,
): Promise<PresentationOutcome> {
  const trusted = await readEngagement(ctx, engagement, expected)
  const { entity_id: relyingParty, profile } = trusted
  const { request, attestation, certified } = await fetchRequestObject(ctx, trusted)
  const declined: DeclinedRequest = { request, flow, profile, certified }
  return ctx.decide('wallet/presentation', async (decision) => {
    decision.note('entity', relyingParty)
    if (request.hasTransactionData) {
      await declineUnanswerable(ctx, declined, 'invalid_transaction_data') // WI-207
      decision.refuse(['WI-78', WI.requestInvalid], 'transaction_data_unsupported', 'payload.transaction_data')
    }
    const hasPage = !requiresPage(profile, flow) || request.relyingPartyMetadata.redirectUris.length > 0
    decision.that('WI-215', WI.requestInvalid, hasPage, 'redirect_uris_missing', 'metadata.redirect_uris')
    const protection = await chooseProtection(ctx, decision, request, profile)
    const offerResult = await makeOffer(ctx, request, attestation, profile)
    if (failed(offerResult)) await declineUnanswerable(ctx, declined) // WI-89
    const offer = decision.checkNow(
      request.kind === 'dcql' ? DCQL_OFFER_RULES : SCOPE_OFFER_RULES,
      () => offerResult,
      withStateOfMatch(offerResult),
    )
    const agreed = await askConsent(ctx, decision, { request, profile }, offer)
    if (agreed === undefined) return { kind: 'declined', relyingParty, profile, ...(await decline(ctx, declined)) }
    requireUnexpired(ctx, decision, request, attestation)
    const answer = await respond(ctx, decision, { request, offer, agreed, attestation, protection, profile })
    if (mayRefuseAttestation(answer)) await discardRefused(ctx, attestation)
    const page = await followRedirect(ctx, decision, { request, answer, flow, profile, certified })
    return { kind: 'presented', relyingParty, profile, ...page }
  })
}

/**
 * Shows the user a request that the wallet cannot answer, and then sends the error response. Does nothing if the app
 * does not show such requests.
 */
async function declineUnanswerable(
  ctx: WalletContext,
  declined: DeclinedRequest,
  error?: AuthorizationError,
): Promise<void> {
  if (!ctx.consent.acknowledge) return
  await ctx.consent.acknowledge(unanswerableRequest(ctx, declined.request, declined.profile))
  await decline(ctx, declined, error)
}

/** Checks again that the request and the Wallet Attestation have not expired: the user may have taken long. */
function requireUnexpired(
  { clock, config }: WalletContext,
  decision: Decision<WalletAnswer>,
  request: TrustedRequestObject,
  attestation: UsableAttestation,
): void {
  const now = clock.now()
  decision.that('WI-74', WI.requestEnded, now < request.exp, 'expired', 'payload.exp')
  const suffices = attestation.expiresAt >= now + config.attestationMarginSeconds
  decision.that('WI-03', WI.requestEnded, suffices, 'attestation_expiring')
}
