/** Client addresses as sockets and proxies write them, and the address range that rate limits count as one client. */

/**
 * Removes brackets and port from an address. Removes the zone only if there are no brackets. Returns the IPv4 address
 * for an IPv4-mapped IPv6 address. Does not check that the text is an address.
 */
export function bareAddress(address: string): string {
  const text = (address.startsWith('[') ? address.slice(1).split(']', 1)[0] : address.split('%', 1)[0]) ?? ''
  return (mappedAddress(text) ?? text).replace(/^([^:]*):\d+$/, '$1')
}

/** Returns the IPv4 address of an IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2), or `undefined` for another text. */
function mappedAddress(text: string): string | undefined {
  const [, dotted, high, low] = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i.exec(text) ?? []
  if (high === undefined || low === undefined) return dotted
  return [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}

/**
 * Returns the address range that shares one rate limit: the IPv4 address itself, or the first four groups of an IPv6
 * address. One client usually has all IPv6 addresses with the same 64 bits. Expects the form of `bareAddress`. Does not
 * check that the text is an address.
 */
export function clientNetworkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [left, right] = [groups(head), groups(tail ?? '')]
  const missing = Math.max(0, 8 - left.length - right.length)
  const groupsOfAddress = tail === undefined ? left : [...left, ...Array<string>(missing).fill('0'), ...right]
  return groupsOfAddress
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
