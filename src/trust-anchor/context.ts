/**
 * What a Trust Anchor or intermediate is given by whoever puts it together, and what it makes of that for its use cases.
 */
import {
  type Clock,
  type Crypto,
  createDecide,
  type Decide,
  type DecisionSink,
  type Fetch,
  type Random,
} from '../base/index.ts'
import {
  type Asker,
  createEntityConfigurationPublisher,
  createRingKeys,
  type EntityConfigurationPublisher,
  fixedRingKeys,
  type KeyRing,
  type RingKeys,
  type ShownTrustMarks,
  type TrustAnchors,
} from '../federation/index.ts'
import type { Admission, AnswerWithHeaders } from '../http/index.ts'
import type { Signer } from '../jose/index.ts'
import { administrationTokenFault } from '../oauth/index.ts'
import type { TrustAnchorConfig } from './config.ts'
import { createTrustMarkSigner, type TrustMarkSigner, trustMarkAuthorityOf } from './marks/trust-marks.ts'
import { anchorMetadata } from './metadata.ts'
import { createStatementCache, type StatementCache } from './statements/statement-cache.ts'
import type { Subordinates, TrustMarkGrants } from './stores.ts'

/** Everything from outside: time, chance, cryptography, network, keys, stores. */
export interface TrustAnchorContext {
  readonly config: TrustAnchorConfig
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Crypto
  readonly fetch: Fetch
  /** The federation key: the one that others pin. */
  readonly signer: Signer
  /** In the place of `signer`: keys that the operator rotates at run time. */
  readonly keyRing?: KeyRing
  readonly subordinates: Subordinates
  readonly trustMarkGrants: TrustMarkGrants
  /** The marks that an intermediate shows of itself, `current` of `createTrustMarkSource`; none when not said. */
  readonly trustMarks?: ShownTrustMarks
  /** Anchors that are known beside this entity itself: an intermediate's superiors, other federations. */
  readonly anchors?: TrustAnchors
  /** At least 32 characters of a bearer token (RFC 6750 §2.1). Without one there is no administration. */
  readonly adminToken?: string
  /** Who has it, for the log; `operator` when not said. */
  readonly adminName?: string
  readonly decisions: DecisionSink
  /** Who asks to resolve an entity: unknown entities are resolved in turns of those who ask (FED-49). */
  readonly asker?: Asker
  /** Limits, asked before a request is read; none when not said. */
  readonly admission?: Admission
  /** Told of what was thrown and is no refusal: faults of ours, and outages (`Unavailable`), each time. */
  readonly onFault: (fault: unknown, surface: string) => void
}

/** What the use cases take slices of. */
export interface TrustAnchorServices extends TrustAnchorContext {
  readonly decide: Decide<AnswerWithHeaders>
  readonly keys: RingKeys
  readonly publisher: EntityConfigurationPublisher
  readonly statements: StatementCache
  readonly trustMarkSigner: TrustMarkSigner
  readonly anchors: TrustAnchors
  /** All anchors by which this entity judges: those it is given, and itself when it is one. */
  readonly knownAnchors: () => Promise<TrustAnchors>
}

/**
 * Throws a TypeError for an intermediate without anchors, and for an administration's token that can be guessed or that
 * no header can show.
 */
export function createServices(ctx: TrustAnchorContext): TrustAnchorServices {
  const { config, anchors = new Map() } = ctx
  const isAnchor = config.authorityHints.length === 0
  if (!isAnchor && anchors.size === 0) throw new TypeError('an intermediate needs the anchors above it')
  const fault = ctx.adminToken === undefined ? undefined : administrationTokenFault(ctx.adminToken)
  if (fault !== undefined) throw new TypeError(`adminToken ${fault}`)
  const keys = ctx.keyRing ? createRingKeys(ctx.keyRing.store, ctx.keyRing.vault) : fixedRingKeys(ctx.signer)
  const publisher = createEntityConfigurationPublisher(
    { ...ctx, keys },
    {
      entityId: config.entityId,
      metadata: anchorMetadata(config),
      authorityHints: config.authorityHints, // FED-12
      ...(isAnchor && { trustMarkAuthority: trustMarkAuthorityOf(config) }),
      ...(ctx.trustMarks && { trustMarks: ctx.trustMarks }),
      lifetimeSeconds: config.entityConfigurationLifetimeSeconds,
      anchors,
      algorithms: config.algorithms,
      urls: { loopbackHttp: config.loopbackHttp },
      skewSeconds: config.clockSkewSeconds,
    },
  )
  const knownAnchors = async (): Promise<TrustAnchors> =>
    isAnchor ? new Map([...anchors, [config.entityId, (await keys.current(ctx.clock.now())).published]]) : anchors
  return {
    ...ctx,
    decide: createDecide(ctx),
    keys,
    publisher,
    statements: createStatementCache({ config, keys }),
    trustMarkSigner: createTrustMarkSigner({ config, keys }),
    anchors,
    knownAnchors,
  }
}
