/**
 * The Entity Configuration: an entity's statement about itself at its well-known URL, signed with its federation key.
 * Without a superior's statement it proves only possession of that key.
 *
 * OpenID Federation 1.0 §3, §9; it-wallet §Entity configuration of a PID Provider, of a Relying Party.
 */
import {
  type CryptoContext,
  type Failure,
  fail,
  failed,
  joinUrl,
  type NumericDate,
  type PublicJwk,
  type Verified,
  verified,
} from '../../base/index.ts'
import {
  checkJwtTimes,
  type JwsVerifyCode,
  type JwtTimeCode,
  type JwtTimePolicy,
  type Signer,
  signJwt,
} from '../../jose/index.ts'
import { type TrustMarkPermissions, trustMarkOwnersClaim } from '../mark/trust-mark-permissions.ts'
import { type TrustMarkEntry, trustMarksClaim } from '../mark/trust-marks-claim.ts'
import type { FederationEntityMetadata } from '../metadata/federation-entity.ts'
import {
  type EntityStatement,
  type EntityStatementCode,
  type EntityStatementPolicy,
  entityStatementType,
  parseEntityConfiguration,
} from './entity-statement.ts'
import type { Metadata } from './metadata-form.ts'
import { verifyOwnSignature } from './own-statement.ts'

/** Path below the entity identifier: `GET /.well-known/openid-federation`. */
export const entityConfigurationPath = '/.well-known/openid-federation'

/** Returns the well-known URL: the identifier without a trailing slash, followed by the path (FED-28). */
export const entityConfigurationUrl = (entityId: string): string => joinUrl(entityId, entityConfigurationPath)

/**
 * Claims of an Entity Configuration (OpenID Federation 1.0 §3). Not checked, because they come from the service's own
 * settings.
 */
export interface EntityConfigurationInput {
  readonly entityId: string
  /**
   * All published federation keys: the current key, the next keys, and former keys whose signatures are still in use.
   */
  readonly keys: readonly PublicJwk[]
  readonly metadata: Metadata & { readonly federation_entity: FederationEntityMetadata }
  /** Identifiers of the superiors. Empty for an anchor. */
  readonly authorityHints: readonly string[]
  readonly trustMarks?: readonly TrustMarkEntry[]
  /** Issuers and owners of trust mark types. Only for an anchor. */
  readonly trustMarkPermissions?: TrustMarkPermissions
  readonly issuedAt: NumericDate
  readonly expiresAt: NumericDate
}

/**
 * Creates and signs an Entity Configuration. Rejects with a TypeError if the signer's key is not among `keys`.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createEntityConfiguration } from 'fiducia/federation'
 * import { generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createSystemClock } from 'fiducia/node'
 *
 * const signer = await generateSigner({ crypto: createNodeCrypto() })
 * const [site, now] = ['https://rp.example', createSystemClock().now()] as const
 * const pages = { homepage_uri: site, policy_uri: site, tos_uri: site, logo_uri: site }
 * const configuration = await createEntityConfiguration(signer, {
 *   ...{ entityId: site, keys: [signer.publicJwk], authorityHints: ['https://ta.example'] },
 *   metadata: { federation_entity: { organization_name: 'RP', ...pages } },
 *   ...{ issuedAt: now, expiresAt: now + 3600 },
 * })
 * assert.equal(configuration.split('.').length, 3)
 * ```
 */
export async function createEntityConfiguration(signer: Signer, input: EntityConfigurationInput): Promise<string> {
  if (!input.keys.some(({ kid }) => kid === signer.kid)) throw new TypeError('the signing key is not published')
  const header = { typ: entityStatementType, kid: signer.kid } // FED-01
  return signJwt(signer, header, {
    iss: input.entityId, // FED-11
    sub: input.entityId, // FED-11
    iat: input.issuedAt, // FED-11
    exp: input.expiresAt, // FED-11
    jwks: { keys: input.keys }, // FED-11
    metadata: input.metadata, // FED-13
    ...(input.authorityHints.length > 0 && { authority_hints: input.authorityHints }), // FED-12
    ...(input.trustMarks && input.trustMarks.length > 0 && { trust_marks: trustMarksClaim(input.trustMarks) }),
    ...trustMarkClaims(input.trustMarkPermissions),
  })
}

const trustMarkClaims = (permissions: TrustMarkPermissions | undefined) => ({
  ...(permissions && permissions.issuers.size > 0 && { trust_mark_issuers: Object.fromEntries(permissions.issuers) }),
  ...(permissions && permissions.owners.size > 0 && { trust_mark_owners: trustMarkOwnersClaim(permissions.owners) }),
})

/** Reasons to refuse an Entity Configuration. */
export type EntityConfigurationCode =
  | EntityStatementCode
  | JwtTimeCode
  | JwsVerifyCode
  | 'not_a_configuration'
  | 'subject_mismatch'
  | 'kid_unknown'

/**
 * Verifies that a configuration is about this entity, valid now, and signed with one of the keys in it. Does not
 * establish trust: a superior must confirm the keys. `skew` is in seconds.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { createEntityConfiguration, verifyEntityConfiguration } from 'fiducia/federation'
 * import { generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto } from 'fiducia/node'
 *
 * const ctx = { crypto: createNodeCrypto() }
 * const signer = await generateSigner(ctx)
 * const site = 'https://ta.example'
 * const own = { entityId: site, keys: [signer.publicJwk], authorityHints: [] }
 * const times = { issuedAt: 1767225600, expiresAt: 1767229200 }
 * const pages = { homepage_uri: site, policy_uri: site, tos_uri: site, logo_uri: site }
 * const metadata = { federation_entity: { organization_name: 'TA', ...pages } }
 * const compact = await createEntityConfiguration(signer, { ...own, ...times, metadata })
 * const policy = { entityId: own.entityId, algorithms: ['ES256'], urls: { loopbackHttp: false } } as const
 * const configuration = await verifyEntityConfiguration(ctx, compact, { ...policy, now: times.issuedAt, skew: 30 })
 * assert.equal(failed(configuration) ? configuration.code : configuration.sub, site)
 * ```
 */
export async function verifyEntityConfiguration(
  ctx: CryptoContext,
  compact: string,
  policy: EntityStatementPolicy & JwtTimePolicy & { readonly entityId: string },
  at = 'configuration',
): Promise<Verified<EntityStatement> | Failure<EntityConfigurationCode>> {
  const statement = parseEntityConfiguration(compact, policy, at)
  if (failed(statement)) return statement
  if (statement.sub !== policy.entityId)
    return fail('subject_mismatch', `${at}.payload.sub`, { expected: policy.entityId, found: statement.sub }) // FED-28
  const times = checkJwtTimes(statement.jws.payload, policy, `${at}.payload`)
  if (failed(times)) return times
  const signature = await verifyOwnSignature(ctx, statement, at)
  if (failed(signature)) return signature
  return verified(statement)
}
