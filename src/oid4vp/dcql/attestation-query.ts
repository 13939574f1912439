/**
 * DCQL credential queries for the Wallet Attestation. Recognizes these queries, and adds one to the DCQL query of a
 * Relying Party (RP-56, D-17).
 */

import { asksAttestation, canonicalFormat } from '../../credential/index.ts'
import { formatDcSdJwt } from '../../oauth/index.ts'
import { capabilityNames } from '../../wallet-attestation/capabilities.ts'
import type { DcqlCredentialQuery, DcqlQuery } from './schema.ts'

/**
 * Matches the types by which deployed requests ask for the Wallet Attestation. The attestation itself has no type
 * claim.
 */
const attestationType = /wallet.{0,20}attestation/i

/** Claims of a Wallet Attestation (it-wallet §Wallet Attestation JWT), and its status. */
const attestationClaims = [
  'iss',
  'sub',
  'iat',
  'exp',
  'cnf',
  'aal',
  'status',
  ...capabilityNames,
  'presentation_definition_uri_supported',
  'client_id_schemes_supported',
] as const
const isAttestationClaim = (name: unknown): boolean => attestationClaims.some((one) => one === name)

/**
 * Returns true for a query for the Wallet Attestation. Its format is `jwt` or `wallet-attestation+jwt`, and one of
 * these holds: it has no `vct_values`; one of its types names the attestation; it has claims, and all are claims of the
 * attestation. Any other query of these formats asks for a credential of its `vct_values` (D-473).
 */
export function isAttestationQuery({ format, meta, claims = [] }: DcqlCredentialQuery): boolean {
  if (!asksAttestation([format])) return false
  const types = meta?.vct_values
  if (types === undefined || types.some((type) => attestationType.test(type))) return true
  return claims.length > 0 && claims.every(({ path: [head] }) => isAttestationClaim(head))
}

/**
 * Type-level `isAttestationQuery` for a literal query: `true` or `false`. A non-literal query counts as a query for a
 * credential.
 */
export type IsAttestationQuery<Query> = Query extends { readonly format: 'jwt' | 'wallet-attestation+jwt' }
  ? Query extends { readonly meta: { readonly vct_values: readonly (infer Type)[] } }
    ? true extends NamesAttestation<Type>
      ? true
      : AsksAttestationClaims<Query>
    : true
  : false

/** Type-level match of `attestationType` for a literal text. */
type NamesAttestation<Text> = Text extends string
  ? Lowercase<Text> extends `${string}wallet${infer Rest}`
    ? true extends IsNear<Rest> | NamesAttestation<Rest>
      ? true
      : false
    : false
  : false

/** True if at most 20 characters precede `attestation`. */
type IsNear<Text extends string, Passed extends readonly unknown[] = []> = Text extends `attestation${string}`
  ? true
  : Passed['length'] extends 20
    ? false
    : Text extends `${infer _}${infer Rest}`
      ? IsNear<Rest, [...Passed, unknown]>
      : false

type AsksAttestationClaims<Query> = Query extends { readonly claims: readonly [unknown, ...unknown[]] }
  ? Query['claims'][number] extends { readonly path: readonly [(typeof attestationClaims)[number], ...unknown[]] }
    ? true
    : false
  : false

/**
 * Returns the canonical name of the format in which a wallet answers the query. A query in a format of the Wallet
 * Attestation may ask for another credential: the function then returns `dc+sd-jwt` (D-473).
 */
export const answerFormat = (query: DcqlCredentialQuery): string =>
  asksAttestation([query.format]) && !isAttestationQuery(query) ? formatDcSdJwt : canonicalFormat(query.format)

const attestationId = 'wallet_attestation'

/**
 * Returns true for a query for the Wallet Attestation as an SD-JWT (IT-Wallet 1.0): all types of the query name the
 * attestation. Returns false for a query without `vct_values`.
 */
export const isSdJwtAttestationQuery = ({ format, meta }: DcqlCredentialQuery): boolean =>
  canonicalFormat(format) === formatDcSdJwt &&
  meta?.vct_values !== undefined &&
  meta.vct_values.every((type) => attestationType.test(type))

/** Returns true for a query for the Wallet Attestation, as a JWT or as an SD-JWT. */
export const isWalletAttestationQuery = (query: DcqlCredentialQuery): boolean =>
  isAttestationQuery(query) || isSdJwtAttestationQuery(query)

/**
 * Adds a credential query for the Wallet Attestation as an SD-JWT of these types, without claims. The added query is
 * optional, so that wallets without such an attestation can answer the other queries. Adds nothing if the query already
 * asks for an attestation in this format. Does not check that the id `wallet_attestation` is unused.
 */
export function withSdJwtAttestationQuery(query: DcqlQuery, types: readonly string[]): DcqlQuery {
  if (query.credentials.some(isSdJwtAttestationQuery)) return query
  const sets = query.credential_sets ?? [{ options: [query.credentials.map((one) => one.id)] }]
  return {
    ...query,
    credentials: [...query.credentials, { id: attestationId, format: formatDcSdJwt, meta: { vct_values: [...types] } }],
    credential_sets: [...sets, { options: [[attestationId]], required: false }],
  }
}

/**
 * Adds a credential query for the Wallet Attestation as `jwt`. The added query is required, also with
 * `credential_sets`. Adds nothing if the query already asks for the attestation in this format. Does not check that the
 * id `wallet_attestation` is unused.
 */
export function withAttestationQuery(query: DcqlQuery): DcqlQuery {
  if (query.credentials.some(isAttestationQuery)) return query
  const claims = ['iss', 'iat', 'cnf'].map((name) => ({ path: [name] }))
  return {
    ...query,
    // `meta` is required (OpenID4VP 1.0 §6.1) and empty, because the attestation has no `vct`. `jwt` is a format of
    // IT-Wallet alone. Wallets that support only the formats of OpenID4VP refuse the query (D-151).
    credentials: [...query.credentials, { id: attestationId, format: 'jwt', meta: {}, claims }], // RP-56
    ...(query.credential_sets ? { credential_sets: [...query.credential_sets, { options: [[attestationId]] }] } : {}),
  }
}
