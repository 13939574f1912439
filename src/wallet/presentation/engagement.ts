/**
 * The start of a presentation: a link or a QR code. Neither is signed. The wallet first checks that the federation
 * trusts the Relying Party that the link names, and that this party publishes the request URI (WI-63, WI-64). Until
 * then, the wallet fetches only entity statements.
 */
import { type Failure, failed, joinRules, rows, rules } from '../../base/index.ts'
import type { TrustCode, TrustedEntity } from '../../federation/index.ts'
import {
  checkRequestUri,
  type EngagementCode,
  parseEngagementUrl,
  type ReadEngagement,
  type RelyingPartyMetadataCode,
  readRelyingPartyMetadata,
  relyingPartyTypes,
} from '../../oid4vp/index.ts'
import type { ProfileName } from '../../profiles/index.ts'
import { jwkRules, trustRulesUnder } from '../../rules/index.ts'
import { type WalletAnswer, WI } from '../answers.ts'
import { checkAnchorProfile, profilesOfAnchor } from '../check-anchor-profile.ts'
import type { WalletContext } from '../context.ts'
import type { EngagementLink } from '../storage/engagement-store.ts'
import { recognizeProfile } from './recognize-profile.ts'

export const ENGAGEMENT_RULES = rules<EngagementCode>()(WI.engagementUnreadable, {
  'GEN-19': ['client_id_malformed'],
  'WI-131': ['client_id_prefix_unsupported'],
  'WI-63': [
    'engagement_malformed',
    'engagement_html_escaped',
    'parameter_doubled',
    'client_id_missing',
    'request_uri_missing',
  ],
  'WI-132': ['request_ambiguous'],
  'WI-64': ['request_uri_malformed'],
  'WI-66': ['request_uri_method_unsupported'],
})

/**
 * Rules for the trust chain of the Relying Party and for its metadata, before the wallet requests anything from it
 * (OpenID Federation 1.0 §10).
 */
export const RELYING_PARTY_RULES = joinRules<TrustCode | RelyingPartyMetadataCode>()(
  jwkRules(WI.relyingPartyUntrusted),
  trustRulesUnder<WalletAnswer>('WI-72', WI.relyingPartyUntrusted, WI.unreachable),
  rows(WI.relyingPartyUntrusted, {
    'WI-72': ['rp_metadata_missing', 'rp_metadata_malformed'],
    'WI-137': ['rp_metadata_incomplete'],
    'WI-73': ['client_id_mismatch'],
  }),
)

/** Rules for a `request_uri` that the metadata of the Relying Party do not list (it-wallet §Entity configuration). */
export const REQUEST_URI_RULES = rules<'request_uri_not_attested'>()(WI.requestUriUntrusted, {
  'WI-64': ['request_uri_not_attested'],
})

export interface TrustedEngagement extends ReadEngagement {
  readonly relyingParty: TrustedEntity
  readonly profile: ProfileName
  /**
   * Identifies the link, which can be used once. `undefined` for a link that has only a published request URI and no
   * `state`: for example, a printed QR code. Each Request Object of such a link can be answered once (D-1030).
   */
  readonly link: EngagementLink | undefined
}

/**
 * Parses a link and evaluates its Relying Party with the federation. Fetches only entity statements. `expected`
 * defaults to any profile. Does not mark the link as used: `fetchRequestObject` does. Rejects with a `Refusal` if
 * - the text is not a presentation link, or the link was used before
 * - the Relying Party is not trusted, or the federation cannot be reached
 * - the recognized profile is not `expected`, or the anchor is not pinned for it
 * - the Relying Party's metadata cannot be read, or do not contain the request URI of the link
 */
export function readEngagement(ctx: WalletContext, text: string, expected?: ProfileName): Promise<TrustedEngagement> {
  return ctx.decide('wallet/engagement', async (decision) => {
    const engagement = await decision.check(ENGAGEMENT_RULES, () => parseEngagementUrl(text.trim(), ctx.config))
    const link = linkOf(ctx, engagement)
    const used = await ctx.stores.engagements.isUsed(link, ctx.clock.now())
    decision.that('WI-92', WI.engagementUsed, !used, 'engagement_used')
    decision.note('entity', engagement.entity_id)
    const relyingParty = await decision.check(RELYING_PARTY_RULES, () =>
      ctx.trust.evaluate(engagement.entity_id, relyingPartyTypes),
    )
    const profile = recognizeProfile(engagement, relyingParty, profilesOfAnchor(ctx, relyingParty))
    const isAccepted = expected === undefined || expected === profile
    decision.that('WI-130', WI.otherProfile, isAccepted, 'profile_not_chosen', 'client_id', {
      expected: expected ?? profile,
      found: profile,
    })
    checkAnchorProfile(ctx, decision, { entity: relyingParty, profile, answer: WI.relyingPartyUntrusted })
    const requestUris = await decision.check(RELYING_PARTY_RULES, () => requestUrisOf(relyingParty, profile))
    const { request_uri: requestUri } = engagement
    if (requestUri !== undefined)
      await decision.check(REQUEST_URI_RULES, () => checkRequestUri(requestUri, { requestUris }))
    const isReusable = engagement.state === undefined && requestUri !== undefined && requestUris.includes(requestUri)
    return { ...engagement, relyingParty, profile, link: isReusable ? undefined : link }
  })
}

/**
 * Returns the values that identify a link. A link that contains the Request Object is identified by that object alone,
 * because anybody can add the object's `state` to the link. The store of used links contains these values.
 */
const linkOf = (ctx: Pick<WalletContext, 'crypto'>, { request_uri, request, state }: ReadEngagement): EngagementLink =>
  request_uri === undefined ? linkOfObject(ctx, request ?? '') : { request_uri, state }

/** Returns the values that identify a Request Object. Ignores white space around it, as its verification does. */
export function linkOfObject({ crypto }: Pick<WalletContext, 'crypto'>, text: string): EngagementLink {
  // The digest leaves the signature out: anybody can turn an ECDSA signature into another valid one.
  const signed = text.trim().split('.', 2).join('.')
  return { request_uri: `request:${crypto.digestText('sha-256', signed)}`, state: undefined }
}

/**
 * Returns the request URIs in the metadata for variant 1 (`scope`) and for variant 2 (DCQL), because only the Request
 * Object shows which variant applies. Fails if the metadata of neither variant can be read.
 */
function requestUrisOf(
  relyingParty: TrustedEntity,
  profile: ProfileName,
): readonly string[] | Failure<RelyingPartyMetadataCode> {
  const [variant1, variant2] = relyingPartyTypes
  const metadata1 = readRelyingPartyMetadata(relyingParty, variant1, profile)
  const metadata2 = readRelyingPartyMetadata(relyingParty, variant2, profile)
  if (failed(metadata1)) return failed(metadata2) ? metadata1 : metadata2.requestUris
  return failed(metadata2) ? metadata1.requestUris : [...metadata1.requestUris, ...metadata2.requestUris]
}
