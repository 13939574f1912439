import { maximumStatementSize } from '../statement/entity-statement.ts'

/** Limits of one build of trust chains (FED-37). */
export interface ResolveLimits {
  /** Maximum number of superiors on a path. */
  readonly depth: number
  /** Maximum number of `authority_hints` of one entity that are followed: anchors first, then in order. */
  readonly hints: number
  /** Maximum number of followed hints in total. A hint counts once for each path through it. */
  readonly steps: number
  /** Maximum number of fetched documents. */
  readonly documents: number
  /** Maximum size in bytes of the subject's configuration. */
  readonly subjectSize: number
  /** Maximum size in bytes of each superior's configuration and statement. */
  readonly size: number
  /** Time limit of the whole build. */
  readonly seconds: number
}

/** Default limits of one build (FED-37). */
export const defaultResolveLimits: ResolveLimits = {
  depth: 7,
  hints: 8,
  steps: 64,
  documents: 48,
  subjectSize: maximumStatementSize, // D-1131
  size: 65_536,
  seconds: 20,
}

/** Time to keep searching after the first valid chain, for callers that need only one chain (D-328). */
export const usualGraceMilliseconds = 1000
