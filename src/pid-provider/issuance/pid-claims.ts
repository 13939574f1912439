/**
 * The claims of a credential, made from a person's attributes, and the pseudonyms of a person. Each pseudonym is an
 * HMAC under a secret of the provider. Nobody without the secret can derive a pseudonym from a tax number or from
 * another pseudonym (PP-68, PP-86). The input of the HMAC begins with a label, for example `register`. The labels must
 * not change, because pseudonyms are stored.
 */
import { type CryptoContext, encodeBase64url, type Json, type JsonObject } from '../../base/index.ts'
import { type CredentialType, type PidClaimName, pid } from '../../credential/index.ts'
import type { NationalAttributes } from '../login/national-attributes.ts'

/**
 * Claims as the credential contains them. The type lists the claims of the PID. A credential of another type has the
 * claims of its own type instead.
 */
export type PidClaims = { readonly [name in PidClaimName]: Json }

/** Context with the secret from which `unique_id` and the other pseudonyms are derived. */
export interface PersonContext extends CryptoContext {
  /** Secret of at least 32 bytes, the same in all replicas. It must never change, because `unique_id` depends on it. */
  readonly personSecret: Uint8Array
}

/** Returns the claims of a type about this person (it-wallet §PID), without those that have no attribute. */
export function pidClaims(ctx: PersonContext, attributes: NationalAttributes, type: CredentialType = pid): PidClaims {
  const values: JsonObject = {
    ...attributes,
    place_of_birth: { ...attributes.place_of_birth },
    unique_id: uniqueIdOf(ctx, attributes.fiscal_number), // PP-68
  }
  const claims = Object.entries(type.claims).map(([name, { attribute = name }]) => [name, values[attribute]]) // PP-68, PP-105
  return Object.fromEntries(claims.filter(([, value]) => value !== undefined)) as PidClaims
}

/**
 * Returns the identifier of the person in the PID. It never changes and cannot be derived from the tax number without
 * the secret. `fiscalNumber` has its prefix.
 */
export const uniqueIdOf = (ctx: PersonContext, fiscalNumber: string): string =>
  pseudonym(ctx, 'unique_id', fiscalNumber) // PP-68

/** Pseudonyms of a person that are not in the credential. */
export interface PersonSubjects {
  /** `sub` of access tokens: a different one at every client for the same person (PP-86). */
  readonly pairwise: string
  /** Pseudonym in the register (`registerSubject`). */
  readonly register: string
}

/** Returns the pseudonyms of a person, from the tax number with its prefix. */
export const personSubjects = (ctx: PersonContext, fiscalNumber: string, clientId: string): PersonSubjects => ({
  pairwise: pseudonym(ctx, 'pairwise', clientId, fiscalNumber), // PP-86
  register: registerSubject(ctx, uniqueIdOf(ctx, fiscalNumber)),
})

/** Returns the pseudonyms of a login. Derives them from its claims if an older fiducia version did not store them. */
export const subjectsOf = (
  ctx: PersonContext,
  { subjects, claims }: { readonly subjects?: PersonSubjects; readonly claims: PidClaims },
  clientId: string,
): PersonSubjects => subjects ?? personSubjects(ctx, String(claims.tax_id_number), clientId)

/** Returns the register's pseudonym of a person, derived from `unique_id`: the same in all entries of the person. */
export const registerSubject = (ctx: PersonContext, uniqueId: string): string => pseudonym(ctx, 'register', uniqueId)

const pseudonym = (ctx: PersonContext, ...parts: readonly string[]): string =>
  encodeBase64url(ctx.crypto.hmac(ctx.personSecret, JSON.stringify(parts)))
