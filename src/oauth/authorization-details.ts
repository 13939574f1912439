/**
 * Authorization details of type `openid_credential` (RFC 9396; OpenID4VCI D13 §5.1.1): the credentials that the wallet
 * asks for. The pushed Request Object contains the details. The token response returns the granted ones.
 */
import { type Failure, fail, failed, isJsonObject, type Json, type JsonObject } from '../base/index.ts'
import { type CredentialFormat, type CredentialSupport, credentialFormat, formatNames } from '../credential/formats.ts'
import { authorizationDetailType } from './identifiers.ts'

/** Reasons to refuse `authorization_details`. */
export type AuthorizationDetailsCode =
  | 'authorization_details_malformed'
  | 'detail_type_unsupported'
  | 'detail_field_unknown'
  | 'detail_claims_malformed'
  | 'detail_format_missing'
  | 'detail_format_unsupported'
  | 'detail_definition_malformed'
  | 'detail_credential_type_unsupported'
  | 'detail_doctype_unsupported'
  | 'detail_locations_unsupported'

/** A requested credential. An alias of `format` is replaced by its canonical name. */
export interface AuthorizationDetail {
  readonly type: typeof authorizationDetailType
  readonly format: CredentialFormat
  readonly credential_definition: { readonly type: readonly string[] }
  readonly doctype?: string
}

/** Maximum number of objects in `authorization_details`. */
export const maximumDetails = 8

/** Creates the detail that requests the supported credential in this format. */
export const createAuthorizationDetail = (
  format: CredentialFormat,
  support: CredentialSupport,
): AuthorizationDetail => ({
  type: authorizationDetailType, // WI-37
  format, // WI-37
  credential_definition: { type: [support.credentialType] }, // WI-37
  ...formatNames[format].requestMembers(support),
})

/**
 * Parses `authorization_details`: 1 to 8 details, each for the supported credential. Refuses unknown members.
 * `locations` must name only `issuer`. The returned details contain neither `locations` nor `credentialSubject`.
 */
export function parseAuthorizationDetails(
  value: Json | undefined,
  support: CredentialSupport,
  issuer: string,
  at: string,
): readonly AuthorizationDetail[] | Failure<AuthorizationDetailsCode> {
  const isCountAccepted = Array.isArray(value) && value.length > 0 && value.length <= maximumDetails
  if (!isCountAccepted) return fail('authorization_details_malformed', at) // PP-07
  const details: AuthorizationDetail[] = []
  for (const [index, item] of value.entries()) {
    const place = `${at}.${index}`
    if (!isJsonObject(item)) return fail('authorization_details_malformed', place) // PP-07
    const detail = parseDetail(item, support, issuer, place)
    if (failed(detail)) return detail
    details.push(detail)
  }
  return details
}

function parseDetail(
  item: JsonObject,
  support: CredentialSupport,
  issuer: string,
  at: string,
): AuthorizationDetail | Failure<AuthorizationDetailsCode> {
  if (item.type !== authorizationDetailType)
    return fail('detail_type_unsupported', `${at}.type`, { expected: authorizationDetailType, found: item.type }) // PP-07
  if (typeof item.format !== 'string') return fail('detail_format_missing', `${at}.format`) // PP-07
  const format = credentialFormat(item.format)
  if (format === undefined || !support.formats.includes(format))
    return fail('detail_format_unsupported', `${at}.format`, { expected: support.formats, found: item.format }) // PP-07
  const unknownName = unknownField(item, [...detailFields, formatNames[format].typeMember]) // D-258
  if (unknownName !== undefined) return fail('detail_field_unknown', `${at}.${unknownName}`) // PP-53
  const { credential_definition: definition, vct, doctype, locations } = item
  if (vct !== undefined && vct !== support.credentialType)
    return fail('detail_credential_type_unsupported', `${at}.vct`, { expected: support.credentialType, found: vct }) // PP-07
  const namesType = vct !== undefined || doctype !== undefined
  const fault = definition === undefined && namesType ? undefined : checkDefinition(definition, support, at)
  if (fault) return fault
  if (doctype !== undefined && doctype !== support.doctype)
    return fail('detail_doctype_unsupported', `${at}.doctype`, { expected: support.doctype, found: doctype }) // PP-07
  if (locations !== undefined && !locationsWithin(locations, issuer))
    return fail('detail_locations_unsupported', `${at}.locations`) // PP-07
  return createAuthorizationDetail(format, support)
}

function checkDefinition(
  definition: Json | undefined,
  { credentialType }: CredentialSupport,
  at: string,
): undefined | Failure<AuthorizationDetailsCode> {
  if (!isDefinition(definition)) return fail('detail_definition_malformed', `${at}.credential_definition`) // PP-07
  const unknownName = unknownField(definition, definitionFields)
  if (unknownName !== undefined) return fail('detail_field_unknown', `${at}.credential_definition.${unknownName}`) // PP-53
  if (definition.credentialSubject !== undefined && !isJsonObject(definition.credentialSubject))
    return fail('detail_claims_malformed', `${at}.credential_definition.credentialSubject`) // PP-53
  if (!definition.type.includes(credentialType))
    return fail('detail_credential_type_unsupported', `${at}.credential_definition.type`, {
      expected: credentialType,
      found: definition.type,
    }) // PP-07
  return undefined
}

const detailFields = ['type', 'format', 'credential_definition', 'locations']

/** `credentialSubject` selects claims (OpenID4VCI D13 §A.1). It is ignored: all claims of the type are issued. */
const definitionFields = ['type', 'credentialSubject']

/** Returns the name of the first field that is not permitted (RFC 9396 §5). */
const unknownField = (item: object, permitted: readonly string[]): string | undefined =>
  Object.keys(item).find((name) => !permitted.includes(name))

/** Returns true if a `credential_definition` has an array of strings as `type`. */
export const isDefinition = (value: Json | undefined): value is JsonObject & { readonly type: readonly string[] } =>
  isJsonObject(value) && Array.isArray(value.type) && value.type.every((name) => typeof name === 'string')

/** Returns true if `locations` (RFC 9396 §2.2) is not empty and names only this issuer. */
export const locationsWithin = (locations: Json, issuer: string): boolean =>
  Array.isArray(locations) && locations.length > 0 && locations.every((location) => location === issuer)
