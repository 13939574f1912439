/** Converts the simulated devices of the sandbox to the form that the console shows. */
import type { SimulatedPhone, SimulatedPhones } from '../../console/index.ts'
import { type DeviceProfile, deviceProfiles, type ProfileTable } from './profiles.ts'
import type { SimulatedDevice, SimulatedDevices } from './simulated-devices.ts'

const tables: ReadonlyMap<string, ProfileTable> = new Map(Object.entries(deviceProfiles))
const profileOf = ({ platform, name, kind, shows }: DeviceProfile) => ({ platform, name, kind, shows })
const phoneOf = ({ id, profile, hardwareKeyTag, keyAttestation }: SimulatedDevice): SimulatedPhone => ({
  ...{ id, hardwareKeyTag, keyAttestation },
  profile: profileOf(profile),
})

/** Creates the interface through which the console uses the simulated phones. `url` is the URL of the console. */
export const createSimulatedPhones = (devices: SimulatedDevices, url: string): SimulatedPhones => ({
  url,
  profiles: [...tables.values()].flatMap(({ profiles }) => [...profiles.values()].map(profileOf)),
  order: async (platform, name) => {
    const profile = tables.get(platform)?.profiles.get(name)
    return profile && phoneOf(await devices.create(profile))
  },
  find: async (id) => {
    const device = await devices.find(id)
    return device && phoneOf(device)
  },
  recent: () => devices.recent().map(phoneOf),
})
