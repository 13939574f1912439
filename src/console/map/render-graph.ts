/** Draws the federation: a box for each entity, which links to its page, and an arrow to each subordinate. */
import { shownText } from '../../base/index.ts'
import { type Html, html, type Language } from '../../http/index.ts'
import { nodeSize, type PlacedEdge, placeGraph } from './graph-layout.ts'
import { entityPath, entityWords, nameOf } from './name-entity.ts'
import type { ObservedEdge, ObservedEntity, ObservedFederation } from './observe-federation.ts'

const texts = {
  it: {
    title: 'Federazione',
    description: (entities: number, edges: number) =>
      `${entities} entità e ${edges} relazioni: ogni freccia va dal superiore al subordinato. La tabella sotto dice lo stesso.`,
    scroll: 'Disegno della federazione, scorrevole',
    legend: 'Linea continua: il superiore elenca il subordinato, che lo nomina. Linea tratteggiata: solo uno dei due.',
  },
  en: {
    title: 'Federation',
    description: (entities: number, edges: number) =>
      `${entities} entities and ${edges} relations: each arrow leads from superior to subordinate. The table below contains the same information.`,
    scroll: 'Drawing of the federation, scrollable',
    legend:
      'Solid line: the superior lists the subordinate, and the subordinate names the superior. Dashed line: only one of these is true.',
  },
} as const

/** Renders the drawing as SVG in the colour of the surrounding text. The drawing scrolls if it does not fit. */
export function renderGraph(language: Language, observed: ObservedFederation): Html {
  const { entities, edges } = observed
  const { width, height, nodes, edges: placedEdges } = placeGraph(observed)
  const text = texts[language]
  const positions = new Map(nodes.map((node) => [node.entityId, node]))
  return html`<figure class="map-figure" id="map-figure">
<div class="map-scroll" id="map-scroll" tabindex="0" role="region" aria-label="${text.scroll}">
<svg id="map-graph" class="map-graph" role="group" aria-labelledby="map-graph-title map-graph-description" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title id="map-graph-title">${text.title}</title>
<desc id="map-graph-description">${text.description(entities.length, edges.length)}</desc>
<defs><marker id="map-arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0 10 5 0 10z" fill="currentColor"/></marker></defs>
${placedEdges.map((placed) => renderEdge(placed, edges))}
${entities.map((entity) => {
  const { x, y } = positions.get(entity.entityId) ?? { x: 0, y: 0 }
  return renderNode(language, entity, x - nodeSize.width / 2, y - nodeSize.height / 2)
})}
</svg>
</div>
<figcaption class="small">${text.legend}</figcaption>
</figure>`
}

function renderEdge({ superior, subordinate, points }: PlacedEdge, edges: readonly ObservedEdge[]): Html {
  const edge = edges.find((one) => one.superior === superior && one.subordinate === subordinate)
  const isMutual = edge?.listed === true && edge.hinted
  const line = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join(' L')
  return html`<path class="map-edge" d="M${line}" fill="none" stroke="currentColor" stroke-width="1.5"${isMutual ? '' : html` stroke-dasharray="5 4"`} marker-end="url(#map-arrow)"/>\n`
}

function renderNode(language: Language, entity: ObservedEntity, x: number, y: number): Html {
  const { width, height } = nodeSize
  const { kind, health } = entityWords(language, entity)
  const name = nameOf(entity)
  return html`<a id="map-node-${entity.slug}" class="map-node${entity.answers ? '' : ' map-silent'}" href="${entityPath(entity.entityId)}" aria-label="${name}: ${kind}, ${health}">
<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="none" stroke="currentColor" stroke-width="${entity.answers ? 1.5 : 3}"/>
<text x="${x + 14}" y="${y + 26}" fill="currentColor" font-weight="700" font-size="15">${shownText(name, 24)}</text>
<text x="${x + 14}" y="${y + 46}" fill="currentColor" font-size="13">${shownText(kind, 30)}</text>
<circle class="map-light" cx="${x + 19}" cy="${y + 60.5}" r="5" fill="${entity.answers ? 'currentColor' : 'none'}" stroke="currentColor" stroke-width="2"/>
<text x="${x + 32}" y="${y + 65}" fill="currentColor" font-size="13">${health}</text>
</a>
`
}
