/**
 * Metadata of a PID Provider as it stands in its entity configuration (it-wallet §Entity configuration of a PID
 * Provider): `openid_credential_issuer` with the specification's members, the names that later wallets look for beside
 * them, and `oauth_authorization_server` (D-24). The wallet reads it only out of a verified trust chain.
 */
import { z } from 'zod'
import {
  type Failure,
  fail,
  failed,
  type JsonObject,
  type PublicJwk,
  parseUrl,
  placeOf,
  type UrlPolicy,
} from '../base/index.ts'
import { coseAlgorithm } from '../cose/index.ts'
import { algorithmRow, isJwsAlgorithm, type JwsAlgorithm } from '../jose/index.ts'
import {
  authorizationDetailType,
  type CredentialConfiguration,
  type CredentialFormat,
  type CredentialSupport,
  codeChallengeMethod,
  credentialConfigurations,
  formatMdoc,
  grantTypeAuthorizationCode,
  responseTypeCode,
} from '../oauth/index.ts'
import { pidCredentialSubject } from './credential-types.ts'
import type { CertifiedJwk } from './mdoc-issuer.ts'

/** RFC 8414 §3. */
export const authorizationServerMetadataPath = '/.well-known/oauth-authorization-server'
/** OpenID4VCI D13 §11.2.2. */
export const issuerMetadataPath = '/.well-known/openid-credential-issuer'

export interface CredentialDisplay {
  readonly name: string
  readonly locale: string
  readonly logo: { readonly url: string; readonly alt_text: string }
  readonly background_color: string
  readonly text_color: string
}

export interface IssuerMetadataInput {
  readonly issuer: string
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly pushedAuthorizationRequestEndpoint: string
  readonly credentialEndpoint: string
  readonly nonceEndpoint: string
  /** Where all status lists of the issuer are named. */
  readonly statusListAggregationEndpoint?: string
  readonly algorithms: readonly JwsAlgorithm[]
  readonly support: CredentialSupport
  readonly display: readonly CredentialDisplay[]
  /** Where the claims of an SD-JWT stand; at its top when not said. */
  readonly claimsPath?: readonly string[]
  /** The keys that sign access tokens and credentials, and not the federation's own. Today the first one signs. */
  readonly keys: readonly PublicJwk[]
  /** Those that sign mdocs, with their certificates, the one of today first. */
  readonly documentKeys?: readonly CertifiedJwk[]
}

/** `metadata.openid_credential_issuer`. */
export const createIssuerMetadata = (input: IssuerMetadataInput): Readonly<Record<string, unknown>> => ({
  credential_issuer: input.issuer, // PP-35
  authorization_endpoint: input.authorizationEndpoint, // PP-35
  token_endpoint: input.tokenEndpoint, // PP-35
  pushed_authorization_request_endpoint: input.pushedAuthorizationRequestEndpoint, // PP-35
  credential_endpoint: input.credentialEndpoint, // PP-35
  dpop_signing_alg_values_supported: input.algorithms, // PP-35
  credentials_supported: Object.fromEntries(
    input.support.formats.map((format) => [credentialName(format, input.support), describeCredential(format, input)]),
  ), // PP-35
  client_registration_types_supported: ['automatic'],
  nonce_endpoint: input.nonceEndpoint, // PP-101
  ...(input.statusListAggregationEndpoint !== undefined && {
    status_list_aggregation_endpoint: input.statusListAggregationEndpoint, // PP-110
  }),
  credential_configurations_supported: Object.fromEntries(
    input.support.formats.map((format) => [credentialName(format, input.support), configureCredential(format, input)]),
  ), // PP-39
  authorization_response_iss_parameter_supported: true, // PP-39
  jwks: { keys: [...input.keys, ...(input.documentKeys ?? [])] }, // PP-39, PP-108
})

/**
 * The same for clients that know no federation, with configurations in the words of the final text as well. Not in the entity
 * configuration: a library that finds one takes the issuer for one of that text, and asks it so (D-313).
 */
