/**
 * Examples in the documentation of IT-Wallet (italia/eid-wallet-it-docs, 2023 to 2025, `docs/en` and `examples/`) of
 * the artefacts in the specification. Trust chains and signatures are placeholders there and are omitted; the Wallet
 * Attestation Request there lacks the `aud` that its table demands.
 */
import type { JsonObject } from '../../src/base/index.ts'

const jwk = {
  crv: 'P-256',
  kty: 'EC',
  x: '4HNptI-xr2pjyRJKGMnz4WmdnQD_uJSq4R95Nj98b44',
  y: 'LIZnSB39vFJhYgS3k7jXE4r3-CoGFQwZtPBIRqpNlrg',
}
export const walletProvider = 'https://wallet-provider.example.org'
export const thumbprint = 'vbeXJksM45xphtANnCiG6mCyuU4jfGNzopGuKvogg9c'

const capabilities = {
  authorization_endpoint: 'https://wallet-solution.digital-strategy.europa.eu/authorization',
  response_types_supported: ['vp_token'],
  response_modes_supported: ['form_post.jwt'],
  request_object_signing_alg_values_supported: ['ES256'],
  presentation_definition_uri_supported: false,
}

export const attestationRequest = {
  header: { kid: thumbprint, typ: 'war+jwt' },
  payload: {
    iss: `${walletProvider}/instance/${thumbprint}`,
    sub: `${walletProvider}/`,
    challenge: '6ec69324-60a8-4e5b-a697-a766d85790ea',
    hardware_signature: 'KoZIhvcNAQcCoIAwgAIB',
    integrity_assertion: 'o2NmbXRvYXBwbGUtYXBwYX',
    hardware_key_tag: 'WQhyDymFKsP95iFqpzdEDWW4l7aVna2Fn4JCeWHYtbU=',
    cnf: { jwk: { ...jwk, kid: thumbprint } },
    vp_formats_supported: {
      jwt_vc_json: { alg_values_supported: ['ES256K', 'ES384'] },
      jwt_vp_json: { alg_values_supported: ['ES256K', 'EdDSA'] },
    },
    ...capabilities,
    iat: 1_686_645_115,
    exp: 1_686_652_315,
  },
}

export const attestation = {
  header: { kid: '5t5YYpBhN-EgIEEI5iUzr6r0MR02LnVQ0OmekmNKcjY', typ: 'wallet-attestation+jwt' },
  payload: {
    iss: walletProvider,
    sub: thumbprint,
    aal: 'https://trust-list.eu/aal/high',
    cnf: { jwk },
    vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256', 'ES384'] } },
    ...capabilities,
    iat: 1_687_281_195,
    exp: 1_687_288_395,
  },
}

export const authorizationDetails: JsonObject[] = [
  {
    type: 'openid_credential',
    format: 'vc+sd-jwt',
    credential_definition: { type: ['PersonIdentificationData'] },
  },
]

export const relyingParty = 'https://relying-party.example.org'

const request = {
  client_id: relyingParty,
  response_mode: 'direct_post.jwt',
  response_type: 'vp_token',
  response_uri: `${relyingParty}/response_uri`,
  nonce: '2c128e4d-fc91-4cd3-86b8-18bdea0988cb',
  state: '3be39b69-6ac1-41aa-921b-3e6c07ddcb03',
  iss: relyingParty,
  iat: 1_672_418_465,
  exp: 1_672_422_065,
  request_uri_method: 'post',
}

/** Variant 1, with ids of input descriptors as its two aliases. */
export const scopeRequest = {
  header: { typ: 'JWT' },
  payload: { scope: 'PersonIdentificationData WalletAttestation', client_id_scheme: 'entity_id', ...request },
}

/** Variant 2, with spaces in its ids. */
export const dcqlRequest = {
  header: { typ: 'oauth-authz-req+jwt' },
  payload: {
    ...request,
    wallet_nonce: 'qPmxiNFCR3QTm19POc8u',
    dcql_query: {
      credentials: [
        {
          id: 'personal id data',
          format: 'dc+sd-jwt',
          meta: { vct_values: ['https://pidprovider.example.org/v1.0/personidentificationdata'] },
          claims: [{ path: ['given_name'] }, { path: ['family_name'] }, { path: ['personal_administrative_number'] }],
        },
        {
          id: 'wallet attestation',
          format: 'jwt',
          claims: [{ path: ['iss'] }, { path: ['iat'] }, { path: ['cnf'] }],
        },
      ],
    },
  },
}

const algorithms = ['ES256', 'ES384', 'ES512']

