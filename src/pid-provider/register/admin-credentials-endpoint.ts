/** `/admin/credentials…`: the register as JSON, for administrators with a bearer token (PP-112). */
import { type EndpointRequest, jsonOf, type Route } from '../../http/index.ts'
import { type AdministrationRight, createAdministrationRoute } from '../../member/index.ts'
import type { PidProviderServices } from '../context.ts'
import { paths } from '../paths.ts'
import { changeCredentialStatus } from './change-credential-status.ts'
import { listCredentials, searchCredentials, showCredential } from './search-credentials.ts'

/** Returns the right that a change needs. A revocation is final, a suspension is not. */
const rightToChange = (request: EndpointRequest): AdministrationRight =>
  jsonOf(request).status === 'revoked' ? 'revoke' : 'suspend'

const idOf = ({ path }: EndpointRequest): string => path.id ?? ''

export function adminCredentialsEndpoints(ctx: PidProviderServices): readonly Route[] {
  const route = createAdministrationRoute('pid-provider', ctx.administer)
  const { adminCredentials } = paths
  return [
    route('GET', adminCredentials, 'read', async (by, { query }) => ({
      body: { credentials: await listCredentials(ctx, by, Object.fromEntries(query)) },
    })),
    route('POST', `${adminCredentials}/search`, 'read', async (by, request) => ({
      body: { credentials: await searchCredentials(ctx, by, jsonOf(request)) },
    })),
    route('GET', `${adminCredentials}/:id`, 'read', async (by, request) => ({
      body: await showCredential(ctx, by, idOf(request)),
    })),
    route('POST', `${adminCredentials}/:id/status`, rightToChange, async (by, request) => ({
      body: await changeCredentialStatus(ctx, by, idOf(request), jsonOf(request)),
    })),
  ]
}
