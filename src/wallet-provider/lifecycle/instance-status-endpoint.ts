/**
 * `/wallet-instances/:id/status`: a user reads whether an instance is revoked, or revokes it, in the format of
 * IT-Wallet 1.0. The endpoint exists only if the configuration names the users' authorization server (D-337).
 */
import { type EndpointRequest, jsonOf, type Route, respondEmpty, respondJson } from '../../http/index.ts'
import type { WalletProviderServices } from '../context.ts'
import { paths } from '../paths.ts'
import { readInstanceStatus, setInstanceStatus, type UserRequest } from './user-instances.ts'

/** Creates the routes. Empty if the configuration names no authorization server of the users. */
export function instanceStatusEndpoints(ctx: WalletProviderServices): readonly Route[] {
  const { users } = ctx.config
  if (users === undefined) return []
  const path = `${paths.walletInstances}/:id/status`
  const userRequestOf = (request: EndpointRequest): UserRequest => ({
    users,
    id: request.path.id ?? '',
    authorization: request.header('authorization'),
  })
  return [
    {
      method: 'GET',
      path,
      kind: 'problem',
      handle: async (request) => respondJson(await readInstanceStatus(ctx, userRequestOf(request))), // WP-88
    },
    {
      method: 'PUT',
      path,
      kind: 'problem',
      accepts: ['json'],
      handle: async (request) => {
        await setInstanceStatus(ctx, userRequestOf(request), jsonOf(request))
        return respondEmpty() // WP-89
      },
    },
  ]
}
