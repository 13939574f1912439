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
import { parseSubordinateStatement, type SubordinateStatementCode } from './subordinate-statement.ts'
import { type TrustChain, type TrustChainCode, type TrustChainPolicy, validateTrustChain } from './trust-chain.ts'

export interface ResolveLimits {
  /** Superiors one above the other. */
  readonly depth: number
  /** `authority_hints` of one entity that are followed. */
  readonly hints: number
  /** Documents fetched in one build. */
  readonly documents: number
  /** Bytes of one document. */
  readonly size: number
  /** For one build as a whole, however many slow superiors stand one above the other. */
  readonly seconds: number
}

export const defaultResolveLimits: ResolveLimits = { depth: 5, hints: 8, documents: 32, size: 65_536, seconds: 20 }

export type ResolveCode =
  | TrustChainCode
  | SubordinateStatementCode
  | FetchCode
  | 'superior_loops'
  | 'limit_reached'
  | 'no_superior'
  | 'fetch_endpoint_missing'

export interface RejectedPath {
  /** Entity identifiers from the subject up to where it failed. */
  readonly path: readonly string[]
  readonly failure: Failure<ResolveCode>
}

export interface ResolvedTrustChains {
  /** Valid, shortest first. */
  readonly chains: readonly Verified<TrustChain>[]
  readonly rejected: readonly RejectedPath[]
}

export interface ResolveOptions extends TrustChainPolicy {
  readonly limits?: ResolveLimits
  /** The subject's configuration when it is at hand: one's own. Else it is fetched. */
  readonly configuration?: string
  /** Of a work that this build is a part of; else the build has one of its own. */
  readonly deadline?: AbortSignal
}

/** What is not there by then did not come (FED-37). */
export const deadlineOf = ({ deadline, limits = defaultResolveLimits }: ResolveOptions): AbortSignal =>
  deadline ?? AbortSignal.timeout(limits.seconds * 1000)

export type ResolveContext = CryptoContext & { readonly fetch: Fetch }

/**
 * Builds all chains from an entity to the anchors, within the limits, and validates each. Fetches no document twice and
 * ends on cycles. Never throws for what others answer: an unreachable superior is a rejected path.
 */
export async function resolveTrustChains(
  ctx: ResolveContext,
  subject: string,
  options: ResolveOptions,
): Promise<ResolvedTrustChains> {
  const build = new Build(ctx, options)
  const own = options.configuration ?? (await build.configuration(subject))
  if (failed(own)) return { chains: [], rejected: [{ path: [subject], failure: own }] }
  const configuration = parseEntityStatement(own, options, 'statement[0]')
  if (failed(configuration)) return { chains: [], rejected: [{ path: [subject], failure: configuration }] }
  if (options.anchors.has(subject)) build.found.push({ path: [subject], statements: [own] })
  else await build.climb(configuration, [subject], [own])
  return judge(ctx, build, { ...options, subject })
}

async function judge(ctx: ResolveContext, build: Build, policy: TrustChainPolicy): Promise<ResolvedTrustChains> {
  const chains: Verified<TrustChain>[] = []
  for (const { path, statements } of build.found) {
    const chain = await validateTrustChain(ctx, statements, policy)
    if (failed(chain)) build.rejected.push({ path, failure: chain })
    else chains.push(chain)
  }
  return { chains: chains.sort((a, b) => a.path.length - b.path.length), rejected: build.rejected }
}

interface FoundPath {
  readonly path: readonly string[]
  readonly statements: readonly string[]
}

class Build {
  readonly found: FoundPath[] = []
  readonly rejected: RejectedPath[] = []
  readonly #ctx: ResolveContext
  readonly #options: ResolveOptions
  readonly #limits: ResolveLimits
  readonly #deadline: AbortSignal
  readonly #documents = new Map<string, Promise<string | Failure<FetchCode | 'limit_reached'>>>()

  constructor(ctx: ResolveContext, options: ResolveOptions) {
    this.#ctx = ctx
    this.#options = options
    this.#limits = options.limits ?? defaultResolveLimits
    this.#deadline = deadlineOf(options)
  }

  configuration(entityId: string): Promise<string | Failure<FetchCode | 'limit_reached'>> {
    return this.#get(entityConfigurationUrl(entityId), 'configuration')
  }

