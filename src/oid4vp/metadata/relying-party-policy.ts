/**
 * Limits on what a Relying Party may request (WI-83): two members of its resolved metadata, `credential_types_allowed`
 * and `claims_allowed`. They are arrays, so superiors set or narrow them with metadata policy operators (`value`,
 * `subset_of`). Absent members set no limit.
 */
import { type Failure, fail, isJsonObject, type Json } from '../../base/index.ts'
import {
  type ClaimPath,
  claimNames,
  formatDcSdJwt,
  parseJsonPath,
  type VerifierFacet,
  verifierFacet,
} from '../../credential/index.ts'
import { answerFormat, isWalletAttestationQuery } from '../dcql/attestation-query.ts'
import type { DcqlQuery } from '../dcql/schema.ts'
import {
  type InputDescriptor,
  isAttestationDescriptor,
  type RequestedDefinition,
} from '../presentation-definition/schema.ts'
import type { RelyingPartyMetadata } from './resolved-relying-party.ts'

/** The request exceeds the limits of the Relying Party. */
export type RelyingPartyPolicyCode = 'credential_type_not_allowed' | 'claim_not_allowed'

/** The query of a Request Object: a DCQL query, or the requested presentation definition. */
export type CredentialRequest =
  | { readonly kind: 'dcql'; readonly query: DcqlQuery }
  | { readonly kind: 'scope'; readonly definition: RequestedDefinition }

/** Limits in the Relying Party's resolved metadata. */
export type RequestBounds = Pick<RelyingPartyMetadata, 'credentialTypesAllowed' | 'claimsAllowed'>

interface RequestedCredential {
  /** `undefined` if any type is accepted. */
  readonly types: readonly string[] | undefined
  readonly facet: VerifierFacet
  readonly paths: readonly ClaimPath[]
  /** Place of the credential query or input descriptor. */
  readonly at: string
}

/**
 * Refuses a request for a credential type or a claim beyond the limits. Returns `undefined` for a permitted request. If
 * types are limited, a request that accepts any type is refused. Technical claims and the Wallet Attestation, as `jwt`
 * or as SD-JWT, are always allowed: they are not data of the user.
 */
export function checkRelyingPartyPolicy(
  request: CredentialRequest & { readonly relyingPartyMetadata: RequestBounds },
): undefined | Failure<RelyingPartyPolicyCode> {
  const { credentialTypesAllowed: types, claimsAllowed: claims } = request.relyingPartyMetadata
  const asked = requestedCredentials(request)
  const ofOtherType = types && asked.find((one) => one.types?.every((type) => types.includes(type)) !== true)
  if (ofOtherType) return fail('credential_type_not_allowed', ofOtherType.at) // WI-83
  const withOtherClaim = claims && asked.find((one) => !claimsAllowed(one, claims))
  if (withOtherClaim) return fail('claim_not_allowed', withOtherClaim.at) // WI-83
  return undefined
}

const claimsAllowed = ({ paths, facet }: RequestedCredential, claims: readonly string[]): boolean =>
  paths
    .map(facet.claimPath)
    .every((path) => facet.isTechnical(path) || claimNames(path).some((name) => claims.includes(name)))

function requestedCredentials(request: CredentialRequest): readonly RequestedCredential[] {
  if (request.kind === 'scope') {
    return request.definition.descriptors.flatMap((descriptor, index) => {
      if (isAttestationDescriptor(descriptor)) return []
      const at = `input_descriptors.${index}`
      return [{ types: typesOf(descriptor), facet: descriptorFacet(descriptor), paths: pathsOf(descriptor), at }]
    })
  }
  return request.query.credentials.flatMap((query, index) => {
    if (isWalletAttestationQuery(query)) return []
    const { meta, claims = [] } = query
    const facet = verifierFacet(answerFormat(query))
    const at = `dcql_query.credentials.${index}`
    return [{ types: facet.queriedTypes(meta), facet, paths: claims.map(({ path }) => path), at }]
  })
}

/**
 * Returns the verifier facet (the functions of a credential format for verifiers) of the descriptor's only format.
 * Returns the facet of SD-JWTs if the descriptor has no format or several.
 */
export function descriptorFacet({ format }: Pick<InputDescriptor, 'format'>): VerifierFacet {
  const [only = formatDcSdJwt, ...others] = Object.keys(format ?? {})
  return verifierFacet(others.length === 0 ? only : formatDcSdJwt)
}

const pathsOf = ({ constraints: { fields = [] } }: InputDescriptor): readonly ClaimPath[] =>
  fields.flatMap(({ path }) => path.map((text) => parseJsonPath(text) ?? []))

/**
 * Returns the types that a descriptor's filter on `$.vct` or `$.type` accepts, by `const` or `enum`. If the descriptor
 * also accepts mdocs, adds its id, because the id is the document type. For a descriptor of mdocs alone, returns only
 * the id. Ignores optional fields. Returns `undefined` if no filter limits the type.
 */
function typesOf(descriptor: InputDescriptor): readonly string[] | undefined {
  const { constraints, id } = descriptor
  if (descriptorFacet(descriptor).isNamedById) return [id]
  const mdocTypes = Object.keys(descriptor.format ?? {}).some((name) => verifierFacet(name).isNamedById) ? [id] : []
  for (const { path, filter, optional } of constraints.fields ?? []) {
    if (optional === true) continue
    const named = path.every((text) => namesType(parseJsonPath(text) ?? []))
    const { const: constant, enum: listed } = (isJsonObject(filter) ? filter : {}) as Record<string, Json>
    if (named && typeof constant === 'string') return [constant, ...mdocTypes]
    if (named && Array.isArray(listed)) return [...listed.map(String), ...mdocTypes]
  }
  return undefined
}

/** Returns true for a path to the type claim at the top level. A nested `vct` is a claim about the person (D-266). */
const namesType = (path: ClaimPath): boolean => path.length === 1 && claimNames(path).includes('vct')
