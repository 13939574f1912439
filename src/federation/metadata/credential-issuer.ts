/**
 * `openid_credential_issuer`: a PID Provider as the wallet sees it (it-wallet §Entity configuration of a PID Provider).
 * `credentials_supported` is the specification's name, `credential_configurations_supported` that of later texts.
 */
import { z } from 'zod'
import { endpoint, keyMembers, names } from './members.ts'

const configurations = z.record(z.string(), z.looseObject({ format: z.string() }))

export const credentialIssuer = z.looseObject({
  ...keyMembers,
  credential_issuer: endpoint,
  authorization_endpoint: endpoint.optional(),
  token_endpoint: endpoint.optional(),
  pushed_authorization_request_endpoint: endpoint.optional(),
  credential_endpoint: endpoint.optional(),
  nonce_endpoint: endpoint.optional(),
  dpop_signing_alg_values_supported: names.optional(),
  credentials_supported: configurations.optional(),
  credential_configurations_supported: configurations.optional(),
  authorization_servers: names.optional(),
})
