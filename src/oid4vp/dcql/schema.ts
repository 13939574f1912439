/**
 * The DCQL query (OpenID4VP 1.0 §6; it-wallet §Presentation Request Object, variant 2): what a Relying Party asks for.
 * Written into the Request Object by the Relying Party, read there by the wallet; one schema for both ends.
 */
import { z } from 'zod'
import { type Failure, fail, type Json, placeOf } from '../../base/index.ts'
import { credentialFormat, verifierFacet } from '../../credential/index.ts'

/** Why a query is none, or asks for what nobody here understands. */
export type DcqlCode =
  | 'dcql_malformed'
  | 'dcql_too_large'
  | 'dcql_id_invalid'
  | 'dcql_id_duplicate'
  | 'dcql_claim_id_duplicate'
  | 'dcql_claim_sets_invalid'
  | 'dcql_credential_sets_invalid'

const limits = { credentials: 32, claims: 128, sets: 32, options: 64, values: 256, pathElements: 16 }

const claimQuery = z.looseObject({
  id: z.string().min(1).optional(),
  path: z.array(z.union([z.string(), z.number().int().min(0), z.null()])).min(1),
  values: z
    .array(z.union([z.string(), z.number(), z.boolean()]))
    .min(1)
    .optional(),
  /** Of an mdoc (OpenID4VP 1.0 §B.2). */
  intent_to_retain: z.boolean().optional(),
})

const credentialQuery = z.looseObject({
  id: z.string().min(1),
  format: z.string().min(1),
  multiple: z.boolean().optional(),
  /** `false` changes nothing: every presentation is bound to its holder (RP-63, D-123). */
  require_cryptographic_holder_binding: z.boolean().optional(),
  meta: z
    .looseObject({
      vct_values: z.array(z.string()).min(1).optional(),
      doctype_value: z.string().optional(),
    })
    .optional(),
  trusted_authorities: z
    .array(z.looseObject({ type: z.string(), values: z.array(z.string()).min(1) }))
    .min(1)
    .optional(),
  claims: z.array(claimQuery).min(1).optional(),
  claim_sets: z.array(z.array(z.string()).min(1)).min(1).optional(),
})

const credentialSetQuery = z.looseObject({
  options: z.array(z.array(z.string()).min(1)).min(1),
  required: z.boolean().optional(),
})

const dcqlQuery = z.looseObject({
  credentials: z.array(credentialQuery).min(1), // RP-37
  credential_sets: z.array(credentialSetQuery).min(1).optional(),
})

/** A query by its shape (OpenID4VP 1.0 §6). */
export type DcqlQuery = z.infer<typeof dcqlQuery>
/** One member of `credentials` (OpenID4VP 1.0 §6.1). */
export type DcqlCredentialQuery = z.infer<typeof credentialQuery>
/** One member of `claims` (OpenID4VP 1.0 §6.3). */
export type DcqlClaimQuery = z.infer<typeof claimQuery>

/** How strictly the form of a query is read (OpenID4VP 1.0 §6). */
export interface DcqlPolicy {
  /**
   * What we ask ourselves: ids have the form of OpenID4VP 1.0 §6.1 and §6.3, a credential's type is named (RP-37), paths
   * into an mdoc name an element (§7.2), no claim is asked for twice, and nobody does without holder binding (RP-63, D-123).
   * Off for the wallet: deployed queries have blanks in their ids, and it binds whatever is asked.
   */
  readonly strict: boolean
}

/**
 * Reads a query: shape, sizes, ids unique, and every id that a set names defined. Does not judge whether anybody may
 * ask this.
 */
