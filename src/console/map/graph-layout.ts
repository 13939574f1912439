/** Places the entities of a federation: superiors left of their subordinates. */
import { Graph, layout } from '@dagrejs/dagre'
import type { ObservedFederation } from './observe-federation.ts'

/** Center of an entity's box. */
interface PlacedNode {
  readonly entityId: string
  readonly x: number
  readonly y: number
}

/** Line from a superior to its subordinate, as points in order. */
export interface PlacedEdge {
  readonly superior: string
  readonly subordinate: string
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

/** Positions in pixels from the upper left corner. */
interface PlacedGraph {
  readonly width: number
  readonly height: number
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
}

export const nodeSize = { width: 216, height: 78 } as const

/** Places all entities. Superiors may form loops. Leaves out edges of absent entities, and from an entity to itself. */
export function placeGraph({ entities, edges }: Pick<ObservedFederation, 'entities' | 'edges'>): PlacedGraph {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', ranksep: 72, nodesep: 18, marginx: 4, marginy: 4 })
  graph.setDefaultEdgeLabel(() => ({}))
  // The layout library gets generated names, because an entity identifier can be any text.
  const names = new Map(entities.map(({ entityId }, index) => [entityId, `n${index}`]))
  for (const name of names.values()) graph.setNode(name, { ...nodeSize })
  const drawn = edges.flatMap(({ superior, subordinate }) => {
    const [from, to] = [names.get(superior), names.get(subordinate)]
    return from === undefined || to === undefined || from === to ? [] : [{ superior, subordinate, from, to }]
  })
  for (const { from, to } of drawn) graph.setEdge(from, to)
  layout(graph)
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number }
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    nodes: [...names].map(([entityId, name]) => {
      const { x, y } = graph.node(name) as { x: number; y: number }
      return { entityId, x, y }
    }),
    edges: drawn.map(({ superior, subordinate, from, to }) => ({
      ...{ superior, subordinate },
      points: (graph.edge(from, to) as { points: { x: number; y: number }[] }).points,
    })),
  }
}
