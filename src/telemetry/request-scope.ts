/**
 * Context of the request that is being served, available in all its asynchronous calls: client, surface, and current
 * span. Telemetry and limits use it. Roles do not import this file: their context has the function `clientNetwork`.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from '@opentelemetry/api'

/** The request that is being served. */
export interface ServedRequest {
  /** IPv4 address of the client, or its IPv6 network of 64 bits, from the connection or from trusted proxies. */
  readonly clientNetwork: string
  /** True for a request to the administration. Defaults to false. */
  readonly isAdministration?: boolean
  /** Role and path of the request's first decision: `pid-provider/token`. `Instruments.decisions` sets it. */
  surface?: string
}

interface Scope {
  readonly request: ServedRequest
  readonly span?: Context
}

/** Carries the request context over every `await`. */
export interface RequestScope {
  /** Runs a function in the context of a request. */
  run<T>(request: ServedRequest, run: () => Promise<T>): Promise<T>
  /** Runs a function inside a span. Outside a request, runs it without the span. */
  within<T>(span: Context, run: () => Promise<T>): Promise<T>
  request(): ServedRequest | undefined
  span(): Context | undefined
}

/** Creates the scope of a process. */
export function createRequestScope(): RequestScope {
  const storage = new AsyncLocalStorage<Scope>()
  return {
    run: (request, run) => storage.run({ request }, run),
    within: (span, run) => {
      const scope = storage.getStore()
      return scope === undefined ? run() : storage.run({ request: scope.request, span }, run)
    },
    request: () => storage.getStore()?.request,
    span: () => storage.getStore()?.span,
  }
}
