/** Routes of an administration: JSON in and out, a bearer token on each. */
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

/** Makes a route for work that runs in an administrator's decision. */
export type AdministrationRoute<A> = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  right: NeededRight,
  work: (by: Administered<A>, request: EndpointRequest) => Promise<AdministrationAnswer>,
  /** Surface of the decision. Defaults to the member's name and the path. */
  surface?: string,
) => Route

/** Returns the maker of a member's administration routes. `name` is the member's name in decisions. */
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

/** Returns the value in the form of the schema, or a failure with `code` that names the first member at fault. */
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
