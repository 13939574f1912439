/** Client addresses as sockets and proxies write them, and the address range that rate limits count as one client. */

/**
 * Removes brackets, port and zone from an address. Returns the IPv4 address for an IPv4-mapped IPv6 address in any
 * spelling. Does not check that the text is an address.
 */
export function bareAddress(address: string): string {
  const unbracketed = address.startsWith('[') ? address.slice(1).split(']', 1)[0] : address
  const [text = ''] = (unbracketed ?? '').split('%', 1)
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
  if (!text.includes(':')) return undefined
  const hexadecimal = text.replace(/(?<=:)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
    return `${wordOf(a, b)}:${wordOf(c, d)}`
  })
  const [left = [], right, ...more] = hexadecimal
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':').map(groupOf)))
  const missing = 8 - left.length - (right?.length ?? 0)
  const isComplete = right === undefined ? missing === 0 : missing > 0
  const groups = [...left, ...Array<number>(Math.max(0, missing)).fill(0), ...(right ?? [])]
  return more.length === 0 && isComplete && !groups.includes(Number.NaN) ? groups : undefined
}

/** Returns two bytes of a dotted address as one group. The group of a number above 255 is malformed. */
const wordOf = (high: number, low: number): string => (high > 255 || low > 255 ? 'x' : ((high << 8) | low).toString(16))

const groupOf = (text: string): number => (/^[\da-f]{1,4}$/i.test(text) ? Number.parseInt(text, 16) : Number.NaN)

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
