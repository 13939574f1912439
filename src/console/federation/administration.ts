/** The administration of a Trust Anchor or intermediate, as the console uses it. */
import { isJsonObject, type Json, type JsonObject, joinUrl } from '../../base/index.ts'
import type { ApiCall } from '../shell/parts.ts'

/** A request of the administration. */
export interface AuthorityCall {
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** One of `adminPaths`, with a query if there is one. */
  readonly path: string
  readonly body?: JsonObject
}

/** An answer of the administration. */
export interface AuthorityAnswer {
  readonly status: number
  /** Absent without a body. */
  readonly body?: Json
}

/** The administration of one authority. */
export interface Administration {
  /** Entity identifier of the authority. */
  readonly authority: string
  /** Sends a request with the token. Answers 503 if the authority does not answer. Never rejects. */
  administer(call: AuthorityCall): Promise<AuthorityAnswer>
}

/** Returns the call as the console shows it, without the token. */
export const shownCall = ({ authority }: Administration, { method, path, body }: AuthorityCall): ApiCall => ({
  ...{ method, url: joinUrl(authority, path) },
  headers: {
    authorization: 'Bearer $ADMIN_TOKEN',
    ...(body !== undefined && { 'content-type': 'application/json' }),
  },
  ...(body !== undefined && { body: JSON.stringify(body) }),
})

/** Returns true if the authority did what was asked. */
export const isDone = ({ status }: AuthorityAnswer): boolean => status >= 200 && status < 300

/** Returns the answer's elements. Empty for a refusal. */
export const listOf = ({ body }: AuthorityAnswer): readonly JsonObject[] =>
  Array.isArray(body) ? body.filter(isJsonObject) : []

/** Returns the answer's own words about a refusal. */
export function refusalText({ status, body }: AuthorityAnswer): string {
  const text = isJsonObject(body) ? body.error_description : undefined
  return typeof text === 'string' ? text : `HTTP ${status}`
}

/** Returns a member as text, and an empty text for any other value. */
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** Returns the texts of a list. */
export const textsOf = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
