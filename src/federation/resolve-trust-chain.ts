/**
 * Building trust chains over the network (OpenID Federation 1.0 §10.1): from a subject's configuration upwards, by
 * `authority_hints` and the superiors' fetch endpoints, to the configured anchors. What is found is judged by
 * `validateTrustChain` and by nothing else. A path that fails leaves the others usable, and says why (FED-27).
 */
import {
  type CryptoContext,
  type Failure,
  type Fetch,
  type FetchCode,
  fail,
  failed,
  fetchText,
  parseUrl,
  type Verified,
} from '../base/index.ts'
import { entityConfigurationUrl } from './entity-configuration.ts'
import {
  type EntityStatement,
  type EntityStatementCode,
  entityStatementMediaType,
  parseEntityStatement,
} from './entity-statement.ts'
import { createFetchUrl } from './fetch-request.ts'
import { createSharedBudget, type SharedBudget } from './shared-budget.ts'
import { checkSubordinateStatement, type SubordinateStatementCode } from './subordinate-statement.ts'
import { type TrustChain, type TrustChainCode, type TrustChainPolicy, validateTrustChain } from './trust-chain.ts'

export interface ResolveLimits {
  /** Superiors one above the other. */
  readonly depth: number
  /** `authority_hints` of one entity that are followed: anchors, then the others as they stand. */
  readonly hints: number
  /** Hints followed in one build, each as often as a path leads over it: entities above each other are in many paths. */
  readonly steps: number
  /** Documents fetched in one build. */
  readonly documents: number
  /** Bytes of one document. */
  readonly size: number
  /** For one build as a whole, however many slow superiors stand one above the other. */
  readonly seconds: number
}

export const defaultResolveLimits: ResolveLimits = {
  depth: 5,
  hints: 8,
  steps: 64,
  documents: 32,
  size: 65_536,
  seconds: 20,
}

export type ResolveCode =
  | TrustChainCode
  | SubordinateStatementCode
  | FetchCode
  | 'superior_loops'
  | 'limit_reached'
  | 'no_superior'
  | 'fetch_endpoint_missing'

export interface RejectedPath {
  /**
   * Entity identifiers from the subject up to where it failed. Of the hints of an entity that a limit leaves out the first
   * stands for all.
   */
  readonly path: readonly string[]
  readonly failure: Failure<ResolveCode>
}

export interface ResolvedTrustChains {
  /** Valid, shortest first. */
  readonly chains: readonly Verified<TrustChain>[]
  /** The most telling first: those that lead to one of the anchors, then those that came furthest. */
  readonly rejected: readonly RejectedPath[]
}

export interface ResolveOptions extends TrustChainPolicy {
  /** `defaultResolveLimits` where nothing is said. */
  readonly limits?: Partial<ResolveLimits>
  /** The subject's configuration when it is at hand: one's own. Else it is fetched. */
  readonly configuration?: string
  /** Of a work that this build is a part of; else the build has one of its own. */
  readonly deadline?: AbortSignal
}

/** What is not there by then did not come (FED-37). */
export const deadlineOf = ({ deadline, limits }: ResolveOptions): AbortSignal =>
  deadline ?? AbortSignal.timeout((limits?.seconds ?? defaultResolveLimits.seconds) * 1000)

export type ResolveContext = CryptoContext & { readonly fetch: Fetch }

/**
 * Builds all chains from an entity to the anchors, within the limits, and validates each. Fetches and parses no document
 * twice and ends on cycles. Never throws for what others answer: an unreachable superior is a rejected path.
 */
export async function resolveTrustChains(
  ctx: ResolveContext,
  subject: string,
  options: ResolveOptions,
): Promise<ResolvedTrustChains> {
  const build = new Build(ctx, options)
  const configuration =
    options.configuration === undefined
      ? await build.configuration(subject, 'statement[0]')
      : parseEntityStatement(options.configuration, options, 'statement[0]')
  if (failed(configuration)) return { chains: [], rejected: [{ path: [subject], failure: configuration }] }
  if (options.anchors.has(subject)) build.found.push({ path: [subject], statements: [configuration] })
  else await build.climb(configuration, [subject], [configuration])
  return judge(ctx, build, { ...options, subject })
}

async function judge(ctx: ResolveContext, build: Build, policy: TrustChainPolicy): Promise<ResolvedTrustChains> {
  const chains: Verified<TrustChain>[] = []
  for (const { path, statements } of build.found) {
    const chain = await validateTrustChain(ctx, statements, policy)
    if (failed(chain)) build.rejected.push({ path, failure: chain })
    else chains.push(chain)
  }
  return {
    chains: chains.sort((a, b) => a.path.length - b.path.length),
    rejected: build.rejected.sort((a, b) => leadsTo(policy, b) - leadsTo(policy, a) || b.path.length - a.path.length),
  }
}

const leadsTo = ({ anchors }: TrustChainPolicy, { path }: RejectedPath): number =>
  Number(anchors.has(path.at(-1) as string))

interface FoundPath {
  readonly path: readonly string[]
  readonly statements: readonly EntityStatement[]
}

type Document = EntityStatement | Failure<FetchCode | EntityStatementCode | 'limit_reached'>

class Build {
  readonly found: FoundPath[] = []
  readonly rejected: RejectedPath[] = []
  readonly #ctx: ResolveContext
  readonly #options: ResolveOptions
  readonly #limits: ResolveLimits
  readonly #deadline: AbortSignal
  readonly #documents = new Map<string, Promise<Document>>()
  readonly #stepsLeft: SharedBudget
  readonly #documentsLeft: SharedBudget

