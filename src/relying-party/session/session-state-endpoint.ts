/**
 * `GET /session-state?id=`: returns the state of a presentation for the waiting page (it-wallet §Endpoints, status).
 */
import { type HttpResponse, type Route, respondJson } from '../../http/index.ts'
import type { RelyingPartyServices } from '../context.ts'
import { paths } from '../paths.ts'
import { type SessionState, sessionState } from './session-state.ts'

const statusCodes = {
  ordered: 201, // unreachable: no browser has its cookie yet
  issued: 201, // RP-16
  fetched: 202, // RP-16
  completed: 200, // RP-16
  rejected: 401, // RP-16
  expired: 401, // RP-16
} as const

export const sessionStateEndpoint = (ctx: RelyingPartyServices): Route => ({
  method: 'GET',
  path: paths.sessionState,
  kind: 'machine',
  handle: async (request) => render(await sessionState(ctx, request)),
})

function render({ status, secondsLeft, redirectUri, cookie }: SessionState): HttpResponse {
  const code = statusCodes[status]
  const headers = {
    'cache-control': 'no-store', // RP-16
    ...(cookie !== undefined && { 'set-cookie': cookie }), // RP-78
    ...(code === 401 && { 'www-authenticate': 'Presentation' }), // RFC 9110 §15.5.2
  }
  return respondJson(bodyOf(status, secondsLeft, redirectUri), code, headers)
}

function bodyOf(status: SessionState['status'], secondsLeft: number, redirectUri: string | undefined): object {
  if (status === 'completed') return { status, redirect_uri: redirectUri } // RP-78
  if (status !== 'rejected' && status !== 'expired') return { status, expires_in: secondsLeft }
  const description = status === 'rejected' ? 'The request was rejected.' : 'The request has expired.'
  return { error: 'authentication_failed', error_description: description, status }
}
