/**
 * Spans for OpenTelemetry, through its API alone: where no SDK is loaded every span is one that records nothing, and
 * nothing is kept. A span holds surfaces, verbs, codes and status; no URL with its query, no value (GEN-24).
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

/** The spans of one process. */
export interface Tracing {
  /** The span of a request; `traceparent` (W3C Trace Context §3.2) says what it continues. */
  request(
    input: { readonly method: string; readonly traceparent: string | undefined },
    run: () => MaybePromise<HttpResponse>,
    surface: () => string,
  ): Promise<HttpResponse>
  /** A step inside of whatever runs now. */
  step<T>(name: string, run: () => Promise<T>, options?: SpanOptions): Promise<T>
  /** Writes what a decision came to on the span that runs now. */
  note(decision: DecisionRecord): void
}

/** Spans below the request that `scope` knows. Loads no SDK: the operator does. */
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

/** Only version 00 is read; an invalid header starts a trace of our own. */
function parentOf(traceparent: string | undefined): Context {
  const parts = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '')
  const [, traceId = '', spanId = '', flags = '00'] = parts ?? []
  if (parts === null || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & 1,
    isRemote: true,
  })
}
