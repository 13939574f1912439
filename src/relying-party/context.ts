/**
 * The context of the Relying Party, and the services that are made of it for the use cases.
 */
import type { MaybePromise, PublicJwk } from '../base/index.ts'
import type { TrustEvaluator } from '../federation/index.ts'
import type { Decrypter, Signer } from '../jose/index.ts'
import { createLeafServices, type LeafContext, type MemberServices } from '../member/index.ts'
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

/** The context of a Relying Party: that of a Leaf Entity, with keys, stores and the application. */
export interface RelyingPartyContext extends LeafContext {
  readonly config: RelyingPartyConfig
  /** Who is trusted: issuers and Wallet Providers, by our own pinned anchors (RP-84). */
  readonly trust: TrustEvaluator
  /** Signs Request Objects; another key than the federation's. */
  readonly requestSigner: Signer
  /** Published beside it: the next one, and former ones whose Request Objects still live. */
  readonly furtherRequestKeys?: readonly PublicJwk[]
  /** Opens responses of `direct_post.jwt`: the key that is published first. */
  readonly decrypter: Decrypter
  /** Keys of another algorithm, and former ones for as long as they are still taken. */
  readonly furtherResponseKeys?: readonly FurtherResponseKey[]
  readonly stores: RelyingPartyStores
  /**
   * The application: is given what was presented, and may answer in the place of the page that shows it. It is given the same
   * again, with the same `sessionId`, when the same browser loads the page again (RP-97).
   */
  readonly receive?: (presentation: ReceivedPresentation) => MaybePromise<Response | undefined>
}

/** The services of the use cases; each takes the part that it needs. */
export interface RelyingPartyServices extends RelyingPartyContext, MemberServices<RpAnswer> {
  readonly sessions: PresentationSessions
  readonly attestations: WalletAttestationVerifier
  readonly status: StatusResolver
}

export function createServices(ctx: RelyingPartyContext): RelyingPartyServices {
  const { config } = ctx
  const urls = { loopbackHttp: config.loopbackHttp }
  const requestKeys = [ctx.requestSigner.publicJwk, ...(ctx.furtherRequestKeys ?? [])]
  const metadata = relyingPartyMetadata(config, requestKeys, publishedResponseKeys(ctx))
  const trust = withKnownEntities(ctx.trust, ctx.config.entityId)
  const attestations = { ...ctx, trust }
  return {
    ...ctx,
    ...createLeafServices<RpAnswer>(ctx, metadata),
    trust,
    sessions: ctx.stores.presentationSessions,
    attestations: createWalletAttestationVerifier(attestations, {
      algorithms: config.algorithms,
      skew: config.clockSkewSeconds,
      clock: ctx.clock,
    }),
    status: createStatusResolver({ ...ctx, urls }),
  }
}
