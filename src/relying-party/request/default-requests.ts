/**
 * Default requests: the person's name and tax number from the PID, and the Wallet Attestation. One is a presentation
 * definition (variant 1, it-wallet §Entity configuration of a Relying Party), the other a DCQL query (variant 2).
 */

import { pid } from '../../credential/index.ts'
import { formatDcSdJwt, formatSdJwt } from '../../oauth/index.ts'
import type { DcqlQuery, PresentationDefinition } from '../../oid4vp/index.ts'

const { credentialType: pidType } = pid
const algorithms = ['ES256', 'ES384', 'ES512']

export const defaultPresentationDefinition: PresentationDefinition = {
  id: 'pid-login',
  input_descriptors: [
    {
      id: 'PersonIdentificationData',
      name: 'Person Identification Data',
      purpose: 'User authentication',
      format: { [formatSdJwt]: { 'sd-jwt_alg_values': algorithms } }, // D-240
      constraints: {
        limit_disclosure: 'required',
        fields: [
          { path: ['$.vct', '$.type'], filter: { type: 'string', const: pidType } },
          { path: ['$.cnf.jwk'], filter: { type: 'object' } },
          { path: ['$.given_name'] },
          { path: ['$.family_name'] },
          { path: ['$.tax_id_number'] },
        ],
      },
    },
    {
      id: 'WalletAttestation',
      name: 'Wallet Attestation',
      purpose: 'Wallet authentication',
      format: { jwt: { alg: algorithms } },
      constraints: {
        limit_disclosure: 'required',
        fields: [
          { path: ['$.iss'], filter: { type: 'string' } },
          { path: ['$.cnf.jwk'], filter: { type: 'object' } },
        ],
      },
    },
  ],
}

/** Id of the default definition (D-180). */
export const defaultScope = defaultPresentationDefinition.id

export const defaultDcqlQuery: DcqlQuery = {
  credentials: [
    {
      id: 'pid',
      format: formatDcSdJwt,
      meta: { vct_values: [pidType] },
      claims: [{ path: ['given_name'] }, { path: ['family_name'] }, { path: ['tax_id_number'] }],
    },
  ],
}
