/** Body of an order, which is an application's request for a presentation, and its rules (RP-90). */
import { z } from 'zod'
import { type Failure, fail, isShownLine, type JsonObject, placeOf, rules } from '../../base/index.ts'
import { byLanguage } from '../../member/index.ts'
import { type DcqlCode, isResponseMode, type ResponseMode, type ScopeCode } from '../../oid4vp/index.ts'
import { profileNames } from '../../profiles/index.ts'
import { RP } from '../answers.ts'

/** Value of `profile` in an order: the wallet that the person chooses decides the profile. */
export const autoProfile = 'auto'

const purposeLine = z
  .string()
  .refine((text) => isShownLine(text, 200)) // D-961
  .meta({ minLength: 1, maxLength: 200 })

/**
 * Body of an order. Does not check that exactly one of `dcql_query`, `request` and `scope` is present: `parseOrder`
 * checks it. Does not check the query, or whether the application may use `return_url`.
 */
export const orderSchema = z.strictObject({
  /** The query. Exactly one of `dcql_query`, `request` and `scope` must be present. */
  dcql_query: z.unknown().optional(),
  /** Name of a configured query or of a preset. */
  request: z.string().max(64).optional(),
  /** Ids of configured presentation definitions or of their input descriptors. */
  scope: z.string().max(1024).optional(),
  flow: z.enum(['same-device', 'cross-device']).default('cross-device'),
  request_uri_method: z.enum(['get', 'post']).optional(),
  /** One of the configured modes. Defaults to the first configured mode that the wallet supports. */
  response_mode: z.custom<ResponseMode>(isResponseMode).optional(),
  /** Asks also for the Wallet Attestation. Defaults to the configuration (D-151). */
  wallet_attestation: z.boolean().optional(),
  /**
   * Profile of the wallets that may answer, or `auto` for the profile of the wallet that the person chooses. Defaults
   * to the profile of the main entity.
   */
  profile: z.enum([...profileNames, autoProfile]).optional(),
  return_url: z.string().max(2048),
  /** Returned unchanged to the application, in the return URL and in the result. */
  state: z
    .string()
    .regex(/^[\x21-\x7e]{1,512}$/)
    .optional(),
  /** Shown to the person: one line, or lines by language (RP-240). */
  purpose: byLanguage(purposeLine).optional(),
})

/** A parsed order, with defaults. */
export type Order = z.output<typeof orderSchema>
/** Reasons to refuse an order. */
export type OrderCode =
  /** The query has a format that the configuration does not accept. */
  | 'format_unaccepted'
  | 'order_malformed'
  /** None or several of `dcql_query`, `request` and `scope` are present. */
  | 'order_ambiguous'
  | 'profile_not_offered'
  | 'request_name_unknown'
  /** POST with `scope`. */
  | 'request_uri_method_unsupported'
  | 'response_mode_unsupported'
  /** The entity does not offer the variant: `scope` or DCQL. */
  | 'variant_not_offered'
  /** `wallet_attestation` is false, but the definition of `scope` asks for the Wallet Attestation. */
  | 'wallet_attestation_conflict'
  /** The Wallet Attestation is demanded, but the order or its `scope` does not ask for it. */
  | 'wallet_attestation_required'
  /** `wallet_attestation` is true, but the profile has no Wallet Attestation. */
  | 'wallet_attestation_unavailable'
  /** The configuration requires a wallet level, but wallets of the profile cannot prove one. */
  | 'wallet_level_unprovable'

export const ORDER_RULES = rules<OrderCode>()(RP.malformed, {
  'RP-90': [
    'format_unaccepted',
    'order_malformed',
    'order_ambiguous',
    'request_name_unknown',
    'request_uri_method_unsupported',
    'response_mode_unsupported',
    'wallet_attestation_conflict',
    'wallet_attestation_required',
  ],
  'RP-109': ['variant_not_offered'],
  'RP-137': ['profile_not_offered', 'wallet_attestation_unavailable', 'wallet_level_unprovable'],
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

/** Parses the body. Fails unless it has exactly one of `dcql_query`, `request` and `scope`. */
export function parseOrder(body: JsonObject): Order | Failure<OrderCode> {
  const parsed = orderSchema.safeParse(body)
  if (!parsed.success) return fail('order_malformed', placeOfFault(parsed.error))
  const { dcql_query, request, scope } = parsed.data
  const named = [dcql_query, request, scope].filter((one) => one !== undefined)
  return named.length === 1 ? parsed.data : fail('order_ambiguous', 'dcql_query, request, scope')
}

/** Returns the path of a malformed member. Does not repeat the name of an unknown member, which may be any text. */
const placeOfFault = (error: z.ZodError): string =>
  error.issues[0]?.code === 'unrecognized_keys' ? 'unknown member' : placeOf('', error)
