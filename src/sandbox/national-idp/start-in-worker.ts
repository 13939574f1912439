/**
 * Starts national identity providers of the sandbox in a worker, to separate their libraries, event loop and output
 * from the roles under test.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { PortUnavailable, portFlag, programBeside } from '../../node/index.ts'
import type { ObservedExchange } from './observe-exchanges.ts'
import type { SamlIdpOptions } from './saml/serve.ts'
import type { NationalIdpOptions } from './serve.ts'

/** Identity providers of the worker. */
export interface WorkerOptions {
  readonly openId?: NationalIdpOptions
  readonly saml?: SamlIdpOptions
}

/** Party of the sandbox that the worker serves. */
export type ObservedParty = 'national-idp' | 'national-saml-idp'

/** An exchange of a party with a browser or an unknown client. */
export interface ObservedMessage {
  readonly party: ObservedParty
  readonly exchange: ObservedExchange
}

/** Limits the memory for young objects, because the engine's default is as large as the memory of a whole role. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 }

const printFault = (fault: unknown): void => {
  console.error('The national identity providers of the sandbox ended with an error:', fault)
}

/**
 * Starts the worker. Resolves once all its servers answer, to the worker's first message and a function that stops the
 * worker. Rejects with `PortUnavailable` if a port is in use, or with the error that ended the worker. `onFault`
 * receives a later error, which ends only the worker.
 */
export async function startInWorker<FirstMessage extends object>(
  options: WorkerOptions,
  url: URL = programBeside(import.meta.url, 'worker'),
  {
    onFault = printFault,
    onExchange = () => undefined,
  }: {
    readonly onFault?: (fault: unknown) => void
    readonly onExchange?: (message: ObservedMessage) => void
  } = {},
): Promise<FirstMessage & { stop(): Promise<void> }> {
  const worker = new Worker(url, { workerData: options, stdout: true, stderr: true, resourceLimits })
  worker.stdout.resume()
  worker.stderr.resume()
  const [firstMessage] = (await once(worker, 'message').catch((thrown: unknown) => {
    const { code, port = 0 } = thrown as NodeJS.ErrnoException & { readonly port?: number }
    throw code === 'EADDRINUSE' ? new PortUnavailable(port, 'in use', portFlag) : thrown
  })) as [FirstMessage]
  worker.on('error', onFault)
  worker.on('message', onExchange)
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  return {
    ...firstMessage,
    stop: async () => {
      worker.postMessage('stop')
      await exited
    },
  }
}
