/**
 * `wallet_provider`: where a Wallet Instance gets its challenge and its Wallet Attestation, and the keys that sign
 * attestations. The specification does not show its members; these are the ones that deployed providers publish.
 */
import { z } from 'zod'
import { endpoint, keyMembers, names } from './members.ts'

export const walletProvider = z.looseObject({
  ...keyMembers,
  nonce_endpoint: endpoint.optional(),
  token_endpoint: endpoint.optional(),
  aal_values_supported: names.optional(),
  grant_types_supported: names.optional(),
  token_endpoint_auth_methods_supported: names.optional(),
  token_endpoint_auth_signing_alg_values_supported: names.optional(),
})
