/**
 * Metadata of the Wallet Provider (WP-77): its keys, the endpoints for challenges and attestations, and the supported
 * values of `aal`. In the profile `it-wallet-1.4` the metadata describes the wallet solution instead (WP-120).
 */
import { type JsonObject, joinUrl, type PublicJwk } from '../base/index.ts'
import { type EntityConfigurationInput, leafEntityOf } from '../federation/index.ts'
import { grantTypeJwtBearer } from '../oauth/index.ts'
import { walletProviderWire } from '../profiles/index.ts'
import { isAttestable } from './attestation/attestable-keys.ts'
import type { WalletProviderConfig } from './config.ts'
import { paths } from './paths.ts'

/**
 * Returns the metadata. `attestationKeys` are all published keys: the one that signs, the next ones, and former ones
 * whose signatures are still valid.
 */
export function walletProviderMetadata(
  config: WalletProviderConfig,
  attestationKeys: readonly PublicJwk[],
): EntityConfigurationInput['metadata'] {
  const jwks = { keys: attestationKeys.map((key) => ({ ...key }) as JsonObject) } // FED-39, WP-67
  const { entityType } = walletProviderWire[config.profile]
  return {
    federation_entity: leafEntityOf(config), // FED-13
    [entityType]: entityType === 'wallet_solution' ? describeSolution(config, jwks) : describeProvider(config, jwks), // WP-30
  }
}

const describeProvider = (config: WalletProviderConfig, jwks: JsonObject): JsonObject => ({
  jwks,
  nonce_endpoint: joinUrl(config.entityId, paths.nonce), // WP-77
  token_endpoint: joinUrl(config.entityId, paths.token), // WP-77
  aal_values_supported: config.aalValues, // WP-77
  grant_types_supported: [grantTypeJwtBearer], // WP-77
  token_endpoint_auth_methods_supported: ['private_key_jwt'], // WP-77
  token_endpoint_auth_signing_alg_values_supported: config.algorithms.filter(isAttestable), // WP-77
})

/** Describes the wallet solution: keys, logo, and the metadata of the wallets (WP-120). */
function describeSolution(
  { organization, walletSolution, capabilities, profile }: WalletProviderConfig,
  jwks: JsonObject,
) {
  const { responseModes, clientIdPrefixes } = walletProviderWire[profile]
  return {
    jwks,
    logo_uri: organization.logo_uri,
    wallet_metadata: {
      wallet_name: walletSolution.name ?? organization.organization_name,
      authorization_endpoint: capabilities.authorization_endpoint,
      credential_offer_endpoint: walletSolution.credentialOfferEndpoint,
      response_types_supported: capabilities.response_types_supported,
      ...(responseModes && { response_modes_supported: responseModes }),
      vp_formats_supported: capabilities.vp_formats_supported,
      request_object_signing_alg_values_supported: capabilities.request_object_signing_alg_values_supported,
      ...(clientIdPrefixes && { client_id_prefixes_supported: clientIdPrefixes }),
    },
  } as JsonObject
}
