/**
 * The subordinate statement (OpenID Federation 1.0 §3): what a Trust Anchor or intermediate says about an entity right
 * below it, given out at its fetch endpoint. It vouches for the subject's federation keys and bounds what the subject
 * may claim: `metadata` replaces, `metadata_policy` limits, `constraints` narrow the chain below.
 */
import { type Failure, fail, type JsonObject, type NumericDate, type PublicJwk } from '../../base/index.ts'
import { type Signer, signJwt } from '../../jose/index.ts'
import {
  type EntityStatement,
  type EntityStatementCode,
  entityStatementType,
  type Metadata,
} from './entity-statement.ts'

/**
 * A superior's statement about an entity below it, to be signed (OpenID Federation 1.0 §3). The superior has judged the
 * entity before.
 */
export interface SubordinateStatementInput {
  readonly issuer: string
  readonly subject: string
  /** The subject's federation keys. */
  readonly keys: readonly PublicJwk[]
  /** What the superior says in the subject's place (OpenID Federation 1.0 §6.1.4.2). */
  readonly metadata?: Metadata
  /** By entity type. */
  readonly metadataPolicy?: JsonObject
  readonly constraints?: JsonObject
  /** Where the statement was fetched and can be fetched again. */
  readonly sourceEndpoint?: string
  readonly issuedAt: NumericDate
  readonly expiresAt: NumericDate
}

/** Builds and signs a subordinate statement. Does not check that policy and constraints are well formed. */
export async function createSubordinateStatement(signer: Signer, input: SubordinateStatementInput): Promise<string> {
  const header = { typ: entityStatementType, kid: signer.kid } // FED-06
  return signJwt(signer, header, {
    iss: input.issuer, // FED-06
    sub: input.subject, // FED-06
    iat: input.issuedAt,
    exp: input.expiresAt,
    jwks: { keys: input.keys },
    ...(input.metadata && { metadata: input.metadata }),
    ...(input.metadataPolicy && { metadata_policy: input.metadataPolicy }),
    ...(input.constraints && { constraints: input.constraints }),
    ...(input.sourceEndpoint && { source_endpoint: input.sourceEndpoint }),
  })
}

/** Why a text is no statement of this superior about this subordinate. */
export type SubordinateStatementCode = EntityStatementCode | 'not_a_subordinate_statement' | 'link_broken'

/** Checks that a statement is one about this subject by this superior. Does not check the signature. */
export function checkSubordinateStatement(
  statement: EntityStatement,
  expected: { readonly issuer: string; readonly subject: string },
  at: string,
): undefined | Failure<SubordinateStatementCode> {
  if (statement.kind !== 'subordinate') return fail('not_a_subordinate_statement', `${at}.payload.sub`)
  if (statement.iss !== expected.issuer) return fail('link_broken', `${at}.payload.iss`)
  if (statement.sub !== expected.subject) return fail('link_broken', `${at}.payload.sub`)
  return undefined
}
