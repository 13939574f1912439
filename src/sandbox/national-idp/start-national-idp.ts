/**
 * Starts the sandbox's OpenID Provider in a worker of its own, so that its library, its event loop and its
 * prints stay apart from the roles under test.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { PortUnavailable } from '../../node/index.ts'
import type { NationalIdp, NationalIdpOptions } from './serve.ts'

/** Resolves when it answers; rejects with `PortUnavailable`, or when the client metadata is refused. */
export async function startNationalIdp(options: NationalIdpOptions): Promise<NationalIdp> {
  const source = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js'
  const worker = new Worker(new URL(source, import.meta.url), { workerData: options, stdout: true, stderr: true })
  worker.stdout.resume()
  worker.stderr.resume()
  const [{ issuer }] = (await once(worker, 'message').catch((thrown: unknown) => {
    throw (thrown as NodeJS.ErrnoException).code === 'EADDRINUSE' ? new PortUnavailable(options.port, 'in use') : thrown
  })) as [{ readonly issuer: string }]
  return {
    issuer,
    stop: async () => {
      const exited = once(worker, 'exit')
      worker.postMessage('stop')
      await exited
    },
  }
}
