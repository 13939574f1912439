/**
 * `openid_credential_issuer`: metadata of a PID Provider for wallets (it-wallet §Entity configuration of a PID
 * Provider). The offered credentials are `credentials_supported` in this specification, and
 * `credential_configurations_supported` in later texts.
 */
import { endpoint, keyMembers, mapOf, names, shaped, text } from './members.ts'

const configurations = mapOf(shaped({ format: text }))

/** Shape of `openid_credential_issuer`. `parseIssuerMetadata` checks keys, endpoints and credentials in detail. */
export const credentialIssuer = shaped(
  { credential_issuer: endpoint },
  {
    ...keyMembers,
    authorization_endpoint: endpoint,
    token_endpoint: endpoint,
    pushed_authorization_request_endpoint: endpoint,
    credential_endpoint: endpoint,
    nonce_endpoint: endpoint,
    dpop_signing_alg_values_supported: names,
    credentials_supported: configurations,
    credential_configurations_supported: configurations,
    authorization_servers: names,
  },
)
