/** The person whose request is being served, available in all its asynchronous calls. Screens do not know it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Fetch } from '../../base/index.ts'
import { operatorHeader } from '../../member/index.ts'

export interface OperatorScope {
  run<T>(name: string, run: () => T): T
  /** Returns the name of the person, or `undefined` outside of a request with a session. */
  current(): string | undefined
}

/** Creates the scope. The name follows the asynchronous calls of a request. */
export function createOperatorScope(): OperatorScope {
  const storage = new AsyncLocalStorage<string>()
  return { run: (name, run) => storage.run(name, run), current: () => storage.getStore() }
}

/** Returns a fetch function that adds the person's name to each request with the console's token. */
export const fetchForOperator =
  (fetch: Fetch, { current }: Pick<OperatorScope, 'current'>): Fetch =>
  (request) => {
    const name = current()
    if (name === undefined || !request.headers.has('authorization')) return fetch(request)
    const named = new Request(request)
    named.headers.set(operatorHeader, name)
    return fetch(named)
  }