export function createDiscoveredIssuerMetadata(input: IssuerMetadataInput): Readonly<Record<string, unknown>> {
  const metadata = createIssuerMetadata(input)
  const final = credentialConfigurations(input.support).filter(({ scope }) => scope !== undefined)
  return {
    ...metadata,
    credential_configurations_supported: {
      ...(metadata.credential_configurations_supported as JsonObject),
      ...Object.fromEntries(final.map((each) => [each.id, configureFinalCredential(each, input)])), // PP-121
    },
  }
}

/** The key of a credential's entry: the PID type, or the doctype for its mdoc form. */
const credentialName = (format: CredentialFormat, { credentialType, doctype }: CredentialSupport): string =>
  format === formatMdoc ? doctype : credentialType

/** A COSE_Key, to which an mdoc is bound, is none of RSA. */
const bindingAlgorithms = (format: CredentialFormat, { algorithms }: IssuerMetadataInput): readonly JwsAlgorithm[] =>
  format === formatMdoc ? algorithms.filter((name) => algorithmRow(name).kty !== 'RSA') : algorithms

const describeCredential = (format: CredentialFormat, input: IssuerMetadataInput) => ({
  format, // PP-02
  cryptographic_binding_methods_supported: ['jwk'], // PP-02
  cryptographic_suites_supported: bindingAlgorithms(format, input), // PP-02
  display: input.display, // PP-36
  ...(format === formatMdoc ? { doctype: input.support.doctype } : {}),
  credential_definition: {
    type: [input.support.credentialType], // PP-02
    credentialSubject: pidCredentialSubject, // PP-37
  },
})

/** What today's key of a format signs with. */
function signingAlgorithms(format: CredentialFormat, { keys, documentKeys = [] }: IssuerMetadataInput) {
  const [signer] = format === formatMdoc ? documentKeys : keys
  return signer?.alg === undefined ? [] : [signer.alg].filter(isJwsAlgorithm)
}

/**
 * The same in the words of OpenID4VCI D13 §11.2.3, where an mdoc is bound to a COSE_Key, and §A.3.2: `claims` by name. A
 * list of paths, as of draft 15, would make an issuer of another draft out of this one (D-24).
 */
const configureCredential = (format: CredentialFormat, input: IssuerMetadataInput) => ({
  format,
  ...(format === formatMdoc ? { doctype: input.support.doctype } : { vct: input.support.credentialType }),
  cryptographic_binding_methods_supported: [format === formatMdoc ? 'cose_key' : 'jwk'],
  credential_signing_alg_values_supported: signingAlgorithms(format, input),
  proof_types_supported: { jwt: { proof_signing_alg_values_supported: bindingAlgorithms(format, input) } },
  display: input.display,
  ...(format === formatMdoc ? {} : { claims: pidCredentialSubject }),
})

/** As OpenID4VCI 1.0 §12.2.4, §A.2.2 and §A.3.2 have it, where COSE numbers name what an mdoc is signed with. */
function configureFinalCredential({ format, formatName, scope }: CredentialConfiguration, input: IssuerMetadataInput) {
  const isMdoc = format === formatMdoc
  const algorithms = signingAlgorithms(format, input)
  return {
    format: formatName,
    scope,
    ...(isMdoc ? { doctype: input.support.doctype } : { vct: input.support.credentialType }),
    cryptographic_binding_methods_supported: [isMdoc ? 'cose_key' : 'jwk'],
    credential_signing_alg_values_supported: isMdoc
      ? algorithms.flatMap((name) => coseAlgorithm(name) ?? [])
      : algorithms,
    proof_types_supported: { jwt: { proof_signing_alg_values_supported: bindingAlgorithms(format, input) } },
    credential_metadata: {
      display: input.display.map(({ logo: { url, ...logo }, ...display }) => ({
        ...display,
        logo: { uri: url, ...logo },
      })),
      ...(isMdoc ? {} : { claims: claimsByPath(input) }),
    },
  }
}

const claimsByPath = ({ claimsPath = [] }: IssuerMetadataInput) =>
  Object.entries(pidCredentialSubject).map(([name, description]) => ({ path: [...claimsPath, name], ...description }))

