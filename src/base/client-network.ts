/**
 * Parses client addresses as sockets and proxies write them. Returns the address range that rate limits count as one
 * client.
 */

/**
 * Removes brackets, port and zone from an address. Returns the IPv4 address for an IPv4-mapped IPv6 address in any
 * spelling. Does not check that the text is an address.
 */
export function bareAddress(address: string): string {
  const unbracketed = address.startsWith('[') ? address.slice(1).split(']', 1)[0] : address
  const [text = ''] = (unbracketed ?? '').split('%', 1)
  // Operating systems write the IPv4 clients of a socket on `::` in this form. This pattern is six times as fast as
  // `groupsOf`.
  const [, dotted] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text) ?? []
  if (dotted !== undefined) return dotted
  return (addressBehind(mappedPrefix, groupsOf(text)) ?? text).replace(/^([^:]*):\d+$/, '$1')
}

/** Groups before the IPv4 address in an IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2). */
const mappedPrefix: readonly number[] = [0, 0, 0, 0, 0, 0xffff]
/** Groups before the IPv4 address that a translator between IPv4 and IPv6 writes (RFC 6052 §2.1, RFC 7755). */
const translatedPrefix: readonly number[] = [0x64, 0xff9b, 0, 0, 0, 0]

/** Returns the IPv4 address in the last two groups if the others are the prefix, else `undefined`. */
function addressBehind(prefix: readonly number[], groups: readonly number[] | undefined): string | undefined {
  if (!groups || !prefix.every((group, index) => groups[index] === group)) return undefined
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}

/** Returns the eight groups of an IPv6 address without a zone (RFC 4291 §2.2), or `undefined` for another text. */
function groupsOf(text: string): readonly number[] | undefined {
  if (!text.includes(':') || /^:(?!:)|(?<!:):$/.test(text)) return undefined
  // After this cut, a `::` at either end gives one empty part, like a `::` in the middle.
  const parts = text.slice(text.startsWith('::') ? 1 : 0, text.endsWith('::') ? -1 : undefined).split(':')
  const gap = parts.indexOf('')
  const groups: number[] = []
  for (const [index, part] of parts.entries()) {
    if (index === gap) continue
    if (groupPattern.test(part)) groups.push(Number.parseInt(part, 16))
    else if (index === parts.length - 1 && isDotted(part)) groups.push(...dottedGroups(part))
    else return undefined
  }
  if (gap < 0) return groups.length === 8 ? groups : undefined
  return groups.length < 8 ? groups.toSpliced(gap, 0, ...Array<number>(8 - groups.length).fill(0)) : undefined
}

const groupPattern = /^[\da-f]{1,4}$/i

/** Returns true for four numbers of one byte with dots between them. */
const isDotted = (text: string): boolean =>
  /^(?:\d{1,3}\.){3}\d{1,3}$/.test(text) && text.split('.').every((byte) => Number(byte) < 256)

/** Returns an IPv4 address as two groups of 16 bits. */
function dottedGroups(text: string): readonly number[] {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number)
  return [(a << 8) | b, (c << 8) | d]
}

/**
 * Returns the address range that shares one rate limit: the IPv4 address itself, or the first four groups of an IPv6
 * address. One client usually has all IPv6 addresses with the same 64 bits. Returns the IPv4 address of a client behind
 * a translator, because all these clients have the same 64 bits. Expects the form of `bareAddress`. Returns a text that
 * is not an address unchanged.
 */
export function clientNetworkOf(address: string): string {
  const groups = groupsOf(address)
  if (groups === undefined) return address
  const translated = addressBehind(translatedPrefix, groups)
  if (translated !== undefined) return translated
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
}
