/** Starts the sandbox's SAML identity provider by itself, in a worker. */
import { startInWorker } from '../start-in-worker.ts'
import type { SamlIdp, SamlIdpOptions } from './serve.ts'

/** Resolves when it answers; rejects with `PortUnavailable`, or when the metadata of a service provider is refused. */
export const startSamlIdp = (options: SamlIdpOptions): Promise<SamlIdp> =>
  startInWorker<Pick<SamlIdp, 'entityId' | 'metadataUrl'>>({ saml: options })
