/** How far one build of trust chains goes, and for how long it waits (FED-37). */
export interface ResolveLimits {
  /** Superiors one above the other. */
  readonly depth: number
  /** `authority_hints` of one entity that are followed: anchors, then the others as they stand. */
  readonly hints: number
  /** Hints followed in one build, each as often as a path leads over it: entities above each other are in many paths. */
  readonly steps: number
  /** Documents fetched in one build. */
  readonly documents: number
  /** Bytes of one document. */
  readonly size: number
  /** For one build as a whole, however many slow superiors stand one above the other. */
  readonly seconds: number
}

/** The bounds of one build when none are said (FED-37). */
export const defaultResolveLimits: ResolveLimits = {
  depth: 7,
  hints: 8,
  steps: 64,
  documents: 48,
  size: 65_536,
  seconds: 20,
}

/** For whoever needs one chain: how long after the first that holds others are waited for (D-328). */
export const usualGraceMilliseconds = 1000
