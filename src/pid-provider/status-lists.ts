/**
 * The status lists that say to everybody, without asking who reads, which PIDs are revoked or suspended
 * (draft-ietf-oauth-status-list-12; PP-32, PP-110). A list is signed once and served until half of its `ttl` is over, so
 * that no reader who keeps to the `ttl` trusts a state older than that.
 */
import type { NumericDate } from '../base/index.ts'
import type { Signer } from '../jose/index.ts'
import { createStatusList, createStatusListToken, setStatus, statusValues } from '../status-list/index.ts'
import type { PidProviderConfig } from './config.ts'
import type { CredentialStatus } from './issued-credential.ts'
import type { Endpoints } from './metadata.ts'
import type { PidProviderStores } from './stores.ts'

export interface PublishedStatusList {
  readonly jwt: string
  readonly signedAt: NumericDate
}

export interface StatusLists {
  /** The list as it stands, or stood less than half a `ttl` ago. */
  token(list: number, now: NumericDate): Promise<PublishedStatusList>
  /** A credential of this list has changed: on this replica the next reader sees it. */
  changed(list: number): void
}

/** Where a list is published: what `status.status_list.uri` names. */
export const statusListUri = (endpoints: Pick<Endpoints, 'statusLists'>, list: number): string =>
  `${endpoints.statusLists}/${list}`

const wireStatus: Readonly<Record<CredentialStatus, number>> = {
  valid: statusValues.valid,
  revoked: statusValues.invalid,
  suspended: statusValues.suspended, // PP-111
}

/** Two bits for each credential: valid, revoked, suspended. */
const bits = 2

export interface StatusListsContext {
  readonly config: Pick<PidProviderConfig, 'statusLists'>
  readonly endpoints: Pick<Endpoints, 'statusLists'>
  readonly stores: Pick<PidProviderStores, 'issuedCredentials'>
  readonly credentialSigner: Signer
}

export function createStatusLists(ctx: StatusListsContext): StatusLists {
  const { places, ttlSeconds, lifetimeSeconds } = ctx.config.statusLists
  const standing = new Map<number, { readonly signedAt: NumericDate; readonly jwt: Promise<string> }>()

  async function sign(list: number, now: NumericDate): Promise<string> {
    const statuses = createStatusList(bits, places)
    for (const { index, status } of await ctx.stores.issuedCredentials.exceptions(list))
      setStatus(statuses, index, wireStatus[status])
    const uri = statusListUri(ctx.endpoints, list)
    return createStatusListToken(ctx.credentialSigner, { uri, list: statuses, now, lifetimeSeconds, ttlSeconds })
  }

  return {
    token: async (list, now) => {
      const known = standing.get(list)
      if (known && now < known.signedAt + ttlSeconds / 2) return { jwt: await known.jwt, signedAt: known.signedAt }
      const jwt = sign(list, now)
      standing.set(list, { jwt, signedAt: now })
      jwt.catch(() => standing.delete(list))
      return { jwt: await jwt, signedAt: now }
    },
    changed: (list) => void standing.delete(list),
  }
}
