/** The form of the tables that explain members. */

/** One sentence about a member, and the section that defines it. */
export interface Explanation {
  readonly text: string
  readonly source: string
}

/**
 * Explanations by name: a sentence, and the standard with its section. A name may have the names of its parents before
 * it (`cnf.jwk`), for a member that means something else below them.
 */
export type MemberTable = Readonly<Record<string, readonly [text: string, source: string]>>
