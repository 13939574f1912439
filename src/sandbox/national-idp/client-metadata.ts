/** Metadata of a client at the sandbox's OpenID Provider, registered manually or by the federation. */

type ClientMetadata = Readonly<Record<string, unknown>>

/** Metadata that userinfo requires. */
const obligatory = [
  'id_token_signed_response_alg',
  'userinfo_signed_response_alg',
  'userinfo_encrypted_response_alg',
  'userinfo_encrypted_response_enc',
]

/**
 * Returns the client's metadata without those of the federation. Throws a TypeError if required metadata are missing.
 */
export function clientOf({ client_registration_types, ...metadata }: ClientMetadata): ClientMetadata {
  const missing = obligatory.filter((name) => metadata[name] === undefined)
  if (missing.length > 0) throw new TypeError(`the client metadata lack ${missing.join(', ')}`)
  return { ...metadata, require_signed_request_object: true }
}
