/** Client for a Trust Anchor's administration. */
import { type Json, joinUrl, printable } from '../base/index.ts'
import type { RunningFederation } from './running-federation.ts'
import { UserError } from './user-error.ts'

/** Separates reason and remedy in an answer and in a command's output. */
const toChangeMark = ' What to change: '

/**
 * Sends a request to the administration. Throws a UserError without a token, and for a refusal with the words of the
 * answer.
 */
export async function administer(
  { authority, token, patientFetch }: RunningFederation,
  method: string,
  path: string,
  body?: Json,
): Promise<Json> {
  if (token === undefined) throw new UserError('The administration requires a token: --token or FIDUCIA_ADMIN_TOKEN.')
  const request = new Request(joinUrl(authority, path), {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const response = await patientFetch(request).catch((thrown: unknown) => {
    throw new UserError(`The administration at ${authority} does not answer: start it, or name another with --url.`, {
      cause: thrown,
    })
  })
  const answer = (await response.json().catch(() => undefined)) as Json | undefined
  if (response.status === 204) return null
  if (response.ok && answer !== undefined) return answer
  if (response.ok) throw new UserError(`${authority} does not answer like an administration: check the identifier.`)
  const { error_description } = (answer ?? {}) as { error_description?: unknown }
  const words = typeof error_description === 'string' ? error_description : `it answers ${response.status}`
  const toChange = (await import('./operator-advice.ts')).operatorAdvice(words)
  // Commands for operators print more than the answer, which is for any client.
  const [reason = words] = toChange === undefined ? [words] : words.split(toChangeMark)
  throw new UserError(`${authority} refuses: ${printable(reason)}${toChange ? `${toChangeMark}${toChange}` : ''}`)
}

/** Returns a path with the given values as its query. */
export function withQuery(path: string, values: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return search.size === 0 ? path : `${path}?${search}`
}