/** `metadata.oauth_authorization_server` (RFC 8414). */
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

/** The same for clients that know no federation, with the scopes of the final text. */
export const createDiscoveredServerMetadata = (input: IssuerMetadataInput): Readonly<Record<string, unknown>> => ({
  ...createAuthorizationServerMetadata(input),
  scopes_supported: credentialConfigurations(input.support).flatMap(({ scope }) => scope ?? []), // PP-121
})

export type IssuerMetadataCode =
  | 'issuer_metadata_malformed'
  | 'issuer_mismatch'
  | 'endpoint_malformed'
  | 'dpop_alg_unsupported'
  | 'credential_type_missing'
  | 'credential_type_not_allowed'

/** What the wallet needs of it. */
export interface IssuerMetadata {
  readonly issuer: string
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly pushedAuthorizationRequestEndpoint: string
  readonly credentialEndpoint: string
  readonly nonceEndpoint: string | undefined
  /** Of those that this wallet can sign with, in the issuer's order. */
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
  credentials_supported: z.record(
    z.string(),
    z.looseObject({
      format: z.string(),
      credential_definition: z.looseObject({ type: z.array(z.string()) }).optional(),
      display: z.array(z.looseObject({})).optional(),
    }),
  ),
  /** What its superiors let it issue (D-237). */
  credential_types_allowed: z.unknown().optional(),
})

export interface IssuerMetadataPolicy {
  /** The entity that the metadata was resolved for. */
  readonly issuer: string
  readonly credentialType: string
  readonly algorithms: readonly JwsAlgorithm[]
  readonly urls: UrlPolicy
}

/**
 * Reads `openid_credential_issuer` as resolved through the trust chain. OAuth members that it lacks are taken from
 * `oauth_authorization_server` of the same entity, where later issuers publish them.
 */
export function parseIssuerMetadata(
  metadata: { readonly openid_credential_issuer?: JsonObject; readonly oauth_authorization_server?: JsonObject },
  policy: IssuerMetadataPolicy,
): IssuerMetadata | Failure<IssuerMetadataCode> {
  const at = 'metadata.openid_credential_issuer'
  const parsed = schema.safeParse({ ...metadata.oauth_authorization_server, ...metadata.openid_credential_issuer })
  if (!parsed.success) return fail('issuer_metadata_malformed', placeOf(at, parsed.error)) // WI-35
  const { data } = parsed
  if (data.credential_issuer !== policy.issuer) return fail('issuer_mismatch', `${at}.credential_issuer`) // WI-06
  const broken = endpointNames.find((name) => data[name] !== undefined && failed(parseUrl(data[name], policy.urls)))
  if (broken !== undefined) return fail('endpoint_malformed', `${at}.${broken}`) // GEN-19
  const dpopAlgorithms = data.dpop_signing_alg_values_supported
    .filter(isJwsAlgorithm)
    .filter((name) => policy.algorithms.includes(name))
  if (dpopAlgorithms.length === 0) return fail('dpop_alg_unsupported', `${at}.dpop_signing_alg_values_supported`) // WI-45
  const entries = Object.values(data.credentials_supported)
  const pid = entries.find(({ credential_definition: it }) => it?.type.includes(policy.credentialType))
  if (pid === undefined) return fail('credential_type_missing', `${at}.credentials_supported`) // WI-34
  const { credential_types_allowed: allowed } = data
  if (allowed !== undefined && !(Array.isArray(allowed) && allowed.includes(policy.credentialType)))
    return fail('credential_type_not_allowed', `${at}.credential_types_allowed`) // WI-34
  return {
    issuer: data.credential_issuer,
    authorizationEndpoint: data.authorization_endpoint, // WI-35
    tokenEndpoint: data.token_endpoint, // WI-35
    pushedAuthorizationRequestEndpoint: data.pushed_authorization_request_endpoint, // WI-35
    credentialEndpoint: data.credential_endpoint, // WI-35
    nonceEndpoint: data.nonce_endpoint,
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