export function parseDcqlQuery(value: Json | undefined, policy: DcqlPolicy, at: string): DcqlQuery | Failure<DcqlCode> {
  if (tooLarge(value)) return fail('dcql_too_large', at)
  const parsed = dcqlQuery.safeParse(value)
  if (!parsed.success) return fail('dcql_malformed', placeOf(at, parsed.error))
  const query = parsed.data
  const careless = policy.strict ? query.credentials.map(carelessMember) : []
  const first = careless.findIndex((member) => member !== undefined)
  if (first >= 0) return fail('dcql_malformed', `${at}.credentials.${first}.${careless[first]}`) // RP-37, RP-63
  const ids = query.credentials.map(({ id }) => id)
  if (!ids.every((id) => idAllowed(id, policy))) return fail('dcql_id_invalid', `${at}.credentials.id`) // RP-37
  if (new Set(ids).size !== ids.length) return fail('dcql_id_duplicate', `${at}.credentials.id`) // RP-37
  const claimIds = query.credentials.flatMap(({ claims = [] }) => claims.flatMap(({ id }) => id ?? []))
  const claimIdsFit = !policy.strict || claimIds.every((id) => idAllowed(id, policy))
  if (!claimIdsFit) return fail('dcql_id_invalid', `${at}.credentials.claims.id`) // OpenID4VP 1.0 §6.3
  if (!query.credentials.every(claimIdsUnique)) return fail('dcql_claim_id_duplicate', `${at}.credentials.claims.id`)
  if (!query.credentials.every(claimSetsDefined)) return fail('dcql_claim_sets_invalid', `${at}.credentials.claim_sets`)
  const named = query.credential_sets?.flatMap(({ options }) => options.flat()) ?? []
  if (!named.every((id) => ids.includes(id))) return fail('dcql_credential_sets_invalid', `${at}.credential_sets`)
  return query
}

/** The member, or its absence, by which a query of ours would take what nobody meant. */
function carelessMember(query: DcqlCredentialQuery): string | undefined {
  const { format, meta, claims = [], require_cryptographic_holder_binding: bound } = query
  if (bound === false) return 'require_cryptographic_holder_binding' // RP-63
  const { typeMember, takesPath } = verifierFacet(format)
  const isTyped = credentialFormat(format) === undefined || meta?.[typeMember] !== undefined
  if (!isTyped) return `meta.${typeMember}` // RP-37
  const unfit = claims.findIndex(({ path }) => !takesPath(path))
  if (unfit >= 0) return `claims.${unfit}.path` // OpenID4VP 1.0 §7.2
  const paths = claims.map(({ path }) => JSON.stringify(path))
  const again = paths.findIndex((path, index) => paths.indexOf(path) < index) // OpenID4VP 1.0 §6.1
  return again < 0 ? undefined : `claims.${again}.path`
}

/** `__proto__` has the right letters, but no JSON reader with care lets a member of that name through. */
const idAllowed = (id: string, { strict }: DcqlPolicy): boolean =>
  id !== '__proto__' && id.length <= 128 && (!strict || /^[A-Za-z0-9_-]+$/.test(id))

function claimIdsUnique({ claims = [] }: DcqlCredentialQuery): boolean {
  const ids = claims.flatMap(({ id }) => id ?? [])
  return new Set(ids).size === ids.length
}

function claimSetsDefined({ claims = [], claim_sets: sets }: DcqlCredentialQuery): boolean {
  if (sets === undefined) return true
  const ids = new Set(claims.map(({ id }) => id))
  return !ids.has(undefined) && sets.flat().every((id) => ids.has(id))
}

/** Sizes are looked at before the schema runs: a list of a million entries costs one comparison. */
function tooLarge(value: Json | undefined): boolean {
  const longer = (list: unknown, limit: number): boolean => Array.isArray(list) && list.length > limit
  const each = (list: unknown, test: (item: Record<string, unknown>) => boolean): boolean =>
    Array.isArray(list) && list.some((item) => typeof item === 'object' && item !== null && test(item))
  const query = (value ?? {}) as Record<string, unknown>
  const setTooLarge = (options: unknown): boolean =>
    longer(options, limits.options) || (Array.isArray(options) && options.some((set) => longer(set, limits.claims)))
  return (
    longer(query.credentials, limits.credentials) ||
    longer(query.credential_sets, limits.sets) ||
    each(query.credential_sets, ({ options }) => setTooLarge(options)) ||
    each(
      query.credentials,
      ({ claims, claim_sets: sets, trusted_authorities: authorities }) =>
        longer(claims, limits.claims) ||
        longer(authorities, limits.sets) ||
        setTooLarge(sets) ||
        each(claims, ({ path, values }) => longer(path, limits.pathElements) || longer(values, limits.values)),
    )
  )
}