  /** Follows an entity's hints. `statements` are those from the subject to the statement about this entity. */
  async climb(entity: EntityStatement, path: readonly string[], statements: readonly string[]): Promise<void> {
    const hints = [...new Set(entity.authority_hints)]
    if (hints.length === 0) this.#reject(path, fail('no_superior', 'authority_hints')) // FED-12
    for (const hint of hints.slice(this.#limits.hints))
      this.#reject([...path, hint], fail('limit_reached', 'authority_hints')) // FED-37
    await Promise.all(
      hints.slice(0, this.#limits.hints).map(async (hint) => {
        const result = await this.#step(hint, path, statements)
        if (failed(result)) this.#reject([...path, hint], result)
      }),
    )
  }

  async #step(
    superior: string,
    path: readonly string[],
    statements: readonly string[],
  ): Promise<undefined | Failure<ResolveCode>> {
    const subject = path.at(-1) as string
    if (path.includes(superior)) return fail('superior_loops', 'authority_hints') // FED-37
    if (path.length > this.#limits.depth) return fail('limit_reached', 'authority_hints') // FED-37
    const compact = await this.configuration(superior)
    if (failed(compact)) return compact
    const configuration = this.#parseConfiguration(compact, superior)
    if (failed(configuration)) return configuration
    const statement = await this.#statement(configuration, subject)
    if (failed(statement)) return statement
    const reached = [...path, superior]
    if (this.#options.anchors.has(superior)) {
      this.found.push({ path: reached, statements: [...statements, statement, compact] })
      return undefined
    }
    await this.climb(configuration, reached, [...statements, statement])
    return undefined
  }

  #parseConfiguration(
    compact: string,
    entityId: string,
  ): EntityStatement | Failure<EntityStatementCode | 'subject_mismatch'> {
    const configuration = parseEntityStatement(compact, this.#options, 'configuration')
    if (failed(configuration)) return configuration
    const own = configuration.kind === 'configuration' && configuration.sub === entityId
    if (!own) return fail('subject_mismatch', 'configuration.payload.sub') // FED-28
    return configuration
  }

  /** The superior's word about the entity below it. The endpoint comes from its configuration, never from a statement. */
  async #statement(superior: EntityStatement, subject: string): Promise<string | Failure<ResolveCode>> {
    const { urls } = this.#options
    const endpoint = superior.metadata.federation_entity?.federation_fetch_endpoint
    if (typeof endpoint !== 'string') return fail('fetch_endpoint_missing', 'configuration.payload.metadata')
    const url = parseUrl(endpoint, urls)
    if (failed(url)) return fail('fetch_endpoint_missing', 'configuration.payload.metadata') // GEN-19
    const compact = await this.#get(createFetchUrl(url, subject), 'statement')
    if (failed(compact)) return compact
    const expected = { ...this.#options, issuer: superior.sub, subject }
    const statement = parseSubordinateStatement(compact, expected)
    if (failed(statement)) return statement
    return compact
  }

  #get(url: string, at: string): Promise<string | Failure<FetchCode | 'limit_reached'>> {
    const known = this.#documents.get(url)
    if (known) return known // FED-37
    if (this.#documents.size >= this.#limits.documents) return Promise.resolve(fail('limit_reached', at)) // FED-37
    if (this.#deadline.aborted) return Promise.resolve(fail('unreachable', `${at}.timeout`)) // FED-37
    const headers = { accept: entityStatementMediaType }
    const request = new Request(url, { headers, redirect: 'error', signal: this.#deadline })
    const document = fetchText(untroubled(this.#ctx.fetch), request, entityStatementMediaType, at, this.#limits)
    this.#documents.set(url, document)
    return document
  }

  #reject(path: readonly string[], failure: Failure<ResolveCode>): void {
    this.rejected.push({ path, failure })
  }
}

/** A superior in trouble (5xx, 429) has said nothing about the entity: that is as if it had not answered. */
const untroubled =
  (fetch: Fetch): Fetch =>
  async (request) => {
    const response = await fetch(request)
    if (response.status < 500 && response.status !== 429) return response
    response.body?.cancel().catch(() => undefined)
    throw new TypeError('the other side is in trouble')
  }
