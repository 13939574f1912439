/**
 * The DCQL query (OpenID4VP 1.0 §6; it-wallet §Presentation Request Object, variant 2). The Relying Party writes it
 * into the Request Object, and the wallet parses it. Both use one schema.
 */
import { z } from 'zod'
import { type Failure, fail, type Json, placeOf } from '../../base/index.ts'
import { credentialFormat, verifierFacet } from '../../credential/index.ts'

/** Reasons to refuse a query. */
export type DcqlCode =
  | 'dcql_malformed'
  | 'dcql_too_large'
  | 'dcql_id_invalid'
  | 'dcql_id_duplicate'
  | 'dcql_claim_id_duplicate'
  | 'dcql_claim_sets_invalid'
  | 'dcql_credential_sets_invalid'

/**
 * Maximum lengths of lists in a query. `values` also limits `vct_values` and the `values` of an authority. `sets` also
 * limits the authorities. `options` also limits the `claim_sets`. `claims` also limits the ids in one set or option.
 */
const limits = { credentials: 32, claims: 128, sets: 32, options: 64, values: 256, pathElements: 16 }

const claimQuery = z.looseObject({
  id: z.string().min(1).optional(),
  path: z.array(z.union([z.string(), z.number().int().min(0), z.null()])).min(1),
  values: z
    .array(z.union([z.string(), z.number(), z.boolean()]))
    .min(1)
    .optional(),
  /** Defined for mdocs (OpenID4VP 1.0 §B.2). */
  intent_to_retain: z.boolean().optional(),
})

