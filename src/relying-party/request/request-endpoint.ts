/** `GET` (RP-39) and `POST /request?id=`: returns the signed Request Object (it-wallet §Endpoints, request_uri). */
import { type EndpointRequest, formOf, type Route, respondText } from '../../http/index.ts'
import { requestObjectMediaType } from '../../oauth/index.ts'
import type { RelyingPartyServices } from '../context.ts'
import { paths } from '../paths.ts'
import { issueRequestObject } from './issue-request-object.ts'

const handle = (ctx: RelyingPartyServices) => async (request: EndpointRequest) => {
  const { method, url, query } = request
  const headers = { authorization: request.header('authorization'), dpop: request.header('dpop') }
  const requestObject = await issueRequestObject(ctx, { method, url, query, form: formOf(request), headers })
  return respondText(requestObject, requestObjectMediaType) // RP-08, RP-32, RP-34
}

export const getRequestEndpoint = (ctx: RelyingPartyServices): Route => ({
  method: 'GET',
  path: paths.request,
  kind: 'resource',
  checksDpopHeader: true, // RP-45
  handle: handle(ctx),
})

export const postRequestEndpoint = (ctx: RelyingPartyServices): Route => ({
  method: 'POST',
  path: paths.request, // RP-05
  kind: 'resource',
  checksDpopHeader: true, // RP-45
  accepts: ['form'],
  handle: handle(ctx),
})
