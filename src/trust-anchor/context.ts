/**
 * What the Trust Anchor is given by whoever puts it together, and what it makes of that for its use cases.
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
import { createEntityConfigurationPublisher, type EntityConfigurationPublisher } from '../federation/index.ts'
import type { AnswerWithHeaders } from '../http/index.ts'
import type { Signer } from '../jose/index.ts'
import type { TrustAnchorConfig } from './config.ts'
import { anchorMetadata } from './metadata.ts'
import { createStatementCache, type StatementCache } from './statement-cache.ts'
import type { Subordinates } from './stores.ts'

/** Everything from outside: time, chance, cryptography, network, keys, stores. */
export interface TrustAnchorContext {
  readonly config: TrustAnchorConfig
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Crypto
  readonly fetch: Fetch
  /** The anchor's federation key: the one that others pin. */
  readonly signer: Signer
  readonly subordinates: Subordinates
  readonly decisions: DecisionSink
  /** Told of what was thrown and is neither a refusal nor an outage. */
  readonly onFault: (fault: unknown, surface: string) => void
}

/** What the use cases take slices of. */
export interface TrustAnchorServices extends TrustAnchorContext {
  readonly decide: Decide<AnswerWithHeaders>
  readonly publisher: EntityConfigurationPublisher
  readonly statements: StatementCache
}

export function createServices(ctx: TrustAnchorContext): TrustAnchorServices {
  const { config } = ctx
  const publisher = createEntityConfigurationPublisher(ctx, {
    entityId: config.entityId,
    metadata: anchorMetadata(config),
    authorityHints: [], // FED-12
    lifetimeSeconds: config.entityConfigurationLifetimeSeconds,
    anchors: new Map([[config.entityId, [ctx.signer.publicJwk]]]),
    urls: { loopbackHttp: config.loopbackHttp },
    skewSeconds: 0,
  })
  return { ...ctx, decide: createDecide(ctx), publisher, statements: createStatementCache(ctx) }
}
