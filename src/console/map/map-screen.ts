/** Home: the federation as a map, a page for each entity, and the status lists of the roles. */
import { entityIdFault, longestEntityId } from '../../base/index.ts'
import { type EndpointRequest, formOf, type Html, type HttpResponse, html, type Language } from '../../http/index.ts'
import { adminPaths } from '../../trust-anchor/paths.ts'
import { type Administration, listOf } from '../federation/administration.ts'
import type { Screen, Shell } from '../screen.ts'
import { formRoute, publicPageRoute } from '../shell/page-routes.ts'
import { renderEntityPage } from './entity-page.ts'
import type { FederationParts } from './federation-parts.ts'
import { inspectEntity } from './inspect-entity.ts'
import { renderLive, renderLookUp, statusListsPath } from './map-page.ts'
import { namerOf } from './name-entity.ts'
import type { ObserveFederation } from './observe-federation.ts'
import { renderStatusLists, statusListTexts } from './status-lists-page.ts'

/** The federation, and the administration API of its anchor if the console has a token for it. */
export interface MapParts extends FederationParts {
  readonly observe: ObserveFederation
  /**
   * Administration API of the anchor, for the states of the anchor's keys. Without it, the page shows public data only.
   */
  readonly administration?: Administration
  /** Path of a page with everything that expires. */
  readonly calendar?: string
}

const texts = {
  it: {
    title: 'Mappa',
    unlisted: 'Questa entità non è sulla mappa. Premi il pulsante per interrogarla.',
    invalid: 'Non è l’identificatore di un’entità.',
  },
  en: {
    title: 'Map',
    unlisted: 'This entity is not on the map. Press the button to examine it.',
    invalid: 'This is not an entity identifier.',
  },
} as const

/** Creates the home screen. */
export const createMapScreen = (parts: MapParts): Screen => ({
  id: 'map',
  path: '/',
  label: { it: texts.it.title, en: texts.en.title },
  routes: (shell) => [
    publicPageRoute('/', (request) => showMap(parts, shell, request)),
    publicPageRoute('/map/live', async (request) => shell.part(await liveOf(parts, shell.language(request)))),
    publicPageRoute(statusListsPath, async (request) => {
      const language = shell.language(request)
      const { statusLists } = await parts.observe()
      const main = renderStatusLists(language, statusLists, parts.clock.now())
      return shell.page(request, { title: statusListTexts[language].title, main })
    }),
    publicPageRoute('/map/entity', (request) => showListed(parts, shell, request, request.query.get('id') ?? '')),
    formRoute('/map/entity', (request) => lookUp(parts, shell, request, (formOf(request).get('id') ?? '').trim())),
  ],
})

const liveOf = async ({ observe, clock, calendar }: MapParts, language: Language): Promise<Html> =>
  renderLive({ language, now: clock.now() }, await observe(), calendar)

async function showMap(parts: MapParts, shell: Shell, request: EndpointRequest): Promise<HttpResponse> {
  const language = shell.language(request)
  const polling = html` hx-get="/map/live" hx-trigger="every 5s" hx-swap="innerMorph"`
  const main = html`<div id="map-live"${shell.isLive(request) ? polling : ''}>
${await liveOf(parts, language)}
</div>
${renderLookUp(language)}`
  return shell.page(request, { title: texts[language].title, main, isLive: true })
}

/**
 * Shows an entity of the map. Does not inspect any other entity, because other sites can make a browser send a GET.
 * Does not inspect a malformed identifier, because an authority can list any text.
 */
async function showListed(
  parts: MapParts,
  shell: Shell,
  request: EndpointRequest,
  entityId: string,
): Promise<HttpResponse> {
  const { entities } = await parts.observe()
  if (entities.every((entity) => entity.entityId !== entityId))
    return showFault(shell, request, entityId, 'unlisted', 404)
  if (entityIdFault(entityId, parts.urls) !== undefined) return showFault(shell, request, entityId, 'invalid', 400)
  return showEntity(parts, shell, request, entityId, false)
}

/** Shows any entity, of this federation or not. */
async function lookUp(
  parts: MapParts,
  shell: Shell,
  request: EndpointRequest,
  entityId: string,
): Promise<HttpResponse> {
  if (entityIdFault(entityId, parts.urls) !== undefined) return showFault(shell, request, entityId, 'invalid', 400)
  return showEntity(parts, shell, request, entityId, true)
}

function showFault(
  shell: Shell,
  request: EndpointRequest,
  entityId: string,
  fault: 'unlisted' | 'invalid',
  status: number,
): Promise<HttpResponse> {
  const language = shell.language(request)
  const notice = html`<p class="alert alert-warning" id="map-fault" role="alert">${texts[language][fault]}</p>`
  const main = renderLookUp(language, entityId.slice(0, longestEntityId), notice)
  return shell.page(request, { title: texts[language].title, main, status })
}

async function showEntity(
  parts: MapParts,
  shell: Shell,
  request: EndpointRequest,
  entityId: string,
  forStranger: boolean,
): Promise<HttpResponse> {
  const language = shell.language(request)
  const [entity, ring] = await Promise.all([inspectEntity(parts, entityId, forStranger), ringOf(parts, entityId)])
  const nameOf = namerOf(parts.roles)
  const view = { language, now: parts.clock.now(), nameOf }
  return shell.page(request, { title: nameOf(entityId), main: renderEntityPage(view, entity, ring) })
}

/**
 * Returns the key ring of an entity. Returns `undefined` if the console cannot call the entity's administration API.
 * Returns an empty list if the API refuses the call.
 */
async function ringOf({ administration }: MapParts, entityId: string) {
  if (administration?.authority !== entityId) return undefined
  return listOf(await administration.administer({ method: 'GET', path: adminPaths.keys }))
}
