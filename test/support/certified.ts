/**
 * What needs certificates to begin with, made once in a process and not for each test: certificates take most of the time of
 * an ecosystem that is built for one question.
 */

import { createNodeCrypto } from '../../src/node/index.ts'
import { createMdocIssuer } from '../../src/pid-provider-adapters/index.ts'
import {
  createSoftwareVendor,
  type SoftwareVendor,
  type SoftwareVendorContext,
} from '../../src/software-device/index.ts'

type MdocRequest = Parameters<typeof createMdocIssuer>[1]
type MdocIssuer = Awaited<ReturnType<typeof createMdocIssuer>>

const vendors = new Map<number, Promise<SoftwareVendor>>()
const issuers = new Map<string, Promise<MdocIssuer>>()

const once = <K, V>(known: Map<K, V>, name: K, make: () => V): V => {
  const value = known.get(name) ?? make()
  known.set(name, value)
  return value
}

/** A device vendor with roots and keys that others in this process share; what is revoked is its own. */
export async function sharedVendor(ctx: SoftwareVendorContext): Promise<SoftwareVendor> {
  const vendor = await once(vendors, ctx.clock.now(), () => createSoftwareVendor(ctx))
  return vendor.elsewhere(ctx)
}

/** A document signer with its authority; what it signs is counted by nobody. */
export const sharedMdocIssuer = (
  { clock }: Pick<SoftwareVendorContext, 'clock'>,
  request: MdocRequest,
): Promise<MdocIssuer> => {
  const make = () => createMdocIssuer({ crypto: createNodeCrypto(), clock }, request)
  return once(issuers, JSON.stringify([clock.now(), request]), make)
}
