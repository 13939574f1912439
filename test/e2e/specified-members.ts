/**
 * Members that the specification lists for each artefact, with their types, as data. `open` members have content that
 * the specification does not define (keys, queries, displays); `*` means any name, `[]` each element. If the
 * specification leaves an artefact to another standard, the table has that standard's members and `standard` names it.
 */
export type MemberType = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'open'

export interface SpecifiedMembers {
  readonly standard?: string
  readonly header?: Readonly<Record<string, MemberType>>
  readonly payload: Readonly<Record<string, MemberType>>
  /** Optional paths; those of the header begin with `header.`. */
  readonly optional?: readonly string[]
}

const jwtHeader = { alg: 'string', kid: 'string', typ: 'string' } as const
const times = { iat: 'number', exp: 'number' } as const

const walletCapabilities = {
  authorization_endpoint: 'string',
  response_types_supported: 'array',
  'response_types_supported[]': 'string',
  response_modes_supported: 'array',
  'response_modes_supported[]': 'string',
  vp_formats_supported: 'object',
  'vp_formats_supported.*': 'open',
  request_object_signing_alg_values_supported: 'array',
  'request_object_signing_alg_values_supported[]': 'string',
  presentation_definition_uri_supported: 'boolean',
} as const

const organization = {
  'metadata.federation_entity': 'object',
  'metadata.federation_entity.organization_name': 'string',
  'metadata.federation_entity.homepage_uri': 'string',
  'metadata.federation_entity.policy_uri': 'string',
  'metadata.federation_entity.tos_uri': 'string',
  'metadata.federation_entity.logo_uri': 'string',
} as const

const entityConfiguration = {
  ...times,
  iss: 'string',
  sub: 'string',
  jwks: 'object',
  'jwks.keys': 'open',
  metadata: 'object',
  ...organization,
} as const

const hinted = { authority_hints: 'array', 'authority_hints[]': 'string' } as const

const issuer = 'metadata.openid_credential_issuer'
const subject = `${issuer}.credentials_supported.*.credential_definition.credentialSubject`
const relyingParty = 'metadata.wallet_relying_party'

