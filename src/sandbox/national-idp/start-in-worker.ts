/**
 * Starts a national identity provider of the sandbox in a worker of its own, so that its library, its event loop and its
 * prints stay apart from the roles under test.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { PortUnavailable } from '../../node/index.ts'

/** A few logins at a time: what the engine would take by itself for young objects is as much as a role holds. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 }

const tellFault = (fault: unknown): void => {
  console.error('A national identity provider of the sandbox ended by a fault:', fault)
}

/**
 * Resolves to what the worker says of itself once it answers, and how it is stopped. Rejects with `PortUnavailable`, or
 * with the fault that ended it. A fault that ends it later is told, and ends nothing else.
 */
export async function startInWorker<Options extends { readonly port: number }, Place extends object>(
  url: URL,
  options: Options,
  onFault: (fault: unknown) => void = tellFault,
): Promise<Place & { stop(): Promise<void> }> {
  const worker = new Worker(url, { workerData: options, stdout: true, stderr: true, resourceLimits })
  worker.stdout.resume()
  worker.stderr.resume()
  const [place] = (await once(worker, 'message').catch((thrown: unknown) => {
    throw (thrown as NodeJS.ErrnoException).code === 'EADDRINUSE' ? new PortUnavailable(options.port, 'in use') : thrown
  })) as [Place]
  worker.on('error', onFault)
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  return {
    ...place,
    stop: async () => {
      worker.postMessage('stop')
      await exited
    },
  }
}
