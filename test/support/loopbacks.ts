/** The loopback addresses of this machine: containers often have no IPv6. */
import { networkInterfaces } from 'node:os'

const addresses = Object.values(networkInterfaces()).flatMap((ones) => ones?.map(({ address }) => address))

export const loopbacks: readonly string[] = ['127.0.0.1', '::1'].filter((address) => addresses.includes(address))
