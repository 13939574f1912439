/** Finds the trace ID in a search text: the ID alone, a header line, or the output of a command. */
import type { Parameters } from '../../http/index.ts'
import type { FlowCatalogue } from './flow-catalogue.ts'

const wholePattern = /^[\w-]{12}$/
const namedPattern = /(?:trace|explain|traccia)\W{1,4}([\w-]{12})(?![\w-])/i

const traceIn = (text: string): string | undefined => wholePattern.exec(text)?.[0] ?? namedPattern.exec(text)?.[1]

/**
 * Returns the trace ID in the parameter `trace`. If `trace` contains no trace ID, returns the first 64 characters of
 * `trace`. If `trace` is absent or blank, returns the trace ID in `text`, provided that `locate` finds this ID.
 */
export function searchedTrace(query: Parameters, locate: FlowCatalogue['locate']): string | undefined {
  const pasted = query.get('trace')?.trim() ?? ''
  if (pasted !== '') return traceIn(pasted) ?? pasted.slice(0, 64).toWellFormed()
  const inText = traceIn(query.get('text') ?? '')
  return inText !== undefined && locate(inText) ? inText : undefined
}
