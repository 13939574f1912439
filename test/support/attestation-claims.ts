/** Claims that every Wallet Attestation of the tests has. */
export const attestationClaims = {
  aal: 'https://trust-list.eu/aal/high',
  capabilities: {
    authorization_endpoint: 'https://wallet.example/authorization',
    response_types_supported: ['vp_token'],
    response_modes_supported: ['form_post.jwt'],
    vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } },
    request_object_signing_alg_values_supported: ['ES256'],
  },
  client_id_schemes_supported: ['entity_id'],
  lifetimeSeconds: 3600,
}
