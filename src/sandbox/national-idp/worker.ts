/**
 * Worker thread of the sandbox's national identity providers. One thread serves both, so that shared code is loaded
 * once. The parent discards the output of the thread, because a library prints irrelevant warnings at every start. An
 * error that ends the thread reaches the parent as the `error` event of its `Worker`.
 */
import { inspect } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import type { ObservedExchange } from './observe-exchanges.ts'
import type { ObservedMessage, ObservedParty, RequestFault, WorkerOptions } from './start-in-worker.ts'

const { openId, saml } = workerData as WorkerOptions
const reportAs = (party: ObservedParty) => (exchange: ObservedExchange) =>
  parentPort?.postMessage({ party, exchange } satisfies ObservedMessage)
const onFault = (fault: unknown) => parentPort?.postMessage({ fault: inspect(fault) } satisfies RequestFault)
const running = await Promise.all([
  openId &&
    import('./serve.ts').then(({ serveNationalIdp }) => serveNationalIdp(openId, reportAs('national-idp'), onFault)),
  saml &&
    import('./saml/serve.ts').then(({ serveSamlIdp }) => serveSamlIdp(saml, reportAs('national-saml-idp'), onFault)),
])
parentPort?.once('message', async () => {
  await Promise.all(running.map((idp) => idp?.stop()))
  parentPort?.close()
})
const [openIdProvider, samlIdp] = running
parentPort?.postMessage({
  ...(openIdProvider && { issuer: openIdProvider.issuer }),
  ...(samlIdp && { entityId: samlIdp.entityId, metadataUrl: samlIdp.metadataUrl }),
})
