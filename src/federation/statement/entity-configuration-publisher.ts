/**
 * Publishes the Entity Configuration of a service, and provides the service's own trust chain for `trust_chain`
 * headers. The configuration is signed again after half of its lifetime and when keys, metadata or trust marks change.
 * Each replica caches its own configuration and chain.
 */
import {
  type Clock,
  type MaybePromise,
  type NumericDate,
  printable,
  Unavailable,
  type UrlPolicy,
  whenResolved,
} from '../../base/index.ts'
import { defaultAlgorithms, type JwsAlgorithm, type Signer } from '../../jose/index.ts'
import { withPath } from '../chain/no-trust-chain.ts'
import { createPathComparison } from '../chain/path-preference.ts'
import { isConclusive, type RejectedPath } from '../chain/rejected-path.ts'
import type { ResolveContext } from '../chain/resolve-options.ts'
import { resolveTrustChains } from '../chain/resolve-trust-chain.ts'
import type { TrustAnchors } from '../chain/trust-chain.ts'
import { usualGraceMilliseconds } from '../fetch/resolve-limits.ts'
import { fixedRingKeys, type RingKeys } from '../keys/ring-keys.ts'
import type { TrustMarkEntry } from '../mark/trust-marks-claim.ts'
import { createEntityConfiguration, type EntityConfigurationInput } from './entity-configuration.ts'
import { type RenewableDocument, renewed } from './renewed.ts'
import { findUnpinnedKeys, type UnpinnedKey } from './unpinned-keys.ts'

const describePath = ({ path, failure: { code, at } }: RejectedPath): string =>
  printable(`${code} at ${at} (${path.join(' > ')})`)

/** Error: the service has no valid trust chain to any of its pinned anchors. */
export class NoOwnTrustChain extends Unavailable {
  /** Failure of the most informative path, if any. Its evidence names the path. */
  readonly failure: RejectedPath['failure'] | undefined

  constructor(rejected: RejectedPath | undefined) {
    super(`no trust chain of our own: ${rejected ? describePath(rejected) : 'no_trust_chain'}`)
    this.failure = rejected && withPath(rejected.failure, rejected.path)
  }
}

/** The currently published Entity Configuration. */
export interface PublishedEntityConfiguration {
  readonly jwt: string
  readonly expiresAt: NumericDate
  /** Seconds for which the configuration may be cached: until its regular renewal. */
  readonly maxAge: number
}

/** Entity Configuration and trust chain of a service. Both are cached in memory only. */
export interface EntityConfigurationPublisher {
  /** Returns the current configuration. */
  entityConfiguration(now: NumericDate): MaybePromise<PublishedEntityConfiguration>
  /**
   * Returns the service's own chain, subject first, by default without the anchor's configuration. The chain of an
   * anchor is its configuration. Rejects with `NoOwnTrustChain`, an `Unavailable`, if there is no valid chain.
   */
  trustChain(options?: ChainOptions): Promise<readonly string[]>
  /**
   * Returns the anchor's published keys whose `kid` is not pinned here, as of the last build of the chain. Usually they
   * are the anchor's next keys. Returns none before the first build. Ignores the anchors of other valid chains.
   */
  unpinnedKeys(): readonly UnpinnedKey[]
}

/** Options for the service's own chain. Each defaults to false. */
export interface ChainOptions {
  /**
   * Returns a new chain from the superiors' current statements. It replaces the cached chain, unless the path of the
   * cached chain is preferred and was not refused (D-1144).
   */
  readonly anew?: boolean
  /** Appends the anchor's configuration. */
  readonly withAnchor?: boolean
}

/** The current value of metadata that change while the service runs. */
export interface CurrentMetadata {
  readonly metadata: EntityConfigurationInput['metadata']
  /** Text that changes with the metadata. */
  readonly revision: string
}

/** Returns the trust marks that the service's Entity Configuration contains. */
export type ShownTrustMarks = (now: NumericDate) => MaybePromise<readonly TrustMarkEntry[]>

/** Content of a service's Entity Configuration, and conditions for its own trust chain. */
export interface PublisherConfig {
  readonly entityId: string
  /** A function if the metadata change at run time, for example when protocol keys roll over. */
  readonly metadata: EntityConfigurationInput['metadata'] | ((now: NumericDate) => MaybePromise<CurrentMetadata>)
  /** Identifiers of the superiors. Empty for an anchor. */
  readonly authorityHints: readonly string[]
  /**
   * Current trust marks (`current` of `createTrustMarkSource`). Called each time the configuration or the chain is
   * requested, so it must be fast. If the marks have changed, a new configuration is signed at once.
   */
  readonly trustMarks?: ShownTrustMarks
  /** Issuers and owners of trust mark types, for the configuration of an anchor. */
  readonly trustMarkPermissions?: EntityConfigurationInput['trustMarkPermissions']
  /** Lifetime of a configuration, at most one day. It limits the lifetime of the service's own chain (FED-26). */
  readonly lifetimeSeconds: number
  /** Anchors for validating the service's own chain. An anchor does not use them. */
  readonly anchors: TrustAnchors
  readonly urls: UrlPolicy
  /** Accepted algorithms of the statements in the chain. Defaults to ES256, ES384 and ES512 (GEN-03). */
  readonly algorithms?: readonly JwsAlgorithm[]
  /** Maximum clock difference in seconds. */
  readonly skewSeconds: number
}

/** Clock, network for requests to superiors, and the signer or key ring for the configuration. */
export type PublisherContext = ResolveContext & {
  readonly clock: Clock
} & ({ readonly signer: Signer; readonly keys?: undefined } | { readonly keys: RingKeys })

const longestLifetime = 86_400
const noMarks: readonly TrustMarkEntry[] = []

