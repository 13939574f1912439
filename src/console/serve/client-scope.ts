/** Provides the address range of the client of the current request, for limits per client. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { clientNetworkOf } from '../../base/index.ts'
import type { App } from '../../http/index.ts'
import { type Answering, clientAddressOf, type TrustedProxies } from '../../node/index.ts'

/** The address range of the client of the current request, as `clientNetworkOf` returns it. */
export interface ClientScope {
  /** Returns the address range of the client, or `unknown` outside of a request. */
  currentNetwork(): string
  /** Wraps an app. While the app handles a request, `currentNetwork` returns the address range of the client. */
  wrapApp(app: App): Answering
}

/** Creates the scope. `trusted` are the proxies whose `X-Forwarded-For` counts. */
export function createClientScope(trusted: TrustedProxies): ClientScope {
  const storage = new AsyncLocalStorage<string>()
  return {
    currentNetwork: () => storage.getStore() ?? 'unknown',
    wrapApp: (app) => ({
      answer: (request, { address }) => {
        const client = clientAddressOf(address, () => request.header('x-forwarded-for'), trusted)
        return storage.run(clientNetworkOf(client), () => app.answer(request))
      },
      refuseUnread: app.refuseUnread,
    }),
  }
}
