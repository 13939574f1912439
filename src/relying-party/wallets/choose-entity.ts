/**
 * Selects the Relying Party entity for a presentation that an application ordered with the profile `auto`. The selected
 * entity has the profile of the wallet that the person chooses (RP-138). If that is another entity, redirects the
 * browser to it, and the other entity begins the presentation.
 */
import { type EndpointRequest, encodeParameters, type HttpResponse, redirect } from '../../http/index.ts'
import type { ProfileName } from '../../profiles/index.ts'
import type { RelyingPartyServices } from '../context.ts'
import { urlOf } from '../metadata.ts'
import { respondWalletChoice } from './wallet-choice.ts'
import { chosenProfile, queryAt } from './wallet-links.ts'

/**
 * Returns the page for the choice, or the redirect to the selected entity. Returns `undefined` if this entity begins
 * the presentation, or if the request names no order with such a choice.
 */
export async function chooseEntity(
  ctx: RelyingPartyServices,
  request: Pick<EndpointRequest, 'url' | 'query' | 'language' | 'cookie' | 'header'>,
): Promise<HttpResponse | undefined> {
  const id = request.query.get('id')
  const session = id === undefined ? undefined : await ctx.allSessions.find(id)
  const { queries, isChosen } = session?.order ?? {}
  if (isChosen === true) return redirectToEntity(ctx, request, session?.profile ?? 'seed')
  if (queries === undefined || session?.status !== 'ordered') return undefined
  const profiles = Object.keys(queries) as ProfileName[]
  const chosen = chosenProfile(ctx.config, request.query, profiles)
  // `ctx.sessions` does not find an order that is only for other entities.
  if (chosen === undefined) return respondWalletChoice({ ...ctx, sessions: ctx.allSessions }, request, {}, profiles)
  return redirectToEntity(ctx, request, chosen)
}

/**
 * Returns a redirect to the `begin` page of the entity with this profile. Returns `undefined` if that is this entity,
 * or if no entity has the profile.
 */
function redirectToEntity(
  { config, furtherEntities }: RelyingPartyServices,
  { query }: Pick<EndpointRequest, 'query'>,
  profile: ProfileName,
): HttpResponse | undefined {
  const entity = profile === config.profile ? undefined : furtherEntities?.get(profile)
  if (entity === undefined) return undefined
  return redirect(
    `${urlOf(entity.config, 'begin')}?${encodeParameters(queryAt(entity.config, config, query))}`,
    {},
    303,
  )
}
