/**
 * Building trust chains over the network (OpenID Federation 1.0 §10.1): from a subject's configuration upwards, by
 * `authority_hints` and the superiors' fetch endpoints, to the configured anchors. What is found is judged by
 * `validateTrustChain` and by nothing else. A path that fails leaves the others usable, and says why (FED-27).
 */
import {
  type Clock,
  type CryptoContext,
  type Failure,
  type Fetch,
  fail,
  failed,
  onArrival,
  parseUrl,
  type Verified,
} from '../../base/index.ts'
import { OriginBudgets } from '../fetch/origin-budget.ts'
import { defaultResolveLimits, type ResolveLimits } from '../fetch/resolve-limits.ts'
import { SharedBudget } from '../fetch/shared-budget.ts'
import { createStatementFetcher, type FetchedStatement, type StatementFetcher } from '../fetch/statement-fetcher.ts'
import { entityConfigurationUrl } from '../statement/entity-configuration.ts'
import { type EntityStatement, parseEntityStatement } from '../statement/entity-statement.ts'
import { createFetchUrl } from '../statement/fetch-request.ts'
import { checkSubordinateStatement } from '../statement/subordinate-statement.ts'
import { preferencesOf } from './path-preference.ts'
import { type RejectedPath, type ResolveCode, statementAt } from './rejected-path.ts'
import { type TrustChain, type TrustChainPolicy, validateTrustChain } from './trust-chain.ts'

/** Everything that was found between a subject and the pinned anchors. */
export interface ResolvedTrustChains {
  /** Valid, the preferred first: the shortest, of those the one whose anchor is pinned first (D-372). */
  readonly chains: readonly Verified<TrustChain>[]
  /** The most telling first: those that lead to one of the anchors, then those that came furthest. */
  readonly rejected: readonly RejectedPath[]
}

/** How much one build of chains may ask and wait for; what is trusted is its policy's to say. */
export interface ResolveOptions extends TrustChainPolicy {
  /** `defaultResolveLimits` where nothing is said. */
  readonly limits?: Partial<ResolveLimits>
  /** The subject's configuration when it is at hand: one's own. Else it is fetched. */
  readonly configuration?: string
  /** Of a work that this build is a part of; else the build has one of its own. */
  readonly deadline?: AbortSignal
  /**
   * For so long other ways are waited for when a chain holds, and not at all when none can be preferred to it any more
   * (D-328, D-372). Not said: until each has ended.
   */
  readonly graceMilliseconds?: number
  /** A stranger named the subject: the requests are marked as one work for a stranger (FED-50). */
  readonly forStranger?: boolean
}

/** What is not there by then did not come (FED-37). */
export const deadlineOf = ({ deadline, limits }: ResolveOptions): AbortSignal =>
  deadline ?? AbortSignal.timeout((limits?.seconds ?? defaultResolveLimits.seconds) * 1000)

/** With a clock what was fetched is judged by the time of its arrival, else by `now` of the options (D-420). */
export type ResolveContext = CryptoContext & { readonly fetch: Fetch; readonly clock?: Clock }

/**
 * Builds all chains from an entity to the anchors, within the limits, and validates each. Fetches and parses no document
 * twice and ends on cycles. Never throws for what others answer: an unreachable superior is a rejected path.
 */
export async function resolveTrustChains(
  ctx: ResolveContext,
  subject: string,
  options: ResolveOptions,
): Promise<ResolvedTrustChains> {
  const build = new Build(ctx, { ...options, subject })
  await build.run()
  const { anchors } = options
  const leadsTo = ({ path }: RejectedPath): number => Number(anchors.has(path.at(-1) as string))
  return {
    chains: build.chains,
    rejected: build.rejected.toSorted((a, b) => leadsTo(b) - leadsTo(a) || b.path.length - a.path.length),
  }
}

/** Where a search stands: the way to an entity, and what may be spent on the ways on from it. */
interface Standpoint {
  readonly path: readonly string[]
  /** From the subject's own to the one about the entity. */
  readonly statements: readonly EntityStatement[]
  readonly steps: SharedBudget
  readonly documents: SharedBudget
}