const credentialQuery = z.looseObject({
  id: z.string().min(1),
  format: z.string().min(1),
  multiple: z.boolean().optional(),
  /** Every presentation is bound to its holder: the wallet ignores `false`, and `strict` refuses it (RP-63, D-123). */
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

/** A parsed query (OpenID4VP 1.0 §6). */
export type DcqlQuery = z.infer<typeof dcqlQuery>
/** One member of `credentials` (OpenID4VP 1.0 §6.1). */
export type DcqlCredentialQuery = z.infer<typeof credentialQuery>
/** One member of `claims` (OpenID4VP 1.0 §6.3). */
export type DcqlClaimQuery = z.infer<typeof claimQuery>

/** Strictness of parsing (OpenID4VP 1.0 §6). */
export interface DcqlPolicy {
  /**
   * True for our own queries, and for queries that the console decodes. They must follow these rules too:
   *
   * - ids have the form of OpenID4VP 1.0 §6.1 and §6.3
   * - each credential query for an SD-JWT or an mdoc names the type (RP-37)
   * - a path into an mdoc names an element (§7.2)
   * - no claim is requested twice (§6.1)
   * - holder binding is required (RP-63, D-123)
   * - of `credential_sets`, at least one is required (RP-230)
   *
   * False in the wallet, which accepts deployed queries whose ids contain spaces, and binds every presentation to the
   * holder.
   */
  readonly strict: boolean
}

/**
 * Parses a query: shape, lengths of lists, unique ids, and that sets contain only ids of the query. Does not check that
 * the Relying Party may request these credentials (`checkRelyingPartyPolicy`).
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { parseDcqlQuery } from 'fiducia/oid4vp'
 *
 * const type = { format: 'dc+sd-jwt', meta: { vct_values: ['eu.eudiw.pid.it'] } }
 * const pid = { id: 'pid', ...type, claims: [{ path: ['given_name'] }] }
 * const query = parseDcqlQuery({ credentials: [pid] }, { strict: true }, 'dcql_query')
 * assert.ok(!failed(query))
 * assert.equal(query.credentials[0]?.id, 'pid')
 * ```
 */
export function parseDcqlQuery(value: Json | undefined, policy: DcqlPolicy, at: string): DcqlQuery | Failure<DcqlCode> {
  if (tooLarge(value)) return fail('dcql_too_large', at)
  const parsed = dcqlQuery.safeParse(value)
  if (!parsed.success) return fail('dcql_malformed', placeOf(at, parsed.error))
  const query = parsed.data
  const violations = policy.strict ? query.credentials.map(strictViolation) : []
  const violated = violations.findIndex((member) => member !== undefined)
  if (violated >= 0) return fail('dcql_malformed', `${at}.credentials.${violated}.${violations[violated]}`) // RP-37, RP-63
  const ids = query.credentials.map(({ id }) => id)
  const invalid = ids.findIndex((id) => !idAllowed(id, policy))
  if (invalid >= 0) return fail('dcql_id_invalid', `${at}.credentials.${invalid}.id`) // RP-37
  const shared = indexOfShared(ids)
  if (shared >= 0) return fail('dcql_id_duplicate', `${at}.credentials.${shared}.id`) // RP-37
  for (const [index, credential] of query.credentials.entries()) {
    const fault = checkClaimIds(credential, policy, `${at}.credentials.${index}`)
    if (fault !== undefined) return fault
  }
  const idsInSets = query.credential_sets?.flatMap(({ options }) => options.flat()) ?? []
  const requiresNone = policy.strict && query.credential_sets?.every(({ required }) => required === false) === true // RP-230
  if (requiresNone || !idsInSets.every((id) => ids.includes(id)))
    return fail('dcql_credential_sets_invalid', `${at}.credential_sets`)
  return query
}

/** Returns the place of a member that breaks a strict rule, or `undefined` if there is none. */
function strictViolation(query: DcqlCredentialQuery): string | undefined {
  const { format, meta, claims = [], require_cryptographic_holder_binding: bound } = query
  if (bound === false) return 'require_cryptographic_holder_binding' // RP-63
  const { typeMember, acceptsPath } = verifierFacet(format)
  const isTyped = credentialFormat(format) === undefined || meta?.[typeMember] !== undefined
  if (!isTyped) return `meta.${typeMember}` // RP-37
  const unfit = claims.findIndex(({ path }) => !acceptsPath(path))
  if (unfit >= 0) return `claims.${unfit}.path` // OpenID4VP 1.0 §7.2
  const paths = claims.map(({ path }) => JSON.stringify(path))
  const duplicate = paths.findIndex((path, index) => paths.indexOf(path) < index) // OpenID4VP 1.0 §6.1
  return duplicate < 0 ? undefined : `claims.${duplicate}.path`
}

/**
 * Returns true for an id of at most 128 characters, with `strict` only letters, digits, `_` and `-`. Refuses
 * `__proto__`: its characters are valid, but some JSON parsers refuse that name.
 */
const idAllowed = (id: string, { strict }: DcqlPolicy): boolean =>
  id !== '__proto__' && id.length <= 128 && (!strict || /^[A-Za-z0-9_-]+$/.test(id))

/** Checks that the claims' ids are unique and, with `strict`, their form. `claim_sets` must contain only these ids. */
function checkClaimIds(
  { claims = [], claim_sets: sets }: DcqlCredentialQuery,
  policy: DcqlPolicy,
  at: string,
): Failure<DcqlCode> | undefined {
  const ids = claims.map(({ id }) => id)
  const invalid = ids.findIndex((id) => policy.strict && id !== undefined && !idAllowed(id, policy))
  if (invalid >= 0) return fail('dcql_id_invalid', `${at}.claims.${invalid}.id`) // OpenID4VP 1.0 §6.3
  const shared = indexOfShared(ids)
  if (shared >= 0) return fail('dcql_claim_id_duplicate', `${at}.claims.${shared}.id`)
  const idSet = new Set(ids)
  const isDefined = sets === undefined || (!idSet.has(undefined) && sets.flat().every((id) => idSet.has(id)))
  if (!isDefined) return fail('dcql_claim_sets_invalid', `${at}.claim_sets`)
  return undefined
}

/** Returns the index of the first id that occurs again. Ignores absent ids. Returns -1 if there is none. */
const indexOfShared = (ids: readonly (string | undefined)[]): number =>
  ids.findIndex((id, index) => id !== undefined && ids.includes(id, index + 1))

/**
 * Returns true if a list exceeds its limit in `limits`. Runs before the schema, so that the entries of such a list are
 * never read.
 */
function tooLarge(value: Json | undefined): boolean {
  const longer = (list: unknown, limit: number): boolean => Array.isArray(list) && list.length > limit
  const hasItem = (list: unknown, test: (item: Record<string, unknown>) => boolean): boolean =>
    Array.isArray(list) && list.some((item) => typeof item === 'object' && item !== null && test(item))
  const query = (value ?? {}) as Record<string, unknown>
  const setTooLarge = (options: unknown): boolean =>
    longer(options, limits.options) || (Array.isArray(options) && options.some((set) => longer(set, limits.claims)))
  return (
    longer(query.credentials, limits.credentials) ||
    longer(query.credential_sets, limits.sets) ||
    hasItem(query.credential_sets, ({ options }) => setTooLarge(options)) ||
    hasItem(
      query.credentials,
      ({ claims, claim_sets: sets, meta, trusted_authorities: authorities }) =>
        longer(claims, limits.claims) ||
        longer(authorities, limits.sets) ||
        setTooLarge(sets) ||
        hasItem([meta], ({ vct_values: types }) => longer(types, limits.values)) ||
        hasItem(authorities, ({ values }) => longer(values, limits.values)) ||
        hasItem(claims, ({ path, values }) => longer(path, limits.pathElements) || longer(values, limits.values)),
    )
  )
}
