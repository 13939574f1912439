/** Explains members of registrations, Wallet Attestation Requests, Wallet Attestations, and wallet metadata. */
import type { MemberTable } from './member-table.ts'

/**
 * Members by name. `explainMember` searches this table for any artefact. A row with a general name therefore hides the
 * rows of the tables that are searched after this one.
 */
export const walletMembers: MemberTable = {
  credential_offer_endpoint: ['Address at which the wallet receives credential offers.', 'OpenID4VCI 1.0 §12.1'],
  sub: ['Thumbprint of the attested key, which names the Wallet Instance.', 'it-wallet §Data formats'],
  aal: ['Level of assurance of the device and its keys.', 'it-wallet §Data formats'],
  cnf: ['Ephemeral key of the Wallet Instance that is attested.', 'it-wallet §Data formats'],
  challenge: ['Value of the Wallet Provider that makes the evidence fresh.', 'it-wallet §Endpoints'],
  nonce: ['Value of the Wallet Provider that makes the evidence fresh.', 'IT-Wallet 1.0'],
  hardware_key_tag: ['Name of the registered hardware key of the device.', 'it-wallet §Data formats'],
  hardware_signature: ['Signature of the registered hardware key over client_data.', 'it-wallet §Data formats'],
  integrity_assertion: ['Statement of the device vendor about device and app.', 'it-wallet §Data formats'],
  key_attestation: ['Statement of the device vendor about the hardware key.', 'it-wallet §Data formats'],
  wallet_name: ['Display name of the wallet.', 'IT-Wallet 1.0'],
  wallet_link: ['URL with information about the wallet.', 'IT-Wallet 1.0'],
  authorization_endpoint: ['URL or scheme that opens the wallet.', 'it-wallet §Data formats'],
  response_types_supported: ['Response types that the wallet can give.', 'it-wallet §Data formats'],
  response_modes_supported: ['Ways in which the wallet can return its response.', 'it-wallet §Data formats'],
  vp_formats_supported: ['Credential formats of the wallet, with their algorithms.', 'OpenID4VP D22 §9.1'],
  vp_formats: ['Credential formats of the Relying Party, with their algorithms.', 'OpenID4VP D20 §9.1'],
  'vp_formats_supported.jwt': ['JWT: the Wallet Attestation.', 'it-wallet §Presentation Request Object'],
  'dc+sd-jwt': ['SD-JWT VC.', 'OpenID4VP 1.0 §B.3'],
  'vc+sd-jwt': ['SD-JWT VC, by its former name.', 'SD-JWT VC draft 08'],
  mso_mdoc: ['mdoc of ISO 18013-5.', 'OpenID4VP 1.0 §B.2'],
  'sd-jwt_alg_values': ['Signature algorithms of the issuer.', 'OpenID4VP 1.0 §B.3.4'],
  'kb-jwt_alg_values': ['Signature algorithms of the Key Binding JWT.', 'OpenID4VP 1.0 §B.3.4'],
  issuerauth_alg_values: ['Signature algorithms of the issuer of an mdoc.', 'OpenID4VP 1.0 §B.2.2'],
  deviceauth_alg_values: ['Signature algorithms of the device.', 'OpenID4VP 1.0 §B.2.2'],
  presentation_definition_uri_supported: ['True if the wallet fetches presentation definitions.', 'OpenID4VP D22 §9.1'],
  client_id_schemes_supported: [
    'Kinds of identifiers of Relying Parties that the wallet accepts.',
    'OpenID4VP D22 §9.1',
  ],
  client_id_prefixes_supported: [
    'Kinds of identifiers of Relying Parties that the wallet accepts.',
    'OpenID4VP 1.0 §10.1',
  ],
  aal_values_supported: [
    'Levels of assurance that the Wallet Provider attests.',
    'it-wallet §Metadata of a Wallet Provider',
  ],
  nonce_endpoint: ['Endpoint that issues nonces.', 'it-wallet §Metadata of a Wallet Provider, OpenID4VCI 1.0 §7'],
  status: ['Place of the attestation in a status list.', 'draft-ietf-oauth-status-list-12 §6.2'],
  wallet_metadata: ['Capabilities of the wallet.', 'OpenID4VP D22 §5.11'],
  wallet_nonce: ['Value of the wallet that the Request Object must repeat.', 'OpenID4VP D22 §5.11'],
  client_data: [
    'Text that the hardware key signs: challenge and thumbprint of the ephemeral key.',
    'it-wallet §Data formats',
  ],
  jwk_thumbprint: ['Thumbprint of the ephemeral key.', 'it-wallet §Data formats'],
}
