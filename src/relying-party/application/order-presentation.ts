/**
 * Order of a presentation by an application (`POST /api/presentations`). The query is validated like a configured one,
 * and must stay within the limits of the federation and of this application. The return URL must belong to the
 * application. The order is not yet bound to a browser: the first one that opens `start_url` begins the presentation
 * (RP-90). The order's profile selects the entity. With the profile `auto`, the wallet that the person chooses selects
 * the entity (RP-137, RP-138).
 */
import {
  type Decision,
  type Failure,
  fail,
  failed,
  type Json,
  type JsonObject,
  joinRules,
  randomToken,
  rows,
} from '../../base/index.ts'
import type { TrustCode } from '../../federation/index.ts'
import {
  type CredentialRequest,
  checkRelyingPartyPolicy,
  parseDcqlQuery,
  type RelyingPartyMetadataCode,
  type RelyingPartyPolicyCode,
  readRelyingPartyMetadata,
  relyingPartyTypes,
} from '../../oid4vp/index.ts'
import { relyingPartyWire } from '../../profiles/index.ts'
import { trustRules } from '../../rules/index.ts'
import { RP, type RpAnswer } from '../answers.ts'
import { asksForMdoc } from '../config.ts'
import type { RelyingPartyServices } from '../context.ts'
import { urlOf } from '../metadata.ts'
import { canProveLevels } from '../request/attestation-demands.ts'
import { createSession } from '../session/new-session.ts'
import type { PresentationOrder } from '../session/presentation-session.ts'
import { type Application, mayReturnTo } from './applications.ts'
import { readRequest } from './order-query.ts'
import { autoProfile, ORDER_RULES, type Order, type OrderCode, parseOrder } from './order-rules.ts'
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
 * Stores an order. Throws a `Refusal` for an unknown application, an invalid order or return URL, and a query beyond
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
    const [entity, ...others] = decision.checkNow(ORDER_RULES, () => entitiesOf(ctx, order))
    const asked = [await queryFor(ctx, entity, decision, application, order)] as [Awaited<ReturnType<typeof queryFor>>]
    for (const other of others) asked.push(await queryFor(ctx, other, decision, application, order))
    const [{ query, request }] = asked
    const names = [entity, ...others].map(({ config }) => config.profile)
    const queries = Object.fromEntries(asked.map((one, index) => [names[index], one.query]))
    const askedPaths = Object.assign({}, ...asked.map((one) => one.askedPaths))
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
        ...(Object.keys(askedPaths).length > 0 && { askedPaths }),
      },
    } as const
    const session = await createSession(entity, id, sessionInput, now)
    await entity.sessions.order({ session })
    return { id, startUrl: `${urlOf(entity.config, 'begin')}?id=${id}`, expiresAt: session.expiresAt }
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

/**
 * Returns the query of the order for `entity`. Throws a `Refusal` if the entity does not offer the order's variant or
 * response mode, or is not allowed to request the data.
 */
async function queryFor(
  { config: { dcqlQueries } }: RelyingPartyServices,
  entity: RelyingPartyServices,
  decision: Decision<RpAnswer>,
  application: Application,
  order: Order,
): ReturnType<typeof readRequest> {
  const offered = decision.checkNow(ORDER_RULES, () => checkOffered(entity.config, order))
  const asked = await readRequest(entity, decision, offered, dcqlQueries)
  await decision.check(ORDER_BOUNDS_RULES, () => checkBounds(entity, application, asked.request))
  return asked
}

type Entities = readonly [RelyingPartyServices, ...RelyingPartyServices[]]

/**
 * Returns the entities for the order's profile: one, or for `auto` all that the person's choice of a wallet may select.
 * Omits an entity whose wallets cannot prove a required level or present the attestation that the order demands. If the
 * query asks for an mdoc, also omits every entity after the first that accepts no mdocs. Fails if none remains.
 */
function entitiesOf(ctx: RelyingPartyServices, order: Order): Entities | Failure<OrderCode> {
  const { profile = ctx.config.profile, scope, wallet_attestation: isDemanded = false } = order
  const further = [...(ctx.furtherEntities?.values() ?? [])]
  const named = [ctx, ...further].filter(({ config }) => profile === autoProfile || config.profile === profile)
  if (named.length === 0) return fail('profile_not_offered', 'profile')
  const attesting = named.filter(
    ({ config }) => !isDemanded || relyingPartyWire[config.profile].walletAttestation !== 'none',
  )
  if (attesting.length === 0) return fail('wallet_attestation_unavailable', 'wallet_attestation')
  const [first, ...others] = attesting.filter(({ config }) => canProveLevels(config))
  if (first === undefined) return fail('wallet_level_unprovable', 'profile')
  // A scope is defined for one entity only: the first.
  if (scope !== undefined || others.length === 0) return [first]
  const acceptingMdocs = others.filter(({ config }) => config.mdocAlgorithms.length > 0)
  return [first, ...(orderAsksForMdoc(ctx, order) ? acceptingMdocs : others)]
}

/** Returns true if the query of the order asks for an mdoc. Returns false for a malformed or unknown query. */
function orderAsksForMdoc({ config }: RelyingPartyServices, { dcql_query: query, request = '' }: Order): boolean {
  const named = Object.hasOwn(config.dcqlQueries, request) ? config.dcqlQueries[request] : undefined
  const asked = query === undefined ? named : parseDcqlQuery(query as Json, { strict: true }, 'dcql_query')
  return asked !== undefined && !failed(asked) && asksForMdoc(asked)
}

/**
 * Checks that the entity offers the variant and the response mode of the order, and that an order with `scope` does not
 * ask for POST.
 */
function checkOffered(
  { variants, responseModes }: Pick<RelyingPartyServices['config'], 'variants' | 'responseModes'>,
  parsed: Order,
): Order | Failure<OrderCode> {
  const { scope, request_uri_method, response_mode } = parsed
  if (!variants.includes(scope === undefined ? 'dcql' : 'scope'))
    return fail('variant_not_offered', scope === undefined ? 'dcql_query, request' : 'scope')
  if (scope !== undefined && request_uri_method === 'post')
    return fail('request_uri_method_unsupported', 'request_uri_method')
  if (response_mode !== undefined && !responseModes.includes(response_mode))
    return fail('response_mode_unsupported', 'response_mode', { expected: responseModes, found: response_mode })
  return parsed
}

type BoundsCode = TrustCode | RelyingPartyMetadataCode | RelyingPartyPolicyCode

/**
 * Checks the limits of the federation, then those of the application. The limits of the federation are in this Relying
 * Party's metadata, after the policies of its superiors (WI-83). Wallets check the limits of the federation too.
 */
async function checkBounds(
  { trust, config }: Pick<RelyingPartyServices, 'trust' | 'config'>,
  { credentialTypes: credentialTypesAllowed, claims: claimsAllowed }: Application,
  request: CredentialRequest,
): Promise<undefined | Failure<BoundsCode>> {
  const self = await trust.evaluate(config.entityId, relyingPartyWire[config.profile].entityTypes)
  if (failed(self)) return self
  const federation = readRelyingPartyMetadata(self, relyingPartyTypes[request.kind === 'scope' ? 0 : 1], config.profile)
  if (failed(federation)) return federation
  return (
    checkRelyingPartyPolicy({ ...request, relyingPartyMetadata: federation }) ??
    checkRelyingPartyPolicy({ ...request, relyingPartyMetadata: { credentialTypesAllowed, claimsAllowed } })
  )
}