/** Omits `jwks`, whose coordinates in the documentation are base64 and not base64url. */
export const relyingPartyMetadata = {
  application_type: 'web',
  client_id: relyingParty,
  client_name: 'Organization Name',
  contacts: ['informazioni@example.it', 'protocollo@pec.example.it'],
  request_uris: [`${relyingParty}/request_uri`],
  response_uris_supported: [`${relyingParty}/response_uri`],
  authorization_signed_response_alg: 'ES256',
  vp_formats: { 'dc+sd-jwt': { 'sd-jwt_alg_values': algorithms } },
  presentation_definitions_supported: [
    {
      id: 'd76c51b7-ea90-49bb-8368-6b3d194fc131',
      input_descriptors: [
        {
          id: 'PersonIdentificationData',
          name: 'Person Identification Data',
          purpose: 'User Authentication',
          format: { 'dc+sd-jwt': { alg: algorithms } },
          constraints: {
            limit_disclosure: 'required',
            fields: [
              { path: ['$.vct'], filter: { const: 'PersonIdentificationData', type: 'string' } },
              { path: ['$.cnf.jwk'], filter: { type: 'object' } },
              { path: ['$.unique_id'] },
              { path: ['$.tax_id_code'] },
            ],
          },
        },
        {
          id: 'WalletAttestation',
          name: 'Wallet Attestation',
          purpose: 'Wallet Authentication',
          format: { jwt: { alg: algorithms } },
          constraints: {
            limit_disclosure: 'required',
            fields: [
              { path: ['$.iss'], filter: { type: 'string' } },
              { path: ['$.cnf.jwk'], filter: { type: 'object' } },
            ],
          },
        },
      ],
    },
  ],
}

/** The key in the documentation, unchanged. */
export const misspelledKey = {
  kid: 'f10aca0992694b3581f6f699bfc8a2c6cc687725',
  kty: 'EC',
  crv: 'P-256',
  x: 'jE2RpcQbFQxKpMqehahgZv6smmXD0i/LTP2QRzMADk4',
  y: 'qkMx5iqt5PhPu5tfctS6HsP+FmLgrxfrzUV2GwMQuh8',
}

/** The entity configuration of a Wallet Provider. */
export const walletProviderConfiguration = {
  iss: 'https://wallet-solution.example.org',
  sub: 'https://wallet-solution.example.org',
  iat: 1_687_171_759,
  exp: 1_709_290_159,
  jwks: {
    keys: [
      {
        crv: 'P-256',
        kty: 'EC',
        x: 'qrJrj3Af_B57sbOIRrcBM7br7wOc8ynj7lHFPTeffUk',
        y: '1H0cWDyGgvU8w-kPKU_xycOCUNT2o0bwslIQtnPU6iM',
        kid: '5t5YYpBhN-EgIEEI5iUzr6r0MR02LnVQ0OmekmNKcjY',
      },
    ],
  },
  metadata: {
    wallet_solution: {
      logo_uri: 'https://wallet-solution.example.org/compact-logo.svg',
      wallet_metadata: { wallet_name: 'Wallet X', response_modes_supported: ['query'] },
    },
    federation_entity: {
      organization_name: 'IT-Wallet Provider',
      homepage_uri: 'https://wallet-provider.example.org',
      policy_uri: 'https://wallet-provider.example.org/privacy_policy',
      tos_uri: 'https://wallet-provider.example.org/info_policy',
      logo_uri: 'https://wallet-provider.example.org/logo.svg',
    },
  },
  authority_hints: ['https://registry.eudi-wallet.example.it'],
}

/** The links of the two variants: decoded from a QR code, and of a redirect. */
export const links = [
  'eudiw://authorize?client_id=https%3A%2F%2Frelying-party.example.org&request_uri=https%3A%2F%2Frelying-party.example.org%2Frequest_uri%3Fid%3Drandom-value',
  'https://wallet-solution.digital-strategy.europa.eu/authorization?client_id=https%3A%2F%2Frelying-party.example.org&request_uri=https%3A%2F%2Frelying-party.example.org&request_uri_method=post',
  'https://wallet-solution.digital-strategy.europa.eu?client_id=https%3A%2F%2Frelying-party.example.org%2Fcb&request_uri=https%3A%2F%2Frelying-party.example.org%2Frequest_uri&request_uri_method=post',
]

export const redirectAnswer = `{"redirect_uri": "${relyingParty}/cb?response_code=091535f699ea575c7937fa5f0f454aee"}`

/** The body of a POST to a request URI: its separators are encoded, so that it is one parameter without a value. */
export const misencodedForm =
  'wallet_metadata%3D%7B%22authorization_endpoint%22%3A%20%22eudiw%3A%22%2C%20%22vp_formats_supported%22%3A%20%7B%22dc%2Bsd-jwt%22%3A%20%7B%22sd-jwt_alg_values%22%3A%20%5B%22ES256%22%2C%20%22ES384%22%5D%7D%7D%7D%2C%20wallet_nonce%3DqPmxiNFCR3QTm19POc8u'
