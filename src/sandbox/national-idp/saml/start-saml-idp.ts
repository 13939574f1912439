/** Starts the sandbox's SAML identity provider in its worker. */
import { programBeside } from '../../../node/index.ts'
import { startInWorker } from '../start-in-worker.ts'
import type { SamlIdp, SamlIdpOptions } from './serve.ts'

/** Resolves when it answers; rejects with `PortUnavailable`, or when the metadata of a service provider is refused. */
export const startSamlIdp = (options: SamlIdpOptions): Promise<SamlIdp> =>
  startInWorker<SamlIdpOptions, Pick<SamlIdp, 'entityId' | 'metadataUrl'>>(
    programBeside(import.meta.url, 'worker'),
    options,
  )
