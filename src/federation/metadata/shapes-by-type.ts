/**
 * Shapes of resolved metadata by entity type (FED-20). They have the members that this project reads, and check their
 * form only. `parseIssuerMetadata` and `readRelyingPartyMetadata` check a wallet's further conditions.
 */
import {
  endpoint,
  keyMembers,
  listOf,
  mapOf,
  nameOrNames,
  names,
  nothing,
  page,
  type Shape,
  shaped,
  text,
} from './members.ts'

/** The organization behind an entity, and its federation endpoints (OpenID Federation 1.0 §5.1.1, §5.2.2). */
const federationEntity = shaped(
  {},
  {
    organization_name: text,
    homepage_uri: page,
    organization_uri: page,
    policy_uri: page,
    tos_uri: page,
    logo_uri: page,
    contacts: names,
    federation_fetch_endpoint: endpoint,
    federation_list_endpoint: endpoint,
    federation_resolve_endpoint: endpoint,
    federation_trust_mark_status_endpoint: endpoint,
    federation_trust_mark_list_endpoint: endpoint,
    federation_trust_mark_endpoint: endpoint,
    federation_historical_keys_endpoint: endpoint,
    federation_subordinate_events_endpoint: endpoint,
    jwks: nothing, // FED-39
    jwks_uri: nothing, // FED-39
    signed_jwks_uri: nothing, // FED-39
  },
)

/** A Wallet Provider of the seed profile. No specification defines the members: deployed providers publish these. */
const walletProvider = shaped(
  {},
  {
    ...keyMembers,
    nonce_endpoint: endpoint,
    token_endpoint: endpoint,
    aal_values_supported: names,
    grant_types_supported: names,
    token_endpoint_auth_methods_supported: names,
    token_endpoint_auth_signing_alg_values_supported: names,
  },
)

/** A Wallet Provider in IT-Wallet 1.3 and later (§Wallet Provider Entity Configuration). */
const walletSolution = shaped(
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

const configurations = mapOf(shaped({ format: text }))

/**
 * A PID Provider for wallets (it-wallet §Entity configuration of a PID Provider). The offered credentials are
 * `credentials_supported` in it-wallet, and `credential_configurations_supported` in OpenID4VCI 1.0.
 */
const credentialIssuer = shaped(
  { credential_issuer: endpoint },
  {
    ...keyMembers,
    authorization_endpoint: endpoint,
    token_endpoint: endpoint,
    pushed_authorization_request_endpoint: endpoint,
    credential_endpoint: endpoint,
    nonce_endpoint: endpoint,
    dpop_signing_alg_values_supported: names,
    credentials_supported: configurations,
    credential_configurations_supported: configurations,
    authorization_servers: names,
  },
)

/** A PID Provider as authorization server, or a separate one (RFC 8414 §2). */
const authorizationServer = shaped(
  { issuer: endpoint },
  {
    ...keyMembers,
    authorization_endpoint: endpoint,
    token_endpoint: endpoint,
    pushed_authorization_request_endpoint: endpoint,
    response_types_supported: names,
    grant_types_supported: names,
    code_challenge_methods_supported: names,
    dpop_signing_alg_values_supported: names,
    token_endpoint_auth_methods_supported: names,
  },
)

/**
 * A PID Provider as a client of the national identity provider, whose federation defines the content of the members
 * (it-wallet §Entity configuration of a PID Provider).
 */
const openidRelyingParty = shaped(
  {},
  {
    ...keyMembers,
    client_id: text,
    client_name: text,
    redirect_uris: listOf(endpoint),
    response_types: names,
    grant_types: names,
    client_registration_types: names,
    token_endpoint_auth_method: text,
    scope: text,
  },
)

/**
 * A Relying Party, with both names of the list of response URIs (it-wallet §Entity configuration of a Relying Party).
 * The lists of URIs protect against endpoint mix-up. Each algorithm of a response is one name, or a list of names in an
 * older format (D-427).
 */
const relyingParty = shaped(
  { client_id: endpoint },
  {
    ...keyMembers,
    client_name: text,
    application_type: text,
    request_uris: listOf(endpoint),
    response_uris: listOf(endpoint),
    response_uris_supported: listOf(endpoint),
    redirect_uris: listOf(endpoint),
    authorization_signed_response_alg: nameOrNames,
    authorization_encrypted_response_alg: nameOrNames,
    authorization_encrypted_response_enc: nameOrNames,
    vp_formats: mapOf(shaped({})),
    presentation_definitions_supported: listOf(shaped({ id: text })),
    contacts: names,
  },
)

/**
 * The shape of each known entity type. A Relying Party has two types: `wallet_relying_party` for requests with
 * Presentation Exchange (variant 1), and `openid_credential_verifier`.
 */
export const shapesByType: ReadonlyMap<string, Shape> = new Map([
  ['federation_entity', federationEntity],
  ['wallet_provider', walletProvider],
  ['wallet_solution', walletSolution],
  ['openid_credential_issuer', credentialIssuer],
  ['oauth_authorization_server', authorizationServer],
  ['openid_relying_party', openidRelyingParty],
  ['wallet_relying_party', relyingParty],
  ['openid_credential_verifier', relyingParty],
])
