/** Authentication of the applications behind the Relying Party (RP-89). */
import { type CryptoContext, type Decision, memoizeByObject } from '../../base/index.ts'
import { parseBearerAuthorization } from '../../oauth/index.ts'
import { RP, type RpAnswer } from '../answers.ts'
import type { RelyingPartyStores } from '../stores.ts'
import { type Application, secretDigest } from './applications.ts'
import { isReservedId } from './registered-applications.ts'

const byDigest = memoizeByObject(
  (all: readonly Application[]): ReadonlyMap<string, Application> =>
    new Map(all.flatMap((one) => one.apiKeyDigests.map((digest) => [digest, one] as const))),
)

/** Request headers for the authentication of an application. */
export interface ApplicationHeaders {
  readonly authorization: string | undefined
  readonly origin: string | undefined
}

/** Application in the process of the service. It needs no API key. */
interface OwnApplication {
  readonly application: Application
}

interface ApplicationSources {
  readonly config: { readonly entityId: string; readonly applications: readonly Application[] }
  readonly stores: Pick<RelyingPartyStores, 'applications'>
  readonly ownApplicationIds?: readonly string[]
}

/** Caller of the application API. */
export type ApplicationCaller = ApplicationHeaders | OwnApplication

/**
 * Returns the application with the API key, or the caller if it is in this process. Looks the digest of the key up in
 * the settings, then in the store, so that no keys are compared. Rejects with a `Refusal` for a missing or unknown key.
 * Also refuses requests from pages of other origins, because the API is for servers (RP-89).
 *
 * The key of an application in the store is unknown if the settings have an application with the same id, or if an
 * application in this process has the id (D-892).
 */
export async function requireApplication(
  ctx: CryptoContext & ApplicationSources,
  decision: Decision<RpAnswer>,
  caller: ApplicationCaller,
): Promise<Application> {
  if ('application' in caller) return caller.application
  const { authorization, origin } = caller
  const isOwnOrigin = origin === undefined || origin === new URL(ctx.config.entityId).origin
  decision.that('RP-89', RP.foreignOrigin, isOwnOrigin, 'origin_foreign', 'header.origin')
  const sent = parseBearerAuthorization(authorization)
  const key = decision.found('RP-89', RP.apiKeyMissing, sent, 'api_key_missing', 'header.authorization')
  const digest = secretDigest(ctx, key)
  const found = byDigest(ctx.config.applications).get(digest) ?? (await findStored(ctx, digest))
  return decision.found('RP-89', RP.apiKeyUnknown, found, 'api_key_unknown', 'header.authorization')
}

/** Returns the application of the store with this key, unless its id is reserved. */
async function findStored(ctx: ApplicationSources, digest: string): Promise<Application | undefined> {
  const stored = await ctx.stores.applications?.findByKey(digest)
  return stored && !isReservedId(ctx, stored.id) ? stored : undefined
}
