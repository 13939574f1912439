/**
 * The PID Provider's metadata and endpoint URLs: issuer metadata for wallets, relying party metadata for the national
 * identity provider (it-wallet §Entity configuration of a PID Provider).
 */
import { type JsonObject, joinUrl, type PublicJwk } from '../base/index.ts'
import type { CredentialType } from '../credential/index.ts'
import { claimsPathOf, type MdocIssuer } from '../credential/issuer.ts'
import { type EntityConfigurationInput, leafEntityOf } from '../federation/index.ts'
import type { Decrypter, JwsAlgorithm } from '../jose/index.ts'
import {
  createAuthorizationServerMetadata,
  createDiscoveredIssuerMetadata,
  createDiscoveredServerMetadata,
  createIssuerMetadata,
  type IssuerMetadataInput,
} from '../oid4vci/index.ts'
import { pidProviderWire } from '../profiles/index.ts'
import type { PidProviderConfig } from './config.ts'
import { documentKey } from './issuance/mdoc-issuer.ts'
import type { NationalIdentityProvider } from './login/national-identity-provider.ts'
import { createNationalLoginMetadata } from './login/national-login-metadata.ts'
import { paths } from './paths.ts'
import { profileMetadata } from './profile-entity/profile-metadata.ts'

export type Endpoints = { readonly [name in Exclude<keyof typeof paths, 'loginCallback'>]: string } & {
  /** Returns the URL to which the national identity provider with this `id` sends its answers. */
  readonly loginCallback: (providerId: string) => string
}

/** Returns the absolute URLs of the endpoints. They begin with the entity identifier. */
export const endpointsOf = ({ entityId }: Pick<PidProviderConfig, 'entityId'>): Endpoints => {
  const url = (name: keyof typeof paths): string => joinUrl(entityId, paths[name])
  const urls = Object.fromEntries(Object.keys(paths).map((name) => [name, url(name as keyof typeof paths)]))
  return { ...urls, loginCallback: (providerId: string) => `${url('loginCallback')}/${providerId}` } as Endpoints
}

type CallbackProvider = Pick<NationalIdentityProvider, 'id' | 'channel'>

export const callbackUrlsOf = (
  endpoints: Pick<Endpoints, 'loginCallback'>,
  providers: readonly CallbackProvider[],
  channel: NationalIdentityProvider['channel'],
): readonly string[] =>
  providers.filter((provider) => provider.channel === channel).map(({ id }) => endpoints.loginCallback(id))

/** Public keys of the PID Provider in its role towards national identity providers. */
export interface NationalLoginKeys {
  readonly keys: readonly PublicJwk[]
  readonly algorithm: JwsAlgorithm
  /** Decrypter for userinfo. Without it, the metadata do not request encrypted userinfo. */
  readonly decrypter?: Pick<Decrypter, 'publicJwk' | 'alg' | 'enc'> | undefined
}

/** The PID Provider's metadata for clients with and without federation support, from the same settings. */
export interface PidProviderMetadata {
  /** Metadata in the entity configuration, before any policy of a superior. */
  readonly entity: EntityConfigurationInput['metadata']
  /** Metadata for clients without federation support (D-310). Absent in all profiles except `seed`. */
  readonly discovered?: { readonly issuer: JsonObject; readonly authorizationServer: JsonObject }
}

/** Contents of the metadata that are not settings. */
interface PublishedParts {
  readonly type: CredentialType
  /** Public keys of tokens and credentials, the current one first. */
  readonly issuerKeys: readonly PublicJwk[]
  readonly loginKeys: NationalLoginKeys
  readonly providers: readonly CallbackProvider[]
  /** Undefined if no mdocs are issued. */
  readonly mdocIssuer: MdocIssuer | undefined
}

export function pidProviderMetadata(config: PidProviderConfig, parts: PublishedParts): PidProviderMetadata {
  if (pidProviderWire[config.profile].configurations === undefined) return defaultProfileMetadata(config, parts)
  return { entity: profileMetadata(config, endpointsOf(config), parts) }
}

function defaultProfileMetadata(
  config: PidProviderConfig,
  { type, issuerKeys, loginKeys, providers, mdocIssuer }: PublishedParts,
): PidProviderMetadata {
  const { contacts, logo_uri: url, organization_name: alt_text } = config.organization
  const { name, locale, ...colours } = type.display
  const endpoints = endpointsOf(config)
  const issuer: IssuerMetadataInput = {
    issuer: config.entityId,
    authorizationEndpoint: endpoints.authorize,
    tokenEndpoint: endpoints.token,
    pushedAuthorizationRequestEndpoint: endpoints.par,
    credentialEndpoint: endpoints.credential,
    nonceEndpoint: endpoints.nonce,
    statusListAggregationEndpoint: endpoints.statusLists,
    algorithms: config.algorithms,
    type,
    display: config.display ?? [{ name, locale, logo: { url, alt_text }, ...colours }], // PP-36
    claimsPath: claimsPathOf(config.claimsLayout),
    keys: issuerKeys,
    ...(mdocIssuer && { documentKeys: [documentKey(mdocIssuer)] }),
  }
  const discovered = {
    issuer: createDiscoveredIssuerMetadata(issuer) as JsonObject,
    authorizationServer: createDiscoveredServerMetadata(issuer) as JsonObject,
  }
  const entity = {
    federation_entity: leafEntityOf(config), // PP-01, FED-13
    openid_credential_issuer: createIssuerMetadata(issuer) as JsonObject, // PP-01
    oauth_authorization_server: createAuthorizationServerMetadata(issuer) as JsonObject, // PP-39
    openid_relying_party: createNationalLoginMetadata({
      entityId: config.entityId,
      clientName: config.organization.organization_name,
      redirectUris: callbackUrlsOf(endpoints, providers, 'openid_connect'),
      keys: loginKeys.keys,
      algorithm: loginKeys.algorithm,
      decrypter: loginKeys.decrypter,
      ...(contacts && { contacts }),
    }), // PP-01, PP-38
  }
  return { entity, discovered }
}
