/** Serves apps on local ports. An app receives its requests with its public URL instead of the port's URL. */
import type { App } from '../../src/http/index.ts'
import { type RunningServer, serve } from '../../src/node/index.ts'
import { type WalletProviderBench, walletProviderId } from './wallet-provider-bench.ts'

export interface ServedProvider extends Pick<RunningServer, 'stop'> {
  readonly url: string
  post(path: string, contentType: string, body: string): Promise<Response>
}

export const serveProvider = ({ provider }: Pick<WalletProviderBench, 'provider'>): Promise<ServedProvider> =>
  serveApp(provider.app, walletProviderId)

/** Serves an app that has this public URL. */
export async function serveApp(app: App, publicUrl: string): Promise<ServedProvider> {
  const server = await serve({
    port: 0,
    hosts: ['127.0.0.1'],
    stopTimeoutSeconds: 0,
    app: (request) => {
      const { pathname, search } = new URL(request.url)
      const { method, body, headers } = request
      const named = new Headers([...headers].filter(([name]) => name !== 'host'))
      const init = { method, headers: named, ...(body && { body, duplex: 'half' }) } as RequestInit
      return app(new Request(`${publicUrl}${pathname}${search}`, init))
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
