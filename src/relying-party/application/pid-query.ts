/**
 * Translates a query for the PID to another profile (D-747). Applications use the claim names of the profile `seed`.
 * Wallets of another profile use the names of that profile. `applicationResult` gives the claims the names of the
 * application's query again, by their position.
 */
import {
  type DcqlCredentialQuery,
  type DcqlQuery,
  isAttestationQuery,
  isSdJwtAttestationQuery,
} from '../../oid4vp/index.ts'
import { type ProfileName, relyingPartyWire } from '../../profiles/index.ts'
import type { RelyingPartyConfig } from '../config.ts'
import { pidTypesOf } from '../request/default-requests.ts'

type EntityConfig = Pick<RelyingPartyConfig, 'profile' | 'authorityHints'>

/**
 * Returns the query for the entity's profile. Credential queries for the PID types of `seed` (`vct_values`) get the
 * profile's credential types and claim names. A credential query for a Wallet Attestation in the format `jwt` is
 * removed if the profile does not have this format. If no credential query remains, `parseDcqlQuery` refuses the
 * result.
 *
 * A query can ask for a claim under the names of both profiles. If its claim sets have these names as alternatives,
 * both stay. Otherwise both get the same path, which `parseDcqlQuery` refuses with `strict`.
 *
 * Keeps the order of the claims, and returns the same object for an unchanged credential query. The callers rely on
 * both. Returns the same query object if nothing changes.
 */
export function translateQuery({ profile, authorityHints }: EntityConfig, query: DcqlQuery): DcqlQuery {
  if (profile === 'seed') return query
  const [authority = ''] = authorityHints
  const { credentials: asked, ...rest } = withoutAttestation(profile, query)
  const credentials = asked.map((one) => translateEntry(one, profile, authority))
  const isSame = asked === query.credentials && credentials.every((one, index) => one === asked[index])
  return isSame ? query : { ...rest, credentials }
}

/**
 * Removes the query for a Wallet Attestation in the format `jwt`, unless the profile has this format. Also removes it
 * from the options of `credential_sets`. Drops options and sets that are then empty.
 */
function withoutAttestation(profile: ProfileName, query: DcqlQuery): DcqlQuery {
  const isSupported = relyingPartyWire[profile].walletAttestation === 'jwt'
  const ids = isSupported ? [] : query.credentials.filter(isAttestationQuery).map(({ id }) => id)
  if (ids.length === 0) return query
  const credentials = query.credentials.filter(({ id }) => !ids.includes(id))
  const { credential_sets: sets, ...rest } = query
  const kept = sets?.flatMap(({ options, ...set }) => {
    const keptOptions = options.map((option) => option.filter((id) => !ids.includes(id))).filter(isFilled)
    return isFilled(keptOptions) ? [{ ...set, options: keptOptions }] : []
  })
  return { ...rest, credentials, ...(kept && isFilled(kept) && { credential_sets: kept }) }
}

const isFilled = ({ length }: readonly unknown[]): boolean => length > 0

const { pidTypes: specificationTypes } = relyingPartyWire.seed

function translateEntry(query: DcqlCredentialQuery, profile: ProfileName, authority: string): DcqlCredentialQuery {
  const types = query.meta?.vct_values
  if (
    types === undefined ||
    isSdJwtAttestationQuery(query) ||
    !types.every((type) => specificationTypes.includes(type))
  )
    return query
  const { pidClaimNames } = relyingPartyWire[profile]
  const vct_values = pidTypesOf(profile, authority)
  const byPath = new Map(query.claims?.map((claim) => [JSON.stringify(claim.path), claim]))
  const claims = query.claims?.map((claim) => {
    const [head, ...rest] = claim.path
    const path = [typeof head === 'string' && Object.hasOwn(pidClaimNames, head) ? pidClaimNames[head] : head, ...rest]
    const namesake = byPath.get(JSON.stringify(path))
    return namesake !== undefined && areAlternatives(query, claim.id, namesake.id) ? claim : { ...claim, path }
  })
  return { ...query, meta: { ...query.meta, vct_values }, ...(claims && { claims }) } as DcqlCredentialQuery
}

/**
 * Returns true if no claim set has both of these ids of claims. Returns false for a query without claim sets, which
 * asks for all its claims.
 */
const areAlternatives = (
  { claim_sets: sets }: DcqlCredentialQuery,
  one: string | undefined,
  other: string | undefined,
): boolean => sets?.every((ids) => ![one, other].every((id) => id !== undefined && ids.includes(id))) ?? false
