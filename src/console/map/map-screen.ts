/** Home: the roles of the ecosystem, whether they answer, and what they publish. */
import type { Clock, Fetch } from '../../base/index.ts'
import { type Html, html, type Language } from '../../http/index.ts'
import { type ConsoleRole, type ObservedRole, observeRoles } from '../observe-roles.ts'
import type { Screen } from '../screen.ts'
import { renderJson } from '../shell/parts.ts'

/** The roles, and the network to reach them. */
export interface MapParts {
  readonly clock: Clock
  readonly fetch: Fetch
  readonly roles: readonly ConsoleRole[]
}

const texts = {
  it: { title: 'Mappa', up: 'risponde', down: 'non risponde', configuration: 'Entity Configuration' },
  en: { title: 'Map', up: 'answers', down: 'does not answer', configuration: 'Entity Configuration' },
} as const
type Text = (typeof texts)[Language]

/** Creates the home screen. */
export const createMapScreen = ({ fetch, roles }: MapParts): Screen => ({
  id: 'map',
  path: '/',
  label: { it: texts.it.title, en: texts.en.title },
  routes: (shell) => [
    {
      method: 'GET',
      path: '/',
      kind: 'page',
      public: true,
      handle: async (request) => {
        const text = texts[shell.language(request)]
        const observed = await observeRoles(fetch, roles)
        return shell.page(request, { title: text.title, main: html`${observed.map((role) => renderRole(text, role))}` })
      },
    },
  ],
})

const renderRole = (text: Text, role: ObservedRole): Html => html`<article id="map-${role.name}">
<h2>${role.name}</h2>
<p><span class="${role.healthy ? 'accepted' : 'refused'}">${role.healthy ? text.up : text.down}</span> <a href="${role.url}">${role.url}</a></p>
${
  role.entityConfiguration
    ? html`<details><summary id="map-${role.name}-configuration">${text.configuration}</summary>${renderJson(role.entityConfiguration, `map-${role.name}-statement`, text.configuration)}</details>`
    : ''
}
</article>`
