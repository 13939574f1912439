/**
 * What the Relying Party is given by whoever puts it together, and what it makes of that for its use cases.
 */
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

/** A presentation that has come back to the browser that asked for it. */
export interface ReceivedPresentation {
  readonly sessionId: string
  readonly result: PresentationResult
}

/** Everything from outside: time, chance, cryptography, network, keys, stores. */
export interface RelyingPartyContext {
  readonly config: RelyingPartyConfig
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Crypto
  readonly fetch: Fetch
  readonly anchors: TrustAnchors
  /** Who is trusted: issuers and Wallet Providers, by our own pinned anchors (RP-84). */
  readonly trust: TrustEvaluator
  readonly federationSigner: Signer
  /** Published beside it: the next one, and former ones whose statements still live (FED-10). */
  readonly furtherFederationKeys?: readonly PublicJwk[]
  /** Of the statements of its own trust chain; the default ones when not said. */
  readonly federationAlgorithms?: readonly JwsAlgorithm[]
  /** The marks that it shows of itself, `current` of `createTrustMarkSource`; none when not said. */
  readonly trustMarks?: ShownTrustMarks
  /** Signs Request Objects; another key than the federation's. */
  readonly requestSigner: Signer
  /** Published beside it: the next one, and former ones whose Request Objects still live. */
  readonly furtherRequestKeys?: readonly PublicJwk[]
  /** Opens responses of `direct_post.jwt`: the key that is published first. */
  readonly decrypter: Decrypter
  /** Keys of another algorithm, and former ones for as long as they are still taken. */
  readonly furtherResponseKeys?: readonly FurtherResponseKey[]
  readonly stores: RelyingPartyStores
  readonly decisions: DecisionSink
  /** Limits, asked before a request is read; none when not said. */
  readonly admission?: Admission
  /**
   * The application: is given what was presented, and may answer in the place of the page that shows it. It is given the same
   * again, with the same `sessionId`, when the same browser loads the page again (RP-97).
   */
  readonly receive?: (presentation: ReceivedPresentation) => MaybePromise<Response | undefined>
  /** Told of what was thrown and is no refusal: faults of ours, and outages (`Unavailable`), each time. */
  readonly onFault: (fault: unknown, surface: string) => void
}

/** What the use cases take slices of. */
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
