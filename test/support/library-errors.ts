/** Reads error classes and error texts from an installed library, for tests of the tables that list them. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Returns the names of the error classes among a module's exports. */
export const errorClassesOf = (exported: object): readonly string[] =>
  Object.entries(exported)
    .filter(([, value]) => typeof value === 'function' && value.prototype instanceof Error)
    .map(([name]) => name)
    .sort()

/**
 * Returns the text of a module's entry file, as the module `seenFrom` resolves it. Without `seenFrom`, as this project
 * does.
 */
export function sourceOf(module: string, seenFrom?: string): string {
  if (seenFrom === undefined) return readFileSync(fileURLToPath(import.meta.resolve(module)), 'utf8')
  return readFileSync(createRequire(import.meta.resolve(seenFrom)).resolve(module), 'utf8')
}

/** Returns the distinct matches of a pattern, or of its group if it has one, sorted. */
export const foundIn = (text: string, pattern: RegExp): readonly string[] =>
  [...new Set([...text.matchAll(pattern)].map(([whole, group]) => group ?? whole))].sort()
