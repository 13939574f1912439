/**
 * Finds the route of a request. First looks for a route with exactly this path and method. If there is none, the router
 * of Hono compares the decoded path with all routes, including those with variables. Apart from this router, the
 * project uses only Hono's HTML templates.
 */
import { TrieRouter } from 'hono/router/trie-router'

type Variables = Readonly<Record<string, string>>

/** Routes of one path by method. */
export type ByMethod<T> = ReadonlyMap<string, T>

interface FoundRoute<T> {
  /**
   * Routes of the path. If none has the method of the request, routes of all matching paths, without variables first.
   */
  readonly entries: ByMethod<T>
  /** The route with the method of the request. */
  readonly entry: T | undefined
  readonly pathname: string
  readonly variables: Variables
}

interface RouteTable<T> {
  /**
   * Returns the first matching path that has the method. Tries paths without variables first. If none has the method,
   * returns the methods of all matching paths. Returns `undefined` if no path matches.
   */
  find(method: string, pathname: string): FoundRoute<T> | undefined
}

const noVariables: Variables = {}

/** Creates a table. A segment such as `:id` in `/instances/:id` is a variable. */
export function createRouteTable<T>(paths: ReadonlyMap<string, ByMethod<T>>): RouteTable<T> {
  const router = new TrieRouter<ByMethod<T>>()
  const fixedFirst = [...paths].sort(([a], [b]) => Number(a.includes(':')) - Number(b.includes(':')))
  for (const [path, entries] of fixedFirst) router.add('ALL', path, entries)
  const match = (method: string, raw: string): FoundRoute<T> | undefined => {
    const pathname = unescaped(raw)
    const [handlers] = router.match('ALL', pathname)
    const found = handlers.map(([entries, variables]) => ({
      entries,
      entry: entries.get(method),
      pathname,
      variables: unescapedValues(variables as Variables),
    }))
    const [first] = found
    return found.find(({ entry }) => entry !== undefined) ?? (first && { ...first, entries: mergeMethods(found) })
  }
  return {
    find: (method, pathname) => {
      const entries = pathname.includes(':') ? undefined : paths.get(pathname)
      const entry = entries?.get(method)
      return entries && entry ? { entries, entry, pathname, variables: noVariables } : match(method, pathname)
    },
  }
}

/** Returns the routes of several paths by method. Of two routes with one method, returns the first. */
function mergeMethods<T>(paths: readonly { readonly entries: ByMethod<T> }[]): ByMethod<T> {
  const merged = new Map<string, T>()
  for (const { entries } of paths)
    for (const [method, entry] of entries) if (!merged.has(method)) merged.set(method, entry)
  return merged
}

/** Decodes a path. Keeps `%25`, so that nothing is decoded twice. Returns a path with a malformed escape unchanged. */
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
