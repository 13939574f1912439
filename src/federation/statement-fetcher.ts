/**
 * The documents of one build of trust chains: each is fetched and parsed once, whoever asks for it, within the time and the
 * size that the build has (FED-37).
 */
import { type Failure, type Fetch, type FetchCode, fail, failed, fetchText, unlessInTrouble } from '../base/index.ts'
import {
  type EntityStatement,
  type EntityStatementCode,
  type EntityStatementPolicy,
  entityStatementMediaType,
  parseEntityStatement,
} from './entity-statement.ts'
import type { SharedBudget } from './shared-budget.ts'

export type FetchedStatement = EntityStatement | Failure<FetchCode | EntityStatementCode | 'limit_reached'>

/** The limits of the documents of one build, all of them together up to the deadline. */
export interface StatementFetcherOptions extends EntityStatementPolicy {
  /** Bytes of one document. */
  readonly size: number
  /** What is not there by then did not come. */
  readonly deadline: AbortSignal
}

/** `at` names what is fetched in a failure, `statementAt` the statement that it is. */
export type StatementFetcher = (
  url: string,
  budget: SharedBudget,
  at: string,
  statementAt?: string,
) => Promise<FetchedStatement>

/**
 * What is fetched takes from the budget, what is known does not. Answers a document that is no statement, or did not come in
 * time, with a failure; does not verify any signature.
 */
export function createStatementFetcher(fetch: Fetch, options: StatementFetcherOptions): StatementFetcher {
  const { deadline: signal, size } = options
  const documents = new Map<string, Promise<FetchedStatement>>()
  return (url, budget, at, statementAt = at) => {
    const known = documents.get(url)
    if (known) return known // FED-37
    if (!budget.take()) return Promise.resolve(fail('limit_reached', at)) // FED-37
    if (signal.aborted) return Promise.resolve(fail('unreachable', `${at}.timeout`)) // FED-37
    const headers = { accept: entityStatementMediaType }
    const request = new Request(url, { headers, redirect: 'manual', credentials: 'omit', signal })
    const text = fetchText(fetch, request, entityStatementMediaType, at, { size })
    const document = text.then((compact) =>
      failed(compact) ? unlessInTrouble(compact) : parseEntityStatement(compact, options, statementAt),
    )
    documents.set(url, document)
    return document
  }
}
