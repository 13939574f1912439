/** Routes of an administration. Requests and answers are JSON, and each request needs a bearer token. */
import type { z } from 'zod'
import { type Failure, fail, type Json, placeOf } from '../base/index.ts'
import { type EndpointRequest, type Route, respondEmpty, respondJson } from '../http/index.ts'
import type { Administer, Administered } from './administration.ts'
import type { AdministrationRight } from './administration-rights.ts'
import { operatorHeader } from './operator.ts'

/** The answer to an administrator: a body as JSON, or 204 without one. */
interface AdministrationAnswer {
  readonly body?: unknown
  /** Status of an answer with a body. Defaults to 200. */
  readonly status?: number
}

/** Right that a request needs, or the function that returns it for a request. */
export type NeededRight = AdministrationRight | ((request: EndpointRequest) => AdministrationRight)

/** Creates a route. `work` runs in a decision, after the administrator's token and right are verified. */
export type AdministrationRoute<A> = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  right: NeededRight,
  work: (by: Administered<A>, request: EndpointRequest) => Promise<AdministrationAnswer>,
  /** Surface of the decision. Defaults to the member's name and the path. */
  surface?: string,
) => Route

/** Returns the function that creates a member's administration routes. `name` is the member's name in decisions. */
export const createAdministrationRoute =
  <A>(name: string, administer: Administer<A>): AdministrationRoute<A> =>
  (method, path, right, work, surface = `${name}${path}`) => ({
    method,
    path,
    kind: 'machine',
    ...(method !== 'GET' && { accepts: ['json'] }),
    handle: async (request) => {
      const sender = {
        authorization: request.header('authorization'),
        operator: request.header(operatorHeader),
        right: typeof right === 'function' ? right(request) : right,
      }
      const { body, status = 200 } = await administer(surface, sender, (by) => work(by, request))
      return body === undefined ? respondEmpty() : respondJson(body, status)
    },
  })

/**
 * Parses the value with the schema. Returns a failure with `code` and the place of the first invalid member. `at` is
 * the place of the value. Defaults to `body`.
 */
export function parseRequest<T extends object, C extends string>(
  schema: z.ZodType<T>,
  code: C,
  value: Json | undefined,
  at = 'body',
): T | Failure<C> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) return fail(code, placeOf(at, parsed.error))
  return parsed.data
}
