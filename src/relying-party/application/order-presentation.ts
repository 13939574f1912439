/**
 * Order of a presentation by an application (`POST /api/presentations`). The query is validated like a configured
 * query, and must stay within the limits of the federation and of this application. The return URL must belong to the
 * application. The order is not bound to a browser: the first browser that opens `start_url` begins the presentation
 * (RP-90). The order's profile selects the entity that requests the presentation. With the profile `auto`, the wallet
 * that the person chooses selects the entity (RP-137, RP-138).
 */
import {
  type Decision,
  type Failure,
  fail,
  failed,
  type JsonObject,
  joinRules,
  printable,
  randomToken,
  rows,
} from '../../base/index.ts'
import type { TrustCode } from '../../federation/index.ts'
import {
  type CredentialRequest,
  checkRelyingPartyPolicy,
  type DcqlCode,
  type RelyingPartyMetadataCode,
  type RelyingPartyPolicyCode,
  readRelyingPartyMetadata,
  relyingPartyTypes,
  type ScopeCode,
} from '../../oid4vp/index.ts'
import { type ProfileName, relyingPartyWire } from '../../profiles/index.ts'
import { trustRules } from '../../rules/index.ts'
import { RP, type RpAnswer } from '../answers.ts'
import type { RelyingPartyConfig } from '../config.ts'
import type { RelyingPartyServices } from '../context.ts'
import { urlOf } from '../metadata.ts'
import { canProveLevels } from '../request/attestation-demands.ts'
import { createSession } from '../session/new-session.ts'
import type { PresentationOrder } from '../session/presentation-session.ts'
import { type Application, mayReturnTo } from './applications.ts'
import { type AskedQuery, buildQuery } from './order-query.ts'
import { autoProfile, ORDER_QUERY_RULES, ORDER_RULES, type Order, type OrderCode, parseOrder } from './order-rules.ts'
import type { OrderedPresentation } from './presentation-api.ts'
import { type ApplicationCaller, requireApplication } from './require-application.ts'

export const ORDER_BOUNDS_RULES = joinRules<TrustCode | RelyingPartyMetadataCode | RelyingPartyPolicyCode>()(
  trustRules<RpAnswer>(RP.selfUntrusted, RP.unavailable),
  rows(RP.selfUntrusted, {
    'RP-90': [
      'no_trust_chain',
      'entity_type_missing',
      'rp_metadata_missing',
      'rp_metadata_malformed',
      'rp_metadata_incomplete',
      'client_id_mismatch',
      'jwk_malformed',
      'jwk_private',
      'jwk_unsupported',
    ],
  }),
  rows(RP.notAllowed, { 'RP-90': ['credential_type_not_allowed', 'claim_not_allowed'] }),
)

/**
 * Stores an order, and returns where a browser begins it. Rejects with a `Refusal` for an unknown application or
 * profile, for an invalid order, and for a return URL that the application may not use. Also rejects for a query beyond
 * the limits of the federation or of this application, and if this service has no valid trust chain.
 */
export function orderPresentation(
  ctx: RelyingPartyServices,
  caller: ApplicationCaller,
  body: JsonObject,
): Promise<OrderedPresentation> {
  return ctx.decide('relying-party/api/presentations', async (decision) => {
    const now = ctx.clock.now()
    const application = await requireApplication(ctx, decision, caller)
    const order = decision.checkNow(ORDER_RULES, () => parseOrder(body))
    const offerRules = { ...ORDER_RULES, ...ORDER_QUERY_RULES, ...ORDER_BOUNDS_RULES }
    const offers = await decision.check(offerRules, () => offersFor(ctx, decision, application, order))
    const [{ entity, query, request }, ...others] = offers
    const queries = Object.fromEntries(offers.map((one) => [one.entity.config.profile, one.query]))
    const translated = offers.filter((one) => Object.keys(one.askedPaths).length > 0)
    const askedPaths = Object.fromEntries(translated.map((one) => [one.entity.config.profile, one.askedPaths]))
    const isPermitted = mayReturnTo(application, order.return_url)
    decision.that('RP-90', RP.returnUrlForeign, isPermitted, 'return_url_unknown', 'return_url')

    const id = randomToken(ctx.random) // RP-09
    const { flow, request_uri_method, response_mode: responseMode } = order
    const variant = request.kind
    const sessionInput = {
      variant,
      flow,
      requestUriMethod: request_uri_method ?? (variant === 'dcql' ? 'post' : 'get'),
      responseMode: responseMode ?? entity.config.responseModes[0] ?? 'direct_post.jwt',
      query,
      cookie: '',
      status: 'ordered',
      order: {
        ...orderOf(application, order),
        ...(others.length > 0 && { queries }),
        ...(translated.length > 0 && { askedPaths }),
      },
    } as const
    const session = await createSession(entity, id, sessionInput, now)
    await entity.sessions.order({ session })
    const { config } = others.length > 0 ? ctx : entity // The main entity has the page on which the person chooses.
    return { id, startUrl: `${urlOf(config, 'begin')}?id=${id}`, expiresAt: session.expiresAt }
  })
}

const orderOf = (
  { id: application }: Application,
  { return_url: returnUrl, state, purpose, response_mode: responseMode }: Order,
): PresentationOrder => ({
  application,
  returnUrl,
  ...(state !== undefined && { state }),
  ...(purpose !== undefined && { purpose }),
  ...(responseMode !== undefined && { responseMode }),
})

