/** What an installed library exports and throws, read from the library itself: for tests of the tables of its errors. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The names of the error classes among a module's exports. */
export const errorClassesOf = (exported: object): readonly string[] =>
  Object.entries(exported)
    .filter(([, value]) => typeof value === 'function' && value.prototype instanceof Error)
    .map(([name]) => name)
    .sort()

/** The text of a module's entry file, as another module finds it: the project's, when none is given. */
export function sourceOf(module: string, seenFrom?: string): string {
  if (seenFrom === undefined) return readFileSync(fileURLToPath(import.meta.resolve(module)), 'utf8')
  return readFileSync(createRequire(import.meta.resolve(seenFrom)).resolve(module), 'utf8')
}

/** Each text that a pattern finds, once, in order. */
export const foundIn = (text: string, pattern: RegExp): readonly string[] =>
  [...new Set([...text.matchAll(pattern)].map(([whole, group]) => group ?? whole))].sort()
