/**
 * The worker in which the sandbox's SAML identity provider lives. A fault that ends it reaches the parent as the
 * worker's `error`.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { type SamlIdpOptions, serveSamlIdp } from './serve.ts'

const { entityId, metadataUrl, stop } = await serveSamlIdp(workerData as SamlIdpOptions)
parentPort?.once('message', async () => {
  await stop()
  parentPort?.close()
})
parentPort?.postMessage({ entityId, metadataUrl })
