/** Metadata of a client at the sandbox's OpenID Provider, registered manually or by the federation. */

type ClientMetadata = Readonly<Record<string, unknown>>

/** Metadata members that a login requires. */
const required = [
  'id_token_signed_response_alg',
  'userinfo_signed_response_alg',
  'userinfo_encrypted_response_alg',
  'userinfo_encrypted_response_enc',
]

/**
 * Returns the metadata without `client_registration_types` and with `require_signed_request_object: true`. Throws a
 * TypeError if a required member is absent.
 */
export function clientOf({ client_registration_types, ...metadata }: ClientMetadata): ClientMetadata {
  const missing = required.filter((name) => metadata[name] === undefined)
  if (missing.length > 0) throw new TypeError(`the client metadata lack ${missing.join(', ')}`)
  return { ...metadata, require_signed_request_object: true }
}
