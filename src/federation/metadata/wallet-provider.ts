/**
 * `wallet_provider`: endpoints for challenge and Wallet Attestation, and the keys that sign attestations. The
 * specification does not define its members. This schema has the members that deployed providers publish.
 */
import { endpoint, keyMembers, names, shaped } from './members.ts'

/** Shape of `wallet_provider`. Keys in its `jwks` sign Wallet Attestations. */
export const walletProvider = shaped(
  {},
  {
    ...keyMembers,
    nonce_endpoint: endpoint,
    token_endpoint: endpoint,
    aal_values_supported: names,
    grant_types_supported: names,
    token_endpoint_auth_methods_supported: names,
    token_endpoint_auth_signing_alg_values_supported: names,
  },
)
