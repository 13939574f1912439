/**
 * Types of an application's data, inferred from its DCQL query. Code that reads a claim which the query does not
 * contain does not compile.
 */
import type { Json, NumericDate } from '../base/index.ts'
import type { IsAttestationQuery } from '../oid4vp/index.ts'

type Path = readonly [string | number | null, ...(string | number | null)[]]

/** One claim of a query (OpenID4VP 1.0 §6.3). */
export interface QueriedClaim {
  readonly id?: string
  readonly path: Path
  readonly values?: readonly (string | number | boolean)[]
}

/** One credential query (OpenID4VP 1.0 §6.1). */
export interface QueriedCredential {
  readonly id: string
  readonly format: string
  readonly multiple?: boolean
  /**
   * Accepted types: `vct_values`, or `doctype_value` of an mdoc. Only a query of format `jwt` or
   * `wallet-attestation+jwt` may omit them.
   */
  readonly meta?: { readonly vct_values?: readonly string[]; readonly doctype_value?: string }
  readonly claims?: readonly QueriedClaim[]
  readonly claim_sets?: readonly (readonly string[])[]
  readonly trusted_authorities?: readonly { readonly type: string; readonly values: readonly string[] }[]
}

/**
 * A DCQL query (OpenID4VP 1.0 §6) as a literal. The presentation service checks the query when the first visitor begins
 * a presentation.
 */
export interface PresentationQuery {
  readonly credentials: readonly [QueriedCredential, ...QueriedCredential[]]
  readonly credential_sets?: readonly {
    readonly options: readonly (readonly string[])[]
    readonly required?: boolean
  }[]
}

type ValueOf<C> = C extends { readonly values: readonly (infer V)[] } ? V : Json

/** Type of the path `P`: `['address', 'locality']` gives `{address: {locality}}`. An index or `null` gives a list. */
type AtPath<P, V> = P extends readonly [infer Head, ...infer Rest]
  ? Head extends string
    ? { readonly [name in Head]: AtPath<Rest, V> }
    : readonly AtPath<Rest, V>[]
  : V

/** Type of the path `P` in which every member may be absent, also inside of objects. */
type MaybeAtPath<P, V> = P extends readonly [infer Head, ...infer Rest]
  ? Head extends string
    ? { readonly [name in Head]?: MaybeAtPath<Rest, V> }
    : readonly MaybeAtPath<Rest, V>[]
  : V

type IntersectionOf<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer A) => void ? A : never
type ClaimAtPath<C> = C extends { readonly path: infer P } ? AtPath<P, ValueOf<C>> : never
type MaybeClaimAtPath<C> = C extends { readonly path: infer P } ? MaybeAtPath<P, ValueOf<C>> : never
type Flat<T> = { readonly [name in keyof T]: T[name] }

/**
 * Requested claims, nested as in their paths. With `claim_sets`, each claim may be absent, also inside of an object
 * that contains other claims.
 */
export type ClaimsOf<C> = C extends { readonly claims: readonly (infer K)[] }
  ? C extends { readonly claim_sets: unknown }
    ? Flat<IntersectionOf<MaybeClaimAtPath<K>>>
    : Flat<IntersectionOf<ClaimAtPath<K>>>
  : Readonly<Record<never, never>>

/** A credential that the service has verified: signature, trust, holder, times and status. */
export interface PresentedCredential<Claims> {
  readonly format: string
  readonly type: string | null
  /** Entity identifier of the trusted issuer. */
  readonly issuer: string
  /** Status in the status list at the time of the presentation. */
  readonly status: 'valid' | 'suspended' | 'unknown' | 'none'
  readonly issued_at?: NumericDate
  readonly expires_at?: NumericDate
  /** Names of disclosed claims that were not requested and that the service dropped. */
  readonly surplus_dropped: readonly string[]
  readonly claims: Claims
}

type EntryOf<C> = C extends { readonly multiple: true }
  ? readonly PresentedCredential<ClaimsOf<C>>[]
  : PresentedCredential<ClaimsOf<C>>

/**
 * Credentials by the ID of their query. Leaves out the Wallet Attestation, which the service does not return. A query
 * of format `jwt` may request either a Wallet Attestation or a credential (D-473).
 */
type ById<C> = {
  readonly [Q in C as Q extends { readonly id: infer Id extends string }
    ? IsAttestationQuery<Q> extends true
      ? never
      : Id
    : never]: EntryOf<Q>
}

/**
 * Credentials that answer a query. With `credential_sets` each credential may be absent, because the wallet answers one
 * option of each set.
 */
export type CredentialsOf<Q extends PresentationQuery> = Q extends { readonly credential_sets: unknown }
  ? Partial<ById<Q['credentials'][number]>>
  : ById<Q['credentials'][number]>

/** The presentation of a visitor. Several credentials may concern different persons. */
export interface Presentation<Q extends PresentationQuery = PresentationQuery> {
  /** Identifier at the service, for erasure and support. */
  readonly id: string
  readonly presented_at: NumericDate
  /** Trace ID of the decision that accepted the presentation. */
  readonly trace: string
  /**
   * `attested` is false without a Wallet Attestation: the wallet is unknown, and `level` is assumed to be the lowest.
   * `level_proven` is false without a proof of the attested key: the attestation may belong to another wallet, and
   * `level` is a hint.
   */
  readonly wallet: { readonly attested: boolean; readonly level: string; readonly level_proven: boolean }
  readonly credentials: CredentialsOf<Q>
}
