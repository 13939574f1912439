/**
 * Cache of statements about subordinates. A statement is signed once for each subordinate, revision, signing key, epoch
 * and chain of certificates above the subordinate's. An epoch is half of a statement's lifetime and starts at the same
 * second on every replica. So a served statement is valid for at least half of its lifetime, and its `exp` is the same
 * on all replicas. `iat` is the time of signing (RFC 7519 §4.1.6, D-172), so it is never older than the record or the
 * key. The caller reads the record for each request, so that a removal or change takes effect at once.
 */
import { createRecentResults, type NumericDate, type PublicJwk } from '../../base/index.ts'
import { createSubordinateStatement, type RingKeys } from '../../federation/index.ts'
import type { Signer } from '../../jose/index.ts'
import type { CertificationAuthority } from '../certificates/certification-authority.ts'
import type { TrustAnchorConfig } from '../config.ts'
import { fetchEndpoint } from '../metadata.ts'
import { constraintsFor, policyFor } from '../onboarding/policies.ts'
import type { Subordinate, SubordinateEntry } from '../stores.ts'

export interface StatementCache {
  /** Returns the statement about a subordinate. The caller must have just read the record. */
  statement(subordinate: Subordinate, now: NumericDate): Promise<string>
  /** Signs the statement that an entity would get as a subordinate, but without certificates. Does not cache it. */
  provisional(entry: SubordinateEntry, now: NumericDate): Promise<string>
}

interface SignedStatement {
  readonly issuedAt: NumericDate
  readonly jwt: string
}

interface StatementCacheParts {
  readonly config: TrustAnchorConfig
  readonly keys: RingKeys
  /** Absent in a profile without certificates. */
  readonly authority?: Pick<CertificationAuthority, 'chainOf' | 'chainAbove'> | undefined
}

/** Creates the cache. Its statements need at most `maximumBytes`. Defaults to 32 MiB: anybody may request them all. */
export function createStatementCache(ctx: StatementCacheParts, maximumBytes = 33_554_432): StatementCache {
  const { config, keys, authority } = ctx
  const lifetime = config.subordinateStatementLifetimeSeconds
  const epochSeconds = Math.ceil(lifetime / 2)
  const signed = createRecentResults<SignedStatement>(maximumBytes, ({ jwt }) => jwt.length)
  /** Start of the epoch, id of the signing key, and certificates above. The cache contains only statements of these. */
  let cachedFor = ''

  return {
    statement: async (subordinate, now) => {
      const { signer } = await keys.current(now)
      const epochStart = Math.floor(now / epochSeconds) * epochSeconds
      const current = [epochStart, signer.kid, ...((await authority?.chainAbove(now)) ?? [])].join(' ') // FED-141
      if (current !== cachedFor) signed.clear()
      cachedFor = current
      const name = `${subordinate.revision} ${subordinate.entityId}`
      const times = { issuedAt: now, expiresAt: epochStart + lifetime }
      const sign = async (): Promise<SignedStatement> => {
        const entry = await withCertificates(authority, subordinate, now)
        return { issuedAt: now, jwt: await issue(signer, config, entry, times) }
      }
      const statement = await signed.findOrCreate(name, sign)
      if (statement.issuedAt <= now) return statement.jwt
      // After the clock was set back, statements with a later `iat` must not be served.
      signed.delete(name)
      return (await signed.findOrCreate(name, sign)).jwt
    },
    provisional: async (entry, now) =>
      issue((await keys.current(now)).signer, config, entry, { issuedAt: now, expiresAt: now + lifetime }),
  }
}

/** Returns the record. Adds `x5c`, the certificate chain, to each key that has a certificate (FED-105). */
async function withCertificates<T extends SubordinateEntry>(
  authority: Pick<CertificationAuthority, 'chainOf'> | undefined,
  entry: T,
  now: NumericDate,
): Promise<T> {
  if (authority === undefined) return entry
  const withChain = async (jwk: PublicJwk): Promise<PublicJwk> => {
    const x5c = await authority.chainOf(entry, jwk, now)
    return x5c ? { ...jwk, ...{ x5c } } : jwk // FED-101
  }
  return { ...entry, keys: await Promise.all(entry.keys.map(withChain)) }
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
    constraints: constraintsFor(subordinate, config),
    sourceEndpoint: fetchEndpoint(config),
    ...times,
  })
