/** `GET /openapi.json`: the OpenAPI document of a member's routes below `/api/` and `/admin/`. */
import {
  type DescribedApi,
  describeApi,
  openApiPath,
  type Route,
  type RouteDescriptions,
  respondJson,
} from '../http/index.ts'

/** Path prefixes of the described APIs, with the kind of bearer token that each needs. */
const bearers = {
  '/api/': { name: 'application', about: 'API key of an application, made with `fiducia api-key`.' },
  '/admin/': {
    name: 'administrator',
    about: "Token of an administrator, for requests to the service's own host.",
  },
} as const

const prefixes = Object.keys(bearers)

/** Descriptions of a member's endpoints, and the title of the document. */
export interface MemberApi {
  readonly title: string
  readonly descriptions: RouteDescriptions
}

/** Returns the routes that belong in the document. */
const describedRoutes = (routes: readonly Route[]): readonly Route[] =>
  routes.filter(({ path }) => prefixes.some((prefix) => path.startsWith(prefix)))

/** Returns the OpenAPI document for these routes. Throws a TypeError for a route without a description. */
export function describeMemberApi(
  { title, descriptions }: MemberApi,
  publicUrl: string,
  routes: readonly Pick<Route, 'method' | 'path'>[],
): ReturnType<typeof describeApi> {
  const used = Object.entries(bearers).filter(([prefix]) => routes.some(({ path }) => path.startsWith(prefix)))
  const api: DescribedApi = { title, publicUrl, descriptions, bearers: Object.fromEntries(used) }
  return describeApi(api, routes)
}

/**
 * Creates the route. Describes only the routes below `/api/` and `/admin/`. Creates the document at the first request.
 * Requests fail if one of the described routes has no description.
 */
export function openApiEndpoint(api: MemberApi, publicUrl: string, routes: readonly Route[]): Route {
  let document: ReturnType<typeof describeApi> | undefined
  return {
    method: 'GET',
    path: openApiPath,
    kind: 'document',
    handle: () => {
      document ??= describeMemberApi(api, publicUrl, describedRoutes(routes))
      return respondJson(document, 200, { 'cache-control': 'public, max-age=300' })
    },
  }
}
