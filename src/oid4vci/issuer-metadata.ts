/**
 * Metadata of a PID Provider in its entity configuration (it-wallet §Entity configuration of a PID Provider).
 * `openid_credential_issuer` has the specification's members, and also members of OpenID4VCI 1.0 for wallets that
 * expect them, such as `credential_configurations_supported`. `oauth_authorization_server` is published too (D-24). The
 * wallet accepts this metadata only from a verified trust chain.
 */
import { z } from 'zod'
import { type Failure, fail, failed, type JsonObject, parseUrl, placeOf, type UrlPolicy } from '../base/index.ts'
import { isJwsAlgorithm, type JwsAlgorithm } from '../jose/index.ts'
import {
  authorizationDetailType,
  codeChallengeMethod,
  credentialConfigurations,
  grantTypeAuthorizationCode,
  responseTypeCode,
} from '../oauth/index.ts'
import {
  describeConfigurations,
  describeCredentials,
  describeDiscoveredConfigurations,
  describeFinalConfigurations,
  type OfferedCredentials,
} from './offered-credentials.ts'

/** Path of the authorization server metadata (RFC 8414 §3). */
export const authorizationServerMetadataPath = '/.well-known/oauth-authorization-server'
/** Path of the issuer metadata (OpenID4VCI D13 §11.2.2). */
export const issuerMetadataPath = '/.well-known/openid-credential-issuer'

/** Endpoints and credentials of an issuer, for its metadata (OpenID4VCI D13 §11.2.3). */
export interface IssuerMetadataInput extends OfferedCredentials {
  readonly issuer: string
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly pushedAuthorizationRequestEndpoint: string
  readonly credentialEndpoint: string
  readonly nonceEndpoint: string
  /** Endpoint that lists all status lists of the issuer. */
  readonly statusListAggregationEndpoint?: string
}

/** Creates `metadata.openid_credential_issuer`. */
export const createIssuerMetadata = (input: IssuerMetadataInput): Readonly<Record<string, unknown>> => ({
  credential_issuer: input.issuer, // PP-35
  authorization_endpoint: input.authorizationEndpoint, // PP-35
  token_endpoint: input.tokenEndpoint, // PP-35
  pushed_authorization_request_endpoint: input.pushedAuthorizationRequestEndpoint, // PP-35
  credential_endpoint: input.credentialEndpoint, // PP-35
  dpop_signing_alg_values_supported: input.algorithms, // PP-35
  credentials_supported: describeCredentials(input), // PP-35
  client_registration_types_supported: ['automatic'],
  nonce_endpoint: input.nonceEndpoint, // PP-101
  ...(input.statusListAggregationEndpoint !== undefined && {
    status_list_aggregation_endpoint: input.statusListAggregationEndpoint, // PP-110
  }),
  credential_configurations_supported: describeConfigurations(input), // PP-39
  authorization_response_iss_parameter_supported: true, // PP-39
  jwks: { keys: [...input.keys, ...(input.documentKeys ?? [])] }, // PP-39, PP-108
})

/**
 * Creates the issuer metadata for clients without federation. The metadata also contain the configurations in the
 * format of OpenID4VCI 1.0. The entity configuration omits these configurations, because a library that finds one of
 * them treats the whole issuer as an issuer of OpenID4VCI 1.0 (D-313).
 */
export const createDiscoveredIssuerMetadata = (input: IssuerMetadataInput): Readonly<Record<string, unknown>> => ({
  ...createIssuerMetadata(input),
  credential_configurations_supported: {
    ...describeDiscoveredConfigurations(input),
    ...describeFinalConfigurations(input), // PP-121
  },
})

/** Creates `metadata.oauth_authorization_server` (RFC 8414). */
export const createAuthorizationServerMetadata = (input: IssuerMetadataInput): Readonly<Record<string, unknown>> => ({
  issuer: input.issuer, // PP-39
  authorization_endpoint: input.authorizationEndpoint,
  token_endpoint: input.tokenEndpoint,
  pushed_authorization_request_endpoint: input.pushedAuthorizationRequestEndpoint,
  require_pushed_authorization_requests: true,
  require_signed_request_object: true,
  request_object_signing_alg_values_supported: input.algorithms,
  response_types_supported: [responseTypeCode],
  response_modes_supported: ['query'],
  grant_types_supported: [grantTypeAuthorizationCode],
  code_challenge_methods_supported: [codeChallengeMethod],
  token_endpoint_auth_methods_supported: ['private_key_jwt', 'attest_jwt_client_auth'],
  token_endpoint_auth_signing_alg_values_supported: input.algorithms,
  client_attestation_signing_alg_values_supported: input.algorithms, // D-253
  client_attestation_pop_signing_alg_values_supported: input.algorithms,
  dpop_signing_alg_values_supported: input.algorithms,
  authorization_details_types_supported: [authorizationDetailType],
  authorization_response_iss_parameter_supported: true, // PP-39
  client_registration_types_supported: ['automatic'],
  jwks: { keys: input.keys }, // PP-39
})

/** Creates the server metadata for clients without federation, including the scopes of OpenID4VCI 1.0. */
export const createDiscoveredServerMetadata = (input: IssuerMetadataInput): Readonly<Record<string, unknown>> => ({
  ...createAuthorizationServerMetadata(input),
  scopes_supported: credentialConfigurations(input.type).flatMap(({ scope }) => scope ?? []), // PP-121
})

/**
 * Reasons why a wallet cannot use an issuer by its resolved metadata. `issuance_not_allowed` means that the issuer's
 * superiors do not allow the credential type.
 */
