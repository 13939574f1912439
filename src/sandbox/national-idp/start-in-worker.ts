/**
 * Starts national identity providers of the sandbox in a worker, so that their libraries, their event loop and their
 * prints stay apart from the roles under test.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { PortUnavailable, portFlag, programBeside } from '../../node/index.ts'
import type { SamlIdpOptions } from './saml/serve.ts'
import type { NationalIdpOptions } from './serve.ts'

/** Those that the worker serves. */
export interface WorkerOptions {
  readonly openId?: NationalIdpOptions
  readonly saml?: SamlIdpOptions
}

/** A few logins at a time: what the engine would take by itself for young objects is as much as a role holds. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 }

const tellFault = (fault: unknown): void => {
  console.error('The national identity providers of the sandbox ended by a fault:', fault)
}

/**
 * Resolves to what the worker says of itself once all of it answers, and how it is stopped. Rejects with
 * `PortUnavailable`, or with the fault that ended it. A fault that ends it later is told, and ends nothing else.
 */
export async function startInWorker<Place extends object>(
  options: WorkerOptions,
  url: URL = programBeside(import.meta.url, 'worker'),
  onFault: (fault: unknown) => void = tellFault,
): Promise<Place & { stop(): Promise<void> }> {
  const worker = new Worker(url, { workerData: options, stdout: true, stderr: true, resourceLimits })
  worker.stdout.resume()
  worker.stderr.resume()
  const [place] = (await once(worker, 'message').catch((thrown: unknown) => {
    const { code, port = 0 } = thrown as NodeJS.ErrnoException & { readonly port?: number }
    throw code === 'EADDRINUSE' ? new PortUnavailable(port, 'in use', portFlag) : thrown
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
