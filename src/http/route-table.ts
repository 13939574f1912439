/**
 * Which route a request meets. What is spelt exactly as its path is looked up; everything else, paths with variables and
 * paths with escapes, is the framework's router to match, the only thing that is taken from it besides templates.
 */
import { TrieRouter } from 'hono/router/trie-router'

type Variables = Readonly<Record<string, string>>

/** Entries of one path by method. */
export type ByMethod<T> = ReadonlyMap<string, T>

export interface Found<T> {
  /** Of the path alone; another method may be meant. */
  readonly entries: ByMethod<T>
  readonly entry: T | undefined
  readonly pathname: string
  readonly variables: Variables
}

export interface RouteTable<T> {
  /**
   * The first path that has the method, paths without variables before others; one that matches without the method when
   * none has it.
   */
  find(method: string, pathname: string): Found<T> | undefined
}

const none: Variables = {}

/** Takes each path once, `/instances/:id` with a variable. */
export function createRouteTable<T>(paths: ReadonlyMap<string, ByMethod<T>>): RouteTable<T> {
  const router = new TrieRouter<ByMethod<T>>()
  const fixedFirst = [...paths].sort(([a], [b]) => Number(a.includes(':')) - Number(b.includes(':')))
  for (const [path, entries] of fixedFirst) router.add('ALL', path, entries)
  const match = (method: string, raw: string): Found<T> | undefined => {
    const pathname = unescaped(raw)
    const [handlers] = router.match('ALL', pathname)
    const found = handlers.map(([entries, variables]) => ({
      entries,
      entry: entries.get(method),
      pathname,
      variables: unescapedValues(variables as Variables),
    }))
    return found.find(({ entry }) => entry !== undefined) ?? found[0]
  }
  return {
    find: (method, pathname) => {
      const entries = pathname.includes(':') ? undefined : paths.get(pathname)
      const entry = entries?.get(method)
      return entries && entry ? { entries, entry, pathname, variables: none } : match(method, pathname)
    },
  }
}

/** An escaped `%` stays one, so that nothing is unescaped twice; so does what is no escape. */
function unescaped(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURI(path.replaceAll('%25', '%2525'))
  } catch {
    return path
  }
}

const unescapedValues = (variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, unescapedValue(value)]))

function unescapedValue(value: string): string {
  try {
    return value.includes('%') ? decodeURIComponent(value) : value
  } catch {
    return value
  }
}
