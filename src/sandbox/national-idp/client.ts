/** The PID Provider as the sandbox's OpenID Provider registers it: by the metadata that it also publishes (PP-38). */
import { createNationalLoginMetadata, endpointsOf, type NationalLoginKeys } from '../../pid-provider/index.ts'
import { pidProviderName } from '../compose/parts.ts'

/** `id` of the adapter, and so part of its callback URL. */
export const oidcProviderId = 'cie'

export const nationalIdpClient = (entityId: string, { keys, algorithm, decrypter }: NationalLoginKeys) =>
  createNationalLoginMetadata({
    entityId,
    clientName: pidProviderName,
    redirectUris: [endpointsOf({ entityId }).loginCallback(oidcProviderId)],
    keys,
    algorithm,
    decrypter,
  })
