/** Finds the explanation of a member by the kind of its artefact and its place. */

import type { Json } from '../../base/index.ts'
import { ownMember } from '../own-member.ts'
import type { Member } from './decoded.ts'
import type { DecodedKind } from './kinds.ts'
import { pidMembers, sdJwtMembers, statusMembers } from './members/credential-members.ts'
import { entityMetadataMembers, federationMembers, policyMembers } from './members/federation-members.ts'
import { httpMembers } from './members/http-members.ts'
import { issuanceMembers, keyProofMembers } from './members/issuance-members.ts'
import { headerMembers, jwtMembers, keyMembers } from './members/jwt-members.ts'
import { certificateMembers, mdocMembers } from './members/mdoc-members.ts'
import type { Explanation, MemberTable } from './members/member-table.ts'
import { dpopMembers, oauthMembers, serverMetadataMembers } from './members/oauth-members.ts'
import { dcqlMembers, definitionMembers, presentationMembers } from './members/presentation-members.ts'
import { walletMembers } from './members/wallet-members.ts'
import type { SectionName } from './words.ts'

/** Tables for any artefact, in the order in which they are searched. */
const general: readonly MemberTable[] = [
  jwtMembers,
  oauthMembers,
  presentationMembers,
  issuanceMembers,
  serverMetadataMembers,
  entityMetadataMembers,
  walletMembers,
  federationMembers,
  dcqlMembers,
  definitionMembers,
  statusMembers,
  pidMembers,
  sdJwtMembers,
  httpMembers,
]
const credential = [sdJwtMembers, statusMembers, pidMembers]
const federation = [federationMembers]
const mdoc = [mdocMembers, pidMembers, statusMembers]
const certificate = [certificateMembers, keyMembers]
const presentation = [presentationMembers, dcqlMembers, oauthMembers]

/** Tables of a kind. They are searched before the general ones. */
const tablesByKind: Partial<Readonly<Record<DecodedKind, readonly MemberTable[]>>> = {
  ...{ sd_jwt: credential, sd_jwt_kb: credential, key_binding_jwt: credential, disclosure: credential },
  ...{ mdoc, device_response: mdoc, cose_sign1: mdoc, cose_key: mdoc, cbor: mdoc },
  ...{ certificate, certificate_chain: certificate, jwk: [keyMembers], jwks: [keyMembers] },
  ...{ historical_keys: [keyMembers, federationMembers] },
  ...{ entity_configuration: federation, subordinate_statement: federation, trust_chain: federation },
  ...{ trust_mark: federation, trust_mark_delegation: federation, resolve_response: federation },
  status_list_token: [statusMembers],
  ...{ wallet_attestation: [walletMembers, statusMembers], wallet_attestation_request: [walletMembers] },
  dpop_proof: [dpopMembers],
  key_proof: [keyProofMembers],
  ...{ presentation_request_object: presentation, dcql_query: [dcqlMembers] },
  ...{ presentation_definition: [definitionMembers], presentation_submission: [presentationMembers] },
  ...{ authorization_details: [issuanceMembers], pushed_request_object: [oauthMembers, issuanceMembers] },
  ...{ http_request: [httpMembers], http_response: [httpMembers] },
}

/** Tables for all members below a member with this name. Those of the nearest parent are searched first. */
const tablesByParent: Readonly<Record<string, readonly MemberTable[]>> = {
  ...{ jwk: [keyMembers], epk: [keyMembers], keys: [keyMembers], jwks: [keyMembers], public_key: [keyMembers] },
  ...{ status: [statusMembers], status_list: [statusMembers] },
  ...{ dcql_query: [dcqlMembers], presentation_definition: [definitionMembers] },
  presentation_definitions_supported: [definitionMembers],
  ...{ authorization_details: [issuanceMembers], presentation_submission: [presentationMembers] },
  ...{ wallet_metadata: [walletMembers, serverMetadataMembers], metadata_policy: [policyMembers] },
  ...{ federation_entity: [entityMetadataMembers], wallet_provider: [walletMembers, serverMetadataMembers] },
  wallet_solution: [walletMembers, serverMetadataMembers],
  ...{ oauth_authorization_server: [serverMetadataMembers], openid_credential_issuer: [issuanceMembers] },
  ...{ credential_configurations_supported: [issuanceMembers], credentials_supported: [issuanceMembers] },
  ...{ claims: [issuanceMembers, pidMembers], credentialSubject: [issuanceMembers, pidMembers] },
}

const headerTables: readonly MemberTable[] = [headerMembers]

/**
 * Returns the explanation of a member, or `undefined` if no table has its name. `path` has the names from the top of
 * the section, without indices. Searches the tables of the parents first, then those of section and kind, then the
 * general ones.
 */
export function explainMember(
  kind: DecodedKind,
  section: SectionName,
  path: readonly string[],
): Explanation | undefined {
  const parents = path.slice(0, -1).toReversed()
  const tables = [
    ...parents.flatMap((name) => ownMember(tablesByParent, name) ?? []),
    ...(section === 'header' && path.length === 1 ? headerTables : []),
    ...(section === 'headers' ? [httpMembers] : []),
    ...(section === 'resolved_metadata' ? [entityMetadataMembers, federationMembers] : []),
    ...(tablesByKind[kind] ?? []),
    ...general,
  ]
  return findRow(tables, path)
}

/** Returns a member. Adds the explanation if a table has one. */
export function explainedMember(kind: DecodedKind, section: SectionName, name: string, value: Json): Member {
  const explanation = explainMember(kind, section, [name])
  return { name, value, ...(explanation && { explanation }) }
}

/**
 * Returns the first row for a member, in the order of `tables`. Within a table, `parent.name` comes before `name`. If
 * no table has either, returns the first row for any name below the parent: `parent.*`.
 */
function findRow(tables: readonly MemberTable[], path: readonly string[]): Explanation | undefined {
  const name = path.at(-1) ?? ''
  const parent = path.at(-2)
  const rowKeys = [...(parent === undefined ? [] : [`${parent}.${name}`]), name]
  for (const table of tables)
    for (const key of rowKeys) {
      const row = ownMember(table, key)
      if (row !== undefined) return { text: row[0], source: row[1] }
    }
  const wildcardTable = parent === undefined ? undefined : tables.find((table) => Object.hasOwn(table, `${parent}.*`))
  const row = wildcardTable?.[`${parent}.*`]
  return row && { text: row[0], source: row[1] }
}
