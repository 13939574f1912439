/** A party by the name that people know. */
import { printable } from '../base/index.ts'

/** Returns the name of a party. A party that is known by its URL alone is named by its host. */
export function describeEntity(name: string): string {
  const url = URL.parse(name)
  return url !== null && url.host !== '' ? url.host : printable(name)
}
