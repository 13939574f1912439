/**
 * Name of the operator of the current request. All asynchronous calls of the request can read it, so screens do not
 * pass it on.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Fetch } from '../../base/index.ts'
import { operatorHeader } from '../../member/index.ts'

/** Operator of the current request. */
export interface OperatorScope {
  /** Calls `run`. Within the call, and within the asynchronous calls that it starts, `current` returns the name. */
  run<T>(name: string, run: () => T): T
  /** Returns the operator's name, or `undefined` outside of a request with a session. */
  current(): string | undefined
}

/** Creates the scope. The name follows the asynchronous calls of a request. */
export function createOperatorScope(): OperatorScope {
  const storage = new AsyncLocalStorage<string>()
  return { run: (name, run) => storage.run(name, run), current: () => storage.getStore() }
}

/**
 * Returns a fetch function that adds the operator's name to each request with an `Authorization` header. Outside of a
 * request with a session, adds nothing.
 */
export const fetchForOperator =
  (fetch: Fetch, { current }: Pick<OperatorScope, 'current'>): Fetch =>
  (request) => {
    const name = current()
    if (name === undefined || !request.headers.has('authorization')) return fetch(request)
    const withOperator = new Request(request)
    withOperator.headers.set(operatorHeader, name)
    return fetch(withOperator)
  }
