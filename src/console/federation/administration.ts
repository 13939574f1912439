/** The administration of one Trust Anchor or intermediate, and functions that read its answers. */
import { failed, isJsonObject, type Json, type JsonObject } from '../../base/index.ts'
import { nextPagePath } from '../../trust-anchor/paths.ts'
import { type Administer, type AdministrationAnswer, type AdministrationCall, describeCall } from '../administration.ts'
import type { ApiCall } from '../shell/parts.ts'

/** Name of the role that administers a federation, also of an intermediate. */
const authorityRole = 'trust-anchor'

/** A request to the administration of one authority. `path` is one of `adminPaths`, with a query if there is one. */
export interface AuthorityCall extends Omit<AdministrationCall, 'role' | 'body'> {
  readonly body?: JsonObject
}

/** The administration of one authority. */
export interface Administration {
  readonly authority: string
  /**
   * Sends a request with the token. Returns status 503 if there is no response, or if the response is too large or not
   * JSON. The request may then have taken effect. Never rejects.
   */
  administer(call: AuthorityCall): Promise<AdministrationAnswer>
}

/**
 * Creates the administration of the Trust Anchor or intermediate at `authority`. `administer` must send the calls of
 * the role `trust-anchor` to this authority. Shows a failed call as status 503.
 */
export const createAdministration = (administer: Administer, authority: string): Administration => ({
  authority,
  administer: async (call) => {
    const answer = await administer({ role: authorityRole, ...call })
    if (!failed(answer)) return answer
    return {
      status: 503,
      body: { error_description: `${authority} gave no usable answer. A change may have taken effect nevertheless.` },
    }
  },
})

/**
 * Reads all pages of the list of subordinates or of trust marks. Returns them as one answer, or the first answer that
 * is not a list.
 */
export async function readEntries({ administer }: Administration, list: string): Promise<AdministrationAnswer> {
  const all: JsonObject[] = []
  for (let path = nextPagePath(list); path !== undefined; ) {
    const answer = await administer({ method: 'GET', path })
    if (!isDone(answer)) return answer
    const page = listOf(answer)
    all.push(...page)
    path = nextPagePath(list, page)
  }
  return { status: 200, body: all }
}

/** Describes the call for a page. Shows the variable `$ADMIN_TOKEN` instead of the token. */
export const shownCall = ({ authority: url }: Administration, call: AuthorityCall): ApiCall =>
  describeCall([{ name: authorityRole, url }], { role: authorityRole, ...call })

export const isDone = ({ status }: AdministrationAnswer): boolean => status >= 200 && status < 300

/** Returns the objects in the response's array. Empty for any other body. */
export const listOf = ({ body }: AdministrationAnswer): readonly JsonObject[] =>
  Array.isArray(body) ? body.filter(isJsonObject) : []

/** Returns the `error_description` of a refusal, or its HTTP status if it has none. */
export function refusalText({ status, body }: AdministrationAnswer): string {
  const text = isJsonObject(body) ? body.error_description : undefined
  return typeof text === 'string' ? text : `HTTP ${status}`
}

/** Returns a string unchanged, and an empty string for any other value. */
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** Returns the strings in an array. Empty for any other value. */
export const textsOf = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
