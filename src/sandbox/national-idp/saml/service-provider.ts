/**
 * The PID Provider as a service provider of the sandbox's SAML identity provider: its key, which lives in the data
 * directory, and the metadata that it publishes and by which the identity provider knows it (PP-113).
 */
import type { Clock } from '../../../base/index.ts'
import {
  describeServiceProvider as describe,
  loadServiceProviderKey as loadKey,
  type ServiceProviderKey,
} from '../../../pid-provider-adapters/index.ts'
import { pidProviderName } from '../../compose/parts.ts'

/** `id` of the adapter, and so part of its callback URL. */
export const samlProviderId = 'spid'

/** The key kept at `path`, made when it is missing. Throws `PrivateFileError` for a file that was damaged. */
export const loadServiceProviderKey = (ctx: { readonly clock: Clock }, path: string): Promise<ServiceProviderKey> =>
  loadKey(ctx, path, pidProviderName)

/** Makes the metadata document for callback URLs. */
export const describeServiceProvider = (entityId: string, key: ServiceProviderKey) =>
  describe(entityId, key, {
    serviceName: { it: 'Rilascio del PID', en: 'Issuance of the PID' },
    organization: {
      name: { it: pidProviderName, en: 'PID Provider (sandbox)' },
      url: { it: `${entityId}/`, en: `${entityId}/` },
    },
  })
