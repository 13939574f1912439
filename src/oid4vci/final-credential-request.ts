/**
 * Credential request in the final profile (OpenID4VCI 1.0 §8.2): JSON with one key proof. The request names the granted
 * credential by credential identifier, or by configuration if the grant has no identifier.
 */
import { type Failure, fail, failed, isJsonObject, type Json, type JsonObject } from '../base/index.ts'
import {
  type CredentialConfiguration,
  type CredentialSupport,
  findConfiguration,
  formatNames,
  type IssuanceProfile,
  isDraft13Configuration,
  isText,
} from '../oauth/index.ts'
import {
  type CredentialRequest,
  type CredentialRequestBody,
  type GrantedCredentials,
  type ProofMemberCode,
  readProof,
  statedMembers,
} from './credential-request.ts'

/** Reasons to refuse a body that is not a credential request of OpenID4VCI 1.0 §8.2. */
export type FinalCredentialRequestCode =
  | ProofMemberCode
  | 'credential_names_contradictory'
  | 'credential_configuration_malformed'
  | 'credential_configuration_unknown'
  | 'credential_identifier_malformed'
  | 'credential_identifier_unknown'
  | 'proofs_unexpected'
  | 'proofs_malformed'
  | 'proofs_type_unsupported'
  | 'proofs_count_unsupported'
  | 'response_encryption_unsupported'

/** Reasons to refuse a request for a credential that was not granted, or not under this name (OpenID4VCI 1.0 §8.2). */
export type FinalGrantedCode =
  | 'not_granted'
  | 'profile_mismatch'
  | 'credential_identifier_required'
  | 'credential_identifier_unknown'

/** A credential request of OpenID4VCI 1.0 §8.2. It names a configuration or a granted credential. */
export interface FinalCredentialRequest extends CredentialRequest {
  readonly namedBy: 'credential_configuration_id' | 'credential_identifier'
  readonly configurationId: string
}

/**
 * Returns the profile of a request: `final` for a JSON body without `format` that names a configuration or a credential
 * identifier, otherwise `specification`.
 */
export function credentialRequestProfile(body: CredentialRequestBody): IssuanceProfile {
  const { format, credential_configuration_id: id, credential_identifier: identifier } = membersOf(body)
  return format === undefined && (id !== undefined || identifier !== undefined) ? 'final' : 'specification'
}

/** Returns true if the request names a configuration of D13, by its id or by the identifier of the grant (D-312). */
export function namesDraft13Configuration(body: CredentialRequestBody, support: CredentialSupport): boolean {
  const { credential_configuration_id: id, credential_identifier: identifier = id } = membersOf(body)
  return isDraft13Configuration(support, identifier)
}

const membersOf = (body: CredentialRequestBody): JsonObject => (body.kind === 'json' ? statedMembers(body.json) : {})

/**
 * Parses a request in the final profile. Accepts one key proof, in `proofs` or `proof`. Refuses a request for an
 * encrypted response. Does not check the grant or verify the key proof.
 */
export function parseFinalCredentialRequest(
  body: CredentialRequestBody,
  support: CredentialSupport,
): FinalCredentialRequest | Failure<FinalCredentialRequestCode> {
  const members = membersOf(body)
  const requested = readConfiguration(members, support)
  if (failed(requested)) return requested
  if (members.credential_response_encryption !== undefined)
    return fail('response_encryption_unsupported', 'body.credential_response_encryption') // PP-115
  const proofJwt = readKeyProof(members)
  if (failed(proofJwt)) return proofJwt
  const { id, format, formatName } = requested.configuration
  const { doctype } = formatNames[format].requestMembers(support)
  const { credentialType } = support
  return { namedBy: requested.by, configurationId: id, format, formatName, credentialType, doctype, proofJwt }
}

interface RequestedConfiguration {
  readonly by: FinalCredentialRequest['namedBy']
  readonly configuration: CredentialConfiguration
}

/**
 * Returns the requested configuration, and the member that names it. A credential identifier equals the id of its
 * configuration (D-314). Does not check the grant.
 */
function readConfiguration(
  { credential_configuration_id: id, credential_identifier: identifier }: JsonObject,
  support: CredentialSupport,
): RequestedConfiguration | Failure<FinalCredentialRequestCode> {
  if (id !== undefined && identifier !== undefined)
    return fail('credential_names_contradictory', 'body.credential_identifier') // PP-118
  if (identifier !== undefined) {
    if (!isText(identifier)) return fail('credential_identifier_malformed', 'body.credential_identifier') // PP-118
    const configuration = findConfiguration(support, identifier)
    if (configuration === undefined) return fail('credential_identifier_unknown', 'body.credential_identifier') // PP-118
    return { by: 'credential_identifier', configuration }
  }
  if (!isText(id)) return fail('credential_configuration_malformed', 'body.credential_configuration_id') // PP-118
  const configuration = findConfiguration(support, id)
  if (configuration === undefined) return fail('credential_configuration_unknown', 'body.credential_configuration_id') // PP-118
  return { by: 'credential_configuration_id', configuration }
}

/**
 * Returns the key proof in `proofs` (OpenID4VCI 1.0) or `proof` (earlier drafts). Accepts only one key proof, because
 * one credential is issued.
 */
function readKeyProof({ proof, proofs }: JsonObject): string | Failure<FinalCredentialRequestCode> {
  if (proof !== undefined && proofs !== undefined) return fail('proofs_unexpected', 'body.proofs') // PP-127
  if (proofs === undefined) return readProof(proof)
  if (!isJsonObject(proofs)) return fail('proofs_malformed', 'body.proofs') // PP-94
  const { jwt, ...others } = statedMembers(proofs)
  if (jwt === undefined || Object.keys(others).length > 0) return fail('proofs_type_unsupported', 'body.proofs') // PP-94
  if (!isTexts(jwt)) return fail('proofs_malformed', 'body.proofs.jwt') // PP-94
  const [keyProof] = jwt
  if (keyProof === undefined || jwt.length > 1) return fail('proofs_count_unsupported', 'body.proofs.jwt') // PP-118
  return keyProof
}

const isTexts = (value: Json): value is string[] => Array.isArray(value) && value.every(isText)

/**
 * Checks that the requested credential was granted, and that the request names it as the grant requires: by credential
 * identifier after `authorization_details`, and by configuration after `scope`. Refuses a grant of the specification's
 * own profile.
 */
export function checkFinalCredentialGranted(
  { namedBy, configurationId }: Pick<FinalCredentialRequest, 'namedBy' | 'configurationId'>,
  { configurations }: GrantedCredentials,
): undefined | Failure<FinalGrantedCode> {
  if (configurations === undefined) return fail('profile_mismatch', `body.${namedBy}`) // PP-119
  const isGranted = configurations.ids.includes(configurationId)
  if (namedBy === 'credential_identifier' && !(isGranted && configurations.by === 'authorization_details'))
    return fail('credential_identifier_unknown', 'body.credential_identifier') // PP-118
  if (!isGranted)
    return fail('not_granted', 'body.credential_configuration_id', {
      expected: configurations.ids,
      found: configurationId,
    }) // PP-92
  if (namedBy === 'credential_configuration_id' && configurations.by === 'authorization_details')
    return fail('credential_identifier_required', 'body.credential_configuration_id') // PP-118
  return undefined
}
