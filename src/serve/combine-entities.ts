/**
 * One service of several entities: requests reach the entity by their path, and the process watches, maintains and
 * closes all of them together.
 */
import { runTogether } from '../base/index.ts'
import { type App, asApp, type HttpRequest } from '../http/index.ts'
import { ConfigError } from '../node/index.ts'
import { pathOf, prefixOf } from './request-gate.ts'
import type { Service } from './service.ts'

interface FurtherEntity {
  readonly publicUrl: string
  /** Number of anchors that the entity's settings pin. */
  readonly anchors: number
  readonly service: Service
}

/**
 * Returns the service with its further entities. `own` serves every path that belongs to no further entity. Leaves out
 * the gauges of further entities. Throws `ConfigError` for an entity whose path would hide an endpoint of `own`. Does
 * not check whether the path hides a page of `own`.
 */
export function combineEntities<S extends Service>(own: S, publicUrl: string, further: readonly FurtherEntity[]): S {
  if (further.length === 0) return own
  const services = further.map(({ service }) => service)
  const allServices: readonly Service[] = [own, ...services]
  const withPrefixes = further.map((entity) => ({ ...entity, prefix: prefixOf(entity.publicUrl) }))
  refuseHiddenRoutes(own, prefixOf(publicUrl), withPrefixes)
  const forEach = (run: (service: Service) => void) => (): void => allServices.forEach(run)
  return {
    ...own,
    app: dispatch(own.app, withPrefixes),
    furtherEntities: further.map(({ service: { publisher, advertised }, publicUrl: entityUrl, anchors }) => ({
      ...{ publicUrl: entityUrl, anchors, publisher, advertised },
    })),
    relaxations: [...new Set(allServices.flatMap(({ relaxations }) => relaxations))],
    notes: () => [
      ...own.notes(),
      ...further.flatMap(({ publicUrl: entityUrl, service }) => service.notes().map((note) => `${entityUrl}: ${note}`)),
    ],
    gauges: own.gauges ?? [],
    start: forEach((service) => service.start()),
    stop: forEach((service) => service.stop()),
    close: forEach((service) => service.close()),
    runUpkeep: (now, end) => runTogether(allServices.map((service) => () => service.runUpkeep(now, end))),
  }
}

/**
 * Returns true if the path belongs to the entity with this prefix: below it, or a well-known document with the prefix
 * inserted (RFC 8414 §3).
 */
const belongsTo = (path: string, prefix: string): boolean =>
  path === prefix || path.startsWith(`${prefix}/`) || (path.startsWith('/.well-known/') && path.endsWith(prefix))

function dispatch(own: App, further: readonly { readonly prefix: string; readonly service: Service }[]): App {
  const answer = (request: HttpRequest) => {
    const path = pathOf(request.target)
    const { app } = further.find(({ prefix }) => belongsTo(path, prefix))?.service ?? { app: own }
    return app.answer(request)
  }
  const surfaces = new Set([own, ...further.map(({ service }) => service.app)].flatMap((app) => app.surfaces))
  return asApp(answer, [...surfaces], own.refuseUnread)
}

/**
 * Throws `ConfigError` if the path of a further entity hides a route of the service. The name of a surface is the role
 * followed by the path of the route.
 */
function refuseHiddenRoutes(
  { role, app }: Service,
  prefix: string,
  further: readonly { readonly publicUrl: string; readonly prefix: string }[],
): void {
  const routes = app.surfaces.map((surface) => prefix + surface.slice(role.length))
  const faults = further.flatMap((entity) =>
    routes
      .filter((route) => belongsTo(route, entity.prefix))
      .slice(0, 1)
      .map(
        (route) => `profiles: the entity ${entity.publicUrl} would hide the endpoint ${route}: give it another path`,
      ),
  )
  if (faults.length > 0) throw new ConfigError(faults)
}
