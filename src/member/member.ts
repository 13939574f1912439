/**
 * A member of the federation: what every role is given from outside, and what is made of it for the role's use cases.
 */
import {
  type Answer,
  type Clock,
  type Crypto,
  createDecide,
  type Decide,
  type DecisionSink,
  type Fetch,
  type PublicJwk,
  type Random,
} from '../base/index.ts'
import {
  createEntityConfigurationPublisher,
  type EntityConfigurationPublisher,
  fixedRingKeys,
  type PublisherConfig,
  type RingKeys,
  type ShownTrustMarks,
  type TrustAnchors,
} from '../federation/index.ts'
import {
  type Admission,
  type AnswerWithHeaders,
  type App,
  type AppOptions,
  createApp,
  type Route,
  withAdministration,
} from '../http/index.ts'
import { defaultAlgorithms, type JwsAlgorithm, type Signer } from '../jose/index.ts'
import { entityConfigurationEndpoint } from './entity-configuration-endpoint.ts'

/** The settings that every member has. */
export interface MemberConfig {
  /** Identifier and public URL of the member. */
  readonly entityId: string
  /** Superiors; none for a Trust Anchor. */
  readonly authorityHints: readonly string[]
  readonly entityConfigurationLifetimeSeconds: number
  readonly clockSkewSeconds: number
  readonly loopbackHttp: boolean
}

/** Everything that a member takes from outside: clock, randomness, cryptography, network, decisions, limits. */
export interface MemberContext {
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Crypto
  readonly fetch: Fetch
  readonly decisions: DecisionSink
  /** Trust marks in the Entity Configuration: `current` of `createTrustMarkSource`. Defaults to none. */
  readonly trustMarks?: ShownTrustMarks
  /** Limits, asked before a request is read. Defaults to none. */
  readonly admission?: Admission
  /** Called for each error that is no `Refusal`: a bug, or an outage (`Unavailable`). */
  readonly onFault: (fault: unknown, surface: string) => void
}

/** The context of a Leaf Entity: Wallet Provider, PID Provider, Relying Party. */
export interface LeafContext extends MemberContext {
  readonly anchors: TrustAnchors
  readonly federationSigner: Signer
  /** Keys published beside the signer's: the next one, and former ones whose statements are still valid (FED-10). */
  readonly furtherFederationKeys?: readonly PublicJwk[]
  /** Algorithms of the statements in the own trust chain. Defaults to ES256, ES384 and ES512. */
  readonly federationAlgorithms?: readonly JwsAlgorithm[]
}

/** A member's own statement about itself, and how its own trust chain is judged. */
export interface MemberStatement
  extends Pick<PublisherConfig, 'metadata' | 'trustMarkAuthority' | 'anchors' | 'algorithms'> {
  readonly config: MemberConfig
  readonly keys: RingKeys
}

/** The services that every member's use cases share. */
export interface MemberServices<A extends Answer> {
  readonly decide: Decide<A>
  readonly publisher: EntityConfigurationPublisher
}

/** Opens decisions for a member, and publishes its Entity Configuration. */
export function createMemberServices<A extends Answer>(
  ctx: MemberContext,
  { config, keys, ...statement }: MemberStatement,
): MemberServices<A> {
  const publisher = createEntityConfigurationPublisher(
    { ...ctx, keys },
    {
      ...statement,
      entityId: config.entityId,
      authorityHints: config.authorityHints, // FED-12
      ...(ctx.trustMarks && { trustMarks: ctx.trustMarks }),
      lifetimeSeconds: config.entityConfigurationLifetimeSeconds,
      urls: { loopbackHttp: config.loopbackHttp },
      skewSeconds: config.clockSkewSeconds,
    },
  )
  return { decide: createDecide(ctx), publisher }
}

/** The same for a Leaf Entity, with the keys and anchors of its context. */
export const createLeafServices = <A extends Answer>(
  ctx: LeafContext & { readonly config: MemberConfig },
  metadata: PublisherConfig['metadata'],
): MemberServices<A> =>
  createMemberServices(ctx, {
    config: ctx.config,
    metadata,
    keys: fixedRingKeys(ctx.federationSigner, ctx.furtherFederationKeys),
    anchors: ctx.anchors,
    algorithms: ctx.federationAlgorithms ?? defaultAlgorithms,
  })

/** A role, to be served. */
export interface Member {
  readonly app: App
  readonly publisher: EntityConfigurationPublisher
}

/** The routes of a member, and how its refusals are worded. */
export interface MemberApp extends Omit<AppOptions, 'publicUrl' | 'decide' | 'admission' | 'ownUrls' | 'onFault'> {
  /** Routes below `/admin/`, for the member's own host alone. Defaults to no administration. */
  readonly administration?: readonly Route[] | undefined
  readonly services: MemberServices<AnswerWithHeaders> & MemberContext & { readonly config: MemberConfig }
}

/** Returns the app of a member. The Entity Configuration endpoint is its first route. */
export function createMember({ services, administration, ...options }: MemberApp): Member {
  const { config, decide, admission, onFault, publisher } = services
  const common = { ...options, publicUrl: config.entityId, decide, admission, onFault }
  const open = createApp({ ...common, routes: [entityConfigurationEndpoint(services), ...options.routes] })
  const app =
    administration === undefined
      ? open
      : withAdministration(config.entityId, open, (guard) => createApp({ ...common, ...guard, routes: administration }))
  return { app, publisher }
}
