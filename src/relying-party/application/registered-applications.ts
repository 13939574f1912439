/**
 * Applications in the store, in addition to those of the settings: administrators add, replace and remove them while
 * the service runs (RP-150, D-892). An application of the settings or of this process (`ownApplicationIds`) takes
 * precedence over an application of the store with the same id. An API key of the settings belongs to the application
 * of the settings, even if an application of the store has the same key. `requireApplication` finds an application by
 * its API key.
 */
import { z } from 'zod'
import {
  type Failure,
  fail,
  failed,
  type JsonObject,
  memoizeByObject,
  rules,
  type UrlPolicy,
} from '../../base/index.ts'
import { type Administered, parseRequest } from '../../member/index.ts'
import { RP, type RpAnswer } from '../answers.ts'
import type { RelyingPartyContext } from '../context.ts'
import type { RegisteredApplications } from '../stores.ts'
import { type Application, applicationSchema, insecureUrlOf, unencodedReturnUrlOf } from './applications.ts'

type ApplicationCode = 'application_malformed' | 'return_url_insecure' | 'return_url_unencoded' | 'erasure_url_insecure'

export const REGISTRATION_RULES = rules<ApplicationCode>()(RP.applicationMalformed, {
  'RP-150': ['application_malformed', 'return_url_insecure', 'return_url_unencoded', 'erasure_url_insecure'],
})

type RegistrationContext = Pick<RelyingPartyContext, 'config' | 'ownApplicationIds'>

interface ReservingContext {
  readonly config: { readonly applications: readonly Application[] }
  readonly ownApplicationIds?: readonly string[]
}

const byId = memoizeByObject(
  (all: readonly Application[]): ReadonlyMap<string, Application> => new Map(all.map((one) => [one.id, one])),
)

/** Returns true if an application in the settings or in this process has the id. */
export const isReservedId = ({ config, ownApplicationIds = [] }: ReservingContext, id: string): boolean =>
  ownApplicationIds.includes(id) || byId(config.applications).has(id)

/** Maximum number of applications in one answer. */
export const maximumPageSize = 500

/**
 * Adds the application in the body, or replaces the one with its id. Rejects with a `Refusal` for an invalid
 * application, for an id of the settings or of an application in this process, and for an API key that another
 * application has.
 */
export async function putApplication(
  ctx: RegistrationContext,
  store: RegisteredApplications,
  { decision }: Administered<RpAnswer>,
  body: JsonObject,
): Promise<Application> {
  const { config } = ctx
  const application = decision.checkNow(REGISTRATION_RULES, () => parseApplication(body, config))
  const { id, apiKeyDigests } = application
  const isIdFree = !isReservedId(ctx, id)
  decision.that('RP-150', RP.applicationConfigured, isIdFree, 'application_configured', 'body.id')
  const configuredDigests = config.applications.flatMap((one) => one.apiKeyDigests)
  const hasConfiguredKey = apiKeyDigests.some((digest) => configuredDigests.includes(digest))
  const outcome = hasConfiguredKey ? 'key_taken' : await store.put(application)
  decision.that('RP-150', RP.apiKeyShared, outcome === 'stored', 'api_key_shared', 'body.apiKeyDigests')
  decision.note('application', id)
  decision.note('change', 'registered')
  return application
}

/** Body of a removal. */
export const removalSchema = z.strictObject({ id: z.string().min(1).max(64) })

/**
 * Removes the application that the body names. Rejects with a `Refusal` for a malformed body, and if there is no such
 * application. The application's orders remain in the store until they expire. Only a new application with the same id
 * could redeem them.
 */
export async function removeApplication(
  store: RegisteredApplications,
  { decision }: Administered<RpAnswer>,
  body: JsonObject,
): Promise<void> {
  const { id } = decision.checkNow(REGISTRATION_RULES, () => parseRequest(removalSchema, 'application_malformed', body))
  const outcome = await store.remove(id)
  decision.that('RP-150', RP.unknownApplication, outcome === 'removed', 'application_unregistered')
  decision.note('application', id)
  decision.note('change', 'removed')
}

/** Returns applications of the store in order of id, or only the one with this id. */
export async function listApplications(
  store: RegisteredApplications,
  { id, ...page }: { readonly id?: string | undefined; readonly after: string; readonly limit: number },
): Promise<readonly Application[]> {
  if (id === undefined) return store.list(page)
  const found = await store.find(id)
  return found === undefined ? [] : [found]
}

/**
 * Calls `visit` for each application with an `erasureUrl`: first those of the settings, then those of the store whose
 * ids are not reserved (`isReservedId`).
 */
export async function visitApplicationsWithErasureUrl(
  ctx: Pick<RelyingPartyContext, 'config' | 'stores' | 'ownApplicationIds'>,
  visit: (application: Application) => Promise<void>,
): Promise<void> {
  const { config, stores } = ctx
  for (const one of config.applications) if (one.erasureUrl !== undefined) await visit(one)
  let after: string | undefined = ''
  while (after !== undefined) {
    const page: readonly Application[] = (await stores.applications?.erasing({ after, limit: maximumPageSize })) ?? []
    for (const one of page) if (!isReservedId(ctx, one.id)) await visit(one)
    after = page.length === maximumPageSize ? page.at(-1)?.id : undefined
  }
}

/** Returns the application with this id: that of the settings or, unless the id is reserved, that of the store. */
export const findApplication = async (
  ctx: Pick<RelyingPartyContext, 'config' | 'stores' | 'ownApplicationIds'>,
  id: string,
): Promise<Application | undefined> =>
  isReservedId(ctx, id) ? byId(ctx.config.applications).get(id) : ctx.stores.applications?.find(id)

function parseApplication(body: JsonObject, policy: UrlPolicy): Application | Failure<ApplicationCode> {
  const parsed = parseRequest(applicationSchema, 'application_malformed', body)
  if (failed(parsed)) return parsed
  const setting = insecureUrlOf(parsed, policy)
  const unencoded = unencodedReturnUrlOf(parsed)
  if (unencoded) return fail('return_url_unencoded', 'body.returnUrls', { ...unencoded, isShownAnywhere: true })
  if (setting === undefined) return parsed
  return fail(setting === 'returnUrls' ? 'return_url_insecure' : 'erasure_url_insecure', `body.${setting}`)
}
