/** Starts the sandbox's OpenID Provider in its worker. */
import { programBeside } from '../../node/index.ts'
import type { NationalIdp, NationalIdpOptions } from './serve.ts'
import { startInWorker } from './start-in-worker.ts'

/** Resolves when it answers; rejects with `PortUnavailable`, or when the client metadata is refused. */
export const startNationalIdp = (options: NationalIdpOptions): Promise<NationalIdp> =>
  startInWorker<NationalIdpOptions, Pick<NationalIdp, 'issuer'>>(programBeside(import.meta.url, 'worker'), options)
