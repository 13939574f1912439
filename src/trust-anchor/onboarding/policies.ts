/**
 * Default metadata policies by entity type, and default constraints of subordinates. A record may replace both. The
 * policies give an absent list a default, because some implementations regard an absent list as a violation of
 * `subset_of`. A list of algorithms has a default only if `ES256` is accepted. Requirements that these policies do
 * not express are checked at onboarding (`candidate-metadata.ts`; D-100).
 */
import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts'
import { type EntityType, federationEndpoints, typesMember } from '../../federation/index.ts'
import { jweAlgorithms } from '../../jose/index.ts'
import { codeChallengeMethod } from '../../oauth/index.ts'
import { trustAnchorWire } from '../../profiles/index.ts'
import type { TrustAnchorConfig } from '../config.ts'
import type { SubordinateEntry } from '../stores.ts'

/** Policies by entity type, for the types of all profiles. */
type PoliciesByType = Readonly<Record<Exclude<EntityType, 'federation_entity' | 'openid_provider'>, JsonObject>>

type PolicyConfig = Pick<TrustAnchorConfig, 'algorithms' | 'profile'>

/** Additional algorithms of the national login (SPID, CIE), in which a PID Provider is a Relying Party (D-100). */
const nationalAlgorithms = ['RS256', 'RS512', 'PS256', 'PS512']

function defaultPolicies(algorithms: readonly string[]): PoliciesByType {
  const anyOf = { ...(algorithms.includes('ES256') && { default: ['ES256'] }), subset_of: algorithms }
  const oneOf = { one_of: algorithms }
  const national = { one_of: [...new Set([...algorithms, ...nationalAlgorithms])] }
  const relyingParty = {
    application_type: { one_of: ['web'] },
    authorization_signed_response_alg: oneOf,
    authorization_encrypted_response_alg: { one_of: [...jweAlgorithms] },
  }
  return {
    wallet_provider: { token_endpoint_auth_signing_alg_values_supported: anyOf },
    wallet_solution: {},
    openid_credential_issuer: { dpop_signing_alg_values_supported: anyOf },
    oauth_authorization_server: {
      dpop_signing_alg_values_supported: anyOf,
      token_endpoint_auth_signing_alg_values_supported: anyOf,
      request_object_signing_alg_values_supported: anyOf,
      code_challenge_methods_supported: { default: [codeChallengeMethod], subset_of: [codeChallengeMethod] },
    },
    openid_relying_party: {
      token_endpoint_auth_method: { one_of: ['private_key_jwt'] },
      token_endpoint_auth_signing_alg: national,
      request_object_signing_alg: national,
      id_token_signed_response_alg: national,
      userinfo_signed_response_alg: national,
    },
    wallet_relying_party: relyingParty,
    openid_credential_verifier: relyingParty,
  }
}

/**
 * Returns the policy for a subordinate: that of its record, otherwise the defaults of its types. An intermediate gets
 * the defaults of all types of the profile, because its policy applies to all entities below it. Also pins the protocol
 * keys of the record, if there are any (FED-108). For an issuer or intermediate, limits the credential types to those
 * of the record, unless its own policy defines them (`hasOwnIssuancePolicy`).
 */
export function policyFor(subordinate: SubordinateEntry, config: PolicyConfig): JsonObject {
  const policy = withPins(subordinate.metadataPolicy ?? defaultPolicyFor(subordinate, config), subordinate)
  const isIssuer = subordinate.intermediate || subordinate.entityTypes.includes('openid_credential_issuer')
  const { openid_credential_issuer: issuer = {} } = policy
  if (!isIssuer || !isJsonObject(issuer)) return policy
  const ofTypes = hasOwnIssuancePolicy(subordinate)
    ? withEmptyDefault(issuer.credential_types_allowed)
    : issuancePolicy(subordinate)
  const limited = { ...issuer, credential_types_allowed: ofTypes } // FED-55
  return { ...policy, openid_credential_issuer: limited }
}

/**
 * Sets `jwks` to the protocol keys of the record, and removes the URLs of key sets, with the policy operator `value`.
 * Readers then use no other keys (FED-108).
 */
function withPins(policy: JsonObject, { protocolKeys = {} }: SubordinateEntry): JsonObject {
  const pins = Object.entries(protocolKeys).map(([type, jwks]) => {
    const ofType = policy[type]
    const pin = { jwks: { value: jwks as unknown as JsonObject }, ...withoutKeySetUrls }
    return [type, { ...(isJsonObject(ofType) && ofType), ...pin }] as const // FED-108
  })
  return { ...policy, ...Object.fromEntries(pins) }
}

