/**
 * The documents of one build of trust chains: each is fetched and parsed once, whoever asks for it, within the time and the
 * size that the build has (FED-37).
 */
import {
  type Failure,
  type Fetch,
  type FetchCode,
  fail,
  failed,
  fetchText,
  markForStranger,
  unlessInTrouble,
} from '../../base/index.ts'
import {
  type EntityStatement,
  type EntityStatementCode,
  type EntityStatementPolicy,
  entityStatementMediaType,
  parseEntityStatement,
} from '../statement/entity-statement.ts'
import type { OriginBudgets } from './origin-budget.ts'
import type { SharedBudget } from './shared-budget.ts'

export type FetchedStatement = EntityStatement | Failure<FetchCode | EntityStatementCode | 'limit_reached'>

/** The limits of the documents of one build, all of them together up to the deadline. */
export interface StatementFetcherOptions extends EntityStatementPolicy {
  /** Bytes of one document. */
  readonly size: number
  /** What is not there by then did not come. */
  readonly deadline: AbortSignal
  readonly origins: OriginBudgets
  /** The work that a stranger caused and that the documents are for. */
  readonly strangerWork?: object
}

export interface WantedStatement {
  /** Names what is fetched in a failure. */
  readonly at: string
  /** Names the statement that it is. Defaults to `at`. */
  readonly statementAt?: string
  /** Called once with the statement, before what it cost at its origin is settled. */
  readonly onArrival?: (statement: EntityStatement) => void
}

export type StatementFetcher = (url: string, budget: SharedBudget, wanted: WantedStatement) => Promise<FetchedStatement>

/**
 * What is fetched takes from the budget, what is known does not. Answers a document that is no statement, or did not come in
 * time, with a failure; does not verify any signature.
 */
export function createStatementFetcher(fetch: Fetch, options: StatementFetcherOptions): StatementFetcher {
  const { deadline: signal, size, origins, strangerWork } = options
  const documents = new Map<string, Promise<FetchedStatement>>()
  return (url, budget, { at, statementAt = at, onArrival }) => {
    const known = documents.get(url)
    if (known) return known // FED-37
    if (!budget.take()) return Promise.resolve(fail('limit_reached', at)) // FED-37
    if (signal.aborted) return Promise.resolve(fail('unreachable', `${at}.timeout`)) // FED-37
    const ask = async (): Promise<FetchedStatement> => {
      const headers = { accept: entityStatementMediaType }
      const request = new Request(url, { headers, redirect: 'manual', credentials: 'omit', signal })
      if (strangerWork) markForStranger(request, strangerWork) // FED-50
      const compact = await fetchText(fetch, request, entityStatementMediaType, at, { size })
      if (failed(compact)) return unlessInTrouble(compact)
      const statement = parseEntityStatement(compact, options, statementAt)
      if (!failed(statement)) onArrival?.(statement)
      return statement
    }
    const document = origins.run(url, ask).then((found) => found ?? fail('limit_reached', at)) // FED-51
    documents.set(url, document)
    return document
  }
}
