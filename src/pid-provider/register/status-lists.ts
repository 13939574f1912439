/**
 * The status lists that say to everybody, without asking who reads, which PIDs are revoked or suspended
 * (draft-ietf-oauth-status-list-12; PP-32, PP-110).
 */
import type { Signer } from '../../jose/index.ts'
import { statusListRequestRules } from '../../member/index.ts'
import { createStatusListKeeper, type StatusLists, statusValues } from '../../status-list/index.ts'
import type { PidProviderConfig } from '../config.ts'
import type { Endpoints } from '../metadata.ts'
import type { PidProviderStores } from '../stores.ts'
import type { CredentialStatus } from './issued-credential.ts'

export const STATUS_LIST_RULES = statusListRequestRules('PP-110')

/** Where a list is published: what `status.status_list.uri` names. */
export const statusListUri = (endpoints: Pick<Endpoints, 'statusLists'>, list: number): string =>
  `${endpoints.statusLists}/${list}`

const wireStatus: Readonly<Record<CredentialStatus, number>> = {
  valid: statusValues.valid,
  revoked: statusValues.invalid,
  suspended: statusValues.suspended, // PP-111
}

interface StatusListsContext {
  readonly config: Pick<PidProviderConfig, 'statusLists'>
  readonly endpoints: Pick<Endpoints, 'statusLists'>
  readonly stores: Pick<PidProviderStores, 'issuedCredentials'>
  readonly credentialSigner: Signer
}

/** As many bits for each credential as configuration says: valid, revoked and, with two and more, suspended. */
export const createStatusLists = (ctx: StatusListsContext): StatusLists =>
  createStatusListKeeper({
    config: ctx.config.statusLists,
    signer: ctx.credentialSigner,
    bits: ctx.config.statusLists.bits,
    uriOf: (list) => statusListUri(ctx.endpoints, list),
    exceptions: async (list) =>
      (await ctx.stores.issuedCredentials.exceptions(list)).map(({ index, status }) => ({
        index,
        status: wireStatus[status],
      })),
  })
