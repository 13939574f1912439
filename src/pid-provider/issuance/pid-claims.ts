/**
 * The claims of a credential from the attributes that the national identity provider states, and the names by which we
 * call that person: each an HMAC under a secret of the provider, so that nobody else can go from a tax number to any of
 * them, or from one to another (PP-68, PP-86).
 */
import { type CryptoContext, encodeBase64url, type Json, type JsonObject } from '../../base/index.ts'
import { type CredentialType, type PidClaimName, pid } from '../../credential/index.ts'
import type { NationalAttributes } from '../login/national-attributes.ts'

/** The claims as the PID carries them. */
export type PidClaims = { readonly [name in PidClaimName]: Json }

/** The secret that makes `unique_id` of a person's tax number. */
export interface PersonContext extends CryptoContext {
  /** Bytes, at least 32. All replicas share them, and they are never rotated, so that `unique_id` stays the same. */
  readonly personSecret: Uint8Array
}

/** Returns the claims of a type about this person (it-wallet §PID). Defaults to the claims of a PID. */
export function pidClaims(ctx: PersonContext, attributes: NationalAttributes, type: CredentialType = pid): PidClaims {
  const known: JsonObject = {
    ...attributes,
    place_of_birth: { ...attributes.place_of_birth },
    unique_id: uniqueIdOf(ctx, attributes.fiscal_number), // PP-68
  }
  const claims = Object.entries(type.claims).map(([name, { attribute = name }]) => [name, known[attribute]]) // PP-68, PP-105
  return Object.fromEntries(claims.filter(([, value]) => value !== undefined)) as PidClaims
}

/** Returns the identifier of the person in the PID. It never changes, and cannot be made of the tax number without the secret. */
export const uniqueIdOf = (ctx: PersonContext, fiscalNumber: string): string =>
  pseudonym(ctx, 'unique_id', fiscalNumber) // PP-68

/** The `sub` of access tokens: another one at every client, for the same person (PP-86). */
export const pairwiseSubject = (ctx: PersonContext, claims: PidClaims, clientId: string): string =>
  pseudonym(ctx, 'pairwise', clientId, String(claims.tax_id_number)) // PP-86

/** Returns the register's identifier of a person, so that all PIDs of one person can be found by one `unique_id`. */
export const registerSubject = (ctx: PersonContext, uniqueId: string): string => pseudonym(ctx, 'register', uniqueId)

const pseudonym = (ctx: PersonContext, ...parts: readonly string[]): string =>
  encodeBase64url(ctx.crypto.hmac(ctx.personSecret, JSON.stringify(parts)))
