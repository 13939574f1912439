/** Starts the sandbox's OpenID Provider by itself, in a worker. */
import type { NationalIdp, NationalIdpOptions } from './serve.ts'
import { startInWorker } from './start-in-worker.ts'

/** Resolves when it answers; rejects with `PortUnavailable`, or when the client metadata is refused. */
export const startNationalIdp = (options: NationalIdpOptions): Promise<NationalIdp> =>
  startInWorker<Pick<NationalIdp, 'issuer'>>({ openId: options })
