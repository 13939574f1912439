/**
 * `wallet_solution`: metadata of a Wallet Provider in IT-Wallet 1.3 and later (§Wallet Provider Entity Configuration).
 */
import { keyMembers, names, page, shaped, text } from './members.ts'

/** Shape of `wallet_solution`. Keys in its `jwks` sign attestations of the provider's wallets. */
export const walletSolution = shaped(
  {},
  {
    ...keyMembers,
    logo_uri: page,
    wallet_metadata: shaped(
      {},
      {
        wallet_name: text,
        authorization_endpoint: text,
        credential_offer_endpoint: text,
        client_id_prefixes_supported: names,
        request_object_signing_alg_values_supported: names,
        response_types_supported: names,
      },
    ),
  },
)
