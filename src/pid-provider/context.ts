/** Dependencies of the PID Provider, and the services that it creates from them. */
import type { NonceKeys, NumericDate, PublicJwk } from '../base/index.ts'
import { type CredentialType, credentialTypes, findTypeOrFirst } from '../credential/index.ts'
import type { CredentialContent, MdocIssuer } from '../credential/issuer.ts'
import type { TrustEvaluator } from '../federation/index.ts'
import type { CookiePolicy } from '../http/index.ts'
import { isJwsAlgorithm, type JwsAlgorithm, type Signer } from '../jose/index.ts'
import {
  type Administer,
  type Administrator,
  createAdminister,
  createLeafServices,
  type LeafContext,
  type MemberServices,
  statusWithoutList,
  trustInProfile,
} from '../member/index.ts'
import { createKnownTokens, formatSdJwt, type KnownTokens } from '../oauth/index.ts'
import { createStatusResolver, type StatusLists, type StatusPlaces, type StatusResolver } from '../status-list/index.ts'
import { createWalletAttestationVerifier, type WalletAttestationVerifier } from '../wallet-attestation/index.ts'
import { PP, type PpAnswer } from './answers.ts'
import type { PidProviderConfig } from './config.ts'
import { checkCredentialType } from './issuance/check-credential-type.ts'
import { documentIssuer, mdocContentOf } from './issuance/mdoc-issuer.ts'
import type { NationalIdentityProvider, SamlProfileName } from './login/national-identity-provider.ts'
import { loginAttributes, type PersonSource } from './login/person-source.ts'
import {
  callbackUrlsOf,
  type Endpoints,
  endpointsOf,
  type NationalLoginKeys,
  type PidProviderMetadata,
  pidProviderMetadata,
} from './metadata.ts'
import { ADMINISTRATOR_RULES, administratorCodes } from './register/administrator-rules.ts'
import { createCredentialPlaces, createStatusLists } from './register/status-lists.ts'
import type { PidProviderStores } from './stores.ts'
import type { WalletInstanceStatus } from './token/wallet-instance-status.ts'

/** Dependencies of a PID Provider: those of a Leaf Entity, its keys, its stores and the national identity providers. */
export interface PidProviderContext extends LeafContext {
  readonly config: PidProviderConfig
  /**
   * Known credential types. The provider issues the type that `config.support.credentialType` names, or the first type
   * if none has this name. Defaults to the PID alone.
   */
  readonly credentialTypes?: readonly [CredentialType, ...CredentialType[]]
  readonly trust: TrustEvaluator
  /** Signs SD-JWTs, access tokens and status lists. Must differ from the federation key (PP-103, not checked). */
  readonly credentialSigner: Signer
  /** Signs mdocs. Required if `formats` contains mdoc. */
  readonly mdocIssuer?: MdocIssuer | undefined
  /** Former keys whose credentials or tokens have not expired. Published after the current key. */
  readonly retiredKeys?: readonly PublicJwk[]
  readonly nationalLoginKeys: NationalLoginKeys
  /** Keys for c_nonces and DPoP nonces, shared by all replicas. */
  readonly nonceKeys: NonceKeys
  /**
   * Secret of at least 32 bytes, from which the pseudonyms of persons are derived. All replicas must have the same
   * secret, and it must never change. `createPidProvider` does not check its length.
   */
  readonly personSecret: Uint8Array
  readonly identityProviders: readonly NationalIdentityProvider[]
  /**
   * Creates the metadata document of the SAML service provider for a profile, with exactly these callback URLs.
   * Required if an identity provider uses SAML. Called once for each profile in use.
   */
  readonly serviceProviderMetadata?: (callbackUrls: readonly string[], profile: SamlProfileName) => string
  readonly administrators: readonly Administrator[]
  /** Source of the PID's attributes. Defaults to the login itself. */
  readonly personSource?: PersonSource
  /** Source of the status of the Wallet Instances with a PID. Defaults to the status lists of their attestations. */
  readonly walletInstanceStatus?: WalletInstanceStatus
  readonly stores: PidProviderStores
}

/** A service provider's metadata document and the profile of its registry. */
export interface ServiceProviderDocument {
  readonly profile: SamlProfileName
  readonly document: string
}

