/**
 * `wallet_provider`: where a Wallet Instance gets its challenge and its Wallet Attestation, and the keys that sign
 * attestations. The specification does not show its members; these are the ones that deployed providers publish.
 */
import { endpoint, keyMembers, names, shaped } from './members.ts'

/** The shape of `wallet_provider`, whose `jwks` are the keys that sign Wallet Attestations. */
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
