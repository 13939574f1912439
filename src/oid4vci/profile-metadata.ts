/**
 * Metadata of an issuer in a later profile (IT-Wallet 1.0.2 and 1.3.3 §Credential Issuer Metadata). The values of the
 * profile in `pidProviderWire` define names, members and forms.
 */
import { joinUrl, type PublicJwk } from '../base/index.ts'
import { coseAlgorithm } from '../cose/index.ts'
import { type ClaimDescription, type CredentialType, describeClaims } from '../credential/index.ts'
import { isJwsAlgorithm, type JwsAlgorithm } from '../jose/index.ts'
import {
  codeChallengeMethod,
  formatMdoc,
  formatNames,
  formatSdJwt,
  grantTypeAuthorizationCode,
  responseTypeCode,
} from '../oauth/index.ts'
import { type ProfileName, pidProviderWire } from '../profiles/index.ts'
import type { CredentialDisplay } from './offered-credentials.ts'
import { type OfferedConfiguration, profileTypes, typeNameOf } from './profile-types.ts'

/** Input of an issuer's metadata in a later profile. */
export interface ProfileIssuerInput {
  readonly profile: ProfileName
  /** Entity identifier of the issuer. The URLs of its endpoints begin with it. */
  readonly issuer: string
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly pushedAuthorizationRequestEndpoint: string
  /** Entity identifier of the Trust Anchor. URLs of assurance levels and of some credential types begin with it. */
  readonly trustAnchor: string
  readonly issuerName: string
  /** Accepted algorithms for everything that a wallet signs. */
  readonly algorithms: readonly JwsAlgorithm[]
  /** Display of each credential, without its name, which the credential type defines. */
  readonly display: Omit<CredentialDisplay, 'name'>
  /** Keys that sign access tokens and credentials. The first one is in use. */
  readonly keys: readonly PublicJwk[]
  /** Keys that sign mdocs. The first one is in use. Without one, no mdoc is offered. */
  readonly documentKeys: readonly PublicJwk[]
}

/** Creates `metadata.oauth_authorization_server` of a later profile. */
export function createProfileServerMetadata(input: ProfileIssuerInput): Readonly<Record<string, unknown>> {
  const { profile, issuer, trustAnchor, algorithms, keys } = input
  const wire = pidProviderWire[profile]
  return {
    issuer, // PP-170
    pushed_authorization_request_endpoint: input.pushedAuthorizationRequestEndpoint,
    authorization_endpoint: input.authorizationEndpoint,
    token_endpoint: input.tokenEndpoint,
    client_registration_types_supported: ['automatic'],
    code_challenge_methods_supported: [codeChallengeMethod],
    acr_values_supported: wire.acrPaths?.map((path) => joinUrl(trustAnchor, path)),
    scopes_supported: [...new Set(configurationsOf(input).map(({ scope }) => scope))],
    ...(wire.responseModes && { response_modes_supported: wire.responseModes }),
    response_types_supported: [responseTypeCode],
    authorization_signing_alg_values_supported: algorithms,
    grant_types_supported: [grantTypeAuthorizationCode],
    token_endpoint_auth_methods_supported: wire.tokenEndpointAuthMethods,
    token_endpoint_auth_signing_alg_values_supported: algorithms,
    request_object_signing_alg_values_supported: algorithms,
    ...(wire.statesProofAlgorithms && {
      require_signed_request_object: true,
      client_attestation_signing_alg_values_supported: algorithms,
      client_attestation_pop_signing_alg_values_supported: algorithms,
      dpop_signing_alg_values_supported: algorithms,
    }),
    jwks: { keys },
  }
}

/** Creates `metadata.openid_credential_issuer` of a later profile. */
export function createProfileIssuerMetadata(input: ProfileIssuerInput): Readonly<Record<string, unknown>> {
  const { profile, issuer, issuerName, display, keys, documentKeys } = input
  const wire = pidProviderWire[profile]
  const endpoints = Object.entries(wire.issuerEndpoints).map(([name, path]) => [name, joinUrl(issuer, path)])
  return {
    credential_issuer: issuer, // PP-170
    ...Object.fromEntries(endpoints),
    ...(wire.showsIssuer && { display: [{ name: issuerName, locale: display.locale }] }),
    credential_configurations_supported: Object.fromEntries(
      configurationsOf(input).map((configuration) => [configuration.id, describeConfiguration(configuration, input)]),
    ),
    ...(wire.batchSize !== undefined && { batch_credential_issuance: { batch_size: wire.batchSize } }),
    ...(wire.trustFrameworks && { trust_frameworks_supported: wire.trustFrameworks }),
    ...(wire.evidence && { evidence_supported: wire.evidence }),
    ...(wire.credentialHashAlgorithm && { credential_hash_alg_supported: wire.credentialHashAlgorithm }),
    jwks: { keys: [...keys, ...documentKeys] },
  }
}

