/**
 * Whom limits count as one client: addresses in the forms in which sockets and proxies write them. Knows of no network.
 */

/** Without zone, brackets and port; an IPv4 address that came over an IPv6 socket as what it is. Does not check that it is an address. */
export function bareAddress(address: string): string {
  const text = (address.startsWith('[') ? address.slice(1).split(']', 1)[0] : address.split('%', 1)[0]) ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1] ?? text
  return mapped.replace(/^([^:]*):\d+$/, '$1')
}

/** Whose budget a bare address draws on: an IPv4 address, or an IPv6 network of 64 bits, since one client has a whole one. */
export function clientNetworkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [left, right] = [groups(head), groups(tail ?? '')]
  const missing = Math.max(0, 8 - left.length - right.length)
  const all = tail === undefined ? left : [...left, ...Array<string>(missing).fill('0'), ...right]
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
