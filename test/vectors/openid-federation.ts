/**
 * Examples of OpenID Federation 1.0: §6.1.5 (Figures 12 to 16), §6.2 and §6.2.1, and Appendix A.2, in which three
 * superiors have policies for one provider. Omits the keys.
 */
import type { JsonObject } from '../../src/base/index.ts'

const code = 'authorization_code'

/** §6.1.5: the policies of the Trust Anchor and the Intermediate for RPs, and the result for one. */
export const relyingParty = {
  anchorPolicy: {
    grant_types: { default: [code], subset_of: [code, 'refresh_token'], superset_of: [code] },
    token_endpoint_auth_method: { one_of: ['private_key_jwt', 'self_signed_tls_client_auth'], essential: true },
    token_endpoint_auth_signing_alg: { one_of: ['PS256', 'ES256'] },
    subject_type: { value: 'pairwise' },
    contacts: { add: ['helpdesk@federation.example.org'] },
  },
  intermediatePolicy: {
    grant_types: { subset_of: [code] },
    token_endpoint_auth_method: { one_of: ['self_signed_tls_client_auth'] },
    contacts: { add: ['helpdesk@org.example.org'] },
  },
  intermediateMetadata: {
    sector_identifier_uri: 'https://org.example.org/sector-ids.json',
    policy_uri: 'https://org.example.org/policy.html',
  },
  mergedPolicy: {
    grant_types: { default: [code], superset_of: [code], subset_of: [code] },
    token_endpoint_auth_method: { one_of: ['self_signed_tls_client_auth'], essential: true },
    token_endpoint_auth_signing_alg: { one_of: ['PS256', 'ES256'] },
    subject_type: { value: 'pairwise' },
    contacts: { add: ['helpdesk@federation.example.org', 'helpdesk@org.example.org'] },
  },
  metadata: {
    redirect_uris: ['https://rp.example.org/callback'],
    response_types: ['code'],
    token_endpoint_auth_method: 'self_signed_tls_client_auth',
    contacts: ['rp_admins@rp.example.org'],
  },
  resolved: {
    redirect_uris: ['https://rp.example.org/callback'],
    grant_types: [code],
    response_types: ['code'],
    token_endpoint_auth_method: 'self_signed_tls_client_auth',
    subject_type: 'pairwise',
    sector_identifier_uri: 'https://org.example.org/sector-ids.json',
    policy_uri: 'https://org.example.org/policy.html',
    contacts: ['rp_admins@rp.example.org', 'helpdesk@federation.example.org', 'helpdesk@org.example.org'],
  },
} as const satisfies Readonly<Record<string, JsonObject>>

const provider = {
  issuer: 'https://op.umu.se/openid',
  signed_jwks_uri: 'https://op.umu.se/openid/jwks.jose',
  authorization_endpoint: 'https://op.umu.se/openid/authorization',
  client_registration_types_supported: ['automatic', 'explicit'],
  request_parameter_supported: true,
  grant_types_supported: [code, 'implicit', 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
  logo_uri: 'https://www.umu.se/img/umu-logo-left-neg-SE.svg',
  op_policy_uri: 'https://www.umu.se/en/website/legal-information/',
  response_types_supported: ['code', 'code id_token', 'token'],
  token_endpoint: 'https://op.umu.se/openid/token',
  federation_registration_endpoint: 'https://op.umu.se/openid/fedreg',
} as const
const [secretJwt, privateJwt] = ['client_secret_jwt', 'private_key_jwt']

/** Appendix A.2: the policies of umu.se, swamid.se and edugain.geant.org for op.umu.se, the nearest first. */
export const openidProvider = {
  metadata: {
    ...provider,
    id_token_signing_alg_values_supported: ['ES256', 'RS256'],
    subject_types_supported: ['pairwise', 'public'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', secretJwt, privateJwt],
  },
  policies: [
    {
      contacts: { add: ['ops@swamid.se'] },
      organization_name: { value: 'University of Umeå' },
      subject_types_supported: { value: ['pairwise'] },
      token_endpoint_auth_methods_supported: {
        default: [privateJwt],
        subset_of: [privateJwt, secretJwt],
        superset_of: [privateJwt],
      },
    },
    {
      id_token_signing_alg_values_supported: { subset_of: ['RS256', 'ES256', 'ES384', 'ES512'] },
      token_endpoint_auth_methods_supported: { subset_of: [secretJwt, privateJwt] },
      userinfo_signing_alg_values_supported: { subset_of: ['ES256', 'ES384', 'ES512'] },
    },
    { contacts: { add: ['ops@edugain.geant.org'] } },
  ],
  resolved: {
    ...provider,
    contacts: ['ops@swamid.se', 'ops@edugain.geant.org'],
    id_token_signing_alg_values_supported: ['RS256', 'ES256'],
    organization_name: 'University of Umeå',
    subject_types_supported: ['pairwise'],
    token_endpoint_auth_methods_supported: [privateJwt, secretJwt],
  },
} as const

/** §6.2. */
export const constraints = {
  max_path_length: 2,
  naming_constraints: { permitted: ['.example.com'], excluded: ['east.example.com'] },
  allowed_entity_types: ['openid_provider', 'openid_relying_party'],
} as const

/**
 * §6.2.1: `max_path_length` of the statements about the leaf, the first and the second intermediate, and whether the
 * chain of these four is valid.
 */
export const pathLengths = [
  [undefined, undefined, 2, true],
  [undefined, undefined, 3, true],
  [undefined, 1, 2, true],
  [0, undefined, undefined, true],
  [undefined, undefined, 1, false],
] as const
