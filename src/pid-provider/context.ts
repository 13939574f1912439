/** The parts that a PID Provider is created from, and the services that its use cases derive from them. */
import {
  type Clock,
  type Crypto,
  createDecide,
  type Decide,
  type DecisionSink,
  type Fetch,
  type NonceKeys,
  type NumericDate,
  type PublicJwk,
  type Random,
} from '../base/index.ts'
import {
  createEntityConfigurationPublisher,
  type EntityConfigurationPublisher,
  type ShownTrustMarks,
  type TrustAnchors,
  type TrustEvaluator,
} from '../federation/index.ts'
import type { Admission, CookiePolicy } from '../http/index.ts'
import type { JwsAlgorithm, Signer } from '../jose/index.ts'
import { createKnownTokens, type KnownTokens, requireAdministrationTokens } from '../oauth/index.ts'
import { createStatusResolver, type StatusLists, type StatusResolver } from '../status-list/index.ts'
import { createWalletAttestationVerifier, type WalletAttestationVerifier } from '../wallet-attestation/index.ts'
import type { PpAnswer } from './answers.ts'
import type { PidProviderConfig } from './config.ts'
import { documentIssuer, type MdocIssuer } from './issuance/mdoc-issuer.ts'
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
import { createStatusLists } from './register/status-lists.ts'
import type { PidProviderStores } from './stores.ts'
import type { WalletInstanceStatus } from './token/wallet-instance-status.ts'

/** A person who may change the status of credentials. */
export interface Administrator {
  /** Name in the audit log. */
  readonly name: string
  /**
   * Bearer token (RFC 6750 §2.1) with at least 128 random bits, in 32 to 512 characters. The provider does not start
   * with any other.
   */
  readonly token: string
}

/** Everything that is injected: clock, randomness, cryptography, network, keys, stores, national identity providers. */
export interface PidProviderContext {
  readonly config: PidProviderConfig
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Crypto
  readonly fetch: Fetch
  readonly anchors: TrustAnchors
  readonly trust: TrustEvaluator
  readonly federationSigner: Signer
  /** Published too: the next key, and former keys whose statements have not expired (FED-10). */
  readonly furtherFederationKeys?: readonly PublicJwk[]
  /** Accepted algorithms for the statements of the provider's own trust chain. Defaults to ES256, ES384, ES512. */
  readonly federationAlgorithms?: readonly JwsAlgorithm[]
  /** The provider's own trust marks, `current` of `createTrustMarkSource`. Defaults to none. */
  readonly trustMarks?: ShownTrustMarks
  /** Signs credentials, access tokens and status lists. Must differ from the federation key (PP-103). */
  readonly credentialSigner: Signer
  /** Signs mdocs. Required if `formats` contains mdoc. */
  readonly mdocIssuer?: MdocIssuer | undefined
  /** Published too: former keys whose credentials and tokens have not expired. */
  readonly retiredKeys?: readonly PublicJwk[]
  readonly nationalLoginKeys: NationalLoginKeys
  /** Keys of c_nonces and DPoP nonces, shared by all replicas. */
  readonly nonceKeys: NonceKeys
  /** See `PersonContext`. */
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
  readonly decisions: DecisionSink
  /** Rate limits, applied before a request is read. Defaults to none. */
  readonly admission?: Admission
  /** Called for every thrown error except refusals: bugs and outages (`Unavailable`). */
  readonly onFault: (fault: unknown, surface: string) => void
}

/** A service provider's metadata document and the profile of its registry. */
export interface ServiceProviderDocument {
  readonly profile: SamlProfileName
  readonly document: string
}

/** Services of the role. Each use case takes the part that it needs. */
export interface PidProviderServices extends PidProviderContext {
  readonly decide: Decide<PpAnswer>
  readonly publisher: EntityConfigurationPublisher
  readonly endpoints: Endpoints
  readonly metadata: PidProviderMetadata
  /** All keys that verify our own signatures. */
  readonly issuerKeys: readonly PublicJwk[]
  /** Access tokens that were signed with these keys. */
  readonly knownTokens: KnownTokens
  readonly attestations: WalletAttestationVerifier
  readonly attestationStatus: StatusResolver
  readonly personSource: PersonSource
  readonly statusLists: StatusLists
  readonly sessionCookie: CookiePolicy
  /**
   * Copy of the session cookie for the callback of SAML logins, because the cross-site form of the answer sends no
   * other cookie. Undefined if no identity provider uses SAML.
   */
  readonly callbackCookie: CookiePolicy | undefined
  /** One document for each SAML profile in use (PP-113). */
  readonly serviceProviders: readonly ServiceProviderDocument[]
}

