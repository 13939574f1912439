/**
 * Creates spans with the OpenTelemetry API. Without an SDK, spans record nothing. A span contains surfaces (role and
 * path of a route), methods, codes, statuses and the names of errors, but no query and no other value of the request
 * (GEN-24).
 */
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { DecisionRecord, MaybePromise } from '../base/index.ts'
import type { HttpResponse } from '../http/index.ts'
import type { RequestScope } from './request-scope.ts'

/** Spans of one process. */
export interface Tracing {
  /**
   * Runs a request in a new span. `traceparent` (W3C Trace Context §3.2) names the parent span. `surface` is called
   * after the response to name the span. Rejects with the error of `run`.
   */
  request(
    input: { readonly method: string; readonly traceparent: string | undefined },
    run: () => MaybePromise<HttpResponse>,
    surface: () => string,
  ): Promise<HttpResponse>
  /** Runs a step in a child of the current span. Without a current span, only runs it. */
  step<T>(name: string, run: () => Promise<T>, options?: SpanOptions): Promise<T>
  /** Records the result of a decision in the current span. */
  note(decision: DecisionRecord): void
}

/** Creates spans in the context that `scope` carries. Does not load an SDK: the operator must do so. */
export function createTracing(scope: RequestScope): Tracing {
  const tracer = trace.getTracer('fiducia')
  async function within<T>(span: Span, parent: Context, run: () => Promise<T>): Promise<T> {
    if (!span.isRecording()) return run()
    try {
      return await scope.within(trace.setSpan(parent, span), run)
    } catch (thrown) {
      if (thrown instanceof Error) span.setStatus({ code: SpanStatusCode.ERROR, message: thrown.name })
      throw thrown
    } finally {
      span.end()
    }
  }
  return {
    request: ({ method, traceparent }, run, surface) => {
      const parent = parentOf(traceparent)
      const options = { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } }
      const span = tracer.startSpan(method, options, parent)
      return within(span, parent, async () => {
        const response = await run()
        span.updateName(`${method} ${surface()}`)
        span.setAttributes({ 'http.route': surface(), 'http.response.status_code': response.status })
        if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        return response
      })
    },
    step: (name, run, options = {}) => {
      const parent = scope.span()
      if (parent === undefined) return run()
      return within(tracer.startSpan(name, options, parent), parent, run)
    },
    note: ({ trace: id, outcome, checks }) => {
      const current = scope.span()
      const span = current && trace.getSpan(current)
      if (!span?.isRecording()) return
      span.setAttributes({ 'fiducia.trace': id, 'fiducia.outcome': outcome, 'fiducia.checks': checks.length })
      const refused = outcome === 'refused' ? checks.at(-1) : undefined
      if (refused)
        span.addEvent('refused', { 'fiducia.requirement': refused.requirement, 'fiducia.code': refused.code ?? '' })
    },
  }
}

/** A `traceparent`. Versions after 00 may have further parts. `ff` is not a version (W3C Trace Context §3.2.4). */
const traceparentPattern = /^(?!ff|00.{54})[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/

/** Parses a `traceparent`. A malformed one starts a new trace. */
function parentOf(traceparent: string | undefined): Context {
  const parts = traceparentPattern.exec(traceparent ?? '')
  const [, traceId = '', spanId = '', flags = '00'] = parts ?? []
  if (parts === null || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & 1,
    isRemote: true,
  })
}
