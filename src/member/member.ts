/** A member of the federation, ready to be served. */
import {
  type EntityConfigurationPublisher,
  entityConfigurationPath,
  entityStatementMediaType,
} from '../federation/index.ts'
import {
  type AnswerWithHeaders,
  type App,
  type AppOptions,
  createApp,
  publishedDocument,
  type Route,
  withAdministration,
} from '../http/index.ts'
import type { Administer } from './administration.ts'
import { createAdministrationRoute } from './administration-route.ts'
import { certificateListEndpoint } from './certificates/certificate-list-endpoint.ts'
import type { MemberConfig, MemberContext, MemberServices } from './context.ts'
import { decisionsEndpoint } from './decisions-endpoint.ts'
import { type MemberApi, openApiEndpoint } from './open-api-endpoint.ts'

/** The app of a role, and the publisher of its Entity Configuration. */
export interface Member {
  readonly app: App
  readonly publisher: EntityConfigurationPublisher
}

/** The routes of a member and the format of its answers. */
interface MemberApp<A> extends Omit<AppOptions, 'publicUrl' | 'decide' | 'admission' | 'ownUrls' | 'onFault'> {
  /** Defaults to no administration. */
  readonly administration?: MemberAdministration<A> | undefined
  /** Title and descriptions of the document at `/openapi.json`. */
  readonly api: MemberApi
  readonly services: MemberServices<AnswerWithHeaders> & MemberContext & { readonly config: MemberConfig }
}

/** Administration of a member, below `/admin/`. It accepts only requests to the member's own host. */
interface MemberAdministration<A> {
  readonly administer: Administer<A>
  /** The role's administration routes. Defaults to none. */
  readonly routes?: readonly Route[]
}

/**
 * Creates the app of a member. Adds the Entity Configuration and `/openapi.json`. Adds the revocation lists if the
 * services have `memberCertificates`. Adds `GET /admin/decisions` if the services have `recentDecisions` and the member
 * has an administration. Each route below `/api/` and `/admin/` needs a description in `api`. Without it, requests for
 * `/openapi.json` fail.
 */
export function createMember<A>({ services, administration, api, ...options }: MemberApp<A>): Member {
  const { config, decide, admission, onFault, publisher, renderPage, memberCertificates: certificates } = services
  const common = {
    ...(renderPage && { renderPage }),
    ...options,
    publicUrl: config.entityId,
    decide,
    admission,
    onFault,
  }
  const adminRoutes = administration === undefined ? [] : administrationRoutes(options.name, administration, services)
  const lists = certificates === undefined ? [] : [certificateListEndpoint(options.name, { decide, certificates })]
  const document = openApiEndpoint(api, config.entityId, [...options.routes, ...adminRoutes])
  const routes = [entityConfigurationEndpoint(services), ...lists, ...options.routes, document]
  const mainApp = createApp({ ...common, routes })
  const app =
    administration === undefined
      ? mainApp
      : withAdministration(config.entityId, mainApp, (guard) => createApp({ ...common, ...guard, routes: adminRoutes }))
  return { app, publisher }
}

function administrationRoutes<A>(
  name: string,
  { administer, routes = [] }: MemberAdministration<A>,
  { recentDecisions }: MemberContext,
): readonly Route[] {
  if (recentDecisions === undefined) return routes
  return [...routes, decisionsEndpoint(createAdministrationRoute(name, administer), recentDecisions)]
}

/**
 * Creates the route of the Entity Configuration (OpenID Federation 1.0 §9; FED-01, FED-41). A request waits only if the
 * configuration must be signed first: there is none yet, its renewal is due, or its content has changed.
 */
const entityConfigurationEndpoint = ({
  clock,
  publisher,
}: Pick<MemberContext & MemberServices<never>, 'clock' | 'publisher'>): Route =>
  publishedDocument(entityConfigurationPath, entityStatementMediaType, () => publisher.entityConfiguration(clock.now()))