const withoutKeySetUrls = { jwks_uri: { value: null }, signed_jwks_uri: { value: null } }

/** Returns true if a record has no `credentialTypes`, and its policy defines the permitted credential types. */
export const hasOwnIssuancePolicy = ({
  metadataPolicy,
  credentialTypes,
}: {
  readonly metadataPolicy?: JsonObject | undefined
  readonly credentialTypes?: readonly string[] | undefined
}): boolean =>
  credentialTypes === undefined &&
  isJsonObject(metadataPolicy?.openid_credential_issuer) &&
  metadataPolicy.openid_credential_issuer.credential_types_allowed !== undefined

/**
 * Returns the policy for permitted credential types. A leaf may issue exactly these types. An entity below an
 * intermediate may issue the subset that its own superior permits, by default none. Does not use `value`, because
 * implementations of earlier drafts cannot merge `value` with `subset_of` of a superior.
 */
const issuancePolicy = ({ intermediate, credentialTypes = [] }: SubordinateEntry): JsonObject => ({
  ...(intermediate ? { default: [] } : { add: credentialTypes }),
  subset_of: credentialTypes,
})

/**
 * Adds an empty default to a record's own policy that only limits the list by `subset_of`. Without the default, readers
 * permit all types to an issuer without a list. Does not add a default beside `superset_of`, which excludes an empty
 * list.
 */
const withEmptyDefault = (policy: Json = {}): Json =>
  isJsonObject(policy) &&
  policy.subset_of !== undefined &&
  ['value', 'add', 'default', 'superset_of'].every((operator) => policy[operator] === undefined)
    ? { ...policy, default: [] }
    : policy

function defaultPolicyFor(subordinate: SubordinateEntry, { algorithms, profile }: PolicyConfig): JsonObject {
  const policies: ReadonlyMap<string, JsonObject> = new Map(Object.entries(defaultPolicies(algorithms)))
  const { memberTypes } = trustAnchorWire[profile]
  const types = subordinate.intermediate
    ? memberTypes
    : subordinate.entityTypes.filter((type) => memberTypes.includes(type))
  return Object.fromEntries(
    types.flatMap((type) => {
      const policy = policies.get(type) ?? {}
      return Object.keys(policy).length > 0 ? [[type, policy] as const] : []
    }),
  )
}

/**
 * Returns the constraints of a subordinate. By default, a leaf may have only the types of its record and no
 * subordinates. By default, an intermediate may have only leaves below it, with types of the profile. A constraint of
 * the record replaces the default of the same name. `allowed_leaf_entity_types` of draft 36 is written under its final
 * name (FED-36). `federation_entity` is always allowed and must not be written (OpenID Federation 1.0 §6.2.3).
 */
export function constraintsFor(
  { entityTypes, intermediate, constraints }: SubordinateEntry,
  { profile }: Pick<TrustAnchorConfig, 'profile'>,
): JsonObject {
  const { allowed_leaf_entity_types: older, ...current } = constraints ?? {}
  const defaultTypes = intermediate ? trustAnchorWire[profile].memberTypes : entityTypes
  const { allowed_entity_types: types = older ?? defaultTypes, ...others } = current
  return {
    max_path_length: intermediate ? 1 : 0, // FED-05
    allowed_entity_types: Array.isArray(types) ? types.filter((type) => type !== 'federation_entity') : types, // FED-24
    ...others,
  }
}

/**
 * Constraints that the operator must set for an intermediate. Without them, the intermediate could make any host a
 * member of any type.
 */
export type RequiredConstraint = 'naming_constraints.permitted' | 'allowed_entity_types'

/**
 * Returns the first `RequiredConstraint` that an intermediate lacks. Returns `undefined` if it lacks none, and for a
 * leaf. Does not check the values.
 */
export function findMissingConstraint({
  intermediate,
  constraints = {},
}: {
  readonly intermediate: boolean
  readonly constraints?: JsonObject | undefined
}): RequiredConstraint | undefined {
  if (!intermediate) return undefined
  const { naming_constraints: naming } = constraints
  if (!isJsonObject(naming) || naming.permitted === undefined) return 'naming_constraints.permitted'
  return constraints[typesMember(constraints)] === undefined ? 'allowed_entity_types' : undefined
}

/**
 * Returns the name of a federation endpoint in the metadata of a record, or `undefined`. A statement must not contain
 * one, because readers use the endpoints that the subordinate itself publishes (FED-122).
 */
export const findStatedEndpoint = ({ metadata = {} }: Pick<SubordinateEntry, 'metadata'>): string | undefined =>
  federationEndpoints(metadata.federation_entity ?? {})[0]
