/**
 * `oauth_authorization_server` (RFC 8414 §2): of a PID Provider that is its own authorization server, or of one apart.
 */
import { z } from 'zod'
import { endpoint, keyMembers, names } from './members.ts'

export const authorizationServer = z.looseObject({
  ...keyMembers,
  issuer: endpoint,
  authorization_endpoint: endpoint.optional(),
  token_endpoint: endpoint.optional(),
  pushed_authorization_request_endpoint: endpoint.optional(),
  response_types_supported: names.optional(),
  grant_types_supported: names.optional(),
  code_challenge_methods_supported: names.optional(),
  dpop_signing_alg_values_supported: names.optional(),
  token_endpoint_auth_methods_supported: names.optional(),
})
