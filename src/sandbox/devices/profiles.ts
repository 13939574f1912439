/**
 * What a simulated device is like, by name: genuine ones of each build, and one for each single fault that the software
 * device can make (DIS-07). A name decides what the device shows at every later call.
 */
import {
  type AndroidDeviceOptions,
  type AssertionKnobs,
  agedDevices,
  assertionFaults,
  type KeyAttestationKnobs,
  keyAttestationFaults,
  oddities,
} from '../../software-device/index.ts'

/** `genuine` and `odd` devices must be taken; `aged` ones where no floor is configured; `fault` ones must be refused. */
export type ProfileKind = 'genuine' | 'odd' | 'aged' | 'fault'

export interface DeviceProfile {
  readonly name: string
  readonly kind: ProfileKind
  /** Which evidence shows it; `none` for an honest device. */
  readonly shows: 'key_attestation' | 'assertion' | 'none'
  readonly device: AndroidDeviceOptions
  readonly keyAttestation?: KeyAttestationKnobs
  readonly assertion?: AssertionKnobs
}

const honest = (name: string, device: AndroidDeviceOptions): DeviceProfile => ({
  name,
  kind: 'genuine',
  shows: 'none',
  device,
})

const attesting =
  (kind: ProfileKind) =>
  ([name, keyAttestation]: [string, KeyAttestationKnobs]): DeviceProfile => ({
    name,
    kind,
    shows: 'key_attestation',
    device: {},
    keyAttestation,
  })

const asserting = ([name, assertion]: [string, AssertionKnobs]): DeviceProfile => ({
  name,
  kind: 'fault',
  shows: 'assertion',
  device: {},
  assertion,
})

/** A device without secure hardware altogether. */
const software: KeyAttestationKnobs = { attestationSecurityLevel: 0, keyMintSecurityLevel: 0 }

const all: readonly DeviceProfile[] = [
  honest('tee', {}),
  honest('strongbox', { strongBox: true }),
  honest('factory', { provisioning: 'factory' }),
  attesting('fault')(['software', software]),
  ...Object.entries(keyAttestationFaults).map(attesting('fault')),
  ...Object.entries(agedDevices).map(attesting('aged')),
  ...Object.entries(oddities).map(attesting('odd')),
  ...Object.entries(assertionFaults).map(asserting),
]

/** By name, in the order in which they are documented. The first is the one of a device for which none is named. */
export const deviceProfiles: ReadonlyMap<string, DeviceProfile> = new Map(
  all.map((profile) => [profile.name, profile] as const),
)

export const defaultProfile = 'tee'
