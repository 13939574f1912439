/** Starts one national identity provider of the sandbox, in a worker as in the sandbox. */
import type { SamlIdp, SamlIdpOptions } from '../../src/sandbox/national-idp/saml/serve.ts'
import type { NationalIdp, NationalIdpOptions } from '../../src/sandbox/national-idp/serve.ts'
import { startInWorker } from '../../src/sandbox/national-idp/start-in-worker.ts'

/** Resolves when the provider answers. Rejects with `PortUnavailable`, or if the client metadata are refused. */
export const startNationalIdp = (options: NationalIdpOptions): Promise<NationalIdp> =>
  startInWorker<Pick<NationalIdp, 'issuer'>>({ openId: options })

/** Resolves when the provider answers. Rejects with `PortUnavailable`, or if metadata of a client are refused. */
export const startSamlIdp = (options: SamlIdpOptions): Promise<SamlIdp> =>
  startInWorker<Pick<SamlIdp, 'entityId' | 'metadataUrl'>>({ saml: options })