/** Creates the publisher. Throws a TypeError for a lifetime outside of 1 to 86400 seconds. */
export function createEntityConfigurationPublisher(
  ctx: PublisherContext,
  config: PublisherConfig,
): EntityConfigurationPublisher {
  const { lifetimeSeconds } = config
  if (!(lifetimeSeconds >= 1 && lifetimeSeconds <= longestLifetime))
    throw new TypeError('lifetimeSeconds must be 1 to 86400')
  const configurations = createOwnConfigurations(ctx, config)
  const chains = createOwnChains(ctx, config, configurations)
  return {
    entityConfiguration: (now) =>
      whenResolved(configurations.at(now), ({ value, renewAt, expiresAt }) => ({
        jwt: value,
        expiresAt,
        maxAge: Math.max(0, renewAt - now),
      })),
    trustChain: async ({ anew = false, withAnchor = false } = {}) => {
      const now = ctx.clock.now()
      if (config.authorityHints.length === 0) return [(await configurations.at(now)).value]
      const chain = await chains.at(now, anew)
      return withAnchor ? chain.withAnchor : chain.withoutAnchor
    },
    unpinnedKeys: chains.unpinnedKeys,
  }
}

interface OwnConfigurations {
  /** Returns the current configuration, or signs a new one. */
  at(now: NumericDate): MaybePromise<RenewableDocument<string>>
  /** Returns a text that changes with the keys, the metadata and the trust marks. */
  revisionAt(now: NumericDate): MaybePromise<string>
}

function createOwnConfigurations(ctx: PublisherContext, config: PublisherConfig): OwnConfigurations {
  const { metadata, lifetimeSeconds } = config
  const keys = ctx.keys ?? fixedRingKeys(ctx.signer)
  const currentMetadata = typeof metadata === 'function' ? metadata : fixedMetadata(metadata)
  const shownMarks = (now: NumericDate) => config.trustMarks?.(now) ?? noMarks
  const revisionAt = (now: NumericDate): MaybePromise<string> =>
    whenResolved(keys.current(now), (ring) =>
      whenResolved(currentMetadata(now), (current) =>
        whenResolved(shownMarks(now), (marks) =>
          [ring.revision, current.revision, ...marks.map(({ trust_mark }) => trust_mark)].join('|'),
        ),
      ),
    )
  const signed = renewed<string>(async (now) => {
    const { signer, published } = await keys.current(now)
    const expiresAt = now + lifetimeSeconds
    const jwt = await createEntityConfiguration(signer, {
      entityId: config.entityId,
      keys: published, // FED-10
      metadata: (await currentMetadata(now)).metadata,
      authorityHints: config.authorityHints,
      trustMarks: await shownMarks(now),
      ...(config.trustMarkPermissions && { trustMarkPermissions: config.trustMarkPermissions }),
      issuedAt: now,
      expiresAt,
    })
    return { value: jwt, renewAt: now + Math.ceil(lifetimeSeconds / 2), expiresAt } // FED-41
  })
  return { at: (now) => whenResolved(revisionAt(now), (revision) => signed(now, revision)), revisionAt }
}

/** The service's own chain in both forms (OpenID Federation 1.0 §4). */
interface OwnChain {
  /** Ends with the anchor's configuration. */
  readonly withAnchor: readonly string[]
  readonly withoutAnchor: readonly string[]
  /** Entity identifiers from the subject to the anchor. */
  readonly path: readonly string[]
  /** Paths that were proved to be invalid when this chain was built. */
  readonly refusedPaths: readonly (readonly string[])[]
}

interface OwnChains extends Pick<EntityConfigurationPublisher, 'unpinnedKeys'> {
  /** Returns the current chain, or builds a new one. With `anew`, builds a new one (`ChainOptions.anew`). */
  at(now: NumericDate, anew: boolean): Promise<OwnChain>
}

function createOwnChains(ctx: PublisherContext, config: PublisherConfig, configurations: OwnConfigurations): OwnChains {
  let unpinned: readonly UnpinnedKey[] = []
  const build = async (now: NumericDate): Promise<RenewableDocument<OwnChain>> => {
    const { value: configuration } = await configurations.at(now)
    const policy = { ...config, algorithms: config.algorithms ?? defaultAlgorithms, skew: config.skewSeconds, now }
    const { chains: valid, rejected } = await resolveTrustChains(ctx, config.entityId, {
      ...policy,
      configuration,
      graceMilliseconds: usualGraceMilliseconds,
    })
    const [preferred] = valid
    if (preferred === undefined) throw new NoOwnTrustChain(rejected[0])
    const { statements, path, expiresAt } = preferred
    const renewAt = now + Math.ceil((expiresAt - now) / 2)
    unpinned = findUnpinnedKeys(preferred, policy)
    const withoutAnchor = statements.slice(0, Math.max(1, path.length))
    const refusedPaths = rejected.filter(isConclusive).map((one) => one.path)
    const value = { withAnchor: statements, withoutAnchor, path, refusedPaths }
    return { value, renewAt, expiresAt } // FED-26
  }
  const comparePaths = createPathComparison(config.anchors)
  const currentChain = renewed(
    build,
    ({ path, refusedPaths }, current) =>
      comparePaths(path, current.path) <= 0 ||
      refusedPaths.some((refused) => refused.every((id, index) => id === current.path[index])),
  )
  return {
    at: async (now, anew) => (await currentChain(now, await configurations.revisionAt(now), anew)).value,
    unpinnedKeys: () => unpinned,
  }
}

function fixedMetadata(metadata: EntityConfigurationInput['metadata']): () => CurrentMetadata {
  const current = { metadata, revision: '' }
  return () => current
}
