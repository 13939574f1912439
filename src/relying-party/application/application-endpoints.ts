/** `/api/…`: endpoints for the application behind the Relying Party, server to server (RP-89 to RP-94). */
import { type EndpointRequest, jsonOf, type Route, respondEmpty, respondJson, withHeader } from '../../http/index.ts'
import type { RelyingPartyServices } from '../context.ts'
import { orderPresentation } from './order-presentation.ts'
import { erasePresentation, listAudit, showPresentation } from './own-presentations.ts'
import { redeemReference } from './redeem-reference.ts'
import type { ApplicationHeaders } from './require-application.ts'

const headersOf = ({ header }: EndpointRequest): ApplicationHeaders => ({
  authorization: header('authorization'),
  origin: header('origin'),
})

export const applicationApi = (ctx: RelyingPartyServices): readonly Route[] => [
  {
    method: 'POST',
    path: '/api/presentations',
    kind: 'machine',
    accepts: ['json'],
    handle: async (request) => {
      const { id, startUrl, expiresAt } = await orderPresentation(ctx, headersOf(request), jsonOf(request))
      const body = { id, start_url: startUrl, expires_at: expiresAt }
      return withHeader(respondJson(body, 201), 'location', `${request.url}/${id}`) // RFC 9110 §9.3.3
    },
  },
  {
    method: 'POST',
    path: '/api/results',
    kind: 'machine',
    accepts: ['json'],
    bodyLimit: 4096,
    handle: async (request) => respondJson(await redeemReference(ctx, headersOf(request), jsonOf(request))),
  },
  {
    method: 'GET',
    path: '/api/presentations/:id',
    kind: 'machine',
    handle: async (request) => respondJson(await showPresentation(ctx, headersOf(request), request.path.id ?? '')),
  },
  {
    method: 'DELETE',
    path: '/api/presentations/:id',
    kind: 'machine',
    handle: async (request) => {
      await erasePresentation(ctx, headersOf(request), request.path.id ?? '')
      return respondEmpty()
    },
  },
  {
    method: 'GET',
    path: '/api/audit',
    kind: 'machine',
    handle: async (request) => respondJson(await listAudit(ctx, headersOf(request), request.query.get('since'))),
  },
]
