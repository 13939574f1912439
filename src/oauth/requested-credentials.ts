/**
 * Credentials that a Request Object asks for. In the specification's own profile, `authorization_details` with `format`
 * name them (it-wallet). In the final profile, `authorization_details` with `credential_configuration_id` or a `scope`
 * name them (OpenID4VCI 1.0 §5.1). The parameters of the request select the profile of the flow (D-312).
 */
import { type Failure, fail, failed, isJsonObject, type Json, type JsonObject } from '../base/index.ts'
import type { CredentialSupport } from '../credential/formats.ts'
import {
  type AuthorizationDetail,
  type AuthorizationDetailsCode,
  createAuthorizationDetail,
  locationsWithin,
  maximumDetails,
  parseAuthorizationDetails,
} from './authorization-details.ts'
import {
  type CredentialConfiguration,
  credentialConfigurations,
  findConfiguration,
} from './credential-configurations.ts'
import { authorizationDetailType } from './identifiers.ts'
import { isText } from './parameters.ts'

/** Reasons to refuse a request: it names no credential that is issued, is malformed, or mixes two profiles. */
export type RequestedCredentialsCode =
  | AuthorizationDetailsCode
  | 'authorization_details_missing'
  | 'detail_profile_mixed'
  | 'detail_configuration_malformed'
  | 'detail_configuration_unknown'
  | 'scope_unsupported'

/** Version of the issuance protocol: it-wallet (`specification`), or OpenID4VCI 1.0 (`final`). */
export type IssuanceProfile = 'specification' | 'final'

/** Configurations requested in the final profile, and the parameter that named them. */
export interface RequestedConfigurations {
  readonly by: 'authorization_details' | 'scope'
  readonly ids: readonly string[]
}

/** Requested credentials, in the same form for both profiles. */
export interface RequestedCredentials {
  /** Requested credentials. In the final profile, they are derived from the configurations. */
  readonly authorization_details: readonly AuthorizationDetail[]
  /** Present in the final profile only. */
  readonly configurations?: RequestedConfigurations
}

/** Parses `authorization_details`. Parses `scope` if they are absent. `locations` must name only `issuer`. */
export function readRequestedCredentials(
  { authorization_details: details, scope }: JsonObject,
  support: CredentialSupport,
  issuer: string,
): RequestedCredentials | Failure<RequestedCredentialsCode> {
  const at = 'request.payload.authorization_details'
  if (details === undefined && isText(scope)) return readScope(scope, support)
  if (details === undefined) return fail('authorization_details_missing', at) // PP-47
  if (namesConfigurations(details)) return readConfiguredDetails(details, support, issuer, at)
  const parsed = parseAuthorizationDetails(details, support, issuer, at)
  return failed(parsed) ? parsed : { authorization_details: parsed }
}

const namesConfigurations = (details: Json): details is Json[] =>
  Array.isArray(details) && details.some((item) => isJsonObject(item) && isConfigured(item))

/**
 * Returns true for a detail of the final profile. A detail with `format` belongs to the specification's own profile,
 * which does not define `credential_configuration_id` (PP-53).
 */
const isConfigured = (item: JsonObject): boolean =>
  item.credential_configuration_id !== undefined && item.format === undefined

/** Parses `scope`. Ignores values that name no configuration (RFC 6749 §3.3). Refuses a scope with only such values. */
function readScope(scope: string, support: CredentialSupport): RequestedCredentials | Failure<'scope_unsupported'> {
  const words = scope.split(' ')
  const requested = credentialConfigurations(support).filter(
    (each) => each.scope !== undefined && words.includes(each.scope),
  )
  if (requested.length === 0) return fail('scope_unsupported', 'request.payload.scope') // PP-117
  return credentialsOf('scope', requested, support)
}

function readConfiguredDetails(
  details: readonly Json[],
  support: CredentialSupport,
  issuer: string,
  at: string,
): RequestedCredentials | Failure<RequestedCredentialsCode> {
  if (details.length > maximumDetails) return fail('authorization_details_malformed', at) // PP-07
  const requested = new Map<string, CredentialConfiguration>()
  for (const [index, item] of details.entries()) {
    const place = `${at}.${index}`
    if (!isJsonObject(item)) return fail('authorization_details_malformed', place) // PP-07
    const configuration = readConfiguredDetail(item, support, issuer, place)
    if (failed(configuration)) return configuration
    requested.set(configuration.id, configuration)
  }
  return credentialsOf('authorization_details', [...requested.values()], support)
}

/**
 * Parses a detail of the final profile. `claims` selects claims (OpenID4VCI 1.0 §5.1.1). The selection is ignored: the
 * provider issues all claims of the type. Ignores unknown fields (D-355).
 */
function readConfiguredDetail(
  item: JsonObject,
  support: CredentialSupport,
  issuer: string,
  at: string,
): CredentialConfiguration | Failure<RequestedCredentialsCode> {
  const { type, credential_configuration_id: id, locations, claims } = item
  if (type !== authorizationDetailType)
    return fail('detail_type_unsupported', `${at}.type`, { expected: authorizationDetailType, found: type }) // PP-07
  if (!isConfigured(item)) return fail('detail_profile_mixed', at) // PP-119
  if (!isText(id)) return fail('detail_configuration_malformed', `${at}.credential_configuration_id`) // PP-117
  if (claims !== undefined && !areDescriptions(claims)) return fail('detail_claims_malformed', `${at}.claims`) // PP-53
  const configuration = findConfiguration(support, id)
  if (configuration === undefined) return fail('detail_configuration_unknown', `${at}.credential_configuration_id`) // PP-117
  if (locations !== undefined && !locationsWithin(locations, issuer))
    return fail('detail_locations_unsupported', `${at}.locations`) // PP-07
  return configuration
}

/** Returns true for a non-empty array of objects, each with a valid `path` (OpenID4VCI 1.0 Appendix B.1, C). */
const areDescriptions = (claims: Json): boolean =>
  Array.isArray(claims) && claims.length > 0 && claims.every((one) => isJsonObject(one) && isClaimPath(one.path))

const isClaimPath = (path: Json | undefined): boolean =>
  Array.isArray(path) &&
  path.length > 0 &&
  path.every((step) => step === null || typeof step === 'string' || isIndex(step))

const isIndex = (step: Json): boolean => Number.isSafeInteger(step) && Number(step) >= 0

const credentialsOf = (
  by: RequestedConfigurations['by'],
  requested: readonly CredentialConfiguration[],
  support: CredentialSupport,
): RequestedCredentials => ({
  authorization_details: requested.map(({ format }) => createAuthorizationDetail(format, support)),
  configurations: { by, ids: requested.map(({ id }) => id) },
})
