/** Independent wallets, each with its own device, keys and current state. */

import type { Clock } from '../../src/base/index.ts'
import { jwkThumbprint, type Signer } from '../../src/jose/index.ts'
import { createNodeCrypto, createSystemClock } from '../../src/node/index.ts'
import { createSoftwareVendor, type SoftwareDevice, type SoftwareVendor } from '../../src/software-device/index.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { createSeeds, type Seeds } from './keys.ts'

export interface BenchWallet {
  readonly device: SoftwareDevice
  readonly attested: Signer
  readonly dpop: Signer
  readonly holder: Signer
  /** Thumbprint of the attested key. */
  readonly clientId: string
  /** Values for later requests, by name: `challenge`, `attestation`, `code`, … */
  readonly values: Map<string, string>
}

export interface Population {
  readonly seeds: Seeds
  readonly wallets: readonly BenchWallet[]
  now(): number
}

export type Vendor = SoftwareVendor

export const createVendor = (seed: string, clock: Clock = createSystemClock()): Promise<SoftwareVendor> => {
  const random = seededRandom(`${seed} vendor`)
  return createSoftwareVendor({ clock, random, crypto: createNodeCrypto() })
}

export async function createPopulation(
  vendor: SoftwareVendor,
  seed: string,
  size: number,
  clock: Clock = createSystemClock(),
): Promise<Population> {
  const seeds = createSeeds(seed, seededRandom(seed))
  const wallets: BenchWallet[] = []
  for (let index = 0; index < size; index += 1) {
    const device = await vendor.createDevice()
    const [attested, dpop, holder] = [seeds.signer(), seeds.signer(), seeds.signer()]
    const clientId = jwkThumbprint(seeds, attested.publicJwk)
    wallets.push({ device, attested, dpop, holder, clientId, values: new Map() })
  }
  return { seeds, wallets, now: () => clock.now() }
}

/** Returns a stored value of the wallet. Throws without one, because then the bench has left a step out. */
export function storedValue({ values }: BenchWallet, name: string): string {
  const value = values.get(name)
  if (value === undefined) throw new Error(`a wallet has no ${name} yet`)
  return value
}
