/**
 * What is known of the request that is being served, wherever its handling has got to: who sent it, which surface it
 * met, and the span that what is done now belongs to. Roles know nothing of it; what measures and limits does.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from '@opentelemetry/api'

/** What is known of the request that is being served. */
export interface ServedRequest {
  /** By the connection, or by the proxies that are trusted. */
  readonly clientAddress: string
  /** Role and path as its first decision named it. */
  surface?: string
}

interface Scope {
  readonly request: ServedRequest
  readonly span?: Context
}

/** Carries what is known of a request over every `await`, beside the arguments: for telemetry only. */
export interface RequestScope {
  run<T>(request: ServedRequest, run: () => Promise<T>): Promise<T>
  /** Runs what belongs to a span. Outside of a request it just runs. */
  within<T>(span: Context, run: () => Promise<T>): Promise<T>
  request(): ServedRequest | undefined
  span(): Context | undefined
}

/** One scope for one process's roles. */
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
