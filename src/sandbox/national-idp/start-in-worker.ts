/**
 * Starts national identity providers of the sandbox in a worker thread, to separate their libraries, event loop and
 * output from the roles under test.
 */
import { Worker } from 'node:worker_threads'
import { PortUnavailable, portFlag, siblingModuleUrl } from '../../node/index.ts'
import type { ObservedExchange } from './observe-exchanges.ts'
import type { SamlIdpOptions } from './saml/serve.ts'
import type { NationalIdpOptions } from './serve.ts'

export interface WorkerOptions {
  readonly openId?: NationalIdpOptions
  readonly saml?: SamlIdpOptions
}

/** An identity provider of the worker thread, as a party in the console's flows. */
export type ObservedParty = 'national-idp' | 'national-saml-idp'

/** An exchange of an identity provider with a browser or another client outside the sandbox. */
export interface ObservedMessage {
  readonly party: ObservedParty
  readonly exchange: ObservedExchange
}

/** Error of a request, as text. */
export interface RequestFault {
  readonly fault: string
}

/** Limits V8's memory for young objects, because the default is as large as the memory of a whole role. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 }

const printFault = (fault: unknown): void => {
  console.error('The national identity providers of the sandbox have an error:', fault)
}

/**
 * Starts the worker thread. Resolves once all its servers are ready, to the thread's start message and a function that
 * stops the thread. `onFault` receives the texts of errors of requests. It also receives an error that ends the thread
 * after the start. Both callbacks may be called before the start message, because a server answers requests as soon as
 * it is ready itself. Rejects with:
 *
 * - `PortUnavailable` if a port is in use
 * - the error that ended the thread, or an `Error` if the thread ends without one before its start message
 */
export async function startInWorker<StartMessage extends object>(
  options: WorkerOptions,
  url: URL = siblingModuleUrl(import.meta.url, 'worker'),
  {
    onFault = printFault,
    onExchange = () => undefined,
  }: {
    readonly onFault?: (fault: unknown) => void
    readonly onExchange?: (message: ObservedMessage) => void
  } = {},
): Promise<StartMessage & { stop(): Promise<void> }> {
  const worker = new Worker(url, { workerData: options, stdout: true, stderr: true, resourceLimits })
  worker.stdout.resume()
  worker.stderr.resume()
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const started = Promise.withResolvers<StartMessage>()
  exited.then(() => started.reject(new Error('The worker thread ended before its start message.')))
  worker.once('error', started.reject)
  worker.on('message', (message: StartMessage | ObservedMessage | RequestFault) => {
    if ('fault' in message) onFault(message.fault)
    else if ('exchange' in message) onExchange(message as ObservedMessage)
    else started.resolve(message)
  })
  const startMessage = await started.promise.catch((thrown: unknown) => {
    const { code, port = 0 } = thrown as NodeJS.ErrnoException & { readonly port?: number }
    throw code === 'EADDRINUSE' ? new PortUnavailable(port, 'in use', portFlag) : thrown
  })
  worker.on('error', onFault)
  return {
    ...startMessage,
    stop: async () => {
      worker.postMessage('stop')
      await exited
    },
  }
}
