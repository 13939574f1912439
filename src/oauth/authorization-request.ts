/**
 * The authorization request that goes through the browser after it was pushed: `client_id` and `request_uri`, nothing
 * else (it-wallet §Endpoints/PID Provider; RFC 9126 §4).
 */
import { type Failure, fail } from '../base/index.ts'
import { appendParameters, type Form } from './parameters.ts'

/** Why the browser's request names no pushed one. No redirect: nobody knows where to. */
export type AuthorizationRequestCode = 'client_id_missing' | 'request_uri_missing'

/** The pushed request that a browser comes with; whether it exists is a store's to say. */
export interface PushedAuthorizationReference {
  readonly client_id: string
  readonly request_uri: string
}

/** Where the wallet sends the browser. The endpoint's own query is kept. */
export const createAuthorizationUrl = (endpoint: string, reference: PushedAuthorizationReference): string =>
  appendParameters(endpoint, {
    client_id: reference.client_id, // WI-39
    request_uri: reference.request_uri, // WI-39
  })

/** Reads the query; whatever else stands there is not looked at (PP-55). */
export function parseAuthorizationQuery(query: Form): PushedAuthorizationReference | Failure<AuthorizationRequestCode> {
  const clientId = query.get('client_id')
  if (clientId === undefined) return fail('client_id_missing', 'query.client_id') // PP-54
  const requestUri = query.get('request_uri')
  if (requestUri === undefined) return fail('request_uri_missing', 'query.request_uri') // PP-12
  return { client_id: clientId, request_uri: requestUri }
}