class Build {
  /** The preferred first. */
  chains: readonly Verified<TrustChain>[] = []
  readonly rejected: RejectedPath[] = []
  readonly #ctx: ResolveContext
  readonly #options: ResolveOptions & { readonly subject: string }
  readonly #limits: ResolveLimits
  readonly #get: StatementFetcher
  readonly #origins: OriginBudgets
  /** Ends what is still under way. */
  readonly #end = new AbortController()
  /** The build is over: by its deadline, or since what was found suffices. */
  readonly #over: AbortSignal
  /** The chains that are there suffice. */
  readonly #enough: Promise<void>
  #suffice: () => void = () => undefined
  readonly #prefer: ReturnType<typeof preferencesOf>
  /** Ways from the subject to an anchor directly above it that are under way. */
  readonly #direct = new Map<string, readonly string[]>()
  #grace: ReturnType<typeof setTimeout> | undefined

  constructor(ctx: ResolveContext, options: ResolveOptions & { readonly subject: string }) {
    this.#ctx = ctx
    this.#options = options
    this.#limits = { ...defaultResolveLimits, ...options.limits }
    this.#prefer = preferencesOf(options.anchors)
    const { size } = this.#limits
    this.#over = AbortSignal.any([deadlineOf(options), this.#end.signal])
    this.#enough = new Promise((resolve) => {
      this.#suffice = resolve
    })
    this.#origins = new OriginBudgets(options.anchors.keys())
    this.#get = createStatementFetcher(ctx.fetch, {
      ...options,
      size,
      deadline: this.#over,
      origins: this.#origins,
      ...(options.forStranger === true && { strangerWork: this }),
    })
  }

  /** Ends when every way has, or when what was found suffices. */
  async run(): Promise<void> {
    await Promise.race([this.#search(), this.#enough])
    clearTimeout(this.#grace)
    this.#end.abort()
  }

  /** From a subject upwards, over what it says about itself. */
  async #search(): Promise<void> {
    const { subject, configuration: own, anchors } = this.#options
    const { depth } = this.#limits
    const documents = SharedBudget.withReserve(this.#limits.documents, 2 * depth)
    const configuration =
      own === undefined
        ? await this.#configuration(subject, documents, 'statement[0]')
        : parseEntityStatement(own, this.#options, 'statement[0]')
    if (failed(configuration)) return this.#reject([subject], configuration)
    if (configuration.sub !== subject)
      return this.#reject([subject], fail('subject_mismatch', 'statement[0].payload.sub')) // FED-28
    const here = { path: [subject], statements: [configuration] }
    if (anchors.has(subject)) await this.#reach(here.path, here.statements)
    else
      await this.#climb(configuration, {
        ...here,
        documents,
        steps: SharedBudget.withReserve(this.#limits.steps, depth),
      })
  }

  /** An anchor: whether what led to it holds. */
  async #reach(path: readonly string[], statements: readonly EntityStatement[]): Promise<void> {
    const now = onArrival(this.#options.now, this.#ctx.clock)
    const chain = await validateTrustChain(this.#ctx, statements, { ...this.#options, now })
    if (failed(chain)) return this.#reject(path, chain, statementAt(statements, chain.at))
    this.chains = [...this.chains, chain].sort((a, b) => this.#prefer(a.path, b.path))
    this.#weigh()
  }

  /** Whether what is there suffices, now or in a while. */
  #weigh(): void {
    const [best] = this.chains
    const { graceMilliseconds } = this.#options
    if (best === undefined || graceMilliseconds === undefined || this.#over.aborted) return
    const outdone = [...this.#direct.values()].some((path) => this.#prefer(path, best.path) < 0)
    if (best.path.length <= 2 && !outdone) this.#suffice()
    else this.#grace ??= setTimeout(this.#suffice, graceMilliseconds)
  }

  /** What an entity says about itself; that it is this entity is not checked. */
  #configuration(entityId: string, documents: SharedBudget, at: string): Promise<FetchedStatement> {
    return this.#get(entityConfigurationUrl(entityId), documents, { at: 'configuration', statementAt: at })
  }

  /** Follows an entity's hints. `statements` are those from the subject to the statement about this entity. */
  async #climb(entity: EntityStatement, here: Standpoint): Promise<void> {
    const { path } = here
    const { anchors } = this.#options
    const hints = [...new Set(entity.authority_hints)].sort((a, b) => Number(anchors.has(b)) - Number(anchors.has(a))) // FED-37
    const at = path.length === 1 ? 'authority_hints' : 'configuration.payload.authority_hints'
    if (hints.length === 0) this.#reject(path, fail('no_superior', at)) // FED-12
    for (const hint of hints.filter((one) => path.includes(one)).slice(0, 1))
      this.#reject([...path, hint], fail('superior_loops', 'authority_hints')) // FED-37
    const onward = hints.filter((one) => !path.includes(one))
    const nearest = onward.slice(0, this.#limits.hints)
    const depthLeft = Math.max(0, this.#limits.depth - path.length + 1)
    const steps = here.steps.share(nearest.length, depthLeft) // FED-27: one way over each
    const documents = here.documents.share(nearest.length, 2 * depthLeft)
    const spent = steps.findIndex((part) => !part.take())
    const followed = spent < 0 ? nearest : nearest.slice(0, spent)
    for (const hint of onward.slice(followed.length, followed.length + 1))
      this.#reject([...path, hint], fail('limit_reached', 'authority_hints')) // FED-37
    if (path.length === 1)
      for (const hint of followed.filter((one) => anchors.has(one))) this.#direct.set(hint, [...path, hint])
    /** Without `isSpent` the superior is asked; with it, its part of the limits is released and nothing is asked. */
    const follow = async (hint: string, isSpent: boolean): Promise<Failure<ResolveCode> | undefined> => {
      const index = followed.indexOf(hint)
      const parts = { steps: steps[index] ?? here.steps, documents: documents[index] ?? here.documents }
      const result = isSpent ? undefined : await this.#step(hint, { ...here, ...parts })
      if (failed(result)) this.#reject([...path, hint], result)
      parts.steps.release()
      parts.documents.release()
      if (path.length === 1 && this.#direct.delete(hint)) this.#weigh()
      return result
    }
    await Promise.all(
      this.#origins.group(followed).map(async (group) => {
        let isSpent = false
        for (const hint of group) isSpent = (await follow(hint, isSpent))?.code === 'limit_reached' || isSpent
      }),
    )
  }

  async #step(superior: string, here: Standpoint): Promise<undefined | Failure<ResolveCode>> {
    const { path, statements, documents } = here
    const subject = path.at(-1) as string
    if (path.length > this.#limits.depth) return fail('limit_reached', 'authority_hints') // FED-37
    const configuration = await this.#configuration(superior, documents, 'configuration')
    if (failed(configuration)) return configuration
    const own = configuration.kind === 'configuration' && configuration.sub === superior
    if (!own) return fail('subject_mismatch', 'configuration.payload.sub') // FED-28
    const statement = await this.#statement(configuration, subject, documents)
    if (failed(statement)) return statement
    const reached = [...path, superior]
    if (this.#options.anchors.has(superior)) await this.#reach(reached, [...statements, statement, configuration])
    else await this.#climb(configuration, { ...here, path: reached, statements: [...statements, statement] })
    return undefined
  }

  /** The superior's word about the entity below it. The endpoint comes from its configuration, never from a statement. */
  async #statement(
    superior: EntityStatement,
    subject: string,
    documents: SharedBudget,
  ): Promise<EntityStatement | Failure<ResolveCode>> {
    const { urls } = this.#options
    const endpoint = superior.metadata.federation_entity?.federation_fetch_endpoint
    if (typeof endpoint !== 'string') return fail('fetch_endpoint_missing', 'configuration.payload.metadata')
    const url = parseUrl(endpoint, urls)
    if (failed(url)) return fail('fetch_endpoint_missing', 'configuration.payload.metadata') // GEN-19
    const check = (statement: EntityStatement) =>
      checkSubordinateStatement(statement, { issuer: superior.sub, subject }, 'statement')
    const onArrival = (arrived: EntityStatement): void => {
      if (check(arrived)) return
      this.#origins.giveBack(superior.sub)
      this.#origins.giveBack(endpoint)
    }
    const statement = await this.#get(createFetchUrl(url, subject), documents, { at: 'statement', onArrival })
    if (failed(statement)) return statement
    return check(statement) ?? statement
  }

  #reject(path: readonly string[], failure: Failure<ResolveCode>, statement?: EntityStatement): void {
    this.rejected.push({ path, failure, ...(statement && { statement }) })
  }
}
