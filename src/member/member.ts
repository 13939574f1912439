/** A member of the federation, ready to be served. */
import type { EntityConfigurationPublisher } from '../federation/index.ts'
import {
  type AnswerWithHeaders,
  type App,
  type AppOptions,
  createApp,
  type Route,
  withAdministration,
} from '../http/index.ts'
import type { Administer } from './administration.ts'
import { createAdministrationRoute } from './administration-route.ts'
import { certificateListEndpoint } from './certificates/certificate-list-endpoint.ts'
import type { MemberConfig, MemberContext, MemberServices } from './context.ts'
import { decisionsEndpoint } from './decisions-endpoint.ts'
import { entityConfigurationEndpoint } from './entity-configuration-endpoint.ts'
import { type MemberApi, openApiEndpoint } from './open-api-endpoint.ts'

/** A role, to be served. */
export interface Member {
  readonly app: App
  readonly publisher: EntityConfigurationPublisher
}

/** The routes of a member, and how its refusals are worded. */
interface MemberApp<A> extends Omit<AppOptions, 'publicUrl' | 'decide' | 'admission' | 'ownUrls' | 'onFault'> {
  /** Defaults to no administration. */
  readonly administration?: MemberAdministration<A> | undefined
  /** Title and descriptions of the document at `/openapi.json`. */
  readonly api: MemberApi
  readonly services: MemberServices<AnswerWithHeaders> & MemberContext & { readonly config: MemberConfig }
}

/** Administration of a member, below `/admin/`, for the member's own host alone. */
interface MemberAdministration<A> {
  readonly administer: Administer<A>
  /** The member's own routes. Defaults to none. */
  readonly routes?: readonly Route[]
}

/**
 * Returns the app of a member. The Entity Configuration endpoint is its first route, the document of its APIs its last. The administration has the recent
 * decisions, if the context keeps them.
 */
export function createMember<A>({ services, administration, api, ...options }: MemberApp<A>): Member {
  const { config, decide, admission, onFault, publisher, memberCertificates: certificates } = services
  const common = { ...options, publicUrl: config.entityId, decide, admission, onFault }
  const administrative =
    administration === undefined ? [] : administrationRoutes(options.name, administration, services)
  const lists = certificates === undefined ? [] : [certificateListEndpoint(options.name, { decide, certificates })]
  const document = openApiEndpoint(api, config.entityId, [...options.routes, ...administrative])
  const routes = [entityConfigurationEndpoint(services), ...lists, ...options.routes, document]
  const open = createApp({ ...common, routes })
  const app =
    administration === undefined
      ? open
      : withAdministration(config.entityId, open, (guard) => createApp({ ...common, ...guard, routes: administrative }))
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
