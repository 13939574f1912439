/** Formats the name of a party for citizens. */
import { printable } from '../base/index.ts'

/** Returns the host if the name is a URL, otherwise the name as one line of visible characters. */
export function describeEntity(name: string): string {
  const url = URL.parse(name)
  return url !== null && url.host !== '' ? url.host : printable(name)
}
