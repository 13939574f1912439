/** Addresses and keys of the sandbox for a foreign party, as one JSON document. */
import type { JsonObject, PublicJwk } from '../../base/index.ts'
import type { ConnectParts } from './connect-parts.ts'

export const documentPath = '/connect/sandbox.json'

/** Returns the entity identifier of the Trust Anchor, or an empty string if no role has this name. */
export const anchorOf = ({ roles }: Pick<ConnectParts, 'roles'>): string =>
  roles.find(({ name }) => name === 'trust-anchor')?.url ?? ''

/** Returns the document. Contains no secret. */
export function sandboxDocument(parts: ConnectParts, keys: readonly PublicJwk[]): JsonObject {
  const { roles, logins, certificateAuthority, credentialTypes, walletAuthorizationEndpoint } = parts
  return {
    trust_anchor: { entity_id: anchorOf(parts), jwks: { keys: keys as unknown as JsonObject[] } },
    roles: Object.fromEntries([...roles, ...logins].map(({ name, url }) => [name, url])),
    credential_types: credentialTypes,
    wallet_authorization_endpoint: walletAuthorizationEndpoint,
    ...(certificateAuthority !== undefined && { certificate_authority: certificateAuthority }),
  }
}
