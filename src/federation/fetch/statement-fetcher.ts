/**
 * Fetches the documents of one build. Each document is fetched and parsed once, within the time and size limits of the
 * build (FED-37).
 */
import {
  type Failure,
  type Fetch,
  type FetchCode,
  fail,
  failed,
  fetchText,
  markForeignEndpoint,
  markStrangerRequest,
  unreachableIfOutage,
} from '../../base/index.ts'
import {
  type EntityStatement,
  type EntityStatementCode,
  type EntityStatementPolicy,
  entityStatementMediaType,
  parseEntityConfiguration,
  parseEntityStatement,
} from '../statement/entity-statement.ts'
import type { OriginBudgets } from './origin-budget.ts'
import type { SharedBudget } from './shared-budget.ts'

export type FetchedStatement =
  | EntityStatement
  | Failure<FetchCode | EntityStatementCode | 'not_a_configuration' | 'limit_reached'>

/** Limits for the documents of one build. */
interface StatementFetcherOptions extends EntityStatementPolicy {
  /** Responses after this deadline are ignored. */
  readonly deadline: AbortSignal
  readonly origins: OriginBudgets
  /**
   * Object that all requests caused by the same work of an unknown client share (`markStrangerRequest`). Absent if no
   * unknown client caused the requests.
   */
  readonly strangerWork?: object
}

interface FetchInput {
  /** Maximum size of the document in bytes. A document that was requested before keeps its limit. */
  readonly size: number
  /** Place of a fetch failure. */
  readonly at: string
  /** True for the document at a well-known URL. A statement about another entity is then refused as such. */
  readonly isConfiguration?: true
  /** Place of a failure of the statement. Defaults to `at`. */
  readonly statementAt?: string
  /**
   * Entity that named the URL. A URL outside its origin is fetched only at a public address. Absent if the URL follows
   * from an entity identifier, or if a pinned anchor named it.
   */
  readonly namedBy?: string | undefined
  /**
   * Called once with the parsed statement, before waiting requests to its origin continue. Not called for a document
   * that was requested before.
   */
  readonly onArrival?: (statement: EntityStatement) => void
}

/** Fetches the document at a URL. `budget` is the budget of the path that needs the document. */
export type StatementFetcher = (url: string, budget: SharedBudget, input: FetchInput) => Promise<FetchedStatement>

/**
 * Creates the fetcher. A document that was requested before does not use the budget. The fetcher returns a failure for
 * a malformed or late document, and if a limit is reached. Does not verify signatures.
 */
export function createStatementFetcher(fetch: Fetch, options: StatementFetcherOptions): StatementFetcher {
  const { deadline: signal, origins, strangerWork } = options
  const documents = new Map<string, Promise<FetchedStatement>>()
  return (url, budget, { at, size, isConfiguration, statementAt = at, namedBy, onArrival }) => {
    const requested = documents.get(url)
    if (requested) return requested // FED-37
    if (!budget.take()) return Promise.resolve(fail('limit_reached', at)) // FED-37
    if (signal.aborted) return Promise.resolve(fail('unreachable', `${at}.timeout`)) // FED-37
    const ask = async (): Promise<FetchedStatement> => {
      const headers = { accept: entityStatementMediaType }
      const request = new Request(url, { headers, redirect: 'manual', credentials: 'omit', signal })
      if (strangerWork) markStrangerRequest(request, strangerWork) // FED-50
      if (namedBy !== undefined) markForeignEndpoint(request, namedBy) // FED-125
      const compact = await fetchText(fetch, request, entityStatementMediaType, at, { size })
      if (failed(compact)) return unreachableIfOutage(compact)
      const parse = isConfiguration ? parseEntityConfiguration : parseEntityStatement
      const statement = parse(compact, options, statementAt)
      if (!failed(statement)) onArrival?.(statement)
      return statement
    }
    const document = origins.run(url, ask).then((statement) => statement ?? fail('limit_reached', at)) // FED-51
    documents.set(url, document)
    return document
  }
}
