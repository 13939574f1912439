/** `/admin/credentials…`: the administrators' register, JSON in and out, a bearer token on each (PP-112). */
import { type EndpointRequest, jsonOf, type Route, respondJson } from '../../http/index.ts'
import type { PidProviderServices } from '../context.ts'
import { paths } from '../paths.ts'
import type { AdministratorHeaders } from './administrators.ts'
import { changeCredentialStatus } from './change-credential-status.ts'
import { listCredentials, searchCredentials, showCredential } from './search-credentials.ts'

const headersOf = (request: EndpointRequest): AdministratorHeaders => ({
  authorization: request.header('authorization'),
})

const idOf = ({ path }: EndpointRequest): string => path.id ?? ''

export function adminCredentialsEndpoints(ctx: PidProviderServices): readonly Route[] {
  const read = (path: string, run: Route['handle']): Route => ({ method: 'GET', path, kind: 'machine', handle: run })
  const post: typeof read = (path, run) => ({ ...read(path, run), method: 'POST', accepts: ['json'] })
  return [
    read(paths.adminCredentials, async (request) =>
      respondJson({ credentials: await listCredentials(ctx, headersOf(request), request.query) }),
    ),
    post(`${paths.adminCredentials}/search`, async (request) =>
      respondJson({ credentials: await searchCredentials(ctx, headersOf(request), jsonOf(request)) }),
    ),
    read(`${paths.adminCredentials}/:id`, async (request) =>
      respondJson(await showCredential(ctx, headersOf(request), idOf(request))),
    ),
    post(`${paths.adminCredentials}/:id/status`, async (request) =>
      respondJson(await changeCredentialStatus(ctx, headersOf(request), idOf(request), jsonOf(request))),
    ),
  ]
}