type Offer = AskedQuery & { readonly entity: RelyingPartyServices }

type MisfitCode = OrderCode | DcqlCode | ScopeCode | TrustCode | RelyingPartyMetadataCode | RelyingPartyPolicyCode

/**
 * Returns an offer for each entity that may request the presentation. This is the entity of the order's profile, or
 * with `auto` every entity that can take the order. With `auto`, the wallet that the person chooses selects one of
 * these entities. The decision records the profiles of the entities that cannot take the order, with the reasons. If no
 * entity can take it, fails with the reason of the first entity, or with `profile_not_offered` if no entity has the
 * profile.
 */
async function offersFor(
  ctx: RelyingPartyServices,
  decision: Decision<RpAnswer>,
  application: Application,
  order: Order,
): Promise<readonly [Offer, ...Offer[]] | Failure<MisfitCode>> {
  const { profile = ctx.config.profile } = order
  const entities = [ctx, ...(ctx.furtherEntities?.values() ?? [])]
  const offers: Offer[] = []
  const misfits: (readonly [profile: ProfileName, reason: Failure<MisfitCode>])[] = []
  for (const entity of entities) {
    if (profile !== autoProfile && entity.config.profile !== profile) continue
    const offer = await offerOf(entity, ctx.config.dcqlQueries, application, order)
    if (failed(offer)) misfits.push([entity.config.profile, offer])
    else offers.push(offer)
  }
  const [first, ...others] = offers
  if (first === undefined) return misfits[0]?.[1] ?? fail('profile_not_offered', 'profile')
  if (misfits.length > 0) decision.note('omitted_profiles', misfits.map(describeMisfit).join(', '))
  return [first, ...others]
}

const describeMisfit = ([profile, { code, at }]: readonly [profile: ProfileName, reason: Failure]): string =>
  `${profile} ${code} at ${printable(at)}`

/**
 * Returns the query of the order for the entity. Fails if the entity does not offer what the order demands, or has no
 * valid trust chain. Also fails for a query that is invalid or exceeds a limit. The limits of the federation are in the
 * resolved metadata of the entity (WI-83). Wallets check these limits too.
 */
async function offerOf(
  entity: RelyingPartyServices,
  serviceQueries: RelyingPartyConfig['dcqlQueries'],
  { credentialTypes: credentialTypesAllowed, claims: claimsAllowed }: Application,
  order: Order,
): Promise<Offer | Failure<MisfitCode>> {
  const { config, trust } = entity
  const asked = checkOffered(config, order) ?? buildQuery(config, order, serviceQueries)
  if (failed(asked)) return asked
  const { request } = asked
  const self = await trust.evaluate(config.entityId, relyingPartyWire[config.profile].entityTypes)
  if (failed(self)) return self
  const federation = readRelyingPartyMetadata(self, relyingPartyTypes[request.kind === 'scope' ? 0 : 1], config.profile)
  if (failed(federation)) return federation
  const excess =
    checkRelyingPartyPolicy({ ...request, relyingPartyMetadata: federation }) ??
    checkRelyingPartyPolicy({
      ...nameAsAllowed(asked, claimsAllowed),
      relyingPartyMetadata: { credentialTypesAllowed, claimsAllowed },
    })
  return excess ?? { entity, ...asked }
}

/**
 * Returns the request with the claim names of the application's query. A claim whose name in the request is one of
 * `allowed` keeps that name. `allowed` may therefore contain either name of a claim (D-1046).
 */
function nameAsAllowed({ request, askedPaths }: AskedQuery, allowed: readonly string[] = []): CredentialRequest {
  if (request.kind === 'scope') return request
  const credentials = request.query.credentials.map((query) => {
    const paths = askedPaths[query.id]
    const claims = query.claims?.map((claim, index) =>
      allowed.includes(String(claim.path[0])) ? claim : { ...claim, path: [...(paths?.[index] ?? claim.path)] },
    )
    return claims === undefined ? query : { ...query, claims }
  })
  return { kind: 'dcql', query: { ...request.query, credentials } }
}

/**
 * Checks that the entity offers the variant and the response mode of the order. Checks that its wallets can present a
 * demanded attestation and prove a required level. Refuses POST for an order with `scope`.
 */
function checkOffered(
  config: RelyingPartyConfig,
  { scope, request_uri_method, response_mode, wallet_attestation }: Order,
): undefined | Failure<OrderCode> {
  const { variants, responseModes } = config
  if (wallet_attestation === true && relyingPartyWire[config.profile].walletAttestation === 'none')
    return fail('wallet_attestation_unavailable', 'wallet_attestation')
  if (!canProveLevels(config)) return fail('wallet_level_unprovable', 'profile')
  if (!variants.includes(scope === undefined ? 'dcql' : 'scope'))
    return fail('variant_not_offered', scope === undefined ? 'dcql_query, request' : 'scope')
  if (scope !== undefined && request_uri_method === 'post')
    return fail('request_uri_method_unsupported', 'request_uri_method')
  if (response_mode !== undefined && !responseModes.includes(response_mode))
    return fail('response_mode_unsupported', 'response_mode', { expected: responseModes, found: response_mode })
  return undefined
}
