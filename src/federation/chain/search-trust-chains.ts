/**
 * Searches for the trust chains of one entity. Follows the hints of each entity on a path, and fetches each superior's
 * statement about the entity below it. Validates each path that reaches an anchor.
 */
import { type Failure, fail, failed, type PublicJwk, parseUrl, timeOfArrival, type Verified } from '../../base/index.ts'
import { OriginBudgets } from '../fetch/origin-budget.ts'
import { defaultResolveLimits, type ResolveLimits } from '../fetch/resolve-limits.ts'
import { SharedBudget } from '../fetch/shared-budget.ts'
import { createStatementFetcher, type FetchedStatement, type StatementFetcher } from '../fetch/statement-fetcher.ts'
import { entityConfigurationUrl } from '../statement/entity-configuration.ts'
import { type EntityStatement, parseEntityConfiguration } from '../statement/entity-statement.ts'
import { createFetchUrl } from '../statement/fetch-request.ts'
import { checkOwnStatement } from '../statement/own-statement.ts'
import { checkSubordinateStatement } from '../statement/subordinate-statement.ts'
import { checkIntermediate, createOwnSignatureCheck } from './intermediate-configuration.ts'
import { createPathComparison } from './path-preference.ts'
import type { RejectedPath, ResolveCode } from './rejected-path.ts'
import { deadlineOf, type ResolveContext, type ResolveOptions } from './resolve-options.ts'
import { type TrustChain, validateTrustChain } from './trust-chain.ts'

/** A path from the subject to an entity, and its documents. */
interface SearchedPath {
  readonly path: readonly string[]
  /** Subject's configuration first, then each superior's statement about the entity below it. */
  readonly statements: readonly EntityStatement[]
  /** Configurations of the intermediates on the path, the nearest to the subject first. */
  readonly intermediates: readonly EntityStatement[]
}

/** State of a search: the path to an entity, and the remaining budgets for the paths above it. */
interface SearchState extends SearchedPath {
  readonly steps: SharedBudget
  readonly documents: SharedBudget
}

/** One search for all chains between a subject and the pinned anchors, within its limits. */
export class TrustChainSearch {
  /** Valid chains, the preferred first. */
  chains: readonly Verified<TrustChain>[] = []
  readonly rejected: RejectedPath[] = []
  readonly #ctx: ResolveContext
  readonly #options: ResolveOptions & { readonly subject: string }
  readonly #limits: ResolveLimits
  readonly #get: StatementFetcher
  readonly #origins: OriginBudgets
  readonly #verifyOwnSignature: ReturnType<typeof createOwnSignatureCheck>
  /** Cancels pending requests when the search is complete. */
  readonly #cancel = new AbortController()
  /** Aborts at the deadline, or when the search is complete. */
  readonly #stopped: AbortSignal
  /** Resolves when `#finish` is called: the found chains are sufficient. */
  readonly #finished: Promise<void>
  #finish: () => void = () => undefined
  readonly #comparePaths: ReturnType<typeof createPathComparison>
  /** Pending paths from the subject to an anchor directly above it, by anchor. */
  readonly #pendingDirectPaths = new Map<string, readonly string[]>()
  #grace: ReturnType<typeof setTimeout> | undefined