/** Returns the policy for every JWT from a wallet. */
export const jwtPolicy = ({ config }: Pick<PidProviderContext, 'config'>, now: NumericDate) => ({
  algorithms: config.algorithms,
  skew: config.clockSkewSeconds,
  now,
})

export function createServices(ctx: PidProviderContext): PidProviderServices {
  const { config } = ctx
  const urls = { loopbackHttp: config.loopbackHttp }
  const issuerKeys = [ctx.credentialSigner.publicJwk, ...(ctx.retiredKeys ?? [])]
  const endpoints = endpointsOf(config)
  const metadata = pidProviderMetadata(config, {
    issuerKeys,
    loginKeys: ctx.nationalLoginKeys,
    providers: ctx.identityProviders,
    mdocIssuer: documentIssuer(ctx),
  })
  const hostPrefix = config.entityId.startsWith('https:')
  const serviceProviders = describeServiceProviders(ctx, endpoints)
  checkProviderIds(ctx.identityProviders)
  requireAdministrationTokens(ctx.administrators)
  return {
    ...ctx,
    issuerKeys,
    knownTokens: createKnownTokens(ctx),
    endpoints,
    metadata,
    decide: createDecide(ctx),
    publisher: createEntityConfigurationPublisher(
      { ...ctx, signer: ctx.federationSigner },
      {
        entityId: config.entityId,
        metadata: metadata.entity,
        authorityHints: config.authorityHints, // FED-12
        ...(ctx.furtherFederationKeys && { furtherKeys: ctx.furtherFederationKeys }),
        ...(ctx.trustMarks && { trustMarks: ctx.trustMarks }),
        lifetimeSeconds: config.entityConfigurationLifetimeSeconds,
        anchors: ctx.anchors,
        ...(ctx.federationAlgorithms && { algorithms: ctx.federationAlgorithms }),
        urls,
        skewSeconds: config.clockSkewSeconds,
      },
    ),
    attestations: createWalletAttestationVerifier(ctx, {
      algorithms: config.algorithms,
      skew: config.clockSkewSeconds,
      clock: ctx.clock,
    }),
    attestationStatus: createStatusResolver({ ...ctx, urls }),
    personSource: ctx.personSource ?? loginAttributes,
    statusLists: createStatusLists({ ...ctx, endpoints }),
    sessionCookie: { name: 'pid-provider-session', hostPrefix },
    callbackCookie:
      serviceProviders.length === 0
        ? undefined
        : {
            name: 'pid-provider-login',
            hostPrefix,
            crossSitePath: new URL('.', endpoints.loginCallback('provider')).pathname,
          },
    serviceProviders,
  }
}

/** Throws unless the ids of the identity providers are unique and fit into a path: a fault of the composition. */
function checkProviderIds(providers: readonly NationalIdentityProvider[]): void {
  const ids = providers.map(({ id }) => id)
  if (!ids.every((id) => /^[a-z0-9-]+$/.test(id)) || new Set(ids).size < ids.length)
    throw new TypeError(`identity providers need unique ids of lower-case letters, digits and hyphens: ${ids}`)
}

function describeServiceProviders(ctx: PidProviderContext, endpoints: Endpoints): readonly ServiceProviderDocument[] {
  return (['spid', 'cie'] as const).flatMap((profile) => {
    const following = ctx.identityProviders.filter(({ samlProfile = 'spid' }) => samlProfile === profile)
    const callbackUrls = callbackUrlsOf(endpoints, following, 'saml')
    if (callbackUrls.length === 0) return []
    if (ctx.serviceProviderMetadata === undefined)
      throw new TypeError('an identity provider over SAML needs the metadata of the service provider')
    return { profile, document: ctx.serviceProviderMetadata(callbackUrls, profile) }
  })
}
