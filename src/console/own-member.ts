/** Looks up members by names that other parties choose. */

/** Returns a member of a table, or `undefined` if it is absent or inherited, for example `constructor`. */
export const ownMember = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
