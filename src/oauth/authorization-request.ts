/**
 * The authorization request through the browser after the push: only `client_id` and `request_uri` (it-wallet
 * §Endpoints/PID Provider; RFC 9126 §4).
 */
import { type Failure, fail } from '../base/index.ts'
import { appendParameters, type Form } from './parameters.ts'

/** Reasons to refuse the browser's request. There is no redirect, because its target is unknown. */
export type AuthorizationRequestCode = 'client_id_missing' | 'request_uri_missing'

/** Reference to a pushed request. The store checks whether the request exists. */
export interface PushedAuthorizationReference {
  readonly client_id: string
  readonly request_uri: string
}

/** Returns the URL that the wallet opens in the browser. Keeps the query of the endpoint. */
export const createAuthorizationUrl = (endpoint: string, reference: PushedAuthorizationReference): string =>
  appendParameters(endpoint, {
    client_id: reference.client_id, // WI-39
    request_uri: reference.request_uri, // WI-39
  })

/** Parses the query of the browser's request. Ignores other parameters (PP-55). */
export function parseAuthorizationQuery(query: Form): PushedAuthorizationReference | Failure<AuthorizationRequestCode> {
  const clientId = query.get('client_id')
  if (clientId === undefined) return fail('client_id_missing', 'query.client_id') // PP-54
  const requestUri = query.get('request_uri')
  if (requestUri === undefined) return fail('request_uri_missing', 'query.request_uri') // PP-12
  return { client_id: clientId, request_uri: requestUri }
}
