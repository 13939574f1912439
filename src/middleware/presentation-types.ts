/**
 * What an application gets, as types inferred from the DCQL query that it wrote: a claim that was not asked for does not
 * compile. Runs nothing.
 */
import type { Json, NumericDate } from '../base/index.ts'
import type { IsAttestationQuery } from '../oid4vp/index.ts'

type Path = readonly [string | number | null, ...(string | number | null)[]]

/** One claim of a query (OpenID4VP 1.0 §6.3), as far as types follow from it. */
export interface QueriedClaim {
  readonly id?: string
  readonly path: Path
  readonly values?: readonly (string | number | boolean)[]
}

/** One credential query of DCQL (OpenID4VP 1.0 §6.1), as the service takes it. */
export interface QueriedCredential {
  readonly id: string
  readonly format: string
  readonly multiple?: boolean
  /** Which types may answer: `vct_values`, or `doctype_value` of an mdoc. The service refuses a query that leaves it open. */
  readonly meta?: { readonly vct_values?: readonly string[]; readonly doctype_value?: string }
  readonly claims?: readonly QueriedClaim[]
  readonly claim_sets?: readonly (readonly string[])[]
  readonly trusted_authorities?: readonly { readonly type: string; readonly values: readonly string[] }[]
}

/** A DCQL query (OpenID4VP 1.0 §6), as a literal. The service judges it when the first visitor comes. */
export interface PresentationQuery {
  readonly credentials: readonly [QueriedCredential, ...QueriedCredential[]]
  readonly credential_sets?: readonly {
    readonly options: readonly (readonly string[])[]
    readonly required?: boolean
  }[]
}

type ValueOf<C> = C extends { readonly values: readonly (infer V)[] } ? V : Json

/** `['address', 'locality']` is `{address: {locality}}`; an index or `null` is a list. */
type Along<P, V> = P extends readonly [infer Head, ...infer Rest]
  ? Head extends string
    ? { readonly [name in Head]: Along<Rest, V> }
    : readonly Along<Rest, V>[]
  : V

type AllOf<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer A) => void ? A : never
type EachClaim<C> = C extends { readonly path: infer P } ? Along<P, ValueOf<C>> : never
type Flat<T> = { readonly [name in keyof T]: T[name] }

/** By their paths. With `claim_sets` any may be missing; without `claims` nothing was asked, so nothing is there. */
export type ClaimsOf<C> = C extends { readonly claims: readonly (infer K)[] }
  ? C extends { readonly claim_sets: unknown }
    ? Partial<Flat<AllOf<EachClaim<K>>>>
    : Flat<AllOf<EachClaim<K>>>
  : Readonly<Record<never, never>>

/** A credential that the service has verified: signature, trust, holder, times and status. */
export interface PresentedCredential<Claims> {
  readonly format: string
  readonly type: string | null
  /** The trusted entity behind it. */
  readonly issuer: string
  /** By its status list, when it was presented. */
  readonly status: 'valid' | 'suspended' | 'unknown' | 'none'
  readonly issued_at?: NumericDate
  readonly expires_at?: NumericDate
  /** Names of what the wallet disclosed without being asked, and the service dropped. */
  readonly surplus_dropped: readonly string[]
  readonly claims: Claims
}

type EntryOf<C> = C extends { readonly multiple: true }
  ? readonly PresentedCredential<ClaimsOf<C>>[]
  : PresentedCredential<ClaimsOf<C>>

/** The Wallet Attestation is the service's business and not handed on; a query of format `jwt` may ask for a credential (D-473). */
type ById<C> = {
  readonly [Q in C as Q extends { readonly id: infer Id extends string }
    ? IsAttestationQuery<Q> extends true
      ? never
      : Id
    : never]: EntryOf<Q>
}

/** With `credential_sets` any may be missing: the wallet answers one option of each set. */
export type CredentialsOf<Q extends PresentationQuery> = Q extends { readonly credential_sets: unknown }
  ? Partial<ById<Q['credentials'][number]>>
  : ById<Q['credentials'][number]>

/** What a visitor has presented. Several credentials need not be about one person. */
export interface Presentation<Q extends PresentationQuery = PresentationQuery> {
  /** As the service knows it: for erasure, and for support. */
  readonly id: string
  readonly presented_at: NumericDate
  /** Of the decision that accepted it. */
  readonly trace: string
  /**
   * `attested` is false when no proof of the wallet came: nothing is known of it, and `level` is the lowest, by assumption.
   * `level_proven` is false when the attested key did not prove itself: the attestation may be another wallet's, and `level`
   * is a hint.
   */
  readonly wallet: { readonly attested: boolean; readonly level: string; readonly level_proven: boolean }
  readonly credentials: CredentialsOf<Q>
}
