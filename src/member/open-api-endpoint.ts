/** `GET /openapi.json`: the document of a member's APIs for programs: its administration and, if any, its application API. */
import {
  type DescribedApi,
  describeApi,
  openApiPath,
  type Route,
  type RouteDescriptions,
  respondJson,
} from '../http/index.ts'

/** The APIs below these prefixes are described. Each has a bearer token of its own. */
const bearers = {
  '/api/': { name: 'application', about: 'API key of an application, made with `fiducia api-key`.' },
  '/admin/': {
    name: 'administrator',
    about: 'Token of an administrator, for requests to the own host of the service.',
  },
} as const

const prefixes = Object.keys(bearers)

/** Descriptions of a member's endpoints, and the title of the document. */
export interface MemberApi {
  readonly title: string
  readonly descriptions: RouteDescriptions
}

/** Returns the routes that belong into the document. */
const describedRoutes = (routes: readonly Route[]): readonly Route[] =>
  routes.filter(({ path }) => prefixes.some((prefix) => path.startsWith(prefix)))

/** Returns the document for these routes. Throws a TypeError for a route without a description. */
export function describeMember(
  { title, descriptions }: MemberApi,
  publicUrl: string,
  routes: readonly Pick<Route, 'method' | 'path'>[],
): ReturnType<typeof describeApi> {
  const used = Object.entries(bearers).filter(([prefix]) => routes.some(({ path }) => path.startsWith(prefix)))
  const api: DescribedApi = { title, publicUrl, descriptions, bearers: Object.fromEntries(used) }
  return describeApi(api, routes)
}

/** Makes the route. The document is made at the first request. */
export function openApiEndpoint(api: MemberApi, publicUrl: string, routes: readonly Route[]): Route {
  let text: ReturnType<typeof describeApi> | undefined
  return {
    method: 'GET',
    path: openApiPath,
    kind: 'document',
    handle: () => {
      text ??= describeMember(api, publicUrl, describedRoutes(routes))
      return respondJson(text, 200, { 'cache-control': 'public, max-age=300' })
    },
  }
}
