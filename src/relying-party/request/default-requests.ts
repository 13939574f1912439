/**
 * Default requests for the person's name and identifier from the PID. The presentation definition (variant 1, it-wallet
 * §Entity configuration of a Relying Party) also asks for the Wallet Attestation. The DCQL query (variant 2) does not:
 * `addAttestationQuery` adds a query for it.
 */

import { pid } from '../../credential/index.ts'
import { defaultAlgorithms } from '../../jose/index.ts'
import { formatDcSdJwt, formatSdJwt } from '../../oauth/index.ts'
import type { DcqlQuery, PresentationDefinition } from '../../oid4vp/index.ts'
import { type ProfileName, relyingPartyWire } from '../../profiles/index.ts'

const { credentialType: pidType } = pid

interface AcceptedAlgorithms {
  /** Algorithms of the issuers of SD-JWTs. */
  readonly sdJwtAlgorithms: readonly string[]
  /** Algorithms of the Wallet Attestation. */
  readonly algorithms: readonly string[]
}

const createDefaultDefinition = ({ sdJwtAlgorithms, algorithms }: AcceptedAlgorithms): PresentationDefinition => ({
  id: 'pid-login',
  input_descriptors: [
    {
      id: 'PersonIdentificationData',
      name: 'Person Identification Data',
      purpose: 'User authentication',
      format: { [formatSdJwt]: { 'sd-jwt_alg_values': [...sdJwtAlgorithms] } }, // D-240
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
      format: { jwt: { alg: [...algorithms] } },
      constraints: {
        limit_disclosure: 'required',
        fields: [
          { path: ['$.iss'], filter: { type: 'string' } },
          { path: ['$.cnf.jwk'], filter: { type: 'object' } },
        ],
      },
    },
  ],
})

/** Default presentation definition of variant 1, for a service with the default algorithms. */
export const defaultPresentationDefinition = createDefaultDefinition({
  sdJwtAlgorithms: defaultAlgorithms,
  algorithms: defaultAlgorithms,
})

/**
 * Returns the definitions of a configuration. Replaces `defaultPresentationDefinition`, but not a copy of it, by one
 * with the accepted algorithms (RP-61).
 */
export const withAcceptedAlgorithms = (
  definitions: readonly PresentationDefinition[],
  accepted: AcceptedAlgorithms,
): PresentationDefinition[] =>
  definitions.map((one) => (one === defaultPresentationDefinition ? createDefaultDefinition(accepted) : one))

/** Default `scope` of variant 1: the id of the default presentation definition (D-180). */
export const defaultScope = defaultPresentationDefinition.id

/** Returns the PID types of the profile. Some contain `authority`, the identifier of the first immediate superior. */
export const pidTypesOf = (profile: ProfileName, authority: string): readonly string[] =>
  relyingPartyWire[profile].pidTypes.map((type) => type.replace('AUTHORITY', () => authority))

/**
 * Returns a query for the name and one identifier of the person, from a credential of any of `types`. `types` defaults
 * to the PID types of the profile. Some of these types contain `authority`, the identifier of the first immediate
 * superior. The query does not ask for the Wallet Attestation.
 */
export function defaultDcqlQuery(profile: ProfileName, authority: string, types?: readonly string[]): DcqlQuery {
  const { pidIdentifiers } = relyingPartyWire[profile]
  const meta = { vct_values: [...(types ?? pidTypesOf(profile, authority))] }
  const common = [{ path: ['given_name'] }, { path: ['family_name'] }]
  const identifiers = pidIdentifiers.map((name) => ({ path: [name] }))
  if (identifiers.length === 1)
    return { credentials: [{ id: 'pid', format: formatDcSdJwt, meta, claims: [...common, ...identifiers] }] }
  const claims = [...common, ...identifiers].map((claim) => ({ id: claim.path[0] ?? '', ...claim }))
  const claim_sets = pidIdentifiers.map((name) => ['given_name', 'family_name', name])
  return { credentials: [{ id: 'pid', format: formatDcSdJwt, meta, claims, claim_sets }] }
}

/**
 * Returns the query that authenticates a person who asks for an erasure. It is the default query with one more claim
 * set in the first place, which has all identifiers of the profile (D-748).
 */
export function erasureDcqlQuery(profile: ProfileName, authority: string): DcqlQuery {
  const { credentials } = defaultDcqlQuery(profile, authority)
  const preferring = credentials.map(({ claims = [], claim_sets = [], ...query }) => {
    const all = claims.flatMap(({ id }) => id ?? [])
    return { ...query, claims, claim_sets: [all, ...claim_sets] }
  })
  return { credentials: preferring }
}

/**
 * Returns the preset queries by name, each for one or more PID types of the profile. An application states such a name
 * in `request` when it orders a presentation. Returns none for a profile with a single type.
 */
export const presetQueries = (profile: ProfileName, authority: string): Readonly<Record<string, DcqlQuery>> => {
  const { pidTypes } = relyingPartyWire[profile]
  const typesByName = Map.groupBy(pidTypes.length < 2 ? [] : pidTypes, (type) => presetNames[type] ?? type)
  return Object.fromEntries(
    [...typesByName].map(([name, types]) => [name, defaultDcqlQuery(profile, authority, types)]),
  )
}

/** Names of the preset queries, by PID type. */
const presetNames: Readonly<Record<string, string>> = {
  'urn:it-wallet:eid:1': 'it-wallet-id',
  'urn:eudi:pid:it:1': 'pid',
  'urn:it-wallet:pid:1': 'pid',
}
