/**
 * Ready-made policies: what the anchor demands of the metadata of each type of entity unless a subordinate's record says
 * otherwise, and the constraints that keep an entity to its types and a leaf a leaf. They hold for metadata that leaves a
 * parameter out: of lists the least that the ecosystem demands is stated then, since there are clients that take a bound
 * on an absent list for violated. What no operator can say is judged at onboarding (`candidate-metadata.ts`; D-100).
 */
import { isJsonObject, type JsonObject } from '../../base/index.ts'
import { type EntityType, typesMember } from '../../federation/index.ts'
import { jweAlgorithms } from '../../jose/index.ts'
import { codeChallengeMethod } from '../../oauth/index.ts'
import type { TrustAnchorConfig } from '../config.ts'
import type { SubordinateEntry } from '../stores.ts'

/** Of every type of the wallet's ecosystem. */
type PoliciesByType = Readonly<Record<Exclude<EntityType, 'federation_entity' | 'openid_provider'>, JsonObject>>

/** Further ones of the national federation, in which a PID Provider is a client (D-100). */
const nationalAlgorithms = ['RS256', 'RS512', 'PS256', 'PS512']

function readyMadePolicies(algorithms: readonly string[]): PoliciesByType {
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
 * The policy for a subordinate: its own where it has one, else those of its types; an intermediate's binds all below. Either
 * lets it issue the types of credential that the operator states, and no others.
 */
export function policyFor(subordinate: SubordinateEntry, config: Pick<TrustAnchorConfig, 'algorithms'>): JsonObject {
  const policy = subordinate.metadataPolicy ?? readyMadeFor(subordinate, config)
  const isIssuer = subordinate.intermediate || subordinate.entityTypes.includes('openid_credential_issuer')
  const { openid_credential_issuer: issuer = {} } = policy
  if (!isIssuer || boundsIssuance(subordinate) || !isJsonObject(issuer)) return policy
  const bound = { ...issuer, credential_types_allowed: issuancePolicy(subordinate) } // FED-55
  return { ...policy, openid_credential_issuer: bound }
}

/** Whether a policy of its own says what it may issue, and nothing else does. */
export const boundsIssuance = ({
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
 * A leaf has exactly these types. Below an intermediate a member has those of them that its superior states, or none. There is
 * no `value`: clients of the drafts do not merge it with a bound of a superior.
 */
const issuancePolicy = ({ intermediate, credentialTypes = [] }: SubordinateEntry): JsonObject => ({
  ...(intermediate ? { default: [] } : { add: credentialTypes }),
  subset_of: credentialTypes,
})

function readyMadeFor(subordinate: SubordinateEntry, config: Pick<TrustAnchorConfig, 'algorithms'>): JsonObject {
  const policies: ReadonlyMap<string, JsonObject> = new Map(Object.entries(readyMadePolicies(config.algorithms)))
  const types = subordinate.intermediate ? [...policies.keys()] : subordinate.entityTypes
  return Object.fromEntries(
    types.flatMap((type) => {
      const policy = policies.get(type)
      return policy ? [[type, policy] as const] : []
    }),
  )
}

/** The types of the wallet's ecosystem. */
const ecosystemTypes: readonly string[] = Object.keys(readyMadePolicies([]))

/**
 * A leaf: its own types, and nothing below it. Below an intermediate: leaves only, of the ecosystem's types. What an
 * operator says under draft 36's name of the types is stated under the final one (FED-36).
 */
export function constraintsFor({ entityTypes, intermediate, constraints }: SubordinateEntry): JsonObject {
  const { allowed_leaf_entity_types: older, ...said } = constraints ?? {}
  const own = entityTypes.filter((type) => type !== 'federation_entity')
  return {
    max_path_length: intermediate ? 1 : 0, // FED-05
    allowed_entity_types: older ?? (intermediate ? ecosystemTypes : own), // FED-24
    ...said,
  }
}

/** Bounds of an intermediate that its operator must state: without them it may speak for any host, in any role. */
export type IntermediateBound = 'naming_constraints.permitted' | 'allowed_entity_types'

/** The bound that an entry leaves out; none for a leaf. Does not check what the names are. */
export function missingBound({
  intermediate,
  constraints = {},
}: {
  readonly intermediate: boolean
  readonly constraints?: JsonObject | undefined
}): IntermediateBound | undefined {
  if (!intermediate) return undefined
  const { naming_constraints: naming } = constraints
  if (!isJsonObject(naming) || naming.permitted === undefined) return 'naming_constraints.permitted'
  return constraints[typesMember(constraints)] === undefined ? 'allowed_entity_types' : undefined
}
