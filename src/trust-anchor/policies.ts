/**
 * Ready-made policies: what the anchor demands of the metadata of each type of entity unless a subordinate's record says
 * otherwise, and the constraints that keep an entity to its types and a leaf a leaf. Operators are used only so that
 * they hold for metadata that leaves a parameter out.
 */
import type { JsonObject } from '../base/index.ts'
import type { EntityType } from '../federation/index.ts'
import type { TrustAnchorConfig } from './config.ts'
import type { SubordinateEntry } from './stores.ts'

type PoliciesByType = { readonly [type in EntityType]?: JsonObject }

function readyMadePolicies(algorithms: readonly string[]): PoliciesByType {
  const anyOf = { subset_of: algorithms }
  const oneOf = { one_of: algorithms }
  const relyingParty = {
    application_type: { one_of: ['web'] },
    authorization_signed_response_alg: oneOf,
  }
  return {
    wallet_provider: { token_endpoint_auth_signing_alg_values_supported: anyOf },
    openid_credential_issuer: { dpop_signing_alg_values_supported: anyOf },
    oauth_authorization_server: {
      dpop_signing_alg_values_supported: anyOf,
      code_challenge_methods_supported: { subset_of: ['S256'] },
    },
    wallet_relying_party: relyingParty,
    openid_credential_verifier: relyingParty,
  }
}

/** The policy for a subordinate: its own where it has one, else those of its types; an intermediate's binds all below. */
export function policyFor(subordinate: SubordinateEntry, config: Pick<TrustAnchorConfig, 'algorithms'>): JsonObject {
  if (subordinate.metadataPolicy) return subordinate.metadataPolicy
  const policies: ReadonlyMap<string, JsonObject> = new Map(Object.entries(readyMadePolicies(config.algorithms)))
  const types = subordinate.intermediate ? [...policies.keys()] : subordinate.entityTypes
  return Object.fromEntries(
    types.flatMap((type) => {
      const policy = policies.get(type)
      return policy ? [[type, policy] as const] : []
    }),
  )
}

/** No other types than registered ones; nothing below a leaf, leaves only below an intermediate. */
export const constraintsFor = ({ entityTypes, intermediate, constraints }: SubordinateEntry): JsonObject => ({
  max_path_length: intermediate ? 1 : 0, // FED-05
  ...(!intermediate && { allowed_entity_types: entityTypes.filter((type) => type !== 'federation_entity') }), // FED-24
  ...constraints,
})
