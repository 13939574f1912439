/**
 * Client of the roles' administration APIs, for screens and for the sandbox's wallets. Returns responses of any status,
 * because a refusal describes its reason.
 */
import {
  type Failure,
  type Fetch,
  fail,
  failed,
  fetchFailureOf,
  type Json,
  joinUrl,
  parseJson,
  readText,
} from '../base/index.ts'
import type { ConsoleRole } from './observe-roles.ts'
import type { ApiCall } from './shell/parts.ts'

/** Request to the administration of a role. */
export interface AdministrationCall {
  /** Name of the role: `pid-provider`. */
  readonly role: string
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** Path below the role's URL, with its query. */
  readonly path: string
  readonly body?: object
}

/** Answer of an administration. */
export interface AdministrationAnswer {
  readonly status: number
  /** Absent for an answer without a body. */
  readonly body?: Json | undefined
}

/** Sends a request to the administration of a role. Returns a refusal like any other response. */
export type Administer = (call: AdministrationCall) => Promise<AdministrationAnswer | Failure<'unreachable'>>

/** Maximum size of an answer in bytes. The largest is a page of credentials or the tree of a federation. */
const limits = { size: 4 * 1024 * 1024 }

/**
 * Creates a client for these roles. `tokenOf` returns the bearer token of a role. Fails as `unreachable` for an unknown
 * role, and if the response is missing, too large or not JSON. For a response that is not JSON, the place of the
 * failure ends with the response's status. The role may have executed a request that fails here.
 */
export function createAdminister(
  fetch: Fetch,
  roles: readonly ConsoleRole[],
  tokenOf: (role: string) => string,
): Administer {
  return async ({ role: name, method, path, body }) => {
    const role = roles.find((one) => one.name === name)
    if (role === undefined) return fail('unreachable', name)
    const request = new Request(joinUrl(role.url, path), {
      method,
      headers: { authorization: `Bearer ${tokenOf(name)}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    try {
      const response = await fetch(request)
      const text = await readText(response, name, limits)
      if (failed(text)) return fail('unreachable', text.at)
      const json = text === '' ? undefined : parseJson(text, name, limits)
      return failed(json)
        ? fail('unreachable', `${name}.status.${response.status}`)
        : { status: response.status, ...(json !== undefined && { body: json }) }
    } catch (thrown) {
      return fail('unreachable', fetchFailureOf(thrown, name).at)
    }
  }
}

/**
 * Describes the call for a page. Shows the variable `$ADMIN_TOKEN` instead of the token, and an example URL for an
 * unknown role.
 */
export function describeCall(roles: readonly ConsoleRole[], { role, method, path, body }: AdministrationCall): ApiCall {
  const url = roles.find(({ name }) => name === role)?.url ?? `https://${role}.example`
  return {
    method,
    url: joinUrl(url, path),
    headers: {
      authorization: 'Bearer $ADMIN_TOKEN',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
}
