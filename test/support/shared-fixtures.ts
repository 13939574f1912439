/**
 * Fixtures with certificates, created once per process, because creating certificates takes most of an ecosystem's
 * start.
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

/** Returns a device vendor. All vendors with the same start time share roots and keys, but not revocations. */
export async function sharedVendor(ctx: SoftwareVendorContext): Promise<SoftwareVendor> {
  const vendor = await once(vendors, ctx.clock.now(), () => createSoftwareVendor(ctx))
  return vendor.elsewhere(ctx)
}

/** Returns a document signer with its authority. A counting crypto of the test does not count its signatures. */
export const sharedMdocIssuer = (
  { clock }: Pick<SoftwareVendorContext, 'clock'>,
  request: MdocRequest,
): Promise<MdocIssuer> => {
  const make = () => createMdocIssuer({ crypto: createNodeCrypto(), clock }, request)
  return once(issuers, JSON.stringify([clock.now(), request]), make)
}
