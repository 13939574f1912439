/** Paths of the console to which a form or a login returns. */
import { type EndpointRequest, fitsLocation } from '../http/index.ts'

/** Returns true for a path of this origin: no `//host`, no backslash, only characters of a `Location` header. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])[^\\]*$/.test(path) && fitsLocation(path)

/** Returns the path if it is one of this origin, otherwise the home page. Does not check whether the page exists. */
export const ownPathOr = (path: string | undefined): string => (path !== undefined && isOwnPath(path) ? path : '/')

/** Returns path and query of a request. Omits parameters with an empty value. */
export function pathWithQuery({ url, query }: Pick<EndpointRequest, 'url' | 'query'>): string {
  const { pathname } = new URL(url)
  const pairs = [...query.keys()].flatMap((name) => query.all(name).map((value): [string, string] => [name, value]))
  return pairs.length === 0 ? pathname : `${pathname}?${new URLSearchParams(pairs)}`
}
