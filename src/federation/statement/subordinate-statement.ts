/**
 * The Subordinate Statement (OpenID Federation 1.0 §3): statement of a Trust Anchor or intermediate about an entity
 * directly below, published at the superior's fetch endpoint. The statement confirms the subject's federation keys and
 * limits the subject's claims: `metadata` overrides the subject's own metadata, `metadata_policy` restricts the result,
 * `constraints` limit the chain below.
 */
import { type Failure, fail, type JsonObject, type NumericDate, type PublicJwk } from '../../base/index.ts'
import { type Signer, signJwt } from '../../jose/index.ts'
import { type EntityStatement, type EntityStatementCode, entityStatementType } from './entity-statement.ts'
import type { Metadata } from './metadata-form.ts'

/** Claims of a Subordinate Statement (OpenID Federation 1.0 §3). */
export interface SubordinateStatementInput {
  readonly issuer: string
  readonly subject: string
  /** Federation keys of the subject. */
  readonly keys: readonly PublicJwk[]
  /** Metadata members that override the subject's own (OpenID Federation 1.0 §6.1.4.2). */
  readonly metadata?: Metadata
  /** Policies by entity type. */
  readonly metadataPolicy?: JsonObject
  readonly constraints?: JsonObject
  /** Endpoint at which the statement can be fetched again. */
  readonly sourceEndpoint?: string
  readonly issuedAt: NumericDate
  readonly expiresAt: NumericDate
}

/**
 * Creates and signs a Subordinate Statement. Does not check policy and constraints.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createSubordinateStatement } from 'fiducia/federation'
 * import { generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createSystemClock } from 'fiducia/node'
 *
 * const ctx = { crypto: createNodeCrypto() }
 * const [superior, subject, now] = [await generateSigner(ctx), await generateSigner(ctx), createSystemClock().now()]
 * const statement = await createSubordinateStatement(superior, {
 *   ...{ issuer: 'https://ta.example', subject: 'https://rp.example', keys: [subject.publicJwk] },
 *   ...{ constraints: { max_path_length: 0 }, issuedAt: now, expiresAt: now + 3600 },
 * })
 * assert.equal(statement.split('.').length, 3)
 * ```
 */
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

/** Reasons to refuse a Subordinate Statement. */
export type SubordinateStatementCode = EntityStatementCode | 'not_a_subordinate_statement' | 'link_broken'

/** Checks that a statement is by this superior about this subordinate. Does not check the signature. */
export function checkSubordinateStatement(
  statement: EntityStatement,
  expected: { readonly issuer: string; readonly subject: string },
  at: string,
): undefined | Failure<SubordinateStatementCode> {
  if (statement.kind !== 'subordinate') return fail('not_a_subordinate_statement', `${at}.payload.sub`)
  if (statement.iss !== expected.issuer)
    return fail('link_broken', `${at}.payload.iss`, { expected: expected.issuer, found: statement.iss })
  if (statement.sub !== expected.subject)
    return fail('link_broken', `${at}.payload.sub`, { expected: expected.subject, found: statement.sub })
  return undefined
}
