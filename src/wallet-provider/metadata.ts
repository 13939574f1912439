/**
 * Metadata of the Wallet Provider (WP-77): its keys, the endpoints for challenges and attestations, and the values of
 * `aal` that it attests.
 */
import { type JsonObject, joinUrl, type PublicJwk } from '../base/index.ts'
import { type EntityConfigurationInput, federationEntityOf } from '../federation/index.ts'
import { grantTypeJwtBearer } from '../oauth/index.ts'
import type { WalletProviderConfig } from './config.ts'
import { paths } from './paths.ts'

/**
 * Returns the metadata. `attestationKeys` are all published keys: the one that signs, the next ones, and former ones
 * with signatures that are still valid.
 */
export function walletProviderMetadata(
  config: WalletProviderConfig,
  attestationKeys: readonly PublicJwk[],
): EntityConfigurationInput['metadata'] {
  return {
    federation_entity: federationEntityOf(config.organization), // FED-13
    wallet_provider: {
      // WP-30
      jwks: { keys: attestationKeys.map((key) => ({ ...key }) as JsonObject) }, // FED-39, WP-67
      nonce_endpoint: joinUrl(config.entityId, paths.nonce), // WP-77
      token_endpoint: joinUrl(config.entityId, paths.token), // WP-77
      aal_values_supported: config.aalValues, // WP-77
      grant_types_supported: [grantTypeJwtBearer], // WP-77
      token_endpoint_auth_methods_supported: ['private_key_jwt'], // WP-77
      token_endpoint_auth_signing_alg_values_supported: config.algorithms, // WP-77
    },
  }
}
