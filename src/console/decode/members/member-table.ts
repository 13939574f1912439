/** Type of the tables that explain members. */

/** One sentence about a member, and the section that defines it. */
export interface Explanation {
  readonly text: string
  readonly source: string
}

/**
 * Explanations by name: a sentence, and the standard with its section. A key `parent.name` (`cnf.jwk`) explains a
 * member below that parent, and takes precedence over `name`. A key `parent.*` explains all members below that parent
 * that no table names.
 */
export type MemberTable = Readonly<Record<string, readonly [text: string, source: string]>>
