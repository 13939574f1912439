/** Each national identity provider of the sandbox alone, in a worker as in the sandbox. */
import type { SamlIdp, SamlIdpOptions } from '../../src/sandbox/national-idp/saml/serve.ts'
import type { NationalIdp, NationalIdpOptions } from '../../src/sandbox/national-idp/serve.ts'
import { startInWorker } from '../../src/sandbox/national-idp/start-in-worker.ts'

/** Resolves when it answers. Rejects with `PortUnavailable`, or when the client metadata is refused. */
export const startNationalIdp = (options: NationalIdpOptions): Promise<NationalIdp> =>
  startInWorker<Pick<NationalIdp, 'issuer'>>({ openId: options })

/** Resolves when it answers. Rejects with `PortUnavailable`, or when the metadata of a service provider is refused. */
export const startSamlIdp = (options: SamlIdpOptions): Promise<SamlIdp> =>
  startInWorker<Pick<SamlIdp, 'entityId' | 'metadataUrl'>>({ saml: options })