/** Returns the configurations of the profile that the issuer has keys for. */
const configurationsOf = ({ profile, documentKeys }: ProfileIssuerInput): readonly OfferedConfiguration[] =>
  (pidProviderWire[profile].configurations ?? []).filter(
    ({ format }) => format !== formatMdoc || documentKeys.length > 0,
  )

function describeConfiguration(configuration: OfferedConfiguration, input: ProfileIssuerInput) {
  const { profile, issuer, trustAnchor, algorithms } = input
  const { id, format, scope } = configuration
  const wire = pidProviderWire[profile]
  const type = profileTypes(trustAnchor)[configuration.type]
  const typeName = typeNameOf(configuration, trustAnchor)
  const isMdoc = format === formatMdoc
  const displayMembers = describeDisplay(configuration, type, input)
  return {
    format,
    [formatNames[isMdoc ? formatMdoc : formatSdJwt].typeMember]: typeName,
    scope,
    ...(wire.statesSchemaAndSource && {
      schema_id: `${scope}+${format}+${typeName}`,
      authentic_sources: { entity_id: issuer, dataset_id: id },
    }),
    cryptographic_binding_methods_supported: [isMdoc ? 'cose_key' : 'jwk'],
    credential_signing_alg_values_supported: signingAlgorithms(isMdoc, input),
    proof_types_supported: {
      jwt: {
        proof_signing_alg_values_supported: algorithms,
        ...(wire.keyAttestations && { key_attestations_required: wire.keyAttestations }),
      },
    },
    ...(wire.displayPlace === 'configuration' ? displayMembers : { credential_metadata: displayMembers }),
  }
}

function signingAlgorithms(isMdoc: boolean, { profile, keys, documentKeys }: ProfileIssuerInput) {
  const [key] = isMdoc ? documentKeys : keys
  const names = [key?.alg ?? ''].filter(isJwsAlgorithm)
  return isMdoc && pidProviderWire[profile].namesMdocAlgorithmsByNumber
    ? names.flatMap((name) => coseAlgorithm(name) ?? [])
    : names
}

/** Describes how a wallet displays a credential type: its name, and its claims by path (OpenID4VCI 1.0 §C). */
function describeDisplay({ format }: OfferedConfiguration, type: CredentialType, input: ProfileIssuerInput) {
  const { logo, ...colours } = input.display
  const { name } = type.display
  const isFinal = pidProviderWire[input.profile].displayPlace === 'credential_metadata'
  const descriptions = describeClaims(type)
  const claims =
    format === formatMdoc
      ? elementsOf(type)
      : Object.keys(type.claims).map((claim) => ({
          path: [claim],
          claim,
          isPlain: type.claims[claim]?.isPlain === true,
        }))
  return {
    display: [
      { name, ...colours, ...(isFinal && { description: name, logo: { uri: logo.url, alt_text: logo.alt_text } }) },
    ],
    claims: claims.map(({ path, claim, isPlain }) => ({
      path,
      ...(isFinal && { mandatory: descriptions[claim]?.mandatory, sd: isPlain ? 'never' : 'always' }),
      display: displayNames(descriptions[claim], input),
    })),
  }
}

/** Returns the elements of an mdoc that contain a claim. The holder can withhold each of them. */
const elementsOf = ({ doctype, mdoc }: CredentialType) =>
  [[doctype, mdoc.main] as const, [mdoc.domesticNamespace, mdoc.domestic] as const].flatMap(([namespace, elements]) =>
    Object.entries(elements).flatMap(([name, element]) =>
      'claim' in element ? [{ path: [namespace, name], claim: element.claim, isPlain: false }] : [],
    ),
  )

/** Returns the display names of a claim in each language, under the member names of the profile. */
const displayNames = (claim: ClaimDescription | undefined, { profile }: ProfileIssuerInput) =>
  (claim?.display ?? []).map(({ name, locale }) => ({
    locale,
    ...Object.fromEntries(pidProviderWire[profile].claimNames.map((member) => [member, name])),
  }))
