/** Decisions as JSON, for the command line and other programs. */
import type { DecisionRecord } from '../base/index.ts'
import { type HttpResponse, type Route, respondJson } from '../http/index.ts'
import { type DecisionLog, isRefusal } from '../node/index.ts'

/**
 * Answer for an unknown trace. A lookup is not recorded as a decision, because it could displace the decision that is
 * sought.
 */
const unknownTrace = { error: 'not_found', error_description: 'No such decision is kept. (trace_unknown)' }
const listed = 200

/** Returns the routes: all decisions, the last, and one by its trace. */
export function decisionRoutes(log: Pick<DecisionLog, 'find' | 'last' | 'latest' | 'counts'>): readonly Route[] {
  const show = (decision: DecisionRecord | undefined): HttpResponse =>
    decision === undefined ? respondJson(unknownTrace, 404) : respondJson(decision)
  return [
    {
      method: 'GET',
      path: '/decisions',
      kind: 'machine',
      handle: ({ query }) => {
        const isChosen = query.get('refused') === undefined ? undefined : isRefusal
        return respondJson({ decisions: log.latest(listed, isChosen), counts: log.counts() })
      },
    },
    { method: 'GET', path: '/decisions/last', kind: 'machine', handle: () => show(log.last()) },
    {
      method: 'GET',
      path: '/decisions/:trace',
      kind: 'machine',
      handle: ({ path }) => show(log.find(path.trace ?? '')),
    },
  ]
}
