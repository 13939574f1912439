/**
 * Statements about subordinates, signed once per subordinate and epoch. An epoch is half a statement's life, and begins
 * at the same second on every replica: a statement is given out with at least half of its life before it, and all
 * replicas state the same. The record is read anew for each request, so a removal or a change shows at once.
 */
import type { CryptoContext, NumericDate } from '../base/index.ts'
import { createSubordinateStatement } from '../federation/index.ts'
import type { Signer } from '../jose/index.ts'
import type { TrustAnchorConfig } from './config.ts'
import { fetchEndpoint } from './metadata.ts'
import { constraintsFor, policyFor } from './policies.ts'
import type { Subordinate } from './stores.ts'

export interface StatementCache {
  /** The statement about a subordinate whose record has just been read. */
  statement(subordinate: Subordinate, now: NumericDate): Promise<string>
}

export function createStatementCache(
  ctx: CryptoContext & { readonly config: TrustAnchorConfig; readonly signer: Signer },
): StatementCache {
  const { config, signer } = ctx
  const lifetime = config.subordinateStatementLifetimeSeconds
  const epochSeconds = Math.ceil(lifetime / 2)
  const signed = new Map<string, { readonly record: string; readonly jwt: Promise<string> }>()
  let current = 0

  return {
    statement: (subordinate, now) => {
      const epoch = Math.floor(now / epochSeconds) * epochSeconds
      if (epoch !== current) signed.clear()
      current = epoch
      const record = JSON.stringify(subordinate)
      const known = signed.get(subordinate.entityId)
      if (known?.record === record) return known.jwt
      const jwt = issue(signer, config, subordinate, epoch, epoch + lifetime)
      signed.set(subordinate.entityId, { record, jwt })
      jwt.catch(() => signed.delete(subordinate.entityId))
      return jwt
    },
  }
}

const issue = (
  signer: Signer,
  config: TrustAnchorConfig,
  subordinate: Subordinate,
  issuedAt: NumericDate,
  expiresAt: NumericDate,
): Promise<string> =>
  createSubordinateStatement(signer, {
    issuer: config.entityId,
    subject: subordinate.entityId,
    keys: subordinate.keys,
    ...(subordinate.metadata && { metadata: subordinate.metadata }),
    metadataPolicy: policyFor(subordinate, config),
    constraints: constraintsFor(subordinate),
    sourceEndpoint: fetchEndpoint(config),
    issuedAt,
    expiresAt,
  })
