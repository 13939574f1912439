/**
 * Which of several valid chains is taken: the shortest (FED-27), of those the one whose anchor is pinned first, and of those
 * the first by the identifiers on it. So replicas take the same one, whichever superior answers first (D-372).
 */
import type { TrustAnchors } from './trust-chain.ts'

type Path = readonly string[]

/** For `sort`: the preferred first. */
export function preferencesOf(anchors: TrustAnchors): (a: Path, b: Path) => number {
  const rank = new Map([...anchors.keys()].map((anchor, index) => [anchor, index]))
  const rankOf = (path: Path): number => rank.get(path.at(-1) ?? '') ?? rank.size
  return (a, b) => a.length - b.length || rankOf(a) - rankOf(b) || compareTexts(a.join(' '), b.join(' '))
}

const compareTexts = (a: string, b: string): number => Number(a > b) - Number(a < b)
