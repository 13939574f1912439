/**
 * Statements about subordinates, signed once per subordinate, revision, signing key and epoch. An epoch is half a
 * statement's life, and begins at the same second on every replica: a statement is given out with at least half of its
 * life before it, and all replicas state the same end. `iat` says when this one was signed (RFC 7519 §4.1.6, D-172), so
 * it is never older than its record or its key. The record is read anew for each request, so a removal or a change shows
 * at once.
 */
import type { NumericDate } from '../../base/index.ts'
import { createSubordinateStatement, type RingKeys } from '../../federation/index.ts'
import type { Signer } from '../../jose/index.ts'
import type { TrustAnchorConfig } from '../config.ts'
import { fetchEndpoint } from '../metadata.ts'
import { constraintsFor, policyFor } from '../onboarding/policies.ts'
import type { Subordinate, SubordinateEntry } from '../stores.ts'

export interface StatementCache {
  /** The statement about a subordinate whose record has just been read. */
  statement(subordinate: Subordinate, now: NumericDate): Promise<string>
  /** What would be stated about an entity that is no subordinate yet. Kept by nobody. */
  provisional(entry: SubordinateEntry, now: NumericDate): Promise<string>
}

interface SignedStatement {
  readonly revision: number
  readonly issuedAt: NumericDate
  readonly jwt: Promise<string>
}

export function createStatementCache(ctx: {
  readonly config: TrustAnchorConfig
  readonly keys: RingKeys
}): StatementCache {
  const { config, keys } = ctx
  const lifetime = config.subordinateStatementLifetimeSeconds
  const epochSeconds = Math.ceil(lifetime / 2)
  const signed = new Map<string, SignedStatement>()
  let current = ''

  return {
    statement: async (subordinate, now) => {
      const { signer } = await keys.current(now)
      const begunAt = Math.floor(now / epochSeconds) * epochSeconds
      const epoch = `${begunAt} ${signer.kid}`
      if (epoch !== current) signed.clear()
      current = epoch
      const known = signed.get(subordinate.entityId)
      // A clock that was set back must not serve what was issued after it.
      if (known?.revision === subordinate.revision && known.issuedAt <= now) return known.jwt
      const jwt = issue(signer, config, subordinate, { issuedAt: now, expiresAt: begunAt + lifetime })
      signed.set(subordinate.entityId, { revision: subordinate.revision, issuedAt: now, jwt })
      jwt.catch(() => signed.delete(subordinate.entityId))
      return jwt
    },
    provisional: async (entry, now) =>
      issue((await keys.current(now)).signer, config, entry, { issuedAt: now, expiresAt: now + lifetime }),
  }
}

const issue = (
  signer: Signer,
  config: TrustAnchorConfig,
  subordinate: SubordinateEntry,
  times: { readonly issuedAt: NumericDate; readonly expiresAt: NumericDate },
): Promise<string> =>
  createSubordinateStatement(signer, {
    issuer: config.entityId,
    subject: subordinate.entityId,
    keys: subordinate.keys,
    ...(subordinate.metadata && { metadata: subordinate.metadata }),
    metadataPolicy: policyFor(subordinate, config),
    constraints: constraintsFor(subordinate),
    sourceEndpoint: fetchEndpoint(config),
    ...times,
  })