  constructor(ctx: ResolveContext, options: ResolveOptions & { readonly subject: string }) {
    this.#ctx = ctx
    this.#options = options
    this.#limits = { ...defaultResolveLimits, ...options.limits }
    this.#comparePaths = createPathComparison(options.anchors)
    this.#stopped = AbortSignal.any([deadlineOf(options), this.#cancel.signal])
    this.#finished = new Promise((resolve) => {
      this.#finish = resolve
    })
    this.#origins = options.origins ?? new OriginBudgets(options.anchors.keys())
    this.#verifyOwnSignature = createOwnSignatureCheck(ctx, 'configuration')
    this.#get = createStatementFetcher(ctx.fetch, {
      ...options,
      deadline: this.#stopped,
      origins: this.#origins,
      ...(options.forStranger === true && { strangerWork: this.#origins }),
    })
  }

  /** Runs until every path has ended or the found chains are sufficient. */
  async run(): Promise<void> {
    await Promise.race([this.#search(), this.#finished])
    clearTimeout(this.#grace)
    this.#cancel.abort()
  }

  async #search(): Promise<unknown> {
    const { subject, configuration: compact, anchors } = this.#options
    const { depth, subjectSize } = this.#limits
    const documents = SharedBudget.withReserve(this.#limits.documents, 2 * depth)
    const configuration =
      compact === undefined
        ? await this.#configuration(subject, documents, { size: subjectSize, statementAt: 'statement[0]' })
        : parseEntityConfiguration(compact, this.#options, 'statement[0]')
    if (failed(configuration)) return this.#reject([subject], configuration)
    const fault = checkOwnStatement(configuration, subject, 'statement[0]')
    if (fault) return this.#reject([subject], fault, [configuration])
    const here = { path: [subject], statements: [configuration], intermediates: [] }
    if (anchors.has(subject) && (await this.#endsSearch(here, configuration))) return undefined
    const steps = SharedBudget.withReserve(this.#limits.steps, depth)
    return this.#followHints(configuration, { ...here, documents, steps })
  }

  /** Validates a chain to an anchor. Returns false if it is invalid and the anchor names superiors (FED-128). */
  async #endsSearch(here: SearchedPath, { authority_hints: hints }: EntityStatement): Promise<boolean> {
    const isValid = await this.#validateChain(here)
    if (here.path.length === 2) this.#endDirectPath(here.path[1] as string)
    return isValid || hints.length === 0
  }

  #endDirectPath(anchor: string): void {
    if (this.#pendingDirectPaths.delete(anchor)) this.#finishIfGoodEnough()
  }

  async #validateChain({ path, statements, intermediates }: SearchedPath): Promise<boolean> {
    const policy = { ...this.#options, now: timeOfArrival(this.#options.now, this.#ctx.clock) }
    const chain = await validateTrustChain(this.#ctx, statements, policy)
    if (failed(chain)) return this.#reject(path, chain, statements)
    for (const [index, intermediate] of intermediates.entries()) {
      const key = chain.signingKeys[index + 1] as PublicJwk
      const fault = await checkIntermediate(intermediate, key, policy, this.#verifyOwnSignature) // FED-127
      if (fault) return this.#reject(path.slice(0, index + 2), fault, statements)
    }
    this.chains = [...this.chains, chain].sort((a, b) => this.#comparePaths(a.path, b.path))
    this.#finishIfGoodEnough()
    return true
  }

  /**
   * Ends the search at once if the best chain has at most two entities and no pending path could be preferred.
   * Otherwise ends it after the grace time. Does nothing without a chain or a grace time.
   */
  #finishIfGoodEnough(): void {
    const [best] = this.chains
    const { graceMilliseconds } = this.#options
    if (best === undefined || graceMilliseconds === undefined || this.#stopped.aborted) return
    const hasBetter = [...this.#pendingDirectPaths.values()].some((path) => this.#comparePaths(path, best.path) < 0)
    if (best.path.length <= 2 && !hasBetter) this.#finish()
    else this.#grace ??= setTimeout(this.#finish, graceMilliseconds)
  }

  /** Fetches the configuration of an entity. The caller must check `sub`. */
  #configuration(
    entityId: string,
    documents: SharedBudget,
    input: { readonly size: number; readonly statementAt?: string },
  ): Promise<FetchedStatement> {
    return this.#get(entityConfigurationUrl(entityId), documents, {
      at: 'configuration',
      isConfiguration: true,
      ...input,
    })
  }

  /**
   * Follows the hints of an entity. Hints of one origin are followed one after the other, unless the origin is an
   * anchor's. Other hints are followed concurrently. If the limits do not suffice for all hints, anchors have priority.
   */
  async #followHints(entity: EntityStatement, here: SearchState): Promise<void> {
    const { path, statements } = here
    const { anchors } = this.#options
    const hints = [...new Set(entity.authority_hints)].sort((a, b) => Number(anchors.has(b)) - Number(anchors.has(a))) // FED-37
    const at = path.length === 1 ? 'authority_hints' : 'configuration.payload.authority_hints'
    if (hints.length === 0) this.#reject(path, fail('no_superior', at), statements) // FED-12
    for (const hint of hints.filter((one) => path.includes(one)).slice(0, 1))
      this.#reject([...path, hint], fail('superior_loops', 'authority_hints'), statements) // FED-37
    const unvisited = hints.filter((one) => !path.includes(one))
    const considered = unvisited.slice(0, this.#limits.hints)
    const depthLeft = Math.max(0, this.#limits.depth - path.length + 1)
    const steps = here.steps.share(considered.length, depthLeft) // FED-27: at most what one path through each needs
    const documents = here.documents.share(considered.length, 2 * depthLeft)
    const firstSpent = steps.findIndex((part) => !part.take())
    const followed = firstSpent < 0 ? considered : considered.slice(0, firstSpent)
    for (const hint of unvisited.slice(followed.length, followed.length + 1))
      this.#reject([...path, hint], fail('limit_reached', 'authority_hints'), statements) // FED-37
    if (path.length === 1)
      for (const hint of followed.filter((one) => anchors.has(one))) this.#pendingDirectPaths.set(hint, [...path, hint])
    /**
     * Follows one hint, unless an earlier hint of its origin has reached a limit. Releases the hint's budgets in both
     * cases.
     */
    const follow = async (hint: string, hasReachedLimit: boolean): Promise<Failure<ResolveCode> | undefined> => {
      const index = followed.indexOf(hint)
      const parts = { steps: steps[index] ?? here.steps, documents: documents[index] ?? here.documents }
      const result = hasReachedLimit ? undefined : await this.#step(hint, { ...here, ...parts })
      if (failed(result)) this.#reject([...path, hint], result, statements)
      parts.steps.release()
      parts.documents.release()
      if (path.length === 1) this.#endDirectPath(hint)
      return result
    }
    await Promise.all(
      this.#origins.group(followed).map(async (group) => {
        let hasReachedLimit = false
        for (const hint of group)
          hasReachedLimit = (await follow(hint, hasReachedLimit))?.code === 'limit_reached' || hasReachedLimit
      }),
    )
  }

  /**
   * Fetches a superior's configuration and its statement about the last entity of the path. Then validates the chain if
   * the superior is an anchor. Otherwise, or if that chain does not end the search, follows the superior's hints.
   */
  async #step(superior: string, here: SearchState): Promise<undefined | Failure<ResolveCode>> {
    const { path, statements, intermediates, documents } = here
    const subject = path.at(-1) as string
    if (path.length > this.#limits.depth) return fail('limit_reached', 'authority_hints') // FED-37
    const configuration = await this.#configuration(superior, documents, this.#limits)
    if (failed(configuration)) return configuration
    const fault = checkOwnStatement(configuration, superior, 'configuration')
    if (fault) return fault
    const statement = await this.#statement(configuration, subject, documents)
    if (failed(statement)) return statement
    const longer = { ...here, path: [...path, superior], statements: [...statements, statement] }
    const toAnchor = { ...longer, statements: [...longer.statements, configuration] }
    if (this.#options.anchors.has(superior) && (await this.#endsSearch(toAnchor, configuration))) return undefined
    await this.#followHints(configuration, { ...longer, intermediates: [...intermediates, configuration] })
    return undefined
  }

  /**
   * Fetches the superior's statement about the entity below it. The endpoint comes from the superior's configuration,
   * never from another entity's statement about the superior.
   */
  async #statement(
    configuration: EntityStatement,
    subject: string,
    documents: SharedBudget,
  ): Promise<EntityStatement | Failure<ResolveCode>> {
    const { urls, anchors } = this.#options
    const endpoint = configuration.metadata.federation_entity?.federation_fetch_endpoint
    if (typeof endpoint !== 'string') return fail('fetch_endpoint_missing', endpointPlace)
    const url = parseUrl(endpoint, urls)
    if (failed(url)) return fail('fetch_endpoint_missing', endpointPlace) // GEN-19
    const check = (statement: EntityStatement) =>
      checkSubordinateStatement(statement, { issuer: configuration.sub, subject }, 'statement')
    const refundOrigins = (arrived: EntityStatement): void => {
      if (check(arrived)) return
      this.#origins.giveBack(configuration.sub)
      this.#origins.giveBack(endpoint)
    }
    const namedBy = anchors.has(configuration.sub) ? undefined : configuration.sub
    const { size } = this.#limits
    const request = { at: 'statement', size, namedBy, onArrival: refundOrigins }
    const statement = await this.#get(createFetchUrl(url, subject), documents, request)
    if (failed(statement)) return statement
    return check(statement) ?? statement
  }

  /** Records a rejected path. Returns false, for `#validateChain`. */
  #reject(path: readonly string[], failure: Failure<ResolveCode>, statements?: readonly EntityStatement[]): false {
    this.rejected.push({ path, failure, ...(statements && { statements }) })
    return false
  }
}

const endpointPlace = 'configuration.payload.metadata.federation_entity.federation_fetch_endpoint'
