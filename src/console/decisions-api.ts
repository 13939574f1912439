/** Decisions as JSON, for the command line and other programs. */
import type { DecisionRecord } from '../base/index.ts'
import { type HttpResponse, type Route, respondJson } from '../http/index.ts'
import { type DecisionLog, isNotAccepted } from '../node/index.ts'

/**
 * Error for an unknown trace ID. A lookup is not recorded as a decision, because its record could displace the
 * requested decision from the log.
 */
const unknownTrace = {
  error: 'not_found',
  error_description: 'No decision with this trace ID is kept. (trace_unknown)',
}
const maximumListed = 200

/**
 * Returns the routes. They serve the last 200 decisions with the counters of all checks, the decision that
 * `DecisionLog.last` selects, and one decision by its trace ID. The parameter `refused`, with any value that is not
 * empty, selects the decisions that were refused or failed.
 */
export function decisionRoutes(log: Pick<DecisionLog, 'find' | 'last' | 'latest' | 'counts'>): readonly Route[] {
  const show = (decision: DecisionRecord | undefined): HttpResponse =>
    decision === undefined ? respondJson(unknownTrace, 404) : respondJson(decision)
  return [
    {
      method: 'GET',
      path: '/decisions',
      kind: 'machine',
      handle: ({ query }) => {
        const filter = query.get('refused') === undefined ? undefined : isNotAccepted
        return respondJson({ decisions: log.latest(maximumListed, filter), counts: log.counts() })
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
