/** Dependencies of the Relying Party, and the services that it creates from them. */
import {
  type Clock,
  type Crypto,
  createDecide,
  type Decide,
  type DecisionSink,
  type Fetch,
  type MaybePromise,
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
import type { Admission } from '../http/index.ts'
import type { Decrypter, JwsAlgorithm, Signer } from '../jose/index.ts'
import { createStatusResolver, type StatusResolver } from '../status-list/index.ts'
import { createWalletAttestationVerifier, type WalletAttestationVerifier } from '../wallet-attestation/index.ts'
import type { RpAnswer } from './answers.ts'
import type { PresentationResult } from './application/presentation-result.ts'
import type { RelyingPartyConfig } from './config.ts'
import { relyingPartyMetadata } from './metadata.ts'
import { withKnownEntities } from './request/known-entities.ts'
import { type FurtherResponseKey, publishedResponseKeys } from './request/response-keys.ts'
import type { PresentationSessions, RelyingPartyStores } from './stores.ts'

/** A completed presentation whose browser has returned. */
export interface ReceivedPresentation {
  readonly sessionId: string
  readonly result: PresentationResult
}

/** Dependencies of a Relying Party: settings, clock, randomness, cryptography, network, keys, stores. */
export interface RelyingPartyContext {
  readonly config: RelyingPartyConfig
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Crypto
  readonly fetch: Fetch
  readonly anchors: TrustAnchors
  /** Evaluates issuers and Wallet Providers by our pinned anchors (RP-84). */
  readonly trust: TrustEvaluator
  readonly federationSigner: Signer
  /** Further published federation keys: the next one, and former ones whose statements are still valid (FED-10). */
  readonly furtherFederationKeys?: readonly PublicJwk[]
  /** Accepted algorithms of the statements in its own trust chain. Defaults to ES256, ES384, ES512. */
  readonly federationAlgorithms?: readonly JwsAlgorithm[]
  /** Trust marks in its own configuration: `current` of `createTrustMarkSource`. Defaults to none. */
  readonly trustMarks?: ShownTrustMarks
  /** Signs Request Objects. Its key must not be the federation key. */
  readonly requestSigner: Signer
  /** Further published request keys: the next one, and former ones whose Request Objects are still valid. */
  readonly furtherRequestKeys?: readonly PublicJwk[]
  /** Decrypts `direct_post.jwt` responses. Its key is published first. */
  readonly decrypter: Decrypter
  /** Keys of other algorithms, and former keys that are still accepted. */
  readonly furtherResponseKeys?: readonly FurtherResponseKey[]
  readonly stores: RelyingPartyStores
  readonly decisions: DecisionSink
  /** Request limits, checked before a request is read. Defaults to none. */
  readonly admission?: Admission
  /**
   * Gives a presentation to the application, which may return a response instead of the result page. Called again with
   * the same `sessionId` if the same browser reloads the page (RP-97).
   */
  readonly receive?: (presentation: ReceivedPresentation) => MaybePromise<Response | undefined>
  /** Receives every error that is not a refusal: a fault of ours or an outage (`Unavailable`). */
  readonly onFault: (fault: unknown, surface: string) => void
}

/** Services of the use cases. */
export interface RelyingPartyServices extends RelyingPartyContext {
  readonly decide: Decide<RpAnswer>
  readonly publisher: EntityConfigurationPublisher
  readonly sessions: PresentationSessions
  readonly attestations: WalletAttestationVerifier
  readonly status: StatusResolver
}

export function createServices(ctx: RelyingPartyContext): RelyingPartyServices {
  const { config } = ctx
  const urls = { loopbackHttp: config.loopbackHttp }
  const requestKeys = [ctx.requestSigner.publicJwk, ...(ctx.furtherRequestKeys ?? [])]
  const publisher = createEntityConfigurationPublisher(
    { ...ctx, signer: ctx.federationSigner },
    {
      entityId: config.entityId,
      metadata: relyingPartyMetadata(config, requestKeys, publishedResponseKeys(ctx)),
      authorityHints: config.authorityHints,
      ...(ctx.furtherFederationKeys && { furtherKeys: ctx.furtherFederationKeys }),
      ...(ctx.trustMarks && { trustMarks: ctx.trustMarks }),
      lifetimeSeconds: config.entityConfigurationLifetimeSeconds,
      anchors: ctx.anchors,
      ...(ctx.federationAlgorithms && { algorithms: ctx.federationAlgorithms }),
      urls,
      skewSeconds: config.clockSkewSeconds,
    },
  )
  const trust = withKnownEntities(ctx.trust, ctx.config.entityId)
  const attestations = { ...ctx, trust }
  return {
    ...ctx,
    trust,
    decide: createDecide(ctx),
    publisher,
    sessions: ctx.stores.presentationSessions,
    attestations: createWalletAttestationVerifier(attestations, {
      algorithms: config.algorithms,
      skew: config.clockSkewSeconds,
      clock: ctx.clock,
    }),
    status: createStatusResolver({ ...ctx, urls }),
  }
}
