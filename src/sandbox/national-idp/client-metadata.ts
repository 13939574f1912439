/** A client as the sandbox's OpenID Provider registers it: by hand, or by the federation. */

type ClientMetadata = Readonly<Record<string, unknown>>

/** What userinfo cannot be made without. */
const obligatory = [
  'id_token_signed_response_alg',
  'userinfo_signed_response_alg',
  'userinfo_encrypted_response_alg',
  'userinfo_encrypted_response_enc',
]

/** What is the federation's own is left out. Throws a TypeError for metadata that do not suffice. */
export function clientOf({ client_registration_types, ...metadata }: ClientMetadata): ClientMetadata {
  const missing = obligatory.filter((name) => metadata[name] === undefined)
  if (missing.length > 0) throw new TypeError(`the client metadata lack ${missing.join(', ')}`)
  return { ...metadata, require_signed_request_object: true }
}
