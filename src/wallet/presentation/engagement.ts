/**
 * The start of a presentation: a link or a QR code. It is not signed. Before the wallet sends anything, the Relying
 * Party that it names must be trusted by the federation, and the request URI must be one of that party (WI-63, WI-64).
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
import { jwkRules, trustRulesUnder } from '../../rules/index.ts'
import { type WalletAnswer, WI } from '../answers.ts'
import type { WalletContext } from '../context.ts'

export const ENGAGEMENT_RULES = rules<EngagementCode>()(WI.engagementUnreadable, {
  'GEN-19': ['client_id_malformed'],
  'WI-81': ['client_id_prefix_unsupported'],
  'WI-63': [
    'engagement_malformed',
    'engagement_html_escaped',
    'parameter_doubled',
    'client_id_missing',
    'request_uri_missing',
  ],
  'WI-64': ['request_uri_malformed'],
  'WI-66': ['request_uri_method_unsupported'],
})

export const RELYING_PARTY_RULES = joinRules<TrustCode | RelyingPartyMetadataCode>()(
  jwkRules(WI.relyingPartyUntrusted),
  trustRulesUnder<WalletAnswer>('WI-72', WI.relyingPartyUntrusted, WI.unreachable),
  rows(WI.relyingPartyUntrusted, {
    'WI-72': ['rp_metadata_missing', 'rp_metadata_malformed', 'rp_metadata_incomplete'],
    'WI-73': ['client_id_mismatch'],
  }),
)

export const REQUEST_URI_RULES = rules<'request_uri_not_attested'>()(WI.requestUriUntrusted, {
  'WI-64': ['request_uri_not_attested'],
})

export interface TrustedEngagement extends ReadEngagement {
  readonly relyingParty: TrustedEntity
}

/**
 * Parses a link and verifies its Relying Party with the federation. Contacts nobody else. Throws a `Refusal` for a text
 * that is no engagement, for one that was used, and for a Relying Party that is not trusted. Does not mark the
 * engagement as used: fetching its Request Object does.
 */
export function readEngagement(ctx: WalletContext, text: string): Promise<TrustedEngagement> {
  return ctx.decide('wallet/engagement', async (decision) => {
    const engagement = await decision.check(ENGAGEMENT_RULES, () => parseEngagementUrl(text.trim(), ctx.config))
    const used = await ctx.stores.engagements.isUsed(engagement, ctx.clock.now())
    decision.that('WI-92', WI.engagementUsed, !used, 'engagement_used')
    decision.note('entity', engagement.entity_id)
    const relyingParty = await decision.check(RELYING_PARTY_RULES, () =>
      ctx.trust.evaluate(engagement.entity_id, relyingPartyTypes),
    )
    const requestUris = await decision.check(RELYING_PARTY_RULES, () => requestUrisOf(relyingParty))
    await decision.check(REQUEST_URI_RULES, () => checkRequestUri(engagement.request_uri, { requestUris }))
    return { ...engagement, relyingParty }
  })
}

/** Returns the request URIs of both variants' metadata: only the Request Object tells which variant applies. */
function requestUrisOf(relyingParty: TrustedEntity): readonly string[] | Failure<RelyingPartyMetadataCode> {
  const [variant1, variant2] = relyingPartyTypes
  const one = readRelyingPartyMetadata(relyingParty, variant1)
  const other = readRelyingPartyMetadata(relyingParty, variant2)
  if (failed(one)) return failed(other) ? one : other.requestUris
  return failed(other) ? one.requestUris : [...one.requestUris, ...other.requestUris]
}
