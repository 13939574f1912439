/**
 * Order of a presentation by an application (`POST /api/presentations`). The query is validated like a configured one,
 * and must stay within the limits of the federation and of this application. The return URL must belong to the
 * application. The order is bound to no browser: the first that opens `start_url` begins it (RP-90).
 */
import { z } from 'zod'
import {
  type Decision,
  type Failure,
  fail,
  failed,
  type JsonObject,
  joinRules,
  placeOf,
  randomToken,
  rows,
  rules,
} from '../../base/index.ts'
import type { TrustCode } from '../../federation/index.ts'
import { formatDcSdJwt, formatMdoc } from '../../oauth/index.ts'
import {
  type CredentialRequest,
  canonicalFormat,
  checkRelyingPartyPolicy,
  type DcqlCode,
  type DcqlQuery,
  isResponseMode,
  parseDcqlQuery,
  type RelyingPartyMetadataCode,
  type RelyingPartyPolicyCode,
  type ResponseMode,
  readRelyingPartyMetadata,
  relyingPartyTypes,
  resolveScope,
  type ScopeCode,
} from '../../oid4vp/index.ts'
import { profileNames, relyingPartyWire } from '../../profiles/index.ts'
import { trustRules } from '../../rules/index.ts'
import { RP, type RpAnswer } from '../answers.ts'
import type { RelyingPartyServices } from '../context.ts'
import { urlOf } from '../metadata.ts'
import {
  askWalletAttestation,
  canProveLevels,
  definitionAsksAttestation,
  needsAttestation,
} from '../request/attestation-demands.ts'
import { createSession } from '../session/new-session.ts'
import { type Application, type ApplicationCaller, mayReturnTo, requireApplication } from './applications.ts'
import type { OrderedPresentation } from './presentation-api.ts'

/** Body of an order. */
export const order = z.strictObject({
  /** Query itself. Exactly one of `dcql_query`, `request` and `scope` must be present. */
  dcql_query: z.unknown().optional(),
  /** Name of a configured query. */
  request: z.string().max(64).optional(),
  /** Names of registered definitions or their descriptors, for variant 1. */
  scope: z.string().max(1024).optional(),
  flow: z.enum(['same-device', 'cross-device']).default('cross-device'),
  request_uri_method: z.enum(['get', 'post']).optional(),
  /** One of the configured modes. Defaults to any of them, in order of preference. */
  response_mode: z.custom<ResponseMode>(isResponseMode).optional(),
  /** Asks for the Wallet Attestation too. Defaults to the configuration (D-151). */
  wallet_attestation: z.boolean().optional(),
  /** Profile of the wallets that may answer. Defaults to the service's own identifier. */
  profile: z.enum(profileNames).optional(),
  return_url: z.string().max(2048),
  /** Returned unchanged. */
  state: z
    .string()
    .regex(/^[\x21-\x7e]{1,512}$/)
    .optional(),
  /** Shown to the person. */
  purpose: z
    .string()
    .refine((text) => /^[^\p{Cc}]{1,200}$/u.test(text))
    .meta({ minLength: 1, maxLength: 200 })
    .optional(),
})

type Order = z.output<typeof order>
type OrderCode =
  | 'format_unaccepted'
  | 'order_malformed'
  | 'order_ambiguous'
  | 'profile_not_offered'
  | 'request_unknown'
  | 'request_uri_method_unsupported'
  | 'response_mode_unsupported'
  | 'variant_not_offered'
  | 'wallet_attestation_required'
  | 'wallet_level_unprovable'

export const ORDER_RULES = rules<OrderCode>()(RP.malformed, {
  'RP-90': [
    'format_unaccepted',
    'order_malformed',
    'order_ambiguous',
    'request_unknown',
    'request_uri_method_unsupported',
    'response_mode_unsupported',
    'wallet_attestation_required',
  ],
  'RP-109': ['variant_not_offered'],
  'RP-137': ['profile_not_offered', 'wallet_level_unprovable'],
})

export const ORDER_QUERY_RULES = rules<DcqlCode | ScopeCode>()(RP.malformed, {
  'RP-35': ['scope_unknown', 'scope_ambiguous'],
  'RP-90': [
    'dcql_malformed',
    'dcql_too_large',
    'dcql_id_invalid',
    'dcql_id_duplicate',
    'dcql_claim_id_duplicate',
    'dcql_claim_sets_invalid',
    'dcql_credential_sets_invalid',
  ],
})

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
 * Stores an order. Throws a `Refusal` for an unknown application, for an invalid query, and for a query beyond the
 * limits of this application.
 */
export function orderPresentation(
  ctx: RelyingPartyServices,
  caller: ApplicationCaller,
  body: JsonObject,
): Promise<OrderedPresentation> {
  return ctx.decide('relying-party/api/presentations', async (decision) => {
    const now = ctx.clock.now()
    const own = requireApplication(ctx, decision, caller)
    const parsed = decision.checkNow(ORDER_RULES, () => parseOrder(body))
    const entity = decision.checkNow(ORDER_RULES, () => entityOf(ctx, parsed))
    const wish = decision.checkNow(ORDER_RULES, () => checkOffered(entity.config, parsed))
    const { query, request } = await readRequest(entity, decision, wish)
    decision.that('RP-90', RP.returnUrlForeign, mayReturnTo(own, wish.return_url), 'return_url_unknown', 'return_url')
    await decision.check(ORDER_BOUNDS_RULES, () => checkBounds(entity, own, request))

    const id = randomToken(ctx.random) // RP-09
    const { purpose, state, flow, request_uri_method, response_mode: responseMode } = wish
    const variant = request.kind
    const beginning = {
      variant,
      flow,
      requestUriMethod: request_uri_method ?? (variant === 'dcql' ? 'post' : 'get'),
      responseMode: responseMode ?? entity.config.responseModes[0] ?? 'direct_post.jwt',
      query,
      cookie: '',
      status: 'ordered',
      order: {
        application: own.id,
        returnUrl: wish.return_url,
        ...(state !== undefined && { state }),
        ...(purpose !== undefined && { purpose }),
        ...(responseMode !== undefined && { responseMode }),
      },
    } as const
    const session = await createSession(entity, id, beginning, now)
    await entity.sessions.order({ session })
    return { id, startUrl: `${urlOf(entity.config, 'begin')}?id=${id}`, expiresAt: session.expiresAt }
  })
}

