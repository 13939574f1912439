/**
 * Starts the sandbox's SAML identity provider in a worker of its own, so that its library and its event loop stay apart
 * from the roles under test.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { SamlIdp, SamlIdpOptions } from './serve.ts'

/** Resolves when it answers; rejects when the port is taken or the metadata of a service provider is refused. */
export async function startSamlIdp(options: SamlIdpOptions): Promise<SamlIdp> {
  const source = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js'
  const worker = new Worker(new URL(source, import.meta.url), { workerData: options, stdout: true, stderr: true })
  worker.stdout.resume()
  worker.stderr.resume()
  const [place] = (await once(worker, 'message')) as [Pick<SamlIdp, 'entityId' | 'metadataUrl'>]
  return {
    ...place,
    stop: async () => {
      const exited = once(worker, 'exit')
      worker.postMessage('stop')
      await exited
    },
  }
}
