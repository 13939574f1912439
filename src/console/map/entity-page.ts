/**
 * Renders the page of one entity: whether it is trusted and why, its chain, metadata, trust marks, keys and
 * configuration.
 */
import type { JsonObject } from '../../base/index.ts'
import { entityConfigurationUrl } from '../../federation/index.ts'
import { type Html, html } from '../../http/index.ts'
import { renderApiCall } from '../shell/parts.ts'
import type { InspectedEntity } from './inspect-entity.ts'
import { keysOfEntity } from './keys-of-entity.ts'
import { shownIdentifier } from './name-entity.ts'
import { type EntityView, renderChain } from './render-chain.ts'
import { renderConfiguration } from './render-configuration.ts'
import { renderKeys, renderMarks } from './render-keys.ts'
import { renderMetadata } from './render-metadata.ts'
import { renderVerdict } from './render-verdict.ts'

const texts = {
  it: {
    contents: 'In questa pagina',
    chain: 'La catena, passo per passo',
    metadata: 'Metadati prima e dopo le politiche',
    marks: 'Trust mark',
    keys: 'Chiavi',
    configuration: 'Entity Configuration decodificata',
    noChain: 'Senza una catena valida non ci sono metadati risolti: nessuno usa quelli pubblicati.',
    noConfiguration: 'L’entità non pubblica una Entity Configuration leggibile.',
  },
  en: {
    contents: 'On this page',
    chain: 'The chain, step by step',
    metadata: 'Metadata before and after policy',
    marks: 'Trust marks',
    keys: 'Keys',
    configuration: 'Entity Configuration, decoded',
    noChain: 'Without a valid chain there are no resolved metadata. Nobody uses the published metadata.',
    noConfiguration: 'The entity publishes no Entity Configuration that can be read.',
  },
} as const

/**
 * Renders the page. `ring` is the entity's key ring, as its administration API returns it. Without `ring`, the page
 * does not distinguish a future from a former published key.
 */
export function renderEntityPage(view: EntityView, entity: InspectedEntity, ring?: readonly JsonObject[]): Html {
  const { language, now } = view
  const text = texts[language]
  const { entityId, configuration, metadata, marks, paths } = entity
  const sections: readonly (readonly [id: string, title: string, content: Html])[] = [
    ['chain', text.chain, renderChain(view, entity)],
    ['metadata', text.metadata, renderPolicyEffect()],
    ['marks-section', text.marks, renderMarks(language, marks, now)],
    ['keys-section', text.keys, renderKeys(language, keysOfEntity(entity, ring), now)],
    [
      'configuration',
      text.configuration,
      configuration === undefined
        ? html`<p>${text.noConfiguration}</p>`
        : renderConfiguration(language, configuration, now),
    ],
  ]
  function renderPolicyEffect(): Html {
    if (metadata === undefined || configuration === undefined) return html`<p>${text.noChain}</p>`
    return renderMetadata(language, 'map-metadata', configuration.metadata, metadata, paths[0]?.links)
  }
  return html`<p><code class="text-break" id="map-entity-id">${shownIdentifier(entityId)}</code></p>
${renderVerdict(language, entity, now)}
${renderApiCall(language, 'map-entity-call', { method: 'GET', url: entityConfigurationUrl(entityId) })}
<nav aria-label="${text.contents}" class="mb-3"><ul class="list-inline">${sections.map(([id, title]) => html`<li class="list-inline-item"><a id="map-go-${id}" href="#map-${id}">${title}</a></li>\n`)}</ul></nav>
${sections.map(([id, title, content]) => html`<section id="map-${id}" class="mb-4"><h2 class="h4" id="map-${id}-title">${title}</h2>\n${content}\n</section>\n`)}`
}