function parseOrder(body: JsonObject): Order | Failure<OrderCode> {
  const parsed = order.safeParse(body)
  if (!parsed.success) return fail('order_malformed', placeOfFault(parsed.error))
  const { dcql_query, request, scope } = parsed.data
  const named = [dcql_query, request, scope].filter((one) => one !== undefined)
  return named.length === 1 ? parsed.data : fail('order_ambiguous', 'dcql_query, request, scope')
}

/** Returns the entity of the order's profile. Refuses one that cannot prove a required level of the wallet. */
function entityOf(
  ctx: RelyingPartyServices,
  { profile = ctx.config.profile }: Order,
): RelyingPartyServices | Failure<OrderCode> {
  const entity = profile === ctx.config.profile ? ctx : ctx.furtherEntities?.get(profile)
  if (entity === undefined) return fail('profile_not_offered', 'profile')
  return canProveLevels(entity.config) ? entity : fail('wallet_level_unprovable', 'profile')
}

/** Checks that the entity has the variant and the response mode of the order. */
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

/** Returns the path of a malformed member. Does not repeat the name of an unknown member, which may be any text. */
const placeOfFault = (error: z.ZodError): string =>
  error.issues[0]?.code === 'unrecognized_keys' ? 'unknown member' : placeOf('', error)

async function readRequest(
  { config }: Pick<RelyingPartyServices, 'config'>,
  decision: Decision<RpAnswer>,
  { dcql_query, request, scope, wallet_attestation: wish, response_mode: mode }: Order,
): Promise<{ readonly query: JsonObject; readonly request: CredentialRequest }> {
  const asked = (wish ?? config.askWalletAttestation) && relyingPartyWire[config.profile].walletAttestation !== 'none'
  const demands = mode === undefined ? config : { ...config, responseModes: [mode] }
  if (scope !== undefined) {
    const definition = decision.checkNow(ORDER_QUERY_RULES, () => resolveScope(scope, config.presentationDefinitions))
    const asksAttestation = definitionAsksAttestation(definition)
    const answerable = asksAttestation || !(asked || needsAttestation(demands))
    decision.that('RP-90', RP.malformed, answerable, 'wallet_attestation_required', 'scope') // RP-46, RP-49, RP-98
    const agrees = !asksAttestation || wish !== false
    decision.that('RP-90', RP.malformed, agrees, 'order_ambiguous', 'scope, wallet_attestation')
    return { query: { scope }, request: { kind: 'scope', definition } }
  }
  const answerable = asked || !needsAttestation(demands)
  decision.that('RP-90', RP.malformed, answerable, 'wallet_attestation_required', 'wallet_attestation') // RP-46, RP-49
  const query = decision.checkNow({ ...ORDER_RULES, ...ORDER_QUERY_RULES }, () =>
    request === undefined ? readQuery(config, dcql_query as JsonObject) : registeredQuery(config.dcqlQueries, request),
  )
  const completed = asked ? askWalletAttestation(config, query) : query
  // The query is parsed once more, because the attestation's query has an id too.
  const complete = decision.checkNow({ ...ORDER_RULES, ...ORDER_QUERY_RULES }, () =>
    readQuery(config, completed as unknown as JsonObject),
  )
  return { query: complete as unknown as JsonObject, request: { kind: 'dcql', query: complete } }
}

/** Parses a query as strictly as a configured one. Its formats must be among those in our metadata. */
function readQuery(
  { mdocAlgorithms }: RelyingPartyServices['config'],
  value: JsonObject,
): DcqlQuery | Failure<DcqlCode | 'format_unaccepted'> {
  const query = parseDcqlQuery(value, { strict: true }, 'dcql_query')
  if (failed(query)) return query
  const taken = [formatDcSdJwt, 'jwt', ...(mdocAlgorithms.length > 0 ? [formatMdoc] : [])]
  const foreign = query.credentials.findIndex(({ format }) => !taken.includes(canonicalFormat(format)))
  if (foreign >= 0) return fail('format_unaccepted', `dcql_query.credentials.${foreign}.format`)
  return query
}

const registeredQuery = (
  queries: Readonly<Record<string, DcqlQuery>>,
  name: string,
): DcqlQuery | Failure<'request_unknown'> =>
  (Object.hasOwn(queries, name) ? queries[name] : undefined) ?? fail('request_unknown', 'request')

type BoundsCode = TrustCode | RelyingPartyMetadataCode | RelyingPartyPolicyCode

/**
 * Checks the limits of the federation, then those of the application. Our own metadata, after our superiors' policies,
 * state the former (WI-83). Wallets check the same.
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
