/** Client for the administration of a role: Trust Anchor, Wallet Provider, PID Provider or Relying Party. */
import { fetchFailureOf, type Json, type JsonObject, joinUrl, printable } from '../base/index.ts'
import { nextPagePath } from '../trust-anchor/paths.ts'
import type { AddressedService } from './addressed-service.ts'
import { UserError } from './user-error.ts'

/** Text between reason and remedy in command output, and in the `error_description` of a refusal (`formatRefusal`). */
const remedySeparator = ' What to change: '

/**
 * Sends a request to a role's administration and returns the JSON of the response, or null for status 204. Rejects with
 * a UserError if the token is missing, or if the server is unreachable, refuses the request or returns no JSON. The
 * error for a refusal contains the server's description. If `operatorAdvice` knows the code, its remedy replaces that
 * of the server. Does not check the members of the response.
 */
export async function requestAdministration(
  { entityId, token, administrationFetch }: AddressedService,
  method: string,
  path: string,
  body?: Json,
): Promise<Json> {
  if (token === undefined) throw new UserError('The administration requires a token: --token or FIDUCIA_ADMIN_TOKEN.')
  const request = new Request(joinUrl(entityId, path), {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const response = await administrationFetch(request).catch(async (thrown: unknown) => {
    const { code, at } = fetchFailureOf(thrown, 'configuration')
    const { trustAdvice } = await import('../serve/trust-advice.ts')
    const toChange = trustAdvice(code, at, 'this service')
    throw new UserError(
      `The administration at ${entityId} does not answer: start it, or name another with --url.${remedySeparator}${toChange}`,
      { cause: thrown },
    )
  })
  const answer = (await response.json().catch(() => undefined)) as Json | undefined
  if (response.status === 204) return null
  if (response.ok && answer !== undefined) return answer
  if (response.ok)
    throw new UserError(
      `The response of ${entityId} is not JSON, so it is not an administration: check the identifier.`,
    )
  const { error_description } = (answer ?? {}) as { error_description?: unknown }
  const reasonText =
    typeof error_description === 'string'
      ? error_description
      : `it answers ${response.status}, and not as an administration does.${remedySeparator}name the publicUrl of the service with --url. If it is correct, see the log of the proxy.`
  const toChange = (await import('./operator-advice.ts')).operatorAdvice(reasonText)
  // The server's remedy does not name the options of the command.
  const [reason = reasonText] = toChange === undefined ? [reasonText] : reasonText.split(remedySeparator)
  throw new UserError(`${entityId} refuses: ${printable(reason)}${toChange ? `${remedySeparator}${toChange}` : ''}`)
}

/** Requests all pages of a list of subordinates or of trust marks of an authority. */
export async function requestAllEntries(service: AddressedService, list: string): Promise<readonly JsonObject[]> {
  const all: JsonObject[] = []
  for (let path = nextPagePath(list); path !== undefined; ) {
    const page = (await requestAdministration(service, 'GET', path)) as readonly JsonObject[]
    all.push(...page)
    path = nextPagePath(list, page)
  }
  return all
}

/** Returns the path with the values as its query. Leaves out undefined values, but not empty ones. */
export function withQuery(path: string, values: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  return search.size === 0 ? path : `${path}?${search}`
}
