/** Fixtures that need certificates, made once per process: certificates take most of the time of a small ecosystem. */

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

/** Returns a device vendor whose roots and keys are shared in this process. The revocations are not shared. */
export async function sharedVendor(ctx: SoftwareVendorContext): Promise<SoftwareVendor> {
  const vendor = await once(vendors, ctx.clock.now(), () => createSoftwareVendor(ctx))
  return vendor.elsewhere(ctx)
}

/** Returns a document signer with its authority. Its signatures are not counted. */
export const sharedMdocIssuer = (
  { clock }: Pick<SoftwareVendorContext, 'clock'>,
  request: MdocRequest,
): Promise<MdocIssuer> => {
  const make = () => createMdocIssuer({ crypto: createNodeCrypto(), clock }, request)
  return once(issuers, JSON.stringify([clock.now(), request]), make)
}
