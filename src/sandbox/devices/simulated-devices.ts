/**
 * Simulated devices of a sandbox, created on demand. Each is stored in a private file, so the devices and their keys
 * remain after a restart with the same directory.
 */
import { join } from 'node:path'
import { z } from 'zod'
import { type Random, randomUuid } from '../../base/index.ts'
import { PrivateFileError, readPrivateFile, writePrivateFile } from '../../node/index.ts'
import type {
  AppleDevice,
  Assertion,
  SavedAppleDevice,
  SavedDevice,
  SoftwareDevice,
  SoftwareVendor,
} from '../../software-device/index.ts'
import { type AndroidProfile, type AppleProfile, type DeviceProfile, deviceProfiles } from './profiles.ts'

/** A simulated device. The profile determines the evidence that the device returns. */
export interface SimulatedDevice {
  readonly id: string
  readonly profile: DeviceProfile
  readonly hardwareKeyTag: string
  keyAttestation(challenge: string): Promise<string>
  /** Returns the assertion for the text of the client data. */
  assertion(clientData: string): Promise<Assertion>
}

export interface SimulatedDevices {
  create(profile: DeviceProfile): Promise<SimulatedDevice>
  /** Returns a stored device, or `undefined` if there is none. Rejects with `PrivateFileError` for a damaged file. */
  find(id: string): Promise<SimulatedDevice | undefined>
  /** Returns at most 20 devices: those that were created or loaded last, newest first. */
  recent(): readonly SimulatedDevice[]
}

interface SimulatedDevicesOptions {
  readonly vendor: SoftwareVendor
  readonly random: Random
  /** Directory of one file for each device. */
  readonly directory: string
}

const hardwareKey = z.looseObject({ kty: z.literal('EC') })

const stored = z.union([
  z.object({
    platform: z.literal('ios'),
    profile: z.string(),
    device: z.object({
      hardwareKey,
      environment: z.enum(['production', 'development']),
      counter: z.int().min(0),
    }),
  }),
  z.object({
    /** Absent in files of earlier versions of this package. */
    platform: z.literal('android').default('android'),
    profile: z.string(),
    device: z.object({
      hardwareKeyTag: z.string(),
      hardwareKey,
      provisioning: z.enum(['remote', 'factory']),
      strongBox: z.boolean(),
    }),
  }),
])

const identifier = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const maximumLoaded = 200
const maximumRecent = 20

/** Creates the store of simulated devices. Keeps at most 200 devices in memory. */
export function createSimulatedDevices({ vendor, random, directory }: SimulatedDevicesOptions): SimulatedDevices {
  const loaded = new Map<string, SimulatedDevice>()
  const keep = (device: SimulatedDevice): SimulatedDevice => {
    loaded.set(device.id, device)
    if (loaded.size > maximumLoaded) loaded.delete(loaded.keys().next().value as string)
    return device
  }
  const pathOf = (id: string): string => join(directory, `${id}.json`)
  const storedApple = (id: string, profile: AppleProfile, device: AppleDevice): SimulatedDevice =>
    apple(id, profile, device, () => write(pathOf(id), profile, device, 'replace'))
  const restore = async (id: string, { platform, profile, device }: Saved): Promise<SimulatedDevice> =>
    platform === 'android'
      ? android(id, profile, await vendor.restoreDevice(device))
      : storedApple(id, profile, await vendor.restoreAppleDevice(device))
  return {
    create: async (profile) => {
      const id = randomUuid(random)
      if (profile.platform === 'android') {
        const device = await vendor.createDevice(profile.device)
        write(pathOf(id), profile, device, 'create')
        return keep(android(id, profile, device))
      }
      const device = await vendor.createAppleDevice(profile.device)
      write(pathOf(id), profile, device, 'create')
      return keep(storedApple(id, profile, device))
    },
    find: async (id) => {
      const device = loaded.get(id)
      if (device || !identifier.test(id)) return device
      const content = readPrivateFile(pathOf(id), {})
      if (content === undefined) return undefined
      const saved = parseSaved(content)
      const restored = saved && (await restore(id, saved).catch(() => undefined))
      if (restored === undefined) throw new PrivateFileError(pathOf(id), 'is not a simulated device: remove it.')
      // If a concurrent call has restored the device too, returns the object of that call. Two objects would use the
      // same counters.
      return loaded.get(id) ?? keep(restored)
    },
    recent: () => [...loaded.values()].slice(-maximumRecent).reverse(),
  }
}

const write = (
  path: string,
  { platform, name }: DeviceProfile,
  device: Pick<SoftwareDevice | AppleDevice, 'save'>,
  mode: 'create' | 'replace',
): void => {
  writePrivateFile(path, { platform, profile: name, device: device.save() }, { mode })
}

type Saved =
  | { readonly platform: 'android'; readonly profile: AndroidProfile; readonly device: SavedDevice }
  | { readonly platform: 'ios'; readonly profile: AppleProfile; readonly device: SavedAppleDevice }

/** Returns the stored device, or `undefined` if it is invalid or its profile does not exist. */
function parseSaved(content: unknown): Saved | undefined {
  const { data } = stored.safeParse(content)
  if (data?.platform === 'android') {
    const profile = deviceProfiles.android.profiles.get(data.profile)
    return profile && { platform: 'android', profile, device: data.device as SavedDevice }
  }
  const profile = deviceProfiles.ios.profiles.get(data?.profile ?? '')
  return data && profile && { platform: 'ios', profile, device: data.device as SavedAppleDevice }
}

const android = (id: string, profile: AndroidProfile, device: SoftwareDevice): SimulatedDevice => ({
  id,
  profile,
  hardwareKeyTag: device.hardwareKeyTag,
  keyAttestation: (challenge) => device.keyAttestation(challenge, profile.keyAttestation),
  assertion: (clientData) => device.assertion(clientData, profile.assertion),
})

/** Creates an Apple device. `saveCounter` runs before an assertion is returned, so that no counter is used twice. */
const apple = (id: string, profile: AppleProfile, device: AppleDevice, saveCounter: () => void): SimulatedDevice => ({
  id,
  profile,
  hardwareKeyTag: device.hardwareKeyTag,
  keyAttestation: (challenge) => device.keyAttestation(challenge, profile.keyAttestation),
  assertion: async (clientData) => {
    const assertion = await device.assertion(clientData, profile.assertion)
    saveCounter()
    return assertion
  },
})
