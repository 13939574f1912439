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
import type { MemberConfig, MemberContext, MemberServices } from './context.ts'
import { entityConfigurationEndpoint } from './entity-configuration-endpoint.ts'

/** A role, to be served. */
export interface Member {
  readonly app: App
  readonly publisher: EntityConfigurationPublisher
}

/** The routes of a member, and how its refusals are worded. */
interface MemberApp extends Omit<AppOptions, 'publicUrl' | 'decide' | 'admission' | 'ownUrls' | 'onFault'> {
  /** Routes below `/admin/`, for the member's own host alone. Defaults to no administration. */
  readonly administration?: readonly Route[] | undefined
  readonly services: MemberServices<AnswerWithHeaders> & MemberContext & { readonly config: MemberConfig }
}

/** Returns the app of a member. The Entity Configuration endpoint is its first route. */
export function createMember({ services, administration, ...options }: MemberApp): Member {
  const { config, decide, admission, onFault, publisher } = services
  const common = { ...options, publicUrl: config.entityId, decide, admission, onFault }
  const open = createApp({ ...common, routes: [entityConfigurationEndpoint(services), ...options.routes] })
  const app =
    administration === undefined
      ? open
      : withAdministration(config.entityId, open, (guard) => createApp({ ...common, ...guard, routes: administration }))
  return { app, publisher }
}
