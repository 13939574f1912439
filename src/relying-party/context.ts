/** Dependencies of the Relying Party, and the services that it creates from them. */
import type { CertificateEvaluator, JsonObject, MaybePromise, PublicJwk } from '../base/index.ts'
import type { TrustEvaluator } from '../federation/index.ts'
import type { Route } from '../http/index.ts'
import type { Decrypter, Signer } from '../jose/index.ts'
import {
  type Administer,
  type Administrator,
  createAdminister,
  createLeafServices,
  type LeafContext,
  type MemberCertificates,
  type MemberServices,
  requireCertificates,
  requireOwnCertificates,
  statusWithoutList,
  trustInProfile,
} from '../member/index.ts'
import { type ProfileName, type RelyingPartyWire, relyingPartyWire } from '../profiles/index.ts'
import { createStatusResolver, type StatusResolver } from '../status-list/index.ts'
import { createWalletAttestationVerifier, type WalletAttestationVerifier } from '../wallet-attestation/index.ts'
import { ADMINISTRATOR_RULES, administratorCodes } from './administrator-rules.ts'
import { RP, type RpAnswer } from './answers.ts'
import type { PresentationApi } from './application/presentation-api.ts'
import type { PresentationResult } from './application/presentation-result.ts'
import type { RelyingPartyConfig } from './config.ts'
import { offersErasure, relyingPartyMetadata } from './metadata.ts'
import { type FurtherResponseKey, publishedResponseKeys } from './request/response-keys.ts'
import { withTrustHistory } from './request/trust-history.ts'
import { bindSessions } from './session/bound-sessions.ts'
import type { PresentationSessions, RelyingPartyStores } from './stores.ts'
import { createWalletFinder, type FindWallets } from './wallets/federation-wallets.ts'

/** A completed presentation, after the browser that began it has come back to the Relying Party. */
export interface ReceivedPresentation {
  readonly sessionId: string
  readonly result: PresentationResult
}

/**
 * Dependencies of a Relying Party: those of a Leaf Entity, its keys and stores, and the connection to the application.
 */
export interface RelyingPartyContext extends LeafContext {
  readonly config: RelyingPartyConfig
  /** Evaluates the trust in issuers and Wallet Providers, from the pinned Trust Anchors (RP-84). */
  readonly trust: TrustEvaluator
  /** Signs Request Objects. This key must not be the federation key. `createRelyingParty` does not check that. */
  readonly requestSigner: Signer
  /** Further published request keys: the next key, and former keys while their Request Objects are valid. */
  readonly furtherRequestKeys?: readonly PublicJwk[]
  /** Decrypts `direct_post.jwt` responses. In the metadata, its key precedes the other response keys. */
  readonly decrypter: Decrypter
  /** Response keys of other algorithms, the next key, and former keys that are still accepted. */
  readonly furtherResponseKeys?: readonly FurtherResponseKey[]
  /** Entities of further profiles, for orders in these profiles. Defaults to none. */
  readonly furtherEntities?: ReadonlyMap<ProfileName, RelyingPartyServices>
  /** False for an entity in `furtherEntities`: applications use the API of the main entity. Defaults to true. */
  readonly hasApplicationApi?: boolean
  readonly stores: RelyingPartyStores
  /** Administrators of the administration API. If absent, there is no such API. */
  readonly administrators?: readonly Administrator[] | undefined
  /**
   * Called for each presentation that no application ordered. Returns the response for the browser, or `undefined` for
   * the result page. Called again with the same `sessionId` if the same browser reloads the page (RP-97).
   */
  readonly receive?: (presentation: ReceivedPresentation) => MaybePromise<Response | undefined>
  /** Called with a problem in the background that an operator should know. The sentence has no personal data. */
  readonly onTrouble?: (what: string) => void
  /** Creates additional endpoints, which may order presentations in this process. */
  readonly furtherRoutes?: (orders: PresentationApi) => readonly Route[]
  /**
   * Ids of the applications for which `furtherRoutes` order presentations. No application in the store may have such an
   * id, because it could erase these presentations and read their audit. Defaults to none.
   */
  readonly ownApplicationIds?: readonly string[]
}

/** Services of the use cases. */
export interface RelyingPartyServices extends RelyingPartyContext, MemberServices<RpAnswer> {
  readonly administer: Administer<RpAnswer>
  /** Sessions of this entity. */
  readonly sessions: PresentationSessions
  /** Sessions of all entities of the service, for its applications. */
  readonly allSessions: PresentationSessions
  /**
   * Published metadata of `openid_credential_verifier` without members of earlier versions, for DCQL requests (variant
   * 2).
   */
  readonly verifierMetadata: JsonObject
  readonly attestations: WalletAttestationVerifier
  /** Verifies the certificates of credential issuers. `undefined` in a profile whose SD-JWTs contain none. */
  readonly issuerCertificates: CertificateEvaluator | undefined
  /** Certifies the key of Request Objects. `undefined` in a profile whose Request Objects contain no certificates. */
  readonly requestCertificates: MemberCertificates | undefined
  readonly status: StatusResolver
  readonly findWallets: FindWallets
}

const withoutEarlierMembers = (metadata: JsonObject, { earlierMembers }: RelyingPartyWire): JsonObject =>
  Object.fromEntries(Object.entries(metadata).filter(([name]) => !earlierMembers.some((one) => one === name)))

/** Creates the services of the use cases. Throws a TypeError in the cases that `createRelyingParty` names. */
export function createServices(ctx: RelyingPartyContext): RelyingPartyServices {
  const { config } = ctx
  const urls = { loopbackHttp: config.loopbackHttp }
  const requestKeys = [ctx.requestSigner.publicJwk, ...(ctx.furtherRequestKeys ?? [])]
  const metadata = relyingPartyMetadata(config, requestKeys, publishedResponseKeys(ctx), offersErasure(ctx))
  const wire = relyingPartyWire[config.profile]
  const profileTrust = trustInProfile(ctx, config.profile)
  const trust = withTrustHistory(profileTrust, config.entityId)
  const attestationContext = { ...ctx, trust }
  const member = createLeafServices<RpAnswer>(ctx, metadata)
  return {
    ...ctx,
    ...member,
    administer: createAdminister(
      { ...ctx, ...member },
      {
        administrators: ctx.administrators ?? [],
        codes: administratorCodes,
        rules: ADMINISTRATOR_RULES,
        forbidden: RP.forbidden,
      },
    ),
    trust,
    sessions: bindSessions(ctx.stores.presentationSessions, config.profile),
    allSessions: ctx.stores.presentationSessions,
    issuerCertificates: wire.credentialCertificates ? requireCertificates(ctx, config.profile) : undefined,
    requestCertificates: wire.certificates ? requireOwnCertificates(member, config.profile) : undefined,
    verifierMetadata: withoutEarlierMembers(metadata.openid_credential_verifier ?? {}, wire),
    attestations: createWalletAttestationVerifier(attestationContext, {
      algorithms: config.algorithms,
      skew: config.clockSkewSeconds,
      clock: ctx.clock,
    }),
    status: createStatusResolver({ ...ctx, urls, statusWithoutList: statusWithoutList(ctx.testSwitches) }),
    findWallets: createWalletFinder({ ...ctx, trust: profileTrust }),
  }
}
