/**
 * Registration of the PID Provider at the sandbox's OpenID Provider, with the metadata that the PID Provider also
 * publishes (PP-38), and its English name.
 */
import { createNationalLoginMetadata, endpointsOf, type NationalLoginKeys } from '../../pid-provider/index.ts'
import { organizationNames, pidProviderEnglishName } from '../organizations.ts'

/** Returns the client metadata of the PID Provider with this entity identifier. */
export const nationalIdpClient = (entityId: string, { keys, algorithm, decrypter }: NationalLoginKeys) => ({
  ...createNationalLoginMetadata({
    entityId,
    clientName: organizationNames['pid-provider'],
    redirectUris: [endpointsOf({ entityId }).loginCallback('cie')],
    keys,
    algorithm,
    decrypter,
  }),
  'client_name#en': pidProviderEnglishName,
})
