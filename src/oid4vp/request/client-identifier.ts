/**
 * Client identifiers of a Relying Party with their prefix (OpenID4VP 1.0 §5.9). The entity identifier follows the
 * prefix.
 */
import { type Failure, fail, isEntityId, type UrlPolicy } from '../../base/index.ts'

/** Prefix of a Relying Party in a federation. An https URL without a prefix has the same meaning. */
const federationPrefix = 'openid_federation:'

/** A parsed client identifier. */
export interface ClientIdentifier {
  /** Empty for a bare entity identifier. */
  readonly prefix: '' | typeof federationPrefix
  readonly entityId: string
}

/** Reasons to refuse a client identifier. */
export type ClientIdentifierCode = 'client_id_malformed' | 'client_id_prefix_unsupported'

/** Prefixes of OpenID4VP 1.0 §5.9.3 that identify a Relying Party outside of a federation. */
const foreignPrefix = /^(?:x509_hash|x509_san_dns|decentralized_identifier|verifier_attestation|redirect_uri|origin):/

/**
 * Parses a client identifier of the federation: a bare entity identifier, or one with the prefix `openid_federation:`.
 * Refuses the other prefixes of the standard with `client_id_prefix_unsupported`, and any other text with
 * `client_id_malformed`.
 */
export function parseClientIdentifier(
  text: string,
  policy: UrlPolicy,
): ClientIdentifier | Failure<ClientIdentifierCode> {
  if (foreignPrefix.test(text)) return fail('client_id_prefix_unsupported', 'client_id')
  const prefix = text.startsWith(federationPrefix) ? federationPrefix : ''
  const entityId = text.slice(prefix.length)
  return isEntityId(entityId, policy) ? { prefix, entityId } : fail('client_id_malformed', 'client_id') // GEN-19
}