export const specifiedMembers: Readonly<Record<string, SpecifiedMembers>> = {
  'nonce response': { payload: { nonce: 'string' } },
  'registration request': { payload: { challenge: 'string', key_attestation: 'string', hardware_key_tag: 'string' } },
  'Wallet Attestation Request': {
    header: jwtHeader,
    payload: {
      iss: 'string',
      sub: 'string',
      aud: 'string',
      ...times,
      challenge: 'string',
      hardware_signature: 'string',
      integrity_assertion: 'string',
      hardware_key_tag: 'string',
      cnf: 'object',
      'cnf.jwk': 'open',
      ...walletCapabilities,
    },
  },
  'Wallet Attestation': {
    header: { ...jwtHeader, trust_chain: 'array', 'trust_chain[]': 'string' },
    payload: {
      iss: 'string',
      sub: 'string',
      ...times,
      cnf: 'object',
      'cnf.jwk': 'open',
      aal: 'string',
      ...walletCapabilities,
      client_id_schemes_supported: 'array',
      'client_id_schemes_supported[]': 'string',
    },
  },
  'Request Object of the pushed request': {
    header: { alg: 'string', kid: 'string' },
    payload: {
      response_type: 'string',
      client_id: 'string',
      state: 'string',
      code_challenge: 'string',
      code_challenge_method: 'string',
      authorization_details: 'array',
      'authorization_details[].type': 'string',
      'authorization_details[].format': 'string',
      'authorization_details[].credential_definition': 'object',
      'authorization_details[].credential_definition.type': 'array',
      'authorization_details[].credential_definition.type[]': 'string',
      redirect_uri: 'string',
      client_assertion_type: 'string',
    },
  },
  'PAR response': { payload: { request_uri: 'string', expires_in: 'number' } },
  'client assertion': {
    standard: 'RFC 7523 §3, RFC 7515 §4.1',
    header: jwtHeader,
    payload: { iss: 'string', sub: 'string', aud: 'string', ...times, jti: 'string' },
  },
  'DPoP proof': {
    header: { typ: 'string', alg: 'string', jwk: 'open' },
    payload: { jti: 'string', htm: 'string', htu: 'string', iat: 'number', ath: 'string' },
    optional: ['ath'],
  },
  'token response': {
    payload: {
      access_token: 'string',
      token_type: 'string',
      expires_in: 'number',
      c_nonce: 'string',
      c_nonce_expires_in: 'number',
    },
  },
  'access token': {
    standard: 'claims of the specification; header of RFC 9068 §2.1',
    header: jwtHeader,
    payload: {
      iss: 'string',
      sub: 'string',
      client_id: 'string',
      aud: 'string',
      ...times,
      jti: 'string',
      nonce: 'string',
      jkt: 'string',
    },
  },
  'credential request': {
    payload: {
      credential_definition: 'object',
      'credential_definition.type': 'array',
      'credential_definition.type[]': 'string',
      format: 'string',
      proof: 'object',
      'proof.proof_type': 'string',
      'proof.jwt': 'string',
    },
  },
  'key proof': {
    header: jwtHeader,
    payload: { iss: 'string', aud: 'string', iat: 'number', nonce: 'string' },
  },
  'credential response': {
    payload: { format: 'string', credential: 'string', c_nonce: 'string', c_nonce_expires_in: 'number' },
  },
  PID: {
    standard: 'SD-JWT VC draft 5 §3.2.2, RFC 9901 §4.1',
    header: jwtHeader,
    payload: {
      iss: 'string',
      sub: 'string',
      ...times,
      type: 'string',
      cnf: 'object',
      'cnf.jwk': 'open',
      status: 'object',
      _sd: 'array',
      '_sd[]': 'string',
      _sd_alg: 'string',
    },
  },
  'Status List Token': {
    standard: 'Token Status List draft 12 §5.1',
    header: jwtHeader,
    payload: {
      sub: 'string',
      ...times,
      ttl: 'number',
      status_list: 'object',
      'status_list.bits': 'number',
      'status_list.lst': 'string',
    },
  },
  'KB-JWT': {
    header: { typ: 'string', alg: 'string' },
    payload: { iat: 'number', aud: 'string', nonce: 'string', sd_hash: 'string' },
  },
  'Request Object, variant 1': {
    header: { ...jwtHeader, trust_chain: 'array', 'trust_chain[]': 'string' },
    payload: {
      scope: 'string',
      client_id_scheme: 'string',
      client_id: 'string',
      response_mode: 'string',
      response_type: 'string',
      response_uri: 'string',
      nonce: 'string',
      state: 'string',
      iss: 'string',
      ...times,
    },
  },
  'Request Object, variant 2': {
    header: { ...jwtHeader, trust_chain: 'array', 'trust_chain[]': 'string' },
    payload: {
      client_id: 'string',
      response_mode: 'string',
      response_type: 'string',
      dcql_query: 'object',
      'dcql_query.credentials': 'array',
      'dcql_query.credentials[].id': 'string',
      'dcql_query.credentials[].format': 'string',
      'dcql_query.credentials[].meta': 'object',
      'dcql_query.credentials[].meta.vct_values': 'array',
      'dcql_query.credentials[].meta.vct_values[]': 'string',
      'dcql_query.credentials[].claims': 'array',
      'dcql_query.credentials[].claims[].path': 'array',
      'dcql_query.credentials[].claims[].path[]': 'string',
      wallet_nonce: 'string',
      response_uri: 'string',
      nonce: 'string',
      state: 'string',
      iss: 'string',
      ...times,
      request_uri_method: 'string',
    },
    optional: ['wallet_nonce', 'dcql_query.credentials[].meta', 'dcql_query.credentials[].meta.vct_values'],
  },
  'redirect response': { payload: { redirect_uri: 'string' } },
  'PID Provider entity configuration': {
    header: jwtHeader,
    payload: {
      ...entityConfiguration,
      ...hinted,
      [issuer]: 'object',
      [`${issuer}.credential_issuer`]: 'string',
      [`${issuer}.authorization_endpoint`]: 'string',
      [`${issuer}.token_endpoint`]: 'string',
      [`${issuer}.pushed_authorization_request_endpoint`]: 'string',
      [`${issuer}.credential_endpoint`]: 'string',
      [`${issuer}.dpop_signing_alg_values_supported`]: 'array',
      [`${issuer}.dpop_signing_alg_values_supported[]`]: 'string',
      [`${issuer}.credentials_supported`]: 'object',
      [`${issuer}.credentials_supported.*`]: 'object',
      [`${issuer}.credentials_supported.*.format`]: 'string',
      [`${issuer}.credentials_supported.*.cryptographic_binding_methods_supported`]: 'array',
      [`${issuer}.credentials_supported.*.cryptographic_binding_methods_supported[]`]: 'string',
      [`${issuer}.credentials_supported.*.cryptographic_suites_supported`]: 'array',
      [`${issuer}.credentials_supported.*.cryptographic_suites_supported[]`]: 'string',
      [`${issuer}.credentials_supported.*.display`]: 'array',
      [`${issuer}.credentials_supported.*.display[].name`]: 'string',
      [`${issuer}.credentials_supported.*.display[].locale`]: 'string',
      [`${issuer}.credentials_supported.*.display[].logo`]: 'object',
      [`${issuer}.credentials_supported.*.display[].logo.url`]: 'string',
      [`${issuer}.credentials_supported.*.display[].logo.alt_text`]: 'string',
      [`${issuer}.credentials_supported.*.display[].background_color`]: 'string',
      [`${issuer}.credentials_supported.*.display[].text_color`]: 'string',
      [`${issuer}.credentials_supported.*.credential_definition`]: 'object',
      [`${issuer}.credentials_supported.*.credential_definition.type`]: 'array',
      [`${issuer}.credentials_supported.*.credential_definition.type[]`]: 'string',
      [subject]: 'object',
      ...Object.fromEntries(
        ['given_name', 'family_name', 'birthdate', 'place_of_birth', 'unique_id', 'tax_id_number'].flatMap(
          (claim): [string, MemberType][] => [
            [`${subject}.${claim}`, 'object'],
            [`${subject}.${claim}.mandatory`, 'boolean'],
            [`${subject}.${claim}.display`, 'array'],
            [`${subject}.${claim}.display[].name`, 'string'],
            [`${subject}.${claim}.display[].locale`, 'string'],
          ],
        ),
      ),
      'metadata.openid_relying_party': 'open',
    },
  },
  'Relying Party entity configuration': {
    header: jwtHeader,
    payload: {
      ...entityConfiguration,
      ...hinted,
      'metadata.federation_entity.contacts': 'array',
      'metadata.federation_entity.contacts[]': 'string',
      [relyingParty]: 'object',
      [`${relyingParty}.client_id`]: 'string',
      [`${relyingParty}.client_name`]: 'string',
      [`${relyingParty}.application_type`]: 'string',
      [`${relyingParty}.request_uris`]: 'array',
      [`${relyingParty}.request_uris[]`]: 'string',
      [`${relyingParty}.response_uris_supported`]: 'array',
      [`${relyingParty}.response_uris_supported[]`]: 'string',
      [`${relyingParty}.redirect_uris`]: 'array',
      [`${relyingParty}.redirect_uris[]`]: 'string',
      [`${relyingParty}.authorization_signed_response_alg`]: 'string',
      [`${relyingParty}.authorization_encrypted_response_alg`]: 'string',
      [`${relyingParty}.authorization_encrypted_response_enc`]: 'string',
      [`${relyingParty}.vp_formats`]: 'object',
      [`${relyingParty}.vp_formats.vc+sd-jwt`]: 'object',
      [`${relyingParty}.vp_formats.vc+sd-jwt.sd-jwt_alg_values`]: 'array',
      [`${relyingParty}.vp_formats.vc+sd-jwt.sd-jwt_alg_values[]`]: 'string',
      [`${relyingParty}.presentation_definitions_supported`]: 'array',
      [`${relyingParty}.presentation_definitions_supported[].id`]: 'string',
      [`${relyingParty}.presentation_definitions_supported[].input_descriptors`]: 'open',
      [`${relyingParty}.jwks`]: 'object',
      [`${relyingParty}.jwks.keys`]: 'open',
    },
    optional: ['metadata.federation_entity.contacts'],
  },
  'Wallet Provider entity configuration': {
    standard: 'OpenID Federation 1.0 §3 and §5.2; members of metadata: WP-77',
    header: jwtHeader,
    payload: {
      ...entityConfiguration,
      ...hinted,
      'metadata.federation_entity.contacts': 'open',
      'metadata.wallet_provider': 'open',
    },
  },
  'Trust Anchor entity configuration': {
    standard: 'OpenID Federation 1.0 §3 and §5.1.1',
    header: jwtHeader,
    payload: {
      ...entityConfiguration,
      'metadata.federation_entity.contacts': 'open',
      'metadata.federation_entity.federation_fetch_endpoint': 'string',
      'metadata.federation_entity.federation_list_endpoint': 'string',
      'metadata.federation_entity.federation_resolve_endpoint': 'string',
      'metadata.federation_entity.federation_historical_keys_endpoint': 'string',
      'metadata.federation_entity.federation_trust_mark_endpoint': 'string',
      'metadata.federation_entity.federation_trust_mark_list_endpoint': 'string',
      'metadata.federation_entity.federation_trust_mark_status_endpoint': 'string',
      trust_mark_issuers: 'open',
    },
  },
  'Subordinate Statement': {
    standard: 'OpenID Federation 1.0 §3',
    header: jwtHeader,
    payload: {
      ...times,
      iss: 'string',
      sub: 'string',
      jwks: 'object',
      'jwks.keys': 'open',
      metadata_policy: 'open',
      constraints: 'open',
      source_endpoint: 'string',
    },
  },
}
