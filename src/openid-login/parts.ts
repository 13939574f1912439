/** Dependencies of the OpenID Provider, which is a part of the Relying Party. */
import type { Clock, CryptoContext, JsonObject, NonceKeys, Random } from '../base/index.ts'
import type { Signer } from '../jose/index.ts'
import type { DcqlQuery } from '../oid4vp/index.ts'
import type { PageLook } from '../pages/index.ts'
import type { OpenIdRecords } from '../relying-party/index.ts'
import type { OpenIdLoginConfig } from './config.ts'

/** Secret or public keys of a client. Empty if the client does not authenticate. */
export interface ClientCredential {
  readonly secret?: string
  readonly jwks?: JsonObject
}

/**
 * Id of the OpenID Provider among the applications that use the Relying Party. No configured application may have this
 * id.
 */
export const openIdApplication = 'openid'

/** Services, settings and keys of the OpenID Provider. Replicas need the same keys and secrets. */
export interface OpenIdLoginParts extends CryptoContext {
  readonly clock: Clock
  readonly random: Random
  readonly config: OpenIdLoginConfig
  /** Public URL of the Relying Party. The issuer is below it. */
  readonly publicUrl: string
  /** Look of the user-facing pages. */
  readonly look: PageLook
  readonly records: OpenIdRecords
  readonly dcqlQuery: DcqlQuery
  readonly dcqlQueries: Readonly<Record<string, DcqlQuery>>
  /** Keys that sign ID Tokens. The first one signs, all are published. */
  readonly signers: readonly [Signer, ...Signer[]]
  /**
   * Secrets from which the keys of records and cookies are derived. The first one protects new values, and all are
   * accepted.
   */
  readonly secrets: NonceKeys
  /** Secret of the pairwise subjects. It must never change, because every `sub` depends on it. */
  readonly subjectSecret: Uint8Array
  /** Secret or public keys of each client, by client id. */
  readonly credentials: ReadonlyMap<string, ClientCredential>
}
