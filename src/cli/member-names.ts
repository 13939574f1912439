/** Names of members in the output of `--json`: snake case, as on the wire. */

/**
 * Renames the members of a value from camel case to snake case, at every depth. Only for this program's own data,
 * because members of other documents, such as claims, must keep their names. Does not change the values of members in
 * `opaque`.
 */
export function wireNames(value: unknown, opaque: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((one) => wireNames(one, opaque))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [wireName(name), opaque.includes(name) ? one : wireNames(one, opaque)]),
  )
}

const wireName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
