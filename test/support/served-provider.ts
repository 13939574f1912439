/** A Wallet Provider of a bench on a port of this machine. It is known by its own name, whatever the port. */
import { type RunningServer, serve } from '../../src/node/index.ts'
import { type WalletProviderBench, walletProviderId } from './wallet-provider-bench.ts'

export interface ServedProvider extends Pick<RunningServer, 'stop'> {
  readonly url: string
  post(path: string, contentType: string, body: string): Promise<Response>
}

export async function serveProvider({ provider }: Pick<WalletProviderBench, 'provider'>): Promise<ServedProvider> {
  const server = await serve({
    port: 0,
    hosts: ['127.0.0.1'],
    stopTimeoutSeconds: 0,
    app: (request) => {
      const { pathname, search } = new URL(request.url)
      const { method, body, headers } = request
      const named = new Headers([...headers].filter(([name]) => name !== 'host'))
      const init = { method, headers: named, ...(body && { body, duplex: 'half' }) } as RequestInit
      return provider.app(new Request(`${walletProviderId}${pathname}${search}`, init))
    },
  })
  const url = `http://127.0.0.1:${server.port}`
  return {
    url,
    stop: () => server.stop(),
    post: (path, contentType, body) =>
      fetch(`${url}${path}`, { method: 'POST', body, headers: { 'content-type': contentType } }),
  }
}
