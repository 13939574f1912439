/**
 * The simulated devices of a sandbox: made on demand, kept as one private file each, so that a sandbox that is started
 * again on the same directory still has them, keys and all.
 */
import { join } from 'node:path'
import { z } from 'zod'
import { type Random, randomUuid } from '../../base/index.ts'
import { PrivateFileError, readPrivateFile, writePrivateFile } from '../../node/index.ts'
import type { Assertion, SavedDevice, SoftwareDevice, SoftwareVendor } from '../../software-device/index.ts'
import { type DeviceProfile, deviceProfiles } from './profiles.ts'

/** A device as its owner sees it: its profile decides what its evidence shows. */
export interface SimulatedDevice {
  readonly id: string
  readonly profile: DeviceProfile
  readonly hardwareKeyTag: string
  keyAttestation(challenge: string): Promise<string>
  /** `clientData` is the text. */
  assertion(clientData: string): Promise<Assertion>
}

export interface SimulatedDevices {
  create(profile: DeviceProfile): Promise<SimulatedDevice>
  /** Throws `PrivateFileError` for a file that was damaged. */
  find(id: string): Promise<SimulatedDevice | undefined>
}

export interface SimulatedDevicesOptions {
  readonly vendor: SoftwareVendor
  readonly random: Random
  /** One file per device goes there. */
  readonly directory: string
}

const stored = z.object({
  profile: z.string(),
  device: z.object({
    hardwareKeyTag: z.string(),
    hardwareKey: z.looseObject({ kty: z.literal('EC') }),
    provisioning: z.enum(['remote', 'factory']),
    strongBox: z.boolean(),
  }),
})

const identifier = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const kept = 200

export function createSimulatedDevices({ vendor, random, directory }: SimulatedDevicesOptions): SimulatedDevices {
  const awake = new Map<string, SimulatedDevice>()
  const keep = (device: SimulatedDevice): SimulatedDevice => {
    awake.set(device.id, device)
    if (awake.size > kept) awake.delete(awake.keys().next().value as string)
    return device
  }
  const pathOf = (id: string): string => join(directory, `${id}.json`)
  return {
    create: async (profile) => {
      const id = randomUuid(random)
      const device = await vendor.createDevice(profile.device)
      writePrivateFile(pathOf(id), { profile: profile.name, device: device.save() }, { mode: 'create' })
      return keep(simulated(id, profile, device))
    },
    find: async (id) => {
      const known = awake.get(id)
      if (known || !identifier.test(id)) return known
      const content = readPrivateFile(pathOf(id), {})
      if (content === undefined) return undefined
      const parsed = stored.safeParse(content)
      const profile = deviceProfiles.get(parsed.data?.profile ?? '')
      if (!parsed.success || profile === undefined)
        throw new PrivateFileError(pathOf(id), 'is no simulated device: remove it.')
      return keep(simulated(id, profile, await vendor.restoreDevice(parsed.data.device as SavedDevice)))
    },
  }
}

const simulated = (id: string, profile: DeviceProfile, device: SoftwareDevice): SimulatedDevice => ({
  id,
  profile,
  hardwareKeyTag: device.hardwareKeyTag,
  keyAttestation: (challenge) => device.keyAttestation(challenge, profile.keyAttestation),
  assertion: (clientData) => device.assertion(clientData, profile.assertion),
})
