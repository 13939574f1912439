/** Names of members in the output of `--json`: those of the wire, `expires_at`. */

/**
 * Returns the value with its own members renamed, at every depth. For data of this program alone: members of foreign
 * documents, such as claims, keep their names. `kept` names members whose values stay as they are.
 */
export function wireNames(value: unknown, kept: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((one) => wireNames(one, kept))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [wireName(name), kept.includes(name) ? one : wireNames(one, kept)]),
  )
}

const wireName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