export type IssuerMetadataCode =
  | 'issuer_metadata_malformed'
  | 'issuer_mismatch'
  | 'endpoint_malformed'
  | 'dpop_alg_unsupported'
  | 'credential_type_missing'
  | 'issuance_not_allowed'

/** Parsed metadata of an issuer, reduced to the members that the wallet uses. */
export interface IssuerMetadata {
  readonly issuer: string
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly pushedAuthorizationRequestEndpoint: string
  readonly credentialEndpoint: string
  /** Algorithms that this wallet can sign with, in the issuer's order. */
  readonly dpopAlgorithms: readonly JwsAlgorithm[]
  readonly display: readonly JsonObject[]
}

const schema = z.looseObject({
  credential_issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  pushed_authorization_request_endpoint: z.string(),
  credential_endpoint: z.string(),
  nonce_endpoint: z.string().optional(),
  dpop_signing_alg_values_supported: z.array(z.string()).min(1),
  credentials_supported: z.record(z.string(), z.unknown()),
  /** Credential types that the issuer's superiors allow (D-237). */
  credential_types_allowed: z.unknown().optional(),
})

/**
 * Entry of `credentials_supported` for a PID in the specification's form. Entries in another form are ignored, because
 * they describe other credentials (D-400).
 */
const pidEntry = z.looseObject({
  format: z.string(),
  credential_definition: z.looseObject({ type: z.array(z.string()) }),
  display: z.array(z.looseObject({})).optional(),
})

/** Requirements of a wallet on resolved metadata. The trust chain, not these requirements, establishes trust. */
export interface IssuerMetadataPolicy {
  /** The entity that the metadata was resolved for. */
  readonly issuer: string
  readonly credentialType: string
  readonly algorithms: readonly JwsAlgorithm[]
  readonly urls: UrlPolicy
}

/**
 * Parses `openid_credential_issuer` as resolved through the trust chain. Takes missing members from the entity's
 * `oauth_authorization_server`, where issuers of later IT-Wallet versions publish them. Ignores that metadata if its
 * `issuer` is another entity (RFC 8414 §3.3). Checks the issuer and the URLs of the endpoints. Fails if the issuer
 * shares no DPoP algorithm with the wallet, does not list the credential type, or may not issue this type.
 */
export function parseIssuerMetadata(
  metadata: { readonly openid_credential_issuer?: JsonObject; readonly oauth_authorization_server?: JsonObject },
  policy: IssuerMetadataPolicy,
): IssuerMetadata | Failure<IssuerMetadataCode> {
  const at = 'metadata.openid_credential_issuer'
  const { openid_credential_issuer: issuer = {}, oauth_authorization_server: server = {} } = metadata
  const isOwnServer = server.issuer === undefined || server.issuer === policy.issuer // WI-06
  const parsed = schema.safeParse({ ...(isOwnServer ? server : {}), ...issuer })
  const sourceOf = (name: PropertyKey = ''): string => {
    const isFromServer = isOwnServer && Object.hasOwn(server, name) && !Object.hasOwn(issuer, name)
    return isFromServer ? 'metadata.oauth_authorization_server' : at
  }
  if (!parsed.success)
    return fail('issuer_metadata_malformed', placeOf(sourceOf(parsed.error.issues[0]?.path[0]), parsed.error)) // WI-35
  const { data } = parsed
  if (data.credential_issuer !== policy.issuer)
    return fail('issuer_mismatch', `${at}.credential_issuer`, {
      expected: policy.issuer,
      found: data.credential_issuer,
    }) // WI-06
  const malformedEndpoint = endpointNames.find(
    (name) => data[name] !== undefined && failed(parseUrl(data[name], policy.urls)),
  )
  if (malformedEndpoint !== undefined)
    return fail('endpoint_malformed', `${sourceOf(malformedEndpoint)}.${malformedEndpoint}`) // GEN-19
  const dpopAlgorithms = data.dpop_signing_alg_values_supported
    .filter(isJwsAlgorithm)
    .filter((name) => policy.algorithms.includes(name))
  const algorithmsName = 'dpop_signing_alg_values_supported'
  if (dpopAlgorithms.length === 0) return fail('dpop_alg_unsupported', `${sourceOf(algorithmsName)}.${algorithmsName}`) // WI-45
  const entries = Object.values(data.credentials_supported).flatMap((entry) => pidEntry.safeParse(entry).data ?? [])
  const pid = entries.find(({ credential_definition: definition }) => definition.type.includes(policy.credentialType))
  if (pid === undefined) return fail('credential_type_missing', `${at}.credentials_supported`) // WI-34
  const { credential_types_allowed: allowed } = data
  if (allowed !== undefined && !(Array.isArray(allowed) && allowed.includes(policy.credentialType)))
    return fail('issuance_not_allowed', `${at}.credential_types_allowed`) // WI-34
  return {
    issuer: data.credential_issuer,
    authorizationEndpoint: data.authorization_endpoint, // WI-35
    tokenEndpoint: data.token_endpoint, // WI-35
    pushedAuthorizationRequestEndpoint: data.pushed_authorization_request_endpoint, // WI-35
    credentialEndpoint: data.credential_endpoint, // WI-35
    dpopAlgorithms,
    display: (pid.display ?? []) as readonly JsonObject[],
  }
}

const endpointNames = [
  'authorization_endpoint',
  'token_endpoint',
  'pushed_authorization_request_endpoint',
  'credential_endpoint',
  'nonce_endpoint',
] as const
