/**
 * Rows of the wire format about the metadata of the Relying Party (it-wallet §Entity configuration of a Relying Party).
 */
import { wireRow } from './wire-row.ts'

const metadataText = 'IT-Wallet 1.0.2, 1.3.3 and 1.4.6, Relying Party Metadata'

/** Members that every profile except `seed` requires, besides `jwks`. */
const commonMembers = ['client_id', 'client_name', 'application_type', 'request_uris', 'response_uris'] as const
/** Members for responses protected with JARM. */
const jarm = [
  'authorization_signed_response_alg',
  'authorization_encrypted_response_alg',
  'authorization_encrypted_response_enc',
] as const

/** Members of the metadata, by their wire names. */
export type RelyingPartyMember =
  | (typeof commonMembers)[number]
  | (typeof jarm)[number]
  | 'response_uris_supported'
  | 'redirect_uris'
  | 'logo_uri'
  | 'encrypted_response_enc_values_supported'
  | 'vp_formats'
  | 'vp_formats_supported'
  | 'presentation_definitions_supported'
  | 'jwks'
  | 'contacts'
  | 'erasure_endpoint'

/** Rows about the published metadata. */
export const relyingPartyMetadataRows = {
  entityTypes: wireRow<readonly ('wallet_relying_party' | 'openid_credential_verifier')[]>({
    says: 'Entity types in the metadata',
    source:
      'it-wallet §Entity configuration of a Relying Party; IT-Wallet 1.0.2 and 1.3.3, Relying Party Entity Configuration; 1.4.6, Relying Party Metadata',
    seed: ['wallet_relying_party', 'openid_credential_verifier'],
    'it-wallet-1.0': ['openid_credential_verifier'],
    'it-wallet-1.4': ['openid_credential_verifier'],
  }),
  metadataMembers: wireRow<readonly RelyingPartyMember[]>({
    says: 'Members of the metadata, by which a wallet also recognizes the profile',
    source: metadataText,
    seed: [
      ...(['client_id', 'client_name', 'application_type', 'request_uris', 'response_uris_supported'] as const),
      ...([
        'response_uris',
        'redirect_uris',
        ...jarm,
        'vp_formats',
        'presentation_definitions_supported',
        'jwks',
      ] as const),
      'contacts',
    ],
    'it-wallet-1.0': [...commonMembers, 'redirect_uris', ...jarm, 'vp_formats', 'jwks', 'contacts', 'erasure_endpoint'],
    'it-wallet-1.4': [
      ...commonMembers,
      ...(['redirect_uris', 'logo_uri', 'encrypted_response_enc_values_supported', 'vp_formats_supported'] as const),
      ...(['jwks', 'contacts', 'erasure_endpoint'] as const),
    ],
  }),
  earlierMembers: wireRow<readonly RelyingPartyMember[]>({
    says: 'Members of earlier versions that are also published. A wallet that knows the current members does not read them',
    source: metadataText,
    seed: [],
    'it-wallet-1.0': [],
    'it-wallet-1.4': ['authorization_signed_response_alg', 'vp_formats'],
    quirk: {
      name: 'earlier-members-of-verifiers',
      reason:
        'The policy of the national Trust Anchor makes them essential for each openid_credential_verifier (D-1143).',
    },
  }),
  requiredMembers: wireRow<readonly RelyingPartyMember[]>({
    says: 'Members without which the metadata do not fit the profile',
    source: metadataText,
    seed: [],
    'it-wallet-1.0': [...commonMembers, ...jarm, 'vp_formats', 'jwks'],
    'it-wallet-1.4': [
      ...commonMembers,
      ...(['logo_uri', 'encrypted_response_enc_values_supported', 'vp_formats_supported', 'jwks'] as const),
    ],
  }),
  sdJwtFormats: wireRow<readonly ('vc+sd-jwt' | 'dc+sd-jwt')[]>({
    says: 'Names of the SD-JWT format in the metadata',
    source: metadataText,
    seed: ['vc+sd-jwt', 'dc+sd-jwt'],
    'it-wallet-1.0': ['dc+sd-jwt'],
    'it-wallet-1.4': ['dc+sd-jwt'],
  }),
  acceptsMdocs: wireRow<boolean>({
    says: 'mdocs can be requested, and the metadata contain their format',
    source: `it-wallet §PID; ${metadataText}: vp_formats of 1.0.2 has dc+sd-jwt only`,
    seed: true,
    'it-wallet-1.0': false,
    'it-wallet-1.4': true,
  }),
  responseKeyCurve: wireRow<'P-256' | 'any'>({
    says: 'Permitted curve of the response keys in the metadata. The value any permits every curve and RSA keys',
    source: `it-wallet §Entity configuration of a Relying Party; ${metadataText}, jwks: P-256 with ECDH-ES in 1.4.6`,
    seed: 'any',
    'it-wallet-1.0': 'any',
    'it-wallet-1.4': 'P-256',
  }),
} as const
