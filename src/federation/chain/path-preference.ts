/**
 * Order of several valid chains: the shortest first (FED-27), then by the order of the pinned anchors, then by the
 * identifiers on the path. Replicas that find the same chains therefore select the same chain, no matter which superior
 * answers first (D-372).
 */
import type { TrustAnchors } from './trust-chain.ts'

type Path = readonly string[]

/** Creates a comparison for `sort`. The preferred path comes first. */
export function createPathComparison(anchors: TrustAnchors): (a: Path, b: Path) => number {
  const rank = new Map([...anchors.keys()].map((anchor, index) => [anchor, index]))
  const rankOf = (path: Path): number => rank.get(path.at(-1) ?? '') ?? rank.size
  return (a, b) => a.length - b.length || rankOf(a) - rankOf(b) || compareTexts(a.join(' '), b.join(' '))
}

const compareTexts = (a: string, b: string): number => Number(a > b) - Number(a < b)
