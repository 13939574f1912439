/**
 * `/trust_mark`, `/trust_mark_list`, `/trust_mark_status`: endpoints for the trust marks that this entity issues
 * (OpenID Federation 1.0 §8.4–8.6).
 */
import { jwsEntityTag } from '../../base/index.ts'
import {
  trustMarkMediaType,
  trustMarkParameters,
  trustMarkStatusMediaType,
  trustMarkStatusParameters,
} from '../../federation/index.ts'
import { formOf, type Route, respondJson, respondText } from '../../http/index.ts'
import type { TrustAnchorServices } from '../context.ts'
import { paths } from '../paths.ts'
import { createListResponses } from '../statements/kept-lists.ts'
import { issueTrustMark, issueTrustMarkStatus, listTrustMarkHolders } from './issue-trust-mark.ts'

const noCache = { 'cache-control': 'no-cache' }

export const trustMarkEndpoint = (ctx: TrustAnchorServices): Route => ({
  method: 'GET',
  path: paths.trustMark,
  kind: 'document',
  parameters: trustMarkParameters, // FED-130
  handle: async ({ query }) => {
    const mark = await issueTrustMark(ctx, query)
    return respondText(mark, trustMarkMediaType, { ...noCache, etag: jwsEntityTag(mark) }) // FED-31
  },
})

/**
 * Creates the route `GET /trust_mark_list`. Caches the list of all holders of a type until a subordinate or a trust
 * mark changes. Does not cache the response to a request with `sub`.
 */
export function trustMarkListEndpoint(ctx: TrustAnchorServices): Route {
  const lists = createListResponses(ctx)
  return {
    method: 'GET',
    path: paths.trustMarkList,
    kind: 'document',
    parameters: trustMarkParameters, // FED-130
    handle: ({ query }) => listTrustMarkHolders(ctx, lists, query), // FED-31
  }
}

/**
 * Creates the route `POST /trust_mark_status`. Without a body, reads the parameters from the query, as IT-Wallet prints
 * the request (FED-144).
 */
export const trustMarkStatusEndpoint = (ctx: TrustAnchorServices): Route => ({
  method: 'POST',
  path: paths.trustMarkStatus,
  kind: 'document',
  accepts: ['form'],
  parameters: trustMarkStatusParameters, // FED-130
  handle: async (request) => {
    const form = formOf(request)
    const status = await issueTrustMarkStatus(ctx, form.size > 0 ? form : request.query)
    if (typeof status !== 'string') return respondJson(status, 200, noCache) // FED-36
    return respondText(status, trustMarkStatusMediaType, noCache) // FED-32
  },
})
