/**
 * Context of the request that is being served, available in all its asynchronous calls: client, surface, and current
 * span. For telemetry and limits only. Roles do not know it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from '@opentelemetry/api'

/** The request that is being served. */
export interface ServedRequest {
  /** Address of the peer, or as reported by trusted proxies. */
  readonly clientAddress: string
  /** Role and path of its first decision. */
  surface?: string
}

interface Scope {
  readonly request: ServedRequest
  readonly span?: Context
}

/** Carries the request context over every `await`. For telemetry only. */
export interface RequestScope {
  run<T>(request: ServedRequest, run: () => Promise<T>): Promise<T>
  /** Runs a function inside a span. Outside of a request it only runs it. */
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
