/**
 * `oauth_authorization_server` (RFC 8414 §2): metadata of a PID Provider as authorization server, or of a separate one.
 */
import { endpoint, keyMembers, names, shaped } from './members.ts'

/** Shape of `oauth_authorization_server`: members of the specification and of RFC 8414 §2. */
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
