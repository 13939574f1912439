/** `GET /admin/credentials` and `POST /admin/credentials/:id/status`: the administrators' register (PP-112). */
import { type EndpointRequest, jsonOf, type Route, respondJson } from '../../http/index.ts'
import type { AdministratorHeaders } from '../administrators.ts'
import { changeCredentialStatus, listCredentials } from '../change-credential-status.ts'
import type { PidProviderServices } from '../context.ts'
import { paths } from '../metadata.ts'

const headersOf = (request: EndpointRequest): AdministratorHeaders => ({
  authorization: request.header('authorization'),
  origin: request.header('origin'),
})

export const listCredentialsEndpoint = (ctx: PidProviderServices): Route => ({
  method: 'GET',
  path: paths.adminCredentials,
  kind: 'machine',
  handle: async (request) =>
    respondJson({ credentials: await listCredentials(ctx, headersOf(request), request.query) }),
})

export const changeStatusEndpoint = (ctx: PidProviderServices): Route => ({
  method: 'POST',
  path: `${paths.adminCredentials}/:id/status`,
  kind: 'machine',
  accepts: ['json'],
  handle: async (request) => {
    const id = request.path.id ?? ''
    return respondJson(await changeCredentialStatus(ctx, headersOf(request), id, jsonOf(request)))
  },
})