/** Services of the role. Each use case uses only the part that it needs. */
export interface PidProviderServices extends PidProviderContext, MemberServices<PpAnswer> {
  readonly administer: Administer<PpAnswer>
  /** The type that is issued, with the names in the configuration. */
  readonly type: CredentialType
  readonly mdocContent: CredentialContent['mdoc']
  readonly endpoints: Endpoints
  readonly metadata: PidProviderMetadata
  /** All public keys for the signatures of this provider's SD-JWTs, access tokens and status lists. */
  readonly issuerKeys: readonly PublicJwk[]
  /** Accepted algorithms of this provider's access tokens: those of `issuerKeys` and those in the settings. */
  readonly tokenAlgorithms: readonly JwsAlgorithm[]
  /** Access tokens whose signature by one of `issuerKeys` was already verified or created in this process. */
  readonly knownTokens: KnownTokens
  readonly attestations: WalletAttestationVerifier
  readonly attestationStatus: StatusResolver
  readonly personSource: PersonSource
  readonly statusLists: StatusLists
  readonly statusPlaces: StatusPlaces
  readonly sessionCookie: CookiePolicy
  /**
   * Policy of a copy of the session cookie. Browsers send the copy only to the login callbacks, but also with a form
   * that another site posts. Undefined if no identity provider uses SAML.
   */
  readonly callbackCookie: CookiePolicy | undefined
  /** One document for each SAML profile in use (PP-113). */
  readonly serviceProviders: readonly ServiceProviderDocument[]
}

/** Returns the policy for every JWT of a wallet or of its Wallet Provider. */
export const jwtPolicy = ({ config }: Pick<PidProviderContext, 'config'>, now: NumericDate) => ({
  algorithms: config.algorithms,
  skew: config.clockSkewSeconds,
  now,
})

/** Creates the services of the use cases. Throws a TypeError for an inconsistent configuration. */
export function createServices(ctx: PidProviderContext): PidProviderServices {
  const { config } = ctx
  const urls = { loopbackHttp: config.loopbackHttp }
  const issuerKeys = [ctx.credentialSigner.publicJwk, ...(ctx.retiredKeys ?? [])]
  const endpoints = endpointsOf(config)
  const { credentialType } = config.support
  const knownType = findTypeOrFirst(ctx.credentialTypes ?? credentialTypes, formatSdJwt, credentialType)
  const personSource = ctx.personSource ?? loginAttributes
  checkCredentialType(config, knownType, personSource)
  const type = { ...knownType, ...config.support }
  const metadata = pidProviderMetadata(config, {
    type,
    issuerKeys,
    loginKeys: ctx.nationalLoginKeys,
    providers: ctx.identityProviders,
    mdocIssuer: documentIssuer(ctx),
  })
  const serviceProviders = describeServiceProviders(ctx, endpoints)
  checkProviderIds(ctx.identityProviders)
  const member = createLeafServices<PpAnswer>(ctx, metadata.entity)
  const trust = trustInProfile(ctx, config.profile)
  return {
    ...ctx,
    ...member,
    trust,
    type,
    mdocContent: mdocContentOf(config, type),
    issuerKeys,
    tokenAlgorithms: [...config.algorithms, ...issuerKeys.map(({ alg = '' }) => alg).filter(isJwsAlgorithm)],
    knownTokens: createKnownTokens(ctx),
    endpoints,
    metadata,
    administer: createAdminister(
      { ...ctx, ...member },
      {
        administrators: ctx.administrators,
        codes: administratorCodes,
        rules: ADMINISTRATOR_RULES,
        forbidden: PP.forbidden,
      },
    ),
    attestations: createWalletAttestationVerifier(
      { ...ctx, trust },
      {
        algorithms: config.algorithms,
        skew: config.clockSkewSeconds,
        clock: ctx.clock,
      },
    ),
    attestationStatus: createStatusResolver({ ...ctx, urls, statusWithoutList: statusWithoutList(ctx.testSwitches) }),
    personSource,
    statusLists: createStatusLists({ ...ctx, endpoints }),
    statusPlaces: createCredentialPlaces(ctx),
    sessionCookie: { name: 'pid-provider-session', publicUrl: config.entityId },
    callbackCookie:
      serviceProviders.length === 0
        ? undefined
        : {
            name: 'pid-provider-login',
            publicUrl: config.entityId,
            crossSitePath: new URL('.', endpoints.loginCallback('provider')).pathname,
          },
    serviceProviders,
  }
}

/** Throws a TypeError unless the ids of the identity providers are unique and fit into a path. */
function checkProviderIds(providers: readonly NationalIdentityProvider[]): void {
  const ids = providers.map(({ id }) => id)
  if (!ids.every((id) => /^[a-z0-9-]+$/.test(id)) || new Set(ids).size < ids.length)
    throw new TypeError(`identity providers need unique ids of lower-case letters, digits and hyphens: ${ids}`)
}

function describeServiceProviders(ctx: PidProviderContext, endpoints: Endpoints): readonly ServiceProviderDocument[] {
  return (['spid', 'cie'] as const).flatMap((profile) => {
    const providers = ctx.identityProviders.filter(({ samlProfile = 'spid' }) => samlProfile === profile)
    const callbackUrls = callbackUrlsOf(endpoints, providers, 'saml')
    if (callbackUrls.length === 0) return []
    if (ctx.serviceProviderMetadata === undefined)
      throw new TypeError('an identity provider over SAML needs serviceProviderMetadata')
    return { profile, document: ctx.serviceProviderMetadata(callbackUrls, profile) }
  })
}