  constructor(ctx: ResolveContext, options: ResolveOptions) {
    this.#ctx = ctx
    this.#options = options
    this.#limits = { ...defaultResolveLimits, ...options.limits }
    this.#deadline = deadlineOf(options)
    this.#stepsLeft = createSharedBudget(this.#limits.steps)
    this.#documentsLeft = createSharedBudget(this.#limits.documents)
  }

  /**
   * What an entity says about itself; that it is this entity is not checked. `at` names the statement, `below` the
   * superior of the subject on the way to it.
   */
  configuration(entityId: string, at = 'configuration', below?: string): Promise<Document> {
    return this.#get(entityConfigurationUrl(entityId), below, 'configuration', at)
  }

  /** Follows an entity's hints. `statements` are those from the subject to the statement about this entity. */
  async climb(entity: EntityStatement, path: readonly string[], statements: readonly EntityStatement[]): Promise<void> {
    const { anchors } = this.#options
    const hints = [...new Set(entity.authority_hints)].sort((a, b) => Number(anchors.has(b)) - Number(anchors.has(a))) // FED-37
    const at = path.length === 1 ? 'authority_hints' : 'configuration.payload.authority_hints'
    if (hints.length === 0) this.#reject(path, fail('no_superior', at)) // FED-12
    const nearest = hints.slice(0, this.#limits.hints)
    if (path.length === 1) this.#stepsLeft.share(nearest, this.#limits.depth) // FED-27: one way over each
    if (path.length === 1) this.#documentsLeft.share(nearest, 2 * this.#limits.depth)
    const spent = nearest.findIndex((hint) => !this.#stepsLeft.take(path[1] ?? hint))
    const followed = spent < 0 ? nearest : nearest.slice(0, spent)
    for (const hint of hints.slice(followed.length, followed.length + 1))
      this.#reject([...path, hint], fail('limit_reached', 'authority_hints')) // FED-37
    await Promise.all(
      followed.map(async (hint) => {
        const result = await this.#step(hint, path, statements)
        if (failed(result)) this.#reject([...path, hint], result)
      }),
    )
  }

  async #step(
    superior: string,
    path: readonly string[],
    statements: readonly EntityStatement[],
  ): Promise<undefined | Failure<ResolveCode>> {
    const subject = path.at(-1) as string
    if (path.includes(superior)) return fail('superior_loops', 'authority_hints') // FED-37
    if (path.length > this.#limits.depth) return fail('limit_reached', 'authority_hints') // FED-37
    const below = path[1] ?? superior
    const configuration = await this.configuration(superior, 'configuration', below)
    if (failed(configuration)) return configuration
    const own = configuration.kind === 'configuration' && configuration.sub === superior
    if (!own) return fail('subject_mismatch', 'configuration.payload.sub') // FED-28
    const statement = await this.#statement(configuration, subject, below)
    if (failed(statement)) return statement
    const reached = [...path, superior]
    if (this.#options.anchors.has(superior)) {
      this.found.push({ path: reached, statements: [...statements, statement, configuration] })
      return undefined
    }
    await this.climb(configuration, reached, [...statements, statement])
    return undefined
  }

  /** The superior's word about the entity below it. The endpoint comes from its configuration, never from a statement. */
  async #statement(
    superior: EntityStatement,
    subject: string,
    below: string,
  ): Promise<EntityStatement | Failure<ResolveCode>> {
    const { urls } = this.#options
    const endpoint = superior.metadata.federation_entity?.federation_fetch_endpoint
    if (typeof endpoint !== 'string') return fail('fetch_endpoint_missing', 'configuration.payload.metadata')
    const url = parseUrl(endpoint, urls)
    if (failed(url)) return fail('fetch_endpoint_missing', 'configuration.payload.metadata') // GEN-19
    const statement = await this.#get(createFetchUrl(url, subject), below, 'statement')
    if (failed(statement)) return statement
    return checkSubordinateStatement(statement, { issuer: superior.sub, subject }, 'statement') ?? statement
  }

  /** Fetches and parses. `at` names what is fetched, `statementAt` the statement that it is. */
  #get(url: string, below: string | undefined, at: string, statementAt = at): Promise<Document> {
    const known = this.#documents.get(url)
    if (known) return known // FED-37
    if (!this.#documentsLeft.take(below)) return Promise.resolve(fail('limit_reached', at)) // FED-37
    if (this.#deadline.aborted) return Promise.resolve(fail('unreachable', `${at}.timeout`)) // FED-37
    const headers = { accept: entityStatementMediaType }
    const request = new Request(url, { headers, redirect: 'error', credentials: 'omit', signal: this.#deadline })
    const text = fetchText(this.#ctx.fetch, request, entityStatementMediaType, at, this.#limits)
    const document = text.then((compact) =>
      failed(compact) ? unlessInTrouble(compact) : parseEntityStatement(compact, this.#options, statementAt),
    )
    this.#documents.set(url, document)
    return document
  }

  #reject(path: readonly string[], failure: Failure<ResolveCode>): void {
    this.rejected.push({ path, failure })
  }
}

/** Whether on one of the ways somebody did not answer: then nothing is said against the entity. */
export const anySilent = (rejected: readonly RejectedPath[]): boolean =>
  rejected.some(({ failure }) => failure.code === 'unreachable')

/** A party in trouble (5xx, 429) has said nothing about the entity: that is as if it had not answered. */
export const unlessInTrouble = (failure: Failure<FetchCode>): Failure<FetchCode> =>
  /\.status\.(?:5\d\d|429)$/.test(failure.at) ? fail('unreachable', failure.at) : failure
