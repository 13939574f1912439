/**
 * Who may administer the provider, and how a request shows it: a bearer token (RFC 6750 §2.1). The seam at which a
 * management interface with logins of its own is put later.
 */
import { type CryptoContext, equalTexts, type Failure, fail } from '../../base/index.ts'
import { parseBearerAuthorization } from '../../oauth/index.ts'

/** What an administrator may do; one verb each. */
export type AdministratorRight =
  | 'revoke_wallet_instance'
  | 'release_wallet_instance'
  | 'read_wallet_instances'
  | 'link_user'
  | 'manage_attestation_keys'

/** Who may administer, as the configuration names them. */
export interface Administrator {
  /** Stands in the log beside what was done. */
  readonly name: string
  /** At least 128 random bits as a bearer token (RFC 6750 §2.1), in 32 to 512 characters; of any other the provider does not start. */
  readonly token: string
  /** All of them when not said. */
  readonly rights?: readonly AdministratorRight[]
}

export type AdministratorCode = 'authorization_missing' | 'authorization_malformed' | 'token_unknown' | 'right_missing'

/** Whose token it is, and whether it has the right. Compares with every token, in constant time. */
export function checkAdministrator(
  ctx: CryptoContext,
  administrators: readonly Administrator[],
  authorization: string | undefined,
  right: AdministratorRight,
): Administrator | Failure<AdministratorCode> {
  const at = 'authorization'
  if (authorization === undefined) return fail('authorization_missing', at) // WP-76
  const token = parseBearerAuthorization(authorization)
  if (token === undefined) return fail('authorization_malformed', at) // WP-76
  const [administrator] = administrators.filter((one) => equalTexts(ctx, one.token, token))
  if (administrator === undefined) return fail('token_unknown', at) // WP-76
  const mayNot = administrator.rights !== undefined && !administrator.rights.includes(right)
  if (mayNot) return fail('right_missing', at) // WP-76
  return administrator
}
