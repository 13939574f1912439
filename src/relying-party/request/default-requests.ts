/**
 * Default requests: the person's name and tax number from the PID, and the Wallet Attestation. One is a presentation
 * definition (variant 1, it-wallet §Entity configuration of a Relying Party), the other a DCQL query (variant 2).
 */

import { pid } from '../../credential/index.ts'
import { formatDcSdJwt, formatSdJwt } from '../../oauth/index.ts'
import type { DcqlQuery, PresentationDefinition } from '../../oid4vp/index.ts'
import { type ProfileName, relyingPartyWire } from '../../profiles/index.ts'

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

/**
 * Returns the default query of a profile: name and an identifier of the person, from any of the profile's types.
 * `authority` is the first superior.
 */
export function defaultDcqlQuery(profile: ProfileName, authority: string, types?: readonly string[]): DcqlQuery {
  const { pidTypes, pidIdentifiers } = relyingPartyWire[profile]
  const named = types ?? pidTypes.map((type) => type.replace('AUTHORITY', authority))
  const meta = { vct_values: [...named] }
  const common = [{ path: ['given_name'] }, { path: ['family_name'] }]
  const identifiers = pidIdentifiers.map((name) => ({ path: [name] }))
  if (identifiers.length === 1)
    return { credentials: [{ id: 'pid', format: formatDcSdJwt, meta, claims: [...common, ...identifiers] }] }
  const claims = [...common, ...identifiers].map((claim) => ({ id: claim.path[0] ?? '', ...claim }))
  const claim_sets = pidIdentifiers.map((name) => ['given_name', 'family_name', name])
  return { credentials: [{ id: 'pid', format: formatDcSdJwt, meta, claims, claim_sets }] }
}

/**
 * Returns the queries of a profile besides the default one, by the name for orders: one for each of several types.
 */
export const presetQueries = (profile: ProfileName, authority: string): Readonly<Record<string, DcqlQuery>> => {
  const { pidTypes } = relyingPartyWire[profile]
  const named = pidTypes.length < 2 ? [] : pidTypes.map((type) => [presetNames[type] ?? type, type] as const)
  return Object.fromEntries(named.map(([name, type]) => [name, defaultDcqlQuery(profile, authority, [type])]))
}

/** Names of presets by type. */
const presetNames: Readonly<Record<string, string>> = {
  'urn:it-wallet:eid:1': 'it-wallet-id',
  'urn:eudi:pid:it:1': 'pid',
}
