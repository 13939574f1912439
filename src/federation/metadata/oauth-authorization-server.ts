/**
 * `oauth_authorization_server` (RFC 8414 §2): of a PID Provider that is its own authorization server, or of one apart.
 */
import { endpoint, keyMembers, names, shaped } from './members.ts'

/**
 * The shape of `oauth_authorization_server`: the specification's members and those of RFC 8414 §2 that are looked at.
 */
export const authorizationServer = shaped(
  { issuer: endpoint },
  {
    ...keyMembers,
    authorization_endpoint: endpoint,
    token_endpoint: endpoint,
    pushed_authorization_request_endpoint: endpoint,
    response_types_supported: names,
    grant_types_supported: names,
    code_challenge_methods_supported: names,
    dpop_signing_alg_values_supported: names,
    token_endpoint_auth_methods_supported: names,
  },
)
